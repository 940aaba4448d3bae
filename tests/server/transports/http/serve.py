"""Serves the harbor contract over HTTP: `python -m tests.server.transports.http.serve [OPTION VALUE…]`.

It waits for calls under way longer than any test, says `waiting` when a call begins to wait, and answers all of them at
SIGUSR1: so that what comes first is never a matter of how fast the machine is.
"""

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.harbor.app import harbor_app
from tests.server.harbor.docs import HarborDocs

from pro_context.configuration.loading import load
from pro_context.transports import streamable_http
from pro_context.transports.http import server
from pro_context.transports.http.server import Served


async def ready() -> bool:
    """Return yes."""
    return True


@asynccontextmanager
async def harbor() -> AsyncIterator[Served]:
    """Open the harbor."""
    docs = HarborDocs()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, docs.release.set)
    telling = asyncio.create_task(tell(docs))
    yield Served({"/mcp": harbor_app(docs)}, ready)
    telling.cancel()
    print("closed", file=sys.stderr)


async def tell(docs: HarborDocs) -> None:
    """Say when a call has begun to wait."""
    await docs.started.wait()
    print("waiting", file=sys.stderr, flush=True)


if __name__ == "__main__":
    server.LAST_ANSWERS_SECONDS = 600.0
    logging.basicConfig(format="%(message)s")
    import os

    flags = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
    sys.exit(streamable_http.run_served(harbor, load(None, os.environ, flags).settings))
