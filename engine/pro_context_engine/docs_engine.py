"""The façade: everything a handler may ask of the engine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from pro_context_engine.answers import Answer, EngineStatus, KnownLibrary, LibraryDocs, PageReading, SearchResults
from pro_context_engine.ingest import Ingest, Opened
from pro_context_engine.interfaces import ChunkIndex, Clock, Fetcher, Maintenance, SnapshotStore, Source
from pro_context_engine.model import Library, Match, Snapshot, StoreStatus
from pro_context_engine.reading import Reading
from pro_context_engine.retrieval import Retrieval
from pro_context_engine.settings import Settings
from pro_context_engine.shelf import Shelf

OPENED_AT_ONCE = 8
"""Libraries of one question whose tables of contents are fetched at the same time."""


class DocsEngine:
    """Resolve libraries, give their TOC, find passages, search, read pages; put together by `open_engine`."""

    def __init__(
        self,
        shelf: Shelf,
        sources: Sequence[Source],
        store: SnapshotStore,
        index: ChunkIndex,
        maintenance: Maintenance,
        fetcher: Fetcher,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._shelf = shelf
        self._sources = sources
        self._store = store
        self._index = index
        self._maintenance = maintenance
        self._fetcher = fetcher
        self._ingest = Ingest(sources, store, index, settings, clock)
        self._retrieval = Retrieval(self._ingest, index)
        self._reading = Reading(self._ingest, store, sources, shelf, settings, clock)
        self._started = time.monotonic()
        self._lookups = 0
        self._hits = 0

    def resolve(self, query: str, language: str | None = None) -> list[Match]:
        """Return the libraries that match a name or a plain-language query, best first, at most ten."""
        return self._shelf.resolve(query, language)

    def installed_version(self, library: Library) -> str | None:
        """Return the version of the library in the project environment, None if it is not installed."""
        package = self._shelf.installed(library)
        return package.version if package else None

    async def library(self, library_id: str, version: str | None = None) -> LibraryDocs:
        """Return the library's TOC at a version; None means the installed one, else what its sources describe.

        Raises:
            LibraryUnknown: no library has this id.
            VersionUnknown: no source has this version.
            DocsError: the fact why no source gave a TOC.
        """
        library = self._shelf.library(library_id)
        opened = await self._ingest.open(library, version)
        self._count(opened.cached)
        others = [source.name for source in self._ingest.serving(library, version)]
        return LibraryDocs(
            library,
            opened.toc,
            tuple(dict.fromkeys([opened.toc.source, *others])),
            tuple(self._ingest.versions(library)),
            opened.snapshot.fetched_at,
            opened.cached,
            opened.stale,
        )

    async def passages(self, wanted: Sequence[tuple[str, str | None]], topic: str, max_tokens: int) -> Answer:
        """Return the passages that answer a topic, within a budget.

        Args:
            wanted: (libraryId, version or None) pairs, each library once or more.
            topic: words, a question, an error message or code.
            max_tokens: bound on the passages with the line that names the source of each.

        Raises:
            LibraryUnknown: no library has one of the ids.
            TopicUnmatched: nothing matches the topic.
            IndexingUnderway: nothing matches yet, and pages are still on their way.
            DocsError: the fact why a library has no documentation.
        """
        libraries = [(self._shelf.library(library_id), version) for library_id, version in dict.fromkeys(wanted)]
        opened = await self._open_all(libraries)
        answer = await self._retrieval.answer(opened, topic, max_tokens)
        self._count(answer.cached)
        return answer

    async def search(
        self, query: str, library_ids: Sequence[str] | None, version: str | None, limit: int
    ) -> SearchResults:
        """Search what is indexed.

        Args:
            query: words, a question, an error message or code.
            library_ids: only these libraries, which are indexed first if they are not; None for all that is indexed.
            version: of those libraries; None for the installed one, else what their sources describe.
            limit: at most so many results.

        Raises:
            LibraryUnknown: no library has one of the ids.
            IndexingUnderway: none of the libraries is indexed yet.
        """
        if library_ids is None:
            return await self._retrieval.search_all(query, limit)
        libraries = [self._shelf.library(library_id) for library_id in dict.fromkeys(library_ids)]
        opened = await self._open_all([(library, version) for library in libraries])
        return await self._retrieval.search(opened, query, limit)

    async def page(self, url: str) -> PageReading:
        """Return one page by its URL; see `Reading.page` for what it raises."""
        reading = await self._reading.page(url)
        self._count(reading.cached)
        return reading

    async def warm(self, library_id: str, version: str | None = None) -> Snapshot:
        """Fetch and index every page of a library; return what is stored of it then.

        Raises:
            LibraryUnknown: no library has this id.
            DocsError: the fact why it has no documentation.
        """
        opened = await self._ingest.current(self._shelf.library(library_id), version)
        await self._ingest.fill(opened, (), patience=None)
        return await self._store.snapshot(*opened.key) or opened.snapshot

    async def libraries(self, language: str | None = None, category: str | None = None) -> list[KnownLibrary]:
        """Return every known library: the project's first, then those indexed, then the registry by popularity."""
        project = {library.library_id: (library, package) for library, package in self._shelf.of_project()}
        indexed = [self._shelf.find(library_id) for library_id in await self._index.indexed()]
        ordered = [library for library, _ in project.values()]
        ordered += [library for library in indexed if library is not None]
        ordered += self._shelf.registry.all()
        unique = {library.library_id: library for library in ordered}
        return [
            self._known(library, library.library_id in project)
            for library in unique.values()
            if (language is None or language.lower() in library.languages)
            and (category is None or category.lower() in library.categories)
        ]

    def project_libraries(self) -> list[tuple[Library, str]]:
        """Return the libraries of the project's own environment with their exact versions, by name."""
        return [(library, package.version) for library, package in self._shelf.of_project()]

    def project_origin(self) -> str:
        """Return the folder where the project's libraries were found, "" if nowhere."""
        return self._shelf.environment.origin()

    async def status(self) -> EngineStatus:
        """Return what is known about the engine's own health."""
        snapshots = await self._store.snapshots()
        fetches = self._fetcher.health()
        return EngineStatus(
            uptime=int(time.monotonic() - self._started),
            stored_pages=sum(snapshot.pages for snapshot in snapshots),
            lookups=self._lookups,
            hits=self._hits,
            store_failing=self._maintenance.failing,
            fetch_successes=fetches.successes,
            fetch_failures=fetches.failures,
            last_fetch=fetches.last_success,
            registry_version=self._shelf.registry.version,
            project_libraries=tuple(library.library_id for library, _ in self.project_libraries()),
        )

    async def store_status(self) -> StoreStatus:
        """Return where documentation is stored, how much of it, and of which libraries."""
        return await self._maintenance.status()

    async def clear_store(self, library_ids: Sequence[str] | None) -> list[Snapshot]:
        """Delete what is stored of some libraries (exact ids), or everything (None); return what is gone."""
        return await self._maintenance.clear(library_ids)

    async def verify_store(self) -> list[str]:
        """Return what is wrong with the store, in our own words; [] when all is well."""
        return await self._maintenance.verify()

    def complete(self, kind: str, prefix: str, context: dict[str, str]) -> list[str]:
        """Return at most 100 values that begin with a prefix, best first.

        Args:
            kind: "library" for ids, "version" for versions of the library that `context` names as libraryId.
            prefix: what was typed so far, any case.
            context: arguments already filled in.
        """
        if kind == "library":
            return self._shelf.beginning_with(prefix, 100)
        library = self._shelf.find(context.get("libraryId", ""))
        versions = [] if library is None else self._ingest.versions(library)
        return [version for version in versions if version.startswith(prefix)][:100]

    async def close(self) -> None:
        """Stop background work and release network and store."""
        await self._ingest.close()
        await self._fetcher.close()
        await self._store.close()

    async def _open_all(self, wanted: Sequence[tuple[Library, str | None]]) -> list[Opened]:
        gate = asyncio.Semaphore(OPENED_AT_ONCE)

        async def open_one(library: Library, version: str | None) -> Opened:
            async with gate:
                return await self._ingest.open(library, version)

        return await asyncio.gather(*(open_one(library, version) for library, version in wanted))

    def _known(self, library: Library, project_detected: bool) -> KnownLibrary:
        serving = self._ingest.serving(library, None)
        version = next((source.version(library) for source in serving), None)
        return KnownLibrary(library, version or "", tuple(source.name for source in serving), project_detected)

    def _count(self, hit: bool) -> None:
        self._lookups += 1
        self._hits += hit
