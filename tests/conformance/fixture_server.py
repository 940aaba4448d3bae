"""Serve the fixture contract: `python -m tests.conformance.fixture_server FOLDER`, over HTTP with `… FOLDER --port N`.

FOLDER is what `python -m pro_context_codegen generate --spec tests/conformance/spec --out FOLDER` has written.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pro_context.transports import standard_streams, stdio

if TYPE_CHECKING:
    from pro_context.protocol.served_contract import App
    from pro_context.transports.http.server import Served

UNLIMITED = {
    "PRO_CONTEXT__RATE_LIMIT__BURST_SIZE": "1000000",
    "PRO_CONTEXT__RATE_LIMIT__MAX_REQUESTS_PER_MINUTE": "1000000",
    "PRO_CONTEXT__CACHE__DIRECTORY": "null",
}


async def complete(kind: str, beginning: str, given: Mapping[str, str]) -> list[str]:
    """Return what completes an argument or a template's variable."""
    return [value for value in ("paris", "park", "party", "testing") if value.startswith(beginning)]


@asynccontextmanager
async def fixture() -> AsyncIterator[App]:
    """Open the fixture as the product opens its own contracts: late."""
    from pro_context.app import assemble
    from pro_context.protocol.binding import ContractPackages
    from pro_context_contract import load_contract

    packages = ContractPackages("pro_context_contract.conformance", "tests.conformance.handlers")
    yield assemble(load_contract("conformance"), None, complete, object, packages)


async def ready() -> bool:
    """Return yes."""
    return True


@asynccontextmanager
async def fixture_at_mcp() -> AsyncIterator[Served]:
    """Open the fixture for HTTP."""
    from pro_context.transports.http.server import Served

    async with fixture() as app:
        yield Served({"/mcp": app}, ready)


def serve_http(port: str) -> int:
    """Serve over HTTP, to whoever has the key in the environment; return the exit status."""
    import pro_context_contract

    # The configuration and the errors of access are the product's own; the fixture has none.
    pro_context_contract.__path__.append(str(Path(__file__).parents[2] / "generated" / "pro_context_contract"))
    from pro_context.configuration.loading import load
    from pro_context.transports import streamable_http

    logging.basicConfig(format="%(message)s")
    settings = load(None, {**UNLIMITED, **os.environ}, {"--port": port}).settings
    return streamable_http.run_served(fixture_at_mcp, settings)


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])  # ahead of the product's own pro_context_contract, which nothing has imported yet
    if "--port" in sys.argv:
        sys.exit(serve_http(sys.argv[3]))
    sys.exit(asyncio.run(stdio.serve(fixture, standard_streams.claim())))
