"""The subcommand `worker`: a process that does the work of servers that no request waits for."""

from __future__ import annotations

import argparse
import asyncio
import logging
from dataclasses import replace

from pro_context.cli.output import tell
from pro_context.configuration.server_settings import ServerSettings
from pro_context.operations.logs import START
from pro_context.transports.stop_signals import stop_on_signals
from pro_context_engine import open_engine


async def run(settings: ServerSettings, _options: argparse.Namespace) -> int:
    """Work until a signal arrives; return the exit status: 0, 130 after SIGINT, 2 where no database is named."""
    if not settings.values.store.url:
        tell("store.url names no database; a server with a file does its work itself")
        return 2
    # The setting is made for the servers that use the same file.
    docs = open_engine(replace(settings.engine(), leave_to_workers=False))
    stopped = asyncio.Event()
    try:
        with stop_on_signals(stopped.set) as signals:
            docs.start_background_work(is_worker=True)
            log = logging.getLogger(START)
            log.setLevel(logging.INFO)
            log.info("doing the work that servers of this database leave to others")
            await stopped.wait()
    finally:
        await docs.close()
    return signals.status
