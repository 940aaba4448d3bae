"""Serves the harbor contract over stdio: `python -m tests.server.harbor.serve`."""

from pro_context.transports import standard_streams

STREAMS = standard_streams.claim()

import asyncio  # noqa: E402
import sys  # noqa: E402

from tests.server.harbor.app import harbor_app  # noqa: E402
from tests.server.harbor.docs import HarborDocs  # noqa: E402

from pro_context.transports.stdio import serve  # noqa: E402


async def main() -> int:
    """Serve until the input ends."""
    return await serve(harbor_app(HarborDocs()), STREAMS)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
