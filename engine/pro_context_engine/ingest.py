"""The write path: source → page → chunks → store and index.

A library is opened (its TOC stored) before an answer, and filled (its pages stored and indexed) as far as the answer's
patience goes; the rest follows behind it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pro_context_engine import progress
from pro_context_engine.chunks.splitting import chunks_of
from pro_context_engine.errors import (
    DocsError,
    FetchFailed,
    SnapshotExpired,
    SourceUnavailable,
    TocMissing,
    VersionUnknown,
)
from pro_context_engine.filling import Filling
from pro_context_engine.freshness import Refreshes, freshness
from pro_context_engine.interfaces import Clock, SnapshotStore, Source
from pro_context_engine.model import Freshness, Library, Page, Snapshot, Toc, TocEntry
from pro_context_engine.settings import Settings

log = logging.getLogger("pro_context.ingest")

RETRY_AFTER = timedelta(minutes=10)
"""A page that could not be read is left alone for so long."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A library whose TOC is at hand, and whether it came from the store."""

    library: Library
    source: Source
    snapshot: Snapshot
    toc: Toc
    cached: bool
    stale: bool


class Ingest:
    """Bring documentation from the sources into the store."""

    def __init__(self, sources: Sequence[Source], store: SnapshotStore, settings: Settings, clock: Clock) -> None:
        self._sources = sources
        self._store = store
        self._settings = settings
        self._clock = clock
        self._refreshes = Refreshes()
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
            if stored and self._age(stored.snapshot.fetched_at) is not Freshness.EXPIRED:
                return self._served(stored, version)
            try:
                return await self._fetch(library, source, version)
            except DocsError as fact:
                log.info("%s has no TOC of %s: %s", source.name, library.library_id, type(fact).__name__)
                facts.append(SnapshotExpired(library.library_id) if stored else fact)
        if len(facts) == 1:
            raise facts[0]
        transient = any(isinstance(fact, FetchFailed) for fact in facts)
        raise SourceUnavailable(library.library_id, [source.name.value for source in serving], transient)

    async def open_from(self, source: Source, library: Library) -> Opened:
        """Give the library's TOC from one source; an empty one where it has none but single pages can be read."""
        stored = await self._stored(library, source)
        if stored and self._age(stored.snapshot.fetched_at) is not Freshness.EXPIRED:
            return stored
        try:
            return await self._fetch(library, source, None)
        except (TocMissing, SourceUnavailable):
            toc = Toc((), source.name, library.docs_url or "", source.version(library))
            return await self._opened(library, source, toc)

    async def fill(self, opened: Opened, first: Sequence[TocEntry], patience: float | None) -> bool:
        """Store and index the library's pages, some of them first; return whether anything had to be fetched.

        Args:
            opened: what `open` gave.
            first: the entries this answer needs most.
            patience: seconds to wait; the rest goes on behind the answer. None waits for all of it.
        """
        key = (opened.snapshot.library_id, opened.snapshot.version)
        filling = self._fillings.get(key)
        if filling is None or filling.ended:
            missing = await self._missing(opened)
            if not missing:
                return False
            filling = self._fillings[key] = Filling(
                opened.library.library_id, missing, lambda entry: self._read(opened, entry)
            )
        filling.hurry(first)
        if await filling.wait(patience):
            self._unreadable |= dict.fromkeys(filling.failed, self._clock())
        return True

    def underway(self, opened: Opened) -> bool:
        """Tell whether pages of this library are still on their way."""
        filling = self._fillings.get((opened.snapshot.library_id, opened.snapshot.version))
        return filling is not None and not filling.ended

    async def keep(self, opened: Opened, page: Page) -> None:
        """Store and index one page of the library."""
        chunks = await asyncio.to_thread(chunks_of, page)
        snapshot = opened.snapshot
        await self._store.put_page(snapshot.library_id, snapshot.version, page, chunks, self._clock())

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
        return Opened(
            library, source, snapshot, toc, cached=True, stale=self._age(snapshot.fetched_at) is not Freshness.FRESH
        )

    def _served(self, stored: Opened, version: str | None) -> Opened:
        if stored.stale:
            key = f"{stored.snapshot.library_id}@{stored.snapshot.version}"
            self._refreshes.start(key, lambda: self._fetch(stored.library, stored.source, version))
        return stored

    async def _fetch(self, library: Library, source: Source, version: str | None) -> Opened:
        progress.report(0, 1, f"reading the table of contents from {source.name}")
        return await self._opened(library, source, await source.toc(library, version))

    async def _opened(self, library: Library, source: Source, toc: Toc) -> Opened:
        snapshot = await self._store.put_toc(library.library_id, toc, self._clock(), "")
        return Opened(library, source, snapshot, toc, cached=False, stale=False)

    async def _read(self, opened: Opened, entry: TocEntry) -> None:
        page = await opened.source.page(opened.library, opened.toc.version, entry.url)
        await self.keep(opened, placed(page, entry))

    async def _missing(self, opened: Opened) -> list[TocEntry]:
        """Return the TOC entries whose page is not stored, or older than may be served."""
        if opened.snapshot.pages >= opened.snapshot.total_pages and opened.cached and not opened.stale:
            return []
        missing = []
        for entry in opened.toc.entries:
            if entry.url in self._unreadable and self._clock() - self._unreadable[entry.url] < RETRY_AFTER:
                continue
            page = await self._store.page(entry.url)
            if page is None or self._age(page.fetched_at) is not Freshness.FRESH:
                missing.append(entry)
        return missing

    def _age(self, fetched_at: datetime) -> Freshness:
        return freshness(fetched_at, self._clock(), self._settings.fresh_for, self._settings.kept_for)


def placed(page: Page, entry: TocEntry) -> Page:
    """Return the page with what its TOC entry says about it, where the page itself says nothing."""
    return replace(
        page,
        title=page.title or entry.title,
        description=page.description or entry.description,
        section=page.section or entry.section,
    )
