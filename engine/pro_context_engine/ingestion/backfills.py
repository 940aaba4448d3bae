"""The write path of pages: those that a library lacks are stored and indexed, as far as an answer waits for them.

The rest follows behind the answer. A page that failed is left alone for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import field

from pro_context_engine.domain.errors import SourceUnavailable, StoreUnavailable
from pro_context_engine.domain.interfaces import Clock, FullTextSource
from pro_context_engine.domain.model import Dates, Freshness, TocEntry
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.domain.work_leases import WorkLeases
from pro_context_engine.domain.work_queue import WorkQueue, task_of
from pro_context_engine.ingestion.backoff import Backoff
from pro_context_engine.ingestion.completeness import Completeness
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.library_backfill import LibraryBackfill
from pro_context_engine.ingestion.library_turns import LibraryTurns
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.page_intake import PageIntake, with_entry
from pro_context_engine.ingestion.server_turns import in_turn
from pro_context_engine.ingestion.unavailability import unavailable

MOST_FAILED = 0.1
"""Share of a library's pages that may be missing after a restart because they failed; with more, it counts as new."""

MOST_REASONS = 3
"""Reasons that stand for the failures of a library's pages."""

MOST_TOLD = 50
"""Pages that a waiting server asks the fetching one for first."""

HEAR_SECONDS = 0.5
"""Seconds between two looks which pages other servers need first."""


