"""The fixture contract of the official conformance suite: generated once, and served by real processes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conformance.http_peer import connected_over_http
from tests.conformance.peer import VERSIONS, Peer, connected

from pro_context_codegen.__main__ import main

collect_ignore = ["handlers"]  # the suite's tools are called test_…

SPEC = Path(__file__).parent / "spec"


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of what the product's generator makes of the fixture's spec."""
    folder = tmp_path_factory.mktemp("conformance")
    assert main(["generate", "--spec", str(SPEC), "--out", str(folder)]) == 0
    return folder


TRANSPORTS = {"stdio": connected, "http": connected_over_http}


@pytest.fixture(scope="module", params=[(name, version) for name in TRANSPORTS for version in VERSIONS], ids="-".join)
def peer(generated: Path, request: pytest.FixtureRequest) -> Iterator[Peer]:
    """Give a client of a server process, over each transport, in each era of the protocol."""
    name, version = request.param
    with TRANSPORTS[name](generated, version) as client:
        yield client
