"""One library's pages on their way into the store: the wanted ones first, the rest behind the answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from pro_context_engine import progress
from pro_context_engine.errors import DocsError
from pro_context_engine.model import TocEntry

log = logging.getLogger("pro_context.ingest")

WORKERS = 8
Read = Callable[[TocEntry], Awaitable[object]]


class Filling:
    """Read a list of pages with a few workers; a page that fails is left out, the others go on."""

    def __init__(self, library_id: str, entries: Sequence[TocEntry], read: Read) -> None:
        self._library_id = library_id
        self._waiting = {entry.url: entry for entry in entries}
        self._total = len(entries)
        self._read = read
        self._settled = 0
        self._task: asyncio.Task[None] | None = None
        self.failed: list[str] = []

    @property
    def ended(self) -> bool:
        """Tell whether the work was done, or broke off."""
        return self._task is not None and self._task.done()

    def hurry(self, entries: Sequence[TocEntry]) -> None:
        """Put these pages in front of the others, in this order."""
        front = {entry.url: entry for entry in entries if entry.url in self._waiting}
        self._waiting = front | self._waiting

    async def wait(self, patience: float | None) -> bool:
        """Start the work if need be and wait for its end, so many seconds at most; return whether it ended."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        await self._watch(self._task, patience)
        return self._task.done()

    async def close(self) -> None:
        """Stop the work; pages already stored stay."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        async with asyncio.TaskGroup() as workers:
            for _ in range(min(WORKERS, self._total)):
                workers.create_task(self._work())

    async def _work(self) -> None:
        while self._waiting:
            entry = self._waiting.pop(next(iter(self._waiting)))
            try:
                await self._read(entry)
            except DocsError as fact:
                log.info("a page of %s is left out: %s", self._library_id, type(fact).__name__)
                self.failed.append(entry.url)
            self._settled += 1

    async def _watch(self, task: asyncio.Task[None], patience: float | None) -> None:
        """Wait for the task and tell the one who asks how far it is; his going away does not stop the task."""
        loop = asyncio.get_running_loop()
        deadline = None if patience is None else loop.time() + patience
        while not task.done():
            progress.report(self._settled, self._total, "indexing pages")
            left = 0.25 if deadline is None else min(0.25, deadline - loop.time())
            if left <= 0:
                return
            await asyncio.wait({task}, timeout=left)
        task.result()
