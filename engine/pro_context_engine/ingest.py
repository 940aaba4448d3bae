"""The write path: source → page → chunks → store and index.

A library is opened (its TOC stored) before an answer, and filled (its pages stored and indexed) as far as the answer's
patience goes; the rest follows behind it. What has become stale is served, and fetched again behind the answer. The
module is over 150 lines because all three need to know which pages a snapshot has, and of what age.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pro_context_engine import progress
from pro_context_engine.chunks.splitting import chunks_of
from pro_context_engine.errors import (
    DocsError,
    FetchFailed,
    PackageIndexUnreachable,
    SnapshotExpired,
    SourceUnavailable,
    TocMissing,
    VersionUnknown,
)
from pro_context_engine.filling import Filling
from pro_context_engine.freshness import Refreshes, freshness
from pro_context_engine.interfaces import ChunkIndex, Clock, SnapshotStore, Source
from pro_context_engine.model import Freshness, Library, Page, Snapshot, Toc, TocEntry
from pro_context_engine.settings import Settings
from pro_context_engine.single_flight import SingleFlight

log = logging.getLogger("pro_context.ingest")

RETRY_AFTER = timedelta(minutes=10)
"""A page that could not be read is left alone for so long."""

MOST_UNREADABLE = 10_000
"""So many pages are remembered; past that, trying them all again is the lesser cost."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A library whose TOC is at hand, and whether it came from the store."""

    library: Library
    source: Source
    snapshot: Snapshot
    toc: Toc
    cached: bool
    stale: bool

    @property
    def key(self) -> tuple[str, str]:
        """Return what tells its snapshot from every other: (libraryId, version or "")."""
        return (self.snapshot.library_id, self.snapshot.version)


