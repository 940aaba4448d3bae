"""The quarry again, as a project in a group of a group on a GitLab of our own."""

from collections.abc import Iterator

import pytest
from tests.engine.sources.github.conftest import NEW, OLD
from tests.worlds.forge import Forge
from tests.worlds.gitlab_forge import serve_gitlab

PROJECT = "acme/stone/quarry"


@pytest.fixture
def forge() -> Iterator[Forge]:
    with serve_gitlab({PROJECT: {"HEAD": NEW, "v1.0.0": OLD, "v2.0.0": NEW, "v2.1.0rc1": NEW}}) as forge:
        yield forge
