"""Serves the harbor contract over stdio: `python -m tests.server.harbor.serve [SECONDS]`, for which its end waits."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from pro_context.transports import standard_streams, stdio

if TYPE_CHECKING:
    from pro_context.protocol.served_contract import App


@asynccontextmanager
async def harbor() -> "AsyncIterator[App]":
    """Open the harbor as the product opens its own contracts: late."""
    from tests.server.harbor.app import harbor_app
    from tests.server.harbor.docs import HarborDocs

    yield harbor_app(HarborDocs())


if __name__ == "__main__":
    if len(sys.argv) > 1:
        from pro_context.transports import stdio_connection

        stdio_connection.LAST_ANSWERS_SECONDS = stdio_connection.LAST_WRITE_SECONDS = float(sys.argv[1])
    sys.exit(asyncio.run(stdio.serve(harbor, standard_streams.claim())))
