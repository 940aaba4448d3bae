"""MCP over standard input and output: the process is the session (seed 000 section 2.1)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pro_context.transports import standard_streams

if TYPE_CHECKING:
    from pro_context.app import App
    from pro_context.settings import Settings
    from pro_context.transports.standard_streams import StandardStreams


def run(contract_name: str, settings: Settings) -> int:
    """Serve a contract until the client leaves or a signal asks to stop; return the exit status.

    Args:
        contract_name: one of `pro_context_contract.CONTRACTS`.
        settings: of the server.
    """
    streams = standard_streams.claim()
    return asyncio.run(_run(contract_name, settings, streams))


async def serve(app: App, streams: StandardStreams) -> int:
    """Serve one client and return the exit status.

    Args:
        app: what to serve.
        streams: as `standard_streams.claim` gave them.
    """
    # Imported after the streams are claimed, so that nothing these imports print can reach the client.
    from pro_context.sessions import MemorySession  # noqa: PLC0415
    from pro_context.transports import stdio_connection  # noqa: PLC0415

    session = MemorySession()
    return await stdio_connection.serve(app.server(lambda _: session), streams)


async def _run(contract_name: str, settings: Settings, streams: StandardStreams) -> int:
    # See `serve`.
    from pro_context.app import build  # noqa: PLC0415
    from pro_context_engine import open_engine  # noqa: PLC0415

    docs = open_engine(settings.engine())
    try:
        return await serve(build(contract_name, docs), streams)
    finally:
        await docs.close()