@part_class
class Backfills:
    """Bring the pages of opened libraries into the store.

    Attributes:
        store: keeps snapshots and their pages.
        page_intake: reads pages, and stores them.
        ages: tells how old a stored page is.
        completeness: remembers which libraries lack no page.
        backoff: remembers failures, which are not tried again for a while.
        settings: the lifetimes of documentation.
        clock: gives the current time in UTC.
        leases: tell which server fetches what.
        queue: takes the work that this server leaves to others.
    """

    store: Store
    page_intake: PageIntake
    ages: Ages
    completeness: Completeness
    backoff: Backoff
    settings: Settings
    clock: Clock
    leases: WorkLeases
    queue: WorkQueue
    _turns: LibraryTurns = field(init=False, default_factory=LibraryTurns)
    _by_library: dict[tuple[str, str], LibraryBackfill] = field(init=False, default_factory=dict)

    async def fill(
        self,
        opened: OpenedLibrary,
        first: Iterable[TocEntry],
        patience: float | None,
        enough: Collection[str] | None = None,
    ) -> bool:
        """Store and index the pages that the library lacks; return whether it lacked any.

        Args:
            opened: the library.
            first: the entries that this answer needs most; iterated only if pages are missing.
            patience: seconds to wait; the other pages follow behind the answer. None waits for all pages.
            enough: see `LibraryBackfill.wait`.
        """
        backfill = self._running(opened)
        if backfill is None:
            if opened.key in self.backoff:
                return False
            stored = await self.store.pages(*opened.key)
            missing = self._missing(opened, stored)
            if not missing:
                return False
            unread = self._unread(opened, stored, missing)
            # Another request may have begun meanwhile.
            backfill = self._running(opened) or self._backfill(opened, missing, is_first=unread)
            self._by_library[opened.key] = backfill
        backfill.hurry(first)
        await backfill.wait(patience, enough)
        if self.settings.leave_to_workers and not backfill.ended and not backfill.is_asked:
            await self._leave(opened, backfill)
        return True

    async def extend(self, opened: OpenedLibrary) -> None:
        """Store and index the pages that a renewed table of contents lists and the library lacks, behind the answers.

        They come before the pages that are being fetched already.
        """
        running = self._running(opened)
        if running is not None:
            stored = await self.store.pages(*opened.key)
            running.extend(self._missing(opened, stored))
        await self.fill(opened, (), None)

    def underway(self, opened: OpenedLibrary) -> bool:
        """Tell whether pages of this library are being fetched."""
        return self._running(opened) is not None

    def first_underway(self, opened: OpenedLibrary) -> bool:
        """Tell whether the library's pages are being fetched for the first time, so that only a part is stored."""
        backfill = self._running(opened)
        return backfill is not None and backfill.is_first

    def count(self) -> int:
        """Return the number of libraries whose pages are being fetched."""
        return sum(not backfill.ended for backfill in self._by_library.values())

    async def failure(self, opened: OpenedLibrary) -> str:
        """Return the reasons why a library lacks pages beyond the usual few that fail, "" where it does not."""
        snapshot, backfill = await self.store.snapshot(*opened.key), self._by_library.get(opened.key)
        if backfill is None or snapshot is None or snapshot.pages >= snapshot.total_pages * (1 - MOST_FAILED):
            return ""
        return "; ".join(sorted({one.reason for one in backfill.failures})[:MOST_REASONS])

    async def unavailable(self, opened: OpenedLibrary) -> SourceUnavailable | None:
        """Return the fact that none of the pages could be fetched; None where a page is stored or was not tried."""
        backfill = self._by_library.get(opened.key)
        snapshot = await self.store.snapshot(*opened.key)
        # Where the snapshot is gone, the store was cleared meanwhile.
        if backfill is None or not backfill.failures or snapshot is None or snapshot.pages:
            return None
        failed = sorted(backfill.failures, key=lambda failure: (failure.cause.rank, failure.reason))
        return unavailable(opened.library.library_id, [(opened.source, failure) for failure in failed])

    async def renew(self, opened: OpenedLibrary) -> None:
        """Read again the pages of a library that are stale or expired; those that are missing stay missing."""
        stored = await self.store.pages(*opened.key)
        old = self._entries(opened, stored, {Freshness.STALE, Freshness.EXPIRED})
        await self._backfill(opened, old).run()

    async def close(self) -> None:
        """Stop every backfill, and leave the rest of its pages to another server; pages already stored stay."""
        for key, backfill in list(self._by_library.items()):
            if not backfill.ended:
                with suppress(StoreUnavailable):
                    await self.queue.put(task_of(*key))
            await backfill.close()

    def _running(self, opened: OpenedLibrary) -> LibraryBackfill | None:
        backfill = self._by_library.get(opened.key)
        return None if backfill is None or backfill.ended else backfill

    def _backfill(
        self, opened: OpenedLibrary, entries: Sequence[TocEntry], *, is_first: bool = False
    ) -> LibraryBackfill:
        return LibraryBackfill(
            opened.library.library_id,
            entries,
            lambda entry: self._read(opened, entry),
            lambda: self._read_together(opened, entries),
            self._turns,
            is_first=is_first,
            exclusive=lambda backfill: self._exclusive(opened, backfill),
        )

    @asynccontextmanager
    async def _exclusive(self, opened: OpenedLibrary, backfill: LibraryBackfill) -> AsyncIterator[None]:
        """Wait while another server fetches the pages of a library, and leave out those that it stores."""
        task = task_of(*opened.key)
        name, told = f"pages {task}", list[str]()

        async def look() -> None:
            nonlocal told
            if backfill.hurried != told:
                told = backfill.hurried
                await self.leases.want(name, told[:MOST_TOLD])
            stored = await self.store.pages(*opened.key)
            backfill.leave_out(
                [url for url, dates in stored.items() if self._page_age(dates, opened) is Freshness.FRESH]
            )

        async def hear() -> None:
            while True:
                await asyncio.sleep(HEAR_SECONDS)
                backfill.put_first(await self.leases.wanted(name))

        async with in_turn(self.leases, name, task, look):
            hearing = asyncio.create_task(hear())
            try:
                yield
            finally:
                hearing.cancel()

    async def _leave(self, opened: OpenedLibrary, backfill: LibraryBackfill) -> None:
        """Leave the rest of a library's pages to a worker."""
        try:
            await self.queue.put(task_of(*opened.key))
        except StoreUnavailable:
            return
        if not backfill.is_asked:
            self._by_library.pop(opened.key, None)
            await backfill.close()

    async def _read_together(self, opened: OpenedLibrary, entries: Sequence[TocEntry]) -> AsyncGenerator[str, None]:
        """Store the pages that the source has in full texts; yield the URL of each."""
        if not isinstance(opened.source, FullTextSource):
            return
        listed = {entry.url: entry for entry in opened.toc.entries}
        async with aclosing(opened.source.pages(opened.library, opened.toc, [entry.url for entry in entries])) as pages:
            async for page in pages:
                entry = listed.get(page.url, TocEntry("", page.url))
                if not await self.page_intake.keep(opened.key, with_entry(page, entry), self.clock()):
                    return
                yield page.url

    async def _read(self, opened: OpenedLibrary, entry: TocEntry) -> bool:
        """Store one page, or find it unchanged; return whether the snapshot has room for further pages."""
        try:
            stored = await self.store.page(entry.url, opened.key)
            page = await self.page_intake.read(opened.source, opened.library, opened.toc.version, entry.url, stored)
            if stored and page is stored.page:
                return True
            if not page.delivery.storable:
                self.backoff.begin(entry.url, self.settings.fresh_for)
                return True
            if await self.page_intake.keep(opened.key, with_entry(page, entry), self.clock()):
                self.backoff.end(entry.url)
                return True
        except StoreUnavailable:
            # The page can be read again as soon as the store answers.
            raise
        except Exception:
            self.backoff.begin(entry.url)
            raise
        # Unless the store was cleared meanwhile, there is no room, and no further page would be stored.
        if await self.store.snapshot(*opened.key):
            self.backoff.begin(opened.key)
        return False

    def _missing(self, opened: OpenedLibrary, stored: Mapping[str, Dates]) -> list[TocEntry]:
        """Return the entries whose page is not stored or expired, without pages that failed lately."""
        if self.completeness.holds(opened, stored):
            return []
        missing = self._entries(opened, stored, {None, Freshness.EXPIRED})
        if not missing:
            self.completeness.note(opened, stored)
        return missing

    def _unread(self, opened: OpenedLibrary, stored: Mapping[str, Dates], missing: Sequence[TocEntry]) -> bool:
        """Tell whether the library counts as new: many of its missing pages were never tried."""
        untried = sum(entry.url not in stored and not self.backoff.remembers(entry.url) for entry in missing)
        return untried > len(opened.toc.pages) * MOST_FAILED

    def _entries(
        self, opened: OpenedLibrary, stored: Mapping[str, Dates], ages: Collection[Freshness | None]
    ) -> list[TocEntry]:
        """Return the entries whose page has one of these ages (None: not stored) and did not fail lately."""
        return [
            entry
            for entry in opened.toc.pages
            if self._page_age(stored.get(entry.url), opened) in ages and entry.url not in self.backoff
        ]

    def _page_age(self, dates: Dates | None, opened: OpenedLibrary) -> Freshness | None:
        return None if dates is None else self.ages.of(dates, opened.library.library_id)
