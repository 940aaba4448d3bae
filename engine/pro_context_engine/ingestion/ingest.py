"""The write path of tables of contents: a library is opened before it is answered from.

The table of contents comes from the first source that has one. A stale one is served, and asked for again behind the
answer: a page that its source calls unchanged is not read again (docs/decisions/0012-renewal-of-what-is-stored.md).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from itertools import chain

from pro_context_engine.domain.errors import (
    DocsError,
    FetchFailed,
    SnapshotExpired,
    SourceUnavailable,
    StoreUnavailable,
    TocMissing,
    VersionUnknown,
)
from pro_context_engine.domain.interfaces import Source, TaggedSource, VersionedSource
from pro_context_engine.domain.model import Freshness, Library, Snapshot, SourceName, Toc
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.storage import SnapshotStore
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.domain.work_queue import WorkQueue, task_of
from pro_context_engine.ingestion.backfills import Backfills
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.refreshes import Refreshes
from pro_context_engine.ingestion.toc_intake import TocIntake
from pro_context_engine.ingestion.unavailability import explain

log = logging.getLogger("pro_context.ingest")


@part_class
class Ingest:
    """Open libraries: have their tables of contents read, stored and renewed.

    Attributes:
        sources: in the order they are asked.
        store: keeps snapshots.
        ages: judges the age of snapshots and pages.
        toc_intake: reads tables of contents, and stores them.
        backfills: renews the pages of a library whose table of contents was renewed.
        refreshes: renews stale snapshots and pages behind the answers.
        settings: which sources are asked for a library, and how long.
        queue: takes the work that this server leaves to others.
    """

    sources: Sequence[Source]
    store: SnapshotStore
    ages: Ages
    toc_intake: TocIntake
    backfills: Backfills
    refreshes: Refreshes
    settings: Settings
    queue: WorkQueue

    def serving(self, library: Library, version: str | None) -> list[Source]:
        """Return the sources that may have the library in this version, in the order in which they are asked.

        Raises:
            VersionUnknown: the library is served, but not in this version.
        """
        asked = [source for source in self.sources if self.settings.asks(library.library_id, source.name)]
        serving = [source for source in asked if source.serves(library, version)]
        if library.part_of:
            serving = _for_one_package(serving, version)
        if not serving and version is not None and self.serving(library, None):
            raise VersionUnknown(library.library_id, version, self.versions(library))
        return serving

    def versions(self, library: Library) -> list[str]:
        """Return the exact versions that a client can ask for, as far as they are known without a request."""
        serving = self.serving(library, None)
        own = [version for source in serving if (version := source.version(library))]
        published = [source.known_versions(library) for source in serving if isinstance(source, VersionedSource)]
        tagged = [source.known_versions(library) for source in serving if isinstance(source, TaggedSource)]
        # A package index and a repository's tags may spell the same version in two ways.
        listed = [*chain.from_iterable(published)] or chain.from_iterable(tagged)
        return list(dict.fromkeys([*own, *listed]))

    async def open(self, library: Library, version: str | None, *, first: Collection[SourceName] = ()) -> OpenedLibrary:
        """Give the library's TOC from the first source that has one, from the store while it is fresh or stale.

        Args:
            library: the library to open.
            version: an exact version; None for the version that the sources describe.
            first: the sources to ask before all others.

        Raises:
            VersionUnknown: no source has this version.
            SnapshotExpired: only a snapshot past its maximum age is left.
            SourceUnavailable: no source gave a TOC and nothing is stored.
            DocsError: the fact of the only source there is.
        """
        facts: list[DocsError] = []
        serving = sorted(self.serving(library, version), key=lambda source: source.name not in first)
        # The deadline of all sources together, where a later one has given what is stored.
        deadline = asyncio.get_running_loop().time() + self.settings.patience.sources
        for place, source in enumerate(serving, 1):
            known = None
            try:
                exact = await exact_version_at(source, library, version)
                stored = await self.toc_intake.stored(library, source, exact)
                # An empty TOC only holds single pages together (see `open_from`); another source may have a full one.
                known = stored if stored and stored.toc.entries else None
                if known and not self._is_expired(known):
                    return self._served(known, exact)
                standing = await self._standing(library, version, serving[place:])
                if standing is None:
                    return await self.toc_intake.fetch(library, source, exact)
                try:
                    return await self._in_time(library, source, exact, deadline)
                except TimeoutError:
                    return self._served(*standing)
            except StoreUnavailable:
                raise
            except DocsError as fact:
                log.info("%s has no TOC of %s: %s", source.name, library.library_id, type(fact).__name__)
                facts.append(SnapshotExpired(library.library_id) if known else fact)
        raise explain(library, serving, facts, self.settings)

    async def _standing(
        self, library: Library, version: str | None, later: Sequence[Source]
    ) -> tuple[OpenedLibrary, str | None] | None:
        """Return the stored TOC that the first of some sources gave, with its exact version; None for none."""
        names = {one.source for one in await self.store.snapshots() if one.library_id == library.library_id}
        for source in later:
            if source.name in names:
                with suppress(DocsError):
                    exact = await exact_version_at(source, library, version)
                    stored = await self.toc_intake.stored(library, source, exact)
                    if stored and stored.toc.entries and not self._is_expired(stored):
                        return stored, exact
        return None

    async def _in_time(self, library: Library, source: Source, version: str | None, deadline: float) -> OpenedLibrary:
        """Return the TOC that a source gives by the deadline; it is asked on behind, and left alone if it fails.

        Raises:
            TimeoutError: it gives none by then, or an earlier request has waited for it in vain.
            TocMissing: it fails, or failed a short time ago.
        """
        key = f"{library.library_id}@{version or ''} from {source.name}"
        if self.refreshes.underway(key):
            raise TimeoutError
        self.refreshes.start(key, lambda: self.toc_intake.fetch(library, source, version))
        async with asyncio.timeout_at(deadline):
            await self.refreshes.finished(key)
        stored = await self.toc_intake.stored(library, source, version)
        if stored is None or not stored.toc.entries or self._is_expired(stored):
            raise TocMissing(library.library_id, source.origin(library))
        return stored

    def _is_expired(self, stored: OpenedLibrary) -> bool:
        return self.ages.of(stored.snapshot, stored.library.library_id) is Freshness.EXPIRED

    async def current(self, library: Library, version: str | None) -> OpenedLibrary:
        """Give the library's TOC as `open` does, but wait until a stale TOC is refreshed."""
        opened = await self.open(library, version)
        if not opened.stale:
            return opened
        await self.refreshes.finished(_refresh_key(opened))
        return await self.open(library, version)

    async def open_from(
        self, source: Source, library: Library, version: str | None = None, *, deadline: float | None = None
    ) -> OpenedLibrary:
        """Give the library's TOC from one source; an empty TOC where the source has none but can read single pages.

        Args:
            source: the source to ask.
            library: the library to open.
            version: see `open`.
            deadline: time of the event loop's clock by which the source must answer; None for no deadline.

        Raises:
            FetchFailed: the source took too long.
            DocsError: the source's fact, where an empty TOC would replace a TOC that another source gave.
        """
        stored = await self.toc_intake.stored(library, source, version)
        if stored and not self._is_expired(stored):
            return stored
        try:
            async with asyncio.timeout_at(deadline):
                return await self.toc_intake.fetch(library, source, version)
        except TimeoutError:
            raise FetchFailed(source.origin(library), FetchFailed.TOOK_TOO_LONG) from None
        except (TocMissing, SourceUnavailable):
            version = source.version(library) or version
            standing = await self.store.snapshot(library.library_id, version or "")
            if standing and standing.total_pages:
                raise
            return await self.toc_intake.put(library, source, Toc((), source.name, source.origin(library), version))

    async def snapshot(self, opened: OpenedLibrary) -> Snapshot:
        """Return the library's snapshot as it is stored now."""
        return await self.store.snapshot(*opened.key) or opened.snapshot

    async def package_that_lists(self, address: str) -> tuple[str, str] | None:
        """Return the key of the package's snapshot whose TOC names a page of another source, None if there is none."""
        listed = await self.store.owner(address)
        snapshot = await self.store.snapshot(*listed) if listed else None
        packages = {source.name for source in self.sources if source.traits.is_package}
        return listed if snapshot and snapshot.source in packages else None

    async def keeps(self, opened: Iterable[OpenedLibrary]) -> bool:
        """Tell whether the snapshots of all opened libraries are still stored, and none was begun anew meanwhile.

        A stale one may be renewed behind the answer, which leaves its pages.
        """
        stored = {(one.library_id, one.version): one for one in await self.store.snapshots()}
        return all(one.key in stored and _continues(stored[one.key], one) for one in opened)

    async def searchable(self) -> dict[tuple[str, str], Snapshot]:
        """Return every snapshot that has pages and may still be served, by (libraryId, version or "")."""
        return {
            (snapshot.library_id, snapshot.version): snapshot
            for snapshot in await self.store.snapshots()
            # Pages of allowed hosts belong to no library: they are read, not searched.
            if snapshot.library_id
            and snapshot.pages
            and self.ages.of(snapshot, snapshot.library_id) is not Freshness.EXPIRED
        }

    async def stored_versions(self, library: Library) -> list[str]:
        """Return the exact versions of a library that are stored, newest snapshot first."""
        return [one.version for one in await self.store.snapshots() if one.library_id == library.library_id]

    def renew(self, opened: OpenedLibrary, version: str | None = None) -> None:
        """Read a stored TOC and its pages again behind the answer, once at a time."""
        if self.settings.leave_to_workers:
            self.refreshes.start(_refresh_key(opened), lambda: self.queue.put(task_of(*opened.key)))
        else:
            self.refreshes.start(_refresh_key(opened), lambda: self._renew(opened, version))

    async def close(self) -> None:
        """Stop the refreshes and backfills that run behind the answers; stored pages stay."""
        await self.refreshes.close()
        await self.backfills.close()

    def _served(self, stored: OpenedLibrary, version: str | None) -> OpenedLibrary:
        if stored.stale:
            self.renew(stored, version)
        return stored

    async def _renew(self, stored: OpenedLibrary, version: str | None) -> None:
        """Read the TOC again, then the pages that were stored under the old TOC."""
        renewed = await self.toc_intake.fetch(stored.library, stored.source, version, stored)
        await self.backfills.renew(renewed)


def _for_one_package(serving: Sequence[Source], version: str | None) -> list[Source]:
    """Return the sources for one of several packages: those that read that package, then the library's site.

    The site documents all packages of the library, and no version of this one.
    """
    packages = [source for source in serving if source.traits.is_package or source.traits.is_configured]
    return packages if version else [*packages, *(source for source in serving if source not in packages)]


def _continues(stored: Snapshot, opened: OpenedLibrary) -> bool:
    """Tell whether a stored snapshot is the opened one, or that one renewed."""
    is_renewed = opened.stale and stored.pages >= opened.snapshot.pages
    return stored.read_at <= opened.snapshot.read_at or is_renewed


def _refresh_key(opened: OpenedLibrary) -> str:
    return "@".join(opened.key)


async def exact_version_at(source: Source, library: Library, version: str | None) -> str | None:
    """Return the version to ask a source for: where the source has many versions, the exact one."""
    return await source.exact_version(library, version) if isinstance(source, VersionedSource) else version
