"""The write path: source → page → chunks → store and index.

A library is opened (its TOC stored) before an answer, and filled (its pages stored and indexed) as far as the answer's
patience goes; the rest follows behind it. What has become stale is served, and asked for again behind the answer: what
its source says is unchanged is not read again (docs/decisions/0012-renewal-of-what-is-stored.md). The module is over
150 lines because all three need to know which pages a snapshot has, and of what age.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime
from itertools import chain

from pro_context_engine.domain.errors import (
    DocsError,
    FetchFailed,
    PackageIndexUnreachable,
    SnapshotExpired,
    SourceUnavailable,
    TocMissing,
    VersionUnknown,
)
from pro_context_engine.domain.interfaces import Clock, FullTextSource, Source, TaggedSource, VersionedSource
from pro_context_engine.domain.model import Dates, Freshness, Library, Page, Snapshot, SourceName, Toc, TocEntry
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.storage import PageStore, SnapshotStore
from pro_context_engine.ingestion.backfill import Filling
from pro_context_engine.ingestion.backoff import Pauses
from pro_context_engine.ingestion.completeness import Completeness
from pro_context_engine.ingestion.freshness import Ages, Refreshes
from pro_context_engine.ingestion.page_intake import Intake, placed
from pro_context_engine.ingestion.toc_intake import Contents, Opened

log = logging.getLogger("pro_context.ingest")

MOST_FAILED = 0.1
"""Part of a library's pages that may be missing because they failed before a restart; where more is, it is new."""

PASSING = (FetchFailed, PackageIndexUnreachable)
"""Facts that may be no more when somebody asks again later."""


