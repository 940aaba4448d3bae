"""The work of servers that ended without notice, which another server finishes."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable

from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.work_leases import WorkLeases

LOOK_SECONDS = 5.0
"""Seconds between two looks."""

_log = logging.getLogger("pro_context.ingest")


def task_of(library_id: str, version: str) -> str:
    """Return the task to fetch the pages of a library, for another server."""
    return json.dumps([library_id, version])


class HandingOn:
    """Finishes the fetching of libraries that another server has begun.

    Args:
        leases: tell which work was abandoned.
        finish: begins to fetch the pages that a library lacks at a version, "" for the version that its sources have.
    """

    def __init__(self, leases: WorkLeases, finish: Callable[[str, str], Awaitable[object]]) -> None:
        self._leases = leases
        self._finish = finish
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look for abandoned work."""
        self._looking = self._looking or asyncio.create_task(self._look())

    async def take_over(self) -> None:
        """Begin the work that was abandoned by now."""
        for task in await self._leases.abandoned():
            library_id, version = json.loads(task)
            _log.info("another server has left %s unfinished", library_id)
            try:
                await self._finish(library_id, version)
            except DocsError as fact:
                _log.info("%s is not finished: %s", library_id, type(fact).__name__)
            except Exception:
                _log.exception("%s is not finished", library_id)

    async def close(self) -> None:
        """Stop looking."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.take_over()
