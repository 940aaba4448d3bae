"""The harbor contract on its engine."""

import pytest
from tests.server.harbor.app import harbor_app
from tests.server.harbor.docs import HarborDocs

from pro_context.protocol.served_contract import App


@pytest.fixture
def docs() -> HarborDocs:
    return HarborDocs()


@pytest.fixture
def app(docs: HarborDocs) -> App:
    return harbor_app(docs)