class Ingest:
    """Bring documentation from the sources into the store."""

    def __init__(
        self, sources: Sequence[Source], store: SnapshotStore, pages: PageStore, settings: Settings, clock: Clock
    ) -> None:
        self._sources = sources
        self._store = store
        self._pages = pages
        self._settings = settings
        self._clock = clock
        self._ages = Ages(settings, clock)
        self._contents = Contents(store, self._ages, clock)
        self._intake = Intake(pages, self._ages, clock)
        self._completeness = Completeness(self._ages, clock)
        self._pauses = Pauses(clock)
        self._refreshes = Refreshes(self._pauses)
        self._fillings: dict[tuple[str, str], Filling] = {}

    def serving(self, library: Library, version: str | None) -> list[Source]:
        """Return the sources that may have the library in this version, in the order they are asked.

        Raises:
            VersionUnknown: the library is served, but not in this version.
        """
        asked = [source for source in self._sources if self._settings.asks(library.library_id, source.name)]
        serving = [source for source in asked if source.serves(library, version)]
        if not serving and version is not None and self.serving(library, None):
            raise VersionUnknown(library.library_id, version, self.versions(library))
        return serving

    def versions(self, library: Library) -> list[str]:
        """Return the exact versions that can be asked for, as far as they are known without asking anybody."""
        serving = self.serving(library, None)
        own = [version for source in serving if (version := source.version(library))]
        published = [source.known_versions(library) for source in serving if isinstance(source, VersionedSource)]
        tagged = [source.known_versions(library) for source in serving if isinstance(source, TaggedSource)]
        # An index and the tags may write the same version in two ways.
        listed = [*chain.from_iterable(published)] or chain.from_iterable(tagged)
        return list(dict.fromkeys([*own, *listed]))

    async def open(self, library: Library, version: str | None, *, first: Collection[SourceName] = ()) -> Opened:
        """Give the library's TOC from the first source that has one, from the store while it is fresh or stale.

        Args:
            library: whose.
            version: an exact one, None for what the sources describe.
            first: the sources to ask before all others.

        Raises:
            VersionUnknown: no source has this version.
            SnapshotExpired: only a snapshot past its maximum age is left.
            SourceUnavailable: no source gave a TOC and nothing is stored.
            DocsError: the fact of the only source there is.
        """
        facts: list[DocsError] = []
        serving = sorted(self.serving(library, version), key=lambda source: source.name not in first)
        for source in serving:
            known = None
            try:
                exact = await _meant(source, library, version)
                stored = await self._contents.stored(library, source, exact)
                # An empty TOC only holds single pages together (see `open_from`); it is no answer.
                known = stored if stored and stored.toc.entries else None
                if known and self._ages.of(known.snapshot, library.library_id) is not Freshness.EXPIRED:
                    return self._served(known, exact)
                return await self._contents.fetch(library, source, exact)
            except DocsError as fact:
                log.info("%s has no TOC of %s: %s", source.name, library.library_id, type(fact).__name__)
                facts.append(SnapshotExpired(library.library_id) if known else fact)
        raise _reason(library, serving, facts)

    async def current(self, library: Library, version: str | None) -> Opened:
        """Give the library's TOC as `open` does, but wait until a stale one is refreshed."""
        opened = await self.open(library, version)
        if not opened.stale:
            return opened
        await self.refreshed(_refresh_key(opened))
        return await self.open(library, version)

    async def open_from(
        self, source: Source, library: Library, version: str | None = None, *, deadline: float | None = None
    ) -> Opened:
        """Give the library's TOC from one source; an empty one where it has none but single pages can be read.

        Args:
            source: which is asked.
            library: whose.
            version: see `open`.
            deadline: of the event loop's clock, until which the source may take; None for as long as it does.

        Raises:
            FetchFailed: the source took too long.
            DocsError: the source's fact, where an empty TOC would replace what another source gave.
        """
        stored = await self._contents.stored(library, source, version)
        if stored and self._ages.of(stored.snapshot, library.library_id) is not Freshness.EXPIRED:
            return stored
        try:
            async with asyncio.timeout_at(deadline):
                return await self._contents.fetch(library, source, version)
        except TimeoutError:
            raise FetchFailed(source.origin(library), FetchFailed.TOOK_TOO_LONG) from None
        except (TocMissing, SourceUnavailable):
            version = source.version(library) or version
            standing = await self._store.snapshot(library.library_id, version or "")
            if standing and standing.total_pages:
                raise
            return await self._contents.put(library, source, Toc((), source.name, source.origin(library), version))

    async def fill(self, opened: Opened, first: Iterable[TocEntry], patience: float | None) -> bool:
        """Store and index the pages the library lacks; return whether there were any.

        Args:
            opened: what `open` gave.
            first: the entries this answer needs most; looked at only if pages are missing.
            patience: seconds to wait; the rest goes on behind the answer. None waits for all of it.
        """
        filling = self._running(opened)
        if filling is None:
            if opened.key in self._pauses:
                return False
            stored = await self._pages.pages(*opened.key)
            missing = self._missing(opened, stored)
            if not missing:
                return False
            unread = self._unread(opened, stored, missing)
            # Somebody else may have begun while we looked.
            filling = self._running(opened) or self._filling(opened, missing, first=unread)
            self._fillings[opened.key] = filling
        filling.hurry(first)
        await filling.wait(patience)
        return True

    def underway(self, opened: Opened) -> bool:
        """Tell whether pages of this library are still on their way."""
        return self._running(opened) is not None

    def first_underway(self, opened: Opened) -> bool:
        """Tell whether this library is being read for the first time: what is stored of it is only a part."""
        filling = self._running(opened)
        return filling is not None and filling.first

    def fillings(self) -> int:
        """Return of how many libraries pages are on their way."""
        return sum(not filling.ended for filling in self._fillings.values())

    async def snapshot(self, opened: Opened) -> Snapshot:
        """Return how much is stored of a library by now, and of what age."""
        return await self._store.snapshot(*opened.key) or opened.snapshot

    async def unavailable(self, opened: Opened) -> SourceUnavailable | None:
        """Return the fact that of all pages tried none could be had, None where it is not so."""
        filling = self._fillings.get(opened.key)
        snapshot = await self._store.snapshot(*opened.key)
        # Without a snapshot somebody has cleared the store meanwhile.
        if filling is None or not filling.failures or snapshot is None or snapshot.pages:
            return None
        transient = any(issubclass(failure, PASSING) for failure in filling.failures)
        return SourceUnavailable(opened.library.library_id, [opened.source.name.value], transient)

    async def keeps(self, opened: Iterable[Opened]) -> bool:
        """Tell whether all that was opened is still stored."""
        return all([await self._store.snapshot(*one.key) for one in opened])

    async def keep(self, opened: Opened, page: Page, read_at: datetime) -> None:
        """Store and index one page of the library, read at a time (UTC)."""
        await self._intake.keep(opened.key, page, read_at)

    async def searchable(self) -> list[tuple[str, str]]:
        """Return (libraryId, version or "") of every snapshot that has pages and may still be served."""
        return [
            (snapshot.library_id, snapshot.version)
            for snapshot in await self._store.snapshots()
            # Pages of allowed hosts are no library's: to be read, not to be found.
            if snapshot.library_id
            and snapshot.pages
            and self._ages.of(snapshot, snapshot.library_id) is not Freshness.EXPIRED
        ]

    def renew(self, opened: Opened, version: str | None = None) -> None:
        """Ask for a stored TOC and its pages again behind the answer, once at a time."""
        self._refreshes.start(_refresh_key(opened), lambda: self._renew(opened, version))

    def refresh(self, key: str, refresh: Callable[[], Awaitable[object]]) -> None:
        """Fetch something stale anew behind the answer, once at a time per key."""
        self._refreshes.start(key, refresh)

    async def refreshed(self, key: str) -> None:
        """Wait for the refresh with this key, if one is under way."""
        await self._refreshes.finished(key)

    async def close(self) -> None:
        """Stop what goes on behind the answers; what is stored stays."""
        await self._refreshes.close()
        for filling in list(self._fillings.values()):
            await filling.close()

    def _served(self, stored: Opened, version: str | None) -> Opened:
        if stored.stale:
            self.renew(stored, version)
        return stored

    async def _renew(self, stored: Opened, version: str | None) -> None:
        """Ask for the TOC again, then for the pages that were stored under the old one."""
        renewed = await self._contents.fetch(stored.library, stored.source, version, stored)
        stored_pages = await self._pages.pages(*renewed.key)
        old = self._entries(renewed, stored_pages, {Freshness.STALE, Freshness.EXPIRED})
        await self._filling(renewed, old).run()

    def _running(self, opened: Opened) -> Filling | None:
        filling = self._fillings.get(opened.key)
        return None if filling is None or filling.ended else filling

    def _filling(self, opened: Opened, entries: Sequence[TocEntry], *, first: bool = False) -> Filling:
        return Filling(
            opened.library.library_id,
            entries,
            lambda entry: self._read(opened, entry),
            lambda: self._read_together(opened, entries),
            first=first,
        )

    async def _read_together(self, opened: Opened, entries: Sequence[TocEntry]) -> AsyncGenerator[str, None]:
        """Bring the pages into the store that the source has in full texts; give the URL of each."""
        if not isinstance(opened.source, FullTextSource):
            return
        listed = {entry.url: entry for entry in opened.toc.entries}
        async with aclosing(opened.source.pages(opened.library, opened.toc, [entry.url for entry in entries])) as pages:
            async for page in pages:
                entry = listed.get(page.url, TocEntry("", page.url))
                if not await self._intake.keep(opened.key, placed(page, entry), self._clock()):
                    return
                yield page.url

    async def _read(self, opened: Opened, entry: TocEntry) -> bool:
        """Bring one page into the store, or find it unchanged; return whether the snapshot takes further ones."""
        try:
            stored = await self._pages.page(entry.url, opened.key)
            page = await self._intake.read(opened.source, opened.library, opened.toc.version, entry.url, stored)
            if stored and page is stored.page:
                return True
            if not page.delivery.storable:
                self._pauses.begin(entry.url, self._settings.fresh_for)
                return True
            if await self._intake.keep(opened.key, placed(page, entry), self._clock()):
                self._pauses.end(entry.url)
                return True
        except Exception:
            self._pauses.begin(entry.url)
            raise
        # Somebody may have cleared the store meanwhile; else there is no room, and every page would be read in vain.
        if await self._store.snapshot(*opened.key):
            self._pauses.begin(opened.key)
        return False

    def _missing(self, opened: Opened, stored: Mapping[str, Dates]) -> list[TocEntry]:
        """Return the entries whose page is not stored, or expired, those in a pause left out."""
        if self._completeness.holds(opened, stored):
            return []
        missing = self._entries(opened, stored, {None, Freshness.EXPIRED})
        if not missing:
            self._completeness.note(opened, stored)
        return missing

    def _unread(self, opened: Opened, stored: Mapping[str, Dates], missing: Sequence[TocEntry]) -> bool:
        """Tell whether so many of the missing pages were never tried that the library was not read before."""
        untried = sum(entry.url not in stored and not self._pauses.remembers(entry.url) for entry in missing)
        return untried > len(opened.toc.pages) * MOST_FAILED

    def _entries(
        self, opened: Opened, stored: Mapping[str, Dates], ages: Collection[Freshness | None]
    ) -> list[TocEntry]:
        """Return the TOC entries whose page is of one of these ages, None for not stored; those in a pause left out."""
        return [
            entry
            for entry in opened.toc.pages
            if self._page_age(stored.get(entry.url), opened) in ages and entry.url not in self._pauses
        ]

    def _page_age(self, dates: Dates | None, opened: Opened) -> Freshness | None:
        return None if dates is None else self._ages.of(dates, opened.library.library_id)


def _refresh_key(opened: Opened) -> str:
    return "@".join(opened.key)


async def _meant(source: Source, library: Library, version: str | None) -> str | None:
    """Return the version to ask a source for: the exact one that is meant, where the source has many."""
    return await source.exact_version(library, version) if isinstance(source, VersionedSource) else version


def _reason(library: Library, asked: Sequence[Source], facts: Sequence[DocsError]) -> DocsError:
    """Return the one fact that says why no source gave a TOC."""
    expired = next((fact for fact in facts if isinstance(fact, SnapshotExpired)), None)
    if expired or len(facts) == 1:
        return expired or facts[0]
    unknown = next((fact for fact in reversed(facts) if isinstance(fact, VersionUnknown)), None)
    if unknown:
        return unknown
    transient = any(isinstance(fact, PASSING) for fact in facts)
    return SourceUnavailable(library.library_id, [source.name.value for source in asked], transient)
