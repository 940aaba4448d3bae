"""Tables of contents read from their source, or found unchanged, and kept in the store."""

from __future__ import annotations

from dataclasses import field, replace

from pro_context_engine.concurrency import progress
from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.domain.interfaces import Clock, Source
from pro_context_engine.domain.model import Freshness, Library, Snapshot, Toc
from pro_context_engine.domain.storage import SnapshotStore
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.domain.work_leases import WorkLeases
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.server_turns import in_turn

MOST_UNSTORED = 100
"""Bound on the TOCs that must not be stored and are held in memory."""


@part_class
class TocIntake:
    """Give the TOC of a library, from the store or from a source.

    Attributes:
        store: keeps snapshots.
        ages: tells whether a stored TOC may be found unchanged.
        clock: gives the current time in UTC.
        leases: tell which server fetches what.
    """

    store: SnapshotStore
    ages: Ages
    clock: Clock
    leases: WorkLeases
    _flights: SingleFlight[OpenedLibrary] = field(init=False, default_factory=SingleFlight)
    _unstored: dict[tuple[str, str], Toc] = field(init=False, default_factory=dict)

    async def stored(self, library: Library, source: Source, version: str | None = None) -> OpenedLibrary | None:
        """Return the stored TOC of a library, however old, if the source would read it from the same address.

        Args:
            library: the library.
            source: the source that gave the TOC.
            version: the exact version; None for the TOC that the source gave last without a version.
        """
        snapshot = await self._snapshot(library, source, source.version(library) or version)
        if snapshot is None:
            return None
        key = (snapshot.library_id, snapshot.version)
        toc = self._unstored.get(key) or await self.store.toc(*key)
        if toc is None:
            return None
        stale = self.ages.of(snapshot, library.library_id) is not Freshness.FRESH
        return OpenedLibrary(library, source, snapshot, toc, cached=True, stale=stale)

    async def fetch(
        self,
        library: Library,
        source: Source,
        version: str | None,
        stored: OpenedLibrary | None = None,
        *,
        anew: bool = False,
    ) -> OpenedLibrary:
        """Fetch and store a TOC, or find it unchanged, once for all requests at the same time.

        Args:
            library: the library.
            source: the source to ask.
            version: see `Source.toc`.
            stored: the stored TOC, which may be found unchanged; None to read it whole.
            anew: whether to read it even if the stored TOC is fresh.

        Raises:
            DocsError: any fact of `Source.toc`.
        """
        progress.report(0, 1, f"reading the table of contents from {source.name}")
        known = stored.toc if stored and self.ages.confirmable(stored.snapshot, library.library_id) else None

        async def fetch() -> OpenedLibrary:
            toc = await source.toc(library, version, known)
            if stored and toc is known:
                return await self._confirmed(stored)
            return await self.put(library, source, await self._with_crawled(toc, stored) if stored else toc)

        async def fetch_in_turn() -> OpenedLibrary:
            known_since = stored.snapshot.fetched_at if stored else self.clock() if anew else None
            async with in_turn(self.leases, f"toc {key}"):
                # Another server may have stored it meanwhile.
                found = await self.stored(library, source, version)
                if found is None or found.stale or not found.toc.entries:
                    return await fetch()
                is_newer = known_since is None or found.snapshot.fetched_at > known_since
                return found if is_newer else await fetch()

        key = (library.library_id, source.name, source.origin(library), version)
        return await self._flights.run(key, fetch_in_turn)

    async def put(self, library: Library, source: Source, toc: Toc) -> OpenedLibrary:
        """Store a TOC that was read now; a TOC that must not be stored is held in memory."""
        snapshot = await self.store.put_toc(library.library_id, toc, self.clock())
        opened = OpenedLibrary(library, source, snapshot, toc, cached=False, stale=False)
        self._unstored.pop(opened.key, None)
        if not toc.delivery.storable:
            if len(self._unstored) >= MOST_UNSTORED:
                self._unstored.clear()
            self._unstored[opened.key] = toc
        return opened

    async def _with_crawled(self, toc: Toc, stored: OpenedLibrary) -> Toc:
        """Return a TOC with the entries that crawls have added to the stored one, which no source knows."""
        before = await self.store.toc(*stored.key) or stored.toc
        listed = {entry.url for entry in toc.entries}
        added = (entry for entry in before.entries if entry.crawled and entry.url not in listed)
        return replace(toc, entries=(*toc.entries, *added))

    async def _snapshot(self, library: Library, source: Source, version: str | None) -> Snapshot | None:
        origin = source.origin(library)
        snapshot = await self.store.snapshot(library.library_id, version or "")
        # A source of many versions reads each of them below its own address.
        same = snapshot and (snapshot.origin == origin or (version and snapshot.origin.startswith(f"{origin}/")))
        if snapshot and same and snapshot.source is source.name:
            return snapshot
        if version:
            return None
        own = (library.library_id, source.name, origin)
        given = await self.store.snapshots()
        return next((one for one in given if (one.library_id, one.source, one.origin) == own), None)

    async def _confirmed(self, stored: OpenedLibrary) -> OpenedLibrary:
        moment = self.clock()
        await self.store.confirm_toc(*stored.key, moment)
        return replace(stored, snapshot=replace(stored.snapshot, fetched_at=moment), cached=False, stale=False)
