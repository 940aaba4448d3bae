"""Work taken over from other servers: left unfinished by one that ended, or left to workers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from pro_context_engine.domain.errors import DocsError, StoreUnavailable
from pro_context_engine.domain.work_leases import WorkLeases
from pro_context_engine.domain.work_queue import WorkQueue, library_of
from pro_context_engine.ingestion.unavailability import failure_of

LOOK_SECONDS = 5.0
"""Seconds between two looks of a server that also answers clients."""

WORKER_LOOK_SECONDS = 1.0
"""Seconds between two looks of a worker."""

WORKER_TASKS = 3
"""Tasks that a worker does at a time, each for the pages of one library."""

_log = logging.getLogger("pro_context.ingest")


class WorkTakeover:
    """Brings libraries up to date that other servers have begun, or have left to workers.

    Args:
        leases: tell which work was abandoned.
        queue: has the work that no request waits for.
        finish: fetches what a library lacks at a version, "" for the version that its sources have; returns the reason
            why it still lacks many pages, "" where it is whole.
    """

    def __init__(self, leases: WorkLeases, queue: WorkQueue, finish: Callable[[str, str], Awaitable[str]]) -> None:
        self._leases = leases
        self._queue = queue
        self._finish = finish
        self._most = 1
        self._doing: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None

    def start(self, *, is_worker: bool = False) -> None:
        """Begin to look for work.

        Args:
            is_worker: whether this process does nothing else.
        """
        self._most = WORKER_TASKS if is_worker else 1
        every = WORKER_LOOK_SECONDS if is_worker else LOOK_SECONDS
        self._looking = self._looking or asyncio.create_task(self._look(every))

    async def take_over(self) -> None:
        """Begin the work that is due, as much as may be done at a time."""
        await self._leases.collect()
        while len(self._doing) < self._most and (task := await self._queue.take()) is not None:
            doing = asyncio.create_task(self._do(task))
            self._doing.add(doing)
            doing.add_done_callback(self._doing.discard)

    async def finished(self) -> None:
        """Wait for the end of the work that has begun."""
        await asyncio.gather(*self._doing)

    async def close(self) -> None:
        """Stop; another server takes the work over that has begun."""
        begun = [*self._doing, *([self._looking] if self._looking else [])]
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)

    async def _look(self, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            await self.take_over()

    async def _do(self, task: str) -> None:
        library_id, version = library_of(task)
        _log.info("%s is brought up to date", library_id)
        try:
            reason = await self._finish(library_id, version)
        except StoreUnavailable:
            reason = "the database does not answer"
        except DocsError as fact:
            reason = failure_of(fact).reason
        except Exception as error:
            _log.exception("%s is not finished", library_id)
            reason = f"a fault of this program ({type(error).__name__})"
        if reason:
            await self._queue.fail(task, reason)
            _log.info("%s is not finished: %s", library_id, reason)
        else:
            await self._queue.done(task)
