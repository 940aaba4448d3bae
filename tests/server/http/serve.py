"""Serves the harbor contract over HTTP: `python -m tests.server.http.serve [OPTION VALUE…]`."""

import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.harbor.app import harbor_app
from tests.server.harbor.docs import HarborDocs

from pro_context.configuration.loading import load
from pro_context.transports import streamable_http
from pro_context.transports.http.server import Served


async def ready() -> bool:
    """Return yes."""
    return True


@asynccontextmanager
async def harbor() -> AsyncIterator[Served]:
    """Open the harbor."""
    yield Served({"/mcp": harbor_app(HarborDocs())}, ready)
    print("closed", file=sys.stderr)


if __name__ == "__main__":
    logging.basicConfig(format="%(message)s")
    import os

    flags = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
    sys.exit(streamable_http.run_served(harbor, load(None, os.environ, flags).settings))