class Ingest:
    """Bring documentation from the sources into the store."""

    def __init__(
        self, sources: Sequence[Source], store: SnapshotStore, index: ChunkIndex, settings: Settings, clock: Clock
    ) -> None:
        self._sources = sources
        self._store = store
        self._index = index
        self._settings = settings
        self._clock = clock
        self._refreshes = Refreshes()
        self._flights: SingleFlight[Opened] = SingleFlight()
        self._fillings: dict[tuple[str, str], Filling] = {}
        self._unreadable: dict[str, datetime] = {}

    def serving(self, library: Library, version: str | None) -> list[Source]:
        """Return the sources that may have the library in this version, in the order they are asked.

        Raises:
            VersionUnknown: the library is served, but not in this version.
        """
        serving = [source for source in self._sources if source.serves(library, version)]
        if not serving and version is not None and self.serving(library, None):
            raise VersionUnknown(library.library_id, version, self.versions(library))
        return serving

    def versions(self, library: Library) -> list[str]:
        """Return the exact versions that can be asked for."""
        known = [source.version(library) for source in self._sources if source.serves(library, None)]
        return list(dict.fromkeys(version for version in known if version))

    async def open(self, library: Library, version: str | None) -> Opened:
        """Give the library's TOC from the first source that has one, from the store while it is fresh or stale.

        Raises:
            VersionUnknown: no source has this version.
            SnapshotExpired: only a snapshot past its maximum age is left.
            SourceUnavailable: no source gave a TOC and nothing is stored.
            DocsError: the fact of the only source there is.
        """
        facts: list[DocsError] = []
        serving = self.serving(library, version)
        for source in serving:
            stored = await self._stored(library, source)
            # An empty TOC only holds single pages together (see `open_from`); it is no answer.
            known = stored if stored and stored.toc.entries else None
            if known and self._age(known.snapshot.fetched_at) is not Freshness.EXPIRED:
                return self._served(known, version)
            try:
                return await self._fetch(library, source, version)
            except DocsError as fact:
                log.info("%s has no TOC of %s: %s", source.name, library.library_id, type(fact).__name__)
                facts.append(SnapshotExpired(library.library_id) if known else fact)
        raise _reason(library, serving, facts)

    async def current(self, library: Library, version: str | None) -> Opened:
        """Give the library's TOC as `open` does, but wait until a stale one is refreshed."""
        opened = await self.open(library, version)
        if not opened.stale:
            return opened
        await self._refreshes.finished(_refresh_key(opened))
        return await self.open(library, version)

    async def open_from(self, source: Source, library: Library) -> Opened:
        """Give the library's TOC from one source; an empty one where it has none but single pages can be read.

        Raises:
            DocsError: the source's fact, where an empty TOC would replace what another source gave.
        """
        stored = await self._stored(library, source)
        if stored and self._age(stored.snapshot.fetched_at) is not Freshness.EXPIRED:
            return stored
        try:
            return await self._fetch(library, source, None)
        except (TocMissing, SourceUnavailable):
            version = source.version(library)
            standing = await self._store.snapshot(library.library_id, version or "")
            if standing and standing.total_pages:
                raise
            return await self._opened(library, source, Toc((), source.name, library.docs_url or "", version))

    async def fill(self, opened: Opened, first: Iterable[TocEntry], patience: float | None) -> bool:
        """Store and index the pages the library lacks; return whether there were any.

        Args:
            opened: what `open` gave.
            first: the entries this answer needs most; looked at only if pages are missing.
            patience: seconds to wait; the rest goes on behind the answer. None waits for all of it.
        """
        filling = self._running(opened)
        if filling is None:
            missing = await self._entries(opened, {None, Freshness.EXPIRED})
            if not missing:
                return False
            # Somebody else may have begun while we looked.
            filling = self._running(opened) or self._filling(opened, missing)
            self._fillings[opened.key] = filling
        filling.hurry(first)
        await filling.wait(patience)
        return True

    def underway(self, opened: Opened) -> bool:
        """Tell whether pages of this library are still on their way."""
        return self._running(opened) is not None

    async def keep(self, opened: Opened, page: Page) -> datetime:
        """Store and index one page of the library; return the UTC time it is kept under."""
        chunks = await asyncio.to_thread(chunks_of, page)
        fetched_at = self._clock()
        await self._store.put_page(*opened.key, page, chunks, fetched_at)
        return fetched_at

    async def searchable(self) -> list[tuple[str, str]]:
        """Return (libraryId, version or "") of every snapshot that has pages and may still be served."""
        return [
            (snapshot.library_id, snapshot.version)
            for snapshot in await self._store.snapshots()
            if snapshot.pages and self._age(snapshot.fetched_at) is not Freshness.EXPIRED
        ]

    def refresh(self, key: str, refresh: Callable[[], Awaitable[object]]) -> None:
        """Fetch something stale anew behind the answer, once at a time per key."""
        self._refreshes.start(key, refresh)

    async def close(self) -> None:
        """Stop what goes on behind the answers; what is stored stays."""
        await self._refreshes.close()
        for filling in list(self._fillings.values()):
            await filling.close()

    async def _stored(self, library: Library, source: Source) -> Opened | None:
        snapshot = await self._store.snapshot(library.library_id, source.version(library) or "")
        if snapshot is None or snapshot.source != source.name:
            return None
        toc = await self._store.toc(snapshot.library_id, snapshot.version)
        if toc is None:
            return None
        stale = self._age(snapshot.fetched_at) is not Freshness.FRESH
        return Opened(library, source, snapshot, toc, cached=True, stale=stale)

    def _served(self, stored: Opened, version: str | None) -> Opened:
        if stored.stale:
            self._refreshes.start(_refresh_key(stored), lambda: self._renew(stored, version))
        return stored

    async def _renew(self, stored: Opened, version: str | None) -> None:
        """Fetch the TOC anew, then the pages that were stored under the old one."""
        renewed = await self._fetch(stored.library, stored.source, version)
        old = await self._entries(renewed, {Freshness.STALE, Freshness.EXPIRED})
        await self._filling(renewed, old).run()

    async def _fetch(self, library: Library, source: Source, version: str | None) -> Opened:
        """Fetch and store the TOC, once for all who ask at the same time."""
        progress.report(0, 1, f"reading the table of contents from {source.name}")

        async def fetch() -> Opened:
            return await self._opened(library, source, await source.toc(library, version))

        return await self._flights.run((library.library_id, source.name, version), fetch)

    async def _opened(self, library: Library, source: Source, toc: Toc) -> Opened:
        snapshot = await self._store.put_toc(library.library_id, toc, self._clock(), "")
        return Opened(library, source, snapshot, toc, cached=False, stale=False)

    def _running(self, opened: Opened) -> Filling | None:
        filling = self._fillings.get(opened.key)
        return None if filling is None or filling.ended else filling

    def _filling(self, opened: Opened, entries: Sequence[TocEntry]) -> Filling:
        return Filling(opened.library.library_id, entries, lambda entry: self._read(opened, entry))

    async def _read(self, opened: Opened, entry: TocEntry) -> None:
        try:
            page = await opened.source.page(opened.library, opened.toc.version, entry.url)
            await self.keep(opened, placed(page, entry))
        except Exception:
            if len(self._unreadable) >= MOST_UNREADABLE:
                self._unreadable.clear()
            self._unreadable[entry.url] = self._clock()
            raise
        self._unreadable.pop(entry.url, None)

    async def _entries(self, opened: Opened, ages: Collection[Freshness | None]) -> list[TocEntry]:
        """Return the TOC entries whose page is of one of these ages, None for not stored; the unreadable left out."""
        stored = await self._index.pages(*opened.key)
        return [
            entry
            for entry in opened.toc.entries
            if self._page_age(stored.get(entry.url.partition("#")[0])) in ages and not self._given_up(entry.url)
        ]

    def _page_age(self, fetched_at: datetime | None) -> Freshness | None:
        return None if fetched_at is None else self._age(fetched_at)

    def _given_up(self, url: str) -> bool:
        return url in self._unreadable and self._clock() - self._unreadable[url] < RETRY_AFTER

    def _age(self, fetched_at: datetime) -> Freshness:
        return freshness(fetched_at, self._clock(), self._settings.fresh_for, self._settings.kept_for)


def _refresh_key(opened: Opened) -> str:
    return "@".join(opened.key)


def _reason(library: Library, asked: Sequence[Source], facts: Sequence[DocsError]) -> DocsError:
    """Return the one fact that says why no source gave a TOC."""
    expired = next((fact for fact in facts if isinstance(fact, SnapshotExpired)), None)
    if expired or len(facts) == 1:
        return expired or facts[0]
    transient = any(isinstance(fact, FetchFailed | PackageIndexUnreachable) for fact in facts)
    return SourceUnavailable(library.library_id, [source.name.value for source in asked], transient)


def placed(page: Page, entry: TocEntry) -> Page:
    """Return the page under its TOC entry's URL, with what the entry says about it where the page says nothing."""
    return replace(
        page,
        url=entry.url,
        title=page.title or entry.title,
        description=page.description or entry.description,
        section=page.section or entry.section,
    )
