"""The pages of one library on their way into the store: the wanted pages first, the others behind the answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from contextvars import Context

from pro_context_engine.concurrency import progress
from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.ingestion.library_turns import LibraryTurns
from pro_context_engine.ingestion.unavailability import Failure, failure_of

log = logging.getLogger("pro_context.ingest")

WORKERS = 8
MOST_FAILURES = 50
"""The number of different failures that are remembered."""

REPORT_EVERY = 0.25
"""Seconds between two reports of progress."""

LOOK_EVERY = 0.05
"""Seconds between two looks whether certain pages were read."""

Read = Callable[[TocEntry], Awaitable[bool]]
"""Store one page; return whether the store has room for further pages."""

ReadTogether = Callable[[], AsyncGenerator[str, None]]
"""Store the pages that one document holds; yield the URL of each."""


Exclusive = Callable[["LibraryBackfill"], AbstractAsyncContextManager[None]]


def _at_once(_: LibraryBackfill) -> AbstractAsyncContextManager[None]:
    return nullcontext()


class LibraryBackfill:
    """Read a list of pages: first the pages that one document holds, then the others with a few workers.

    A page that fails is left out; the others follow. While no request waits, pages are read when it is the turn of
    the library.

    Attributes:
        failures: the failures that kept pages from being read.
        is_first: whether the library is incomplete in the store until this ends.
        hurried: URLs of the pages that were moved to the front last.
    """

    def __init__(
        self,
        library_id: str,
        entries: Sequence[TocEntry],
        read: Read,
        read_together: ReadTogether | None = None,
        turns: LibraryTurns | None = None,
        *,
        is_first: bool = False,
        exclusive: Exclusive = _at_once,
    ) -> None:
        """Take the pages to read; nothing is read yet.

        Args:
            library_id: of the pages.
            entries: the pages.
            read: stores one page.
            read_together: stores pages that one document holds, None where there is none.
            is_first: see the attribute.
            turns: let the libraries that answers wait for go first; None for turns of its own.
            exclusive: waits for other servers.
        """
        self._exclusive = exclusive
        self._library_id = library_id
        self._turns = turns or LibraryTurns()
        self._waiting = {entry.url: entry for entry in entries}
        self._total = len(self._waiting)
        self._read = read
        self._read_together = read_together
        self._reading: set[str] = set()
        self._settled = 0
        self.failures: set[Failure] = set()
        self.is_first = is_first
        self.hurried: list[str] = []
        self._task: asyncio.Task[None] | None = None

    @property
    def ended(self) -> bool:
        """Tell whether the work is done or was stopped."""
        return self._task is not None and self._task.done()

    @property
    def is_asked(self) -> bool:
        """Tell whether a request waits for its pages."""
        return self._turns.is_asked(self)

    def hurry(self, entries: Iterable[TocEntry]) -> None:
        """Move these pages to the front, in this order."""
        self.hurried = [entry.url for entry in entries]
        self.put_first(self.hurried)

    def put_first(self, urls: Iterable[str]) -> None:
        """Move the pages with these URLs to the front, in this order."""
        self._waiting = {url: self._waiting[url] for url in urls if url in self._waiting} | self._waiting

    def extend(self, entries: Iterable[TocEntry]) -> None:
        """Add pages, before those that wait already."""
        added = {entry.url: entry for entry in entries if entry.url not in self._waiting}
        self._waiting = added | self._waiting
        self._total += len(added)

    async def run(self) -> None:
        """Do the work and wait for its end; when it is cancelled, pages already stored stay."""
        async with self._exclusive(self):
            with self._turns.work(self):
                if self._read_together and self._waiting:
                    await self._take_together(self._read_together)
                async with asyncio.TaskGroup() as workers:
                    for _ in range(min(WORKERS, len(self._waiting))):
                        workers.create_task(self._work())

    async def wait(self, patience: float | None, enough: Collection[str] | None = None) -> bool:
        """Start the work if need be and wait for its end; return whether it ended.

        The work belongs to no request: it continues when a request is cancelled.

        Args:
            patience: seconds to wait at most, None for as long as it takes.
            enough: URLs; the wait ends when these pages were read. None waits for all pages.
        """
        if self._task is None:
            # An empty context: the progress listener of the first request must not hear of the others.
            self._task = asyncio.create_task(self.run(), context=Context())
        with self._turns.request(self):
            await self._watch(self._task, patience, enough)
        return self._task.done()

    async def close(self) -> None:
        """Stop the work; pages already stored stay."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def leave_out(self, urls: Iterable[str]) -> None:
        """Count pages as read that another server has stored."""
        for url in urls:
            self._settled += self._waiting.pop(url, None) is not None

    async def _take_together(self, read_together: ReadTogether) -> None:
        try:
            async with aclosing(read_together()) as urls:
                async for url in urls:
                    self._settled += self._waiting.pop(url, None) is not None
        except Exception:
            # Each page can still be read singly.
            log.exception("a full text of %s is left out", self._library_id)

    async def _work(self) -> None:
        while self._waiting:
            await self._turns.wait(self)
            if not self._waiting:
                return
            entry = self._waiting.pop(next(iter(self._waiting)))
            self._reading.add(entry.url)
            try:
                if not await self._read(entry):
                    self._waiting.clear()
            except DocsError as fact:
                self._note(failure_of(fact))
                log.info("a page of %s is left out: %s", self._library_id, type(fact).__name__)
            except Exception:
                self._note(Failure("a page cannot be read"))
                # One document that cannot be read must not cost the answers from all others.
                log.exception("a page of %s is left out", self._library_id)
            self._reading.discard(entry.url)
            self._settled += 1

    def _note(self, failure: Failure) -> None:
        if len(self.failures) < MOST_FAILURES:
            self.failures.add(failure)

    def _lacks(self, url: str) -> bool:
        """Tell whether a page is still to be read, or being read."""
        return url in self._waiting or url in self._reading

    async def _watch(self, task: asyncio.Task[None], patience: float | None, enough: Collection[str] | None) -> None:
        """Wait for the task, and report its progress to the request that waits."""
        loop = asyncio.get_running_loop()
        deadline = None if patience is None else loop.time() + patience
        every = REPORT_EVERY if enough is None else LOOK_EVERY
        while not task.done() and (enough is None or any(map(self._lacks, enough))):
            progress.report(self._settled, self._total, "indexing pages")
            left = every if deadline is None else min(every, deadline - loop.time())
            if left <= 0:
                return
            await asyncio.wait({task}, timeout=left)
