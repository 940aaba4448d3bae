"""The façade: everything a handler may ask of the engine.

It is long because it is whole: each method opens what is asked about, and hands on to the part that knows the rest.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pro_context_engine.concurrency.workers import large_documents
from pro_context_engine.documents.toc_markdown import toc_markdown
from pro_context_engine.domain.errors import CorpusUnusable
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Clock, KeptPackages, Source
from pro_context_engine.domain.model import Library, Match, Snapshot
from pro_context_engine.domain.results import (
    Answer,
    EngineStatus,
    KnownLibrary,
    LibraryDocs,
    LibraryIndex,
    LibraryOverview,
    PageReading,
    SearchResults,
    UrlVerdict,
)
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.storage import ChunkIndex, Maintenance, PageStore, SnapshotStore
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.libraries.finder import Shelf
from pro_context_engine.libraries.ownership import Ownership
from pro_context_engine.libraries.registry.updates import RegistryUpdates
from pro_context_engine.search import query as lookup
from pro_context_engine.services import library as describing
from pro_context_engine.services.answering import Answering
from pro_context_engine.services.explain_url import Explaining
from pro_context_engine.services.library import Describing
from pro_context_engine.services.listing import Listing
from pro_context_engine.services.maintenance import Upkeep
from pro_context_engine.services.page import Reading
from pro_context_engine.services.passages import Retrieval
from pro_context_engine.services.search import Searching
from pro_context_engine.services.versions import WantedVersions
from pro_context_engine.sources.crawl.source import CrawledSites

if TYPE_CHECKING:
    from pro_context_engine.corpus.corpus import Corpus
    from pro_context_engine.services.crawl import Crawl, Crawling


class DocsEngine:
    """Resolve libraries, give their TOC, find passages, search, read pages; put together by `open_engine`.

    Attributes:
        detects_project: whether the user's project is looked at.
        registry: what brings newer lists of libraries; `open_engine` always gives one.
    """

    def __init__(
        self,
        shelf: Shelf,
        sources: Sequence[Source],
        store: SnapshotStore,
        pages: PageStore,
        index: ChunkIndex,
        maintenance: Maintenance,
        fetcher: Fetcher,
        settings: Settings,
        clock: Clock,
        packages: KeptPackages | None = None,
        registry: RegistryUpdates | None = None,
        crawled: CrawledSites | None = None,
        open_corpus: Callable[[], Corpus] | None = None,
    ) -> None:
        self._shelf = shelf
        self._sources = sources
        self._store = store
        self._maintenance = maintenance
        self._fetcher = fetcher
        self._packages = packages
        self.registry = registry
        self.upkeep = Upkeep(maintenance, packages, shelf)
        self._ingest = Ingest(sources, store, pages, settings, clock)
        self._wanted = WantedVersions(shelf, self._ingest)
        self._listing = Listing(shelf, self._ingest, self._wanted, index)
        retrieval = Retrieval(self._ingest, index)
        searching = Searching(self._ingest, index, retrieval)
        self._describing = Describing(shelf, self._ingest, self._wanted, store)
        self._answering = Answering(shelf, self._ingest, self._wanted, retrieval, searching, maintenance)
        self._ownership = Ownership(sources, store, shelf)
        self._explaining = Explaining(self._ownership, fetcher)
        self._reading = Reading(self._ingest, pages, self._ownership, settings, clock)
        self._pages = pages
        self._settings = settings
        self._clock = clock
        self._crawled = crawled or CrawledSites(fetcher, settings.crawl)
        self._open_corpus = open_corpus
        self._corpus: Corpus | None = None
        self.detects_project = settings.detect
        self._started = time.monotonic()
        self._lookups = 0
        self._hits = 0

    def resolve(self, query: str, language: str | None = None) -> list[Match]:
        """Return the libraries that match a name or a plain-language query, best first, at most ten."""
        return self._shelf.resolve(query, language)

    def identify(self, query: str, language: str | None = None) -> list[Match]:
        """Return the libraries that a query means, best first; a name that nobody knows may be a published package's.

        Behind those of exactly this name come, without being meant, others that have it in theirs, ten in all.

        Raises:
            LibraryUnknown: it can mean none; names the nearest id.
        """
        return self._shelf.identify(query, language)

    def installed_version(self, library: Library) -> str | None:
        """Return the version of the library in the project environment, None if it is not installed."""
        package = self._shelf.installed(library)
        return package.version if package else None

    async def library(self, library_id: str, version: str | None = None) -> LibraryDocs:
        """Return the library's TOC at a version; None means the project's, else what its sources describe.

        Raises:
            LibraryUnknown: no library has this id.
            VersionUnknown: no source has this version.
            DocsError: the fact why no source gave a TOC.
        """
        docs = await self._describing.library(library_id, version)
        self._count(docs.cached)
        return docs

    async def overview(self, library_id: str, version: str | None = None) -> LibraryOverview:
        """Return a library with its documentation, if any source has some, and its published versions.

        Raises:
            LibraryUnknown: no library has this id.
            VersionUnknown: no source has this version.
            DocsError: the fact why what there is cannot be had now.
        """
        overview = await self._describing.overview(library_id, version)
        if overview.docs is not None:
            self._count(overview.docs.cached)
        return overview

    async def toc_page(self, library_id: str) -> str:
        """Return the library's TOC as a Markdown document, quoted, with links for `page` (seed 003 section 6.3).

        Raises:
            DocsError: see `library`.
        """
        docs = await self.library(library_id)
        entries = toc_markdown(docs.toc.entries, about=" — ")
        return f"# {docs.library.name} Documentation\n\n{self.quote(docs, entries)}\n"

    async def llms_txt(self, library_id: str) -> LibraryIndex:
        """Return the library's llms.txt as it is published; where it has none, its TOC in the same format.

        Raises:
            LibraryUnknown: no library has this id.
            DocsError: the fact why no source gave a TOC.
        """
        index = await self._describing.llms_txt(library_id)
        self._count(index.cached)
        return index

    def quote(self, docs: LibraryDocs, text: str) -> str:
        """Return text taken from a library's documentation between lines that name its source and say it is data.

        Args:
            docs: whose text it is.
            text: Markdown.
        """
        return describing.quote(docs, text)

    async def passages(
        self, wanted: Sequence[tuple[str, str | None]], topic: str, max_tokens: int, rephrasings: Sequence[str] = ()
    ) -> Answer:
        """Return the passages that answer a topic, within a budget.

        Args:
            wanted: (libraryId, version or None) pairs, each library once or more.
            topic: words, a question, an error message or code.
            max_tokens: bound on the passages with the lines that name the source of each.
            rephrasings: the topic in other words.

        Raises:
            LibraryUnknown: no library has one of the ids.
            TopicUnmatched: nothing matches the topic.
            IndexingUnderway: nothing matches yet, and pages are still on their way.
            SourceUnavailable: none of the libraries' pages can be had.
            DocsError: the fact why a library has no documentation.
        """
        answer = await self._answering.passages(wanted, lookup.asked(topic, rephrasings), max_tokens)
        self._count(answer.cached)
        return answer

    async def search(
        self,
        query: str,
        library_ids: Sequence[str] | None,
        version: str | None,
        limit: int,
        rephrasings: Sequence[str] = (),
        cursor: str = "",
        patience: float | None = None,
    ) -> SearchResults:
        """Search what is indexed.

        Args:
            query: words, a question, an error message or code.
            library_ids: only these libraries, which are indexed first if they are not; None for all that is indexed.
            version: of those libraries; None for the project's, else what their sources describe.
            limit: at most so many results.
            rephrasings: the query in other words.
            cursor: of earlier results of the same search, to go on after them; "" for the first ones.
            patience: seconds to wait for pages of libraries that are not indexed yet, which are fetched in any case;
                None for two. Who waits for none gets no results either until each page was tried once.

        Raises:
            CursorUnusable: the cursor is none of this search, or what was shown before it is not found any more.
            LibraryUnknown: no library has one of the ids.
            IndexingUnderway: pages are still on their way, and nothing matches yet or nothing is waited for.
            SourceUnavailable: none of the libraries' pages can be had.
        """
        asked = lookup.asked(query, rephrasings)
        return await self._answering.search(asked, library_ids, version, limit, cursor, patience)

    def is_page_url(self, url: str) -> bool:
        """Tell whether any page could have this URL: by http or https, or named so by a source for its own pages."""
        return self._ownership.is_page_url(url)

    async def page(self, url: str) -> PageReading:
        """Return one page by its URL; see `Reading.page` for what it raises."""
        reading = await self._reading.page(url)
        self._count(reading.cached)
        return replace(reading, verdict=self._wanted.verdict(reading.library_id, reading.version))

    async def explain(self, url: str, *, look_up: bool = True) -> UrlVerdict:
        """Tell whether `page` would read a URL, and which rule decides; nothing is fetched.

        Args:
            url: any text.
            look_up: whether its name may be looked up.
        """
        return await self._explaining.verdict(url, look_up=look_up)

    async def reach(self, url: str, *, origins: Sequence[str] = (), proven: Sequence[str] = ()) -> str:
        """Return why a site cannot be reached, "" if it answers, whatever it says; what it says is not kept.

        Args:
            url: absolute http(s) URL; it need not be documentation.
            origins: what `Fetcher.fetch` takes.
            proven: what `Fetcher.fetch` takes.
        """
        return await self._explaining.reach(url, origins, proven)

    async def crawl(self, url: str, max_pages: int, depth: int) -> Crawl:
        """Read a site along its links, nearest pages first, and add them to a library (seed 004 section 2.2).

        Args:
            url: where to begin; any public site, or one that the operator's configuration names.
            max_pages: so many pages at most; `Settings.crawl` bounds them too.
            depth: links away from there that are followed, 0 for none.

        Returns:
            What came, or why nothing did.

        Raises:
            UrlRefused: the address guard, or the site's robots.txt, forbids to read the first page.
        """
        return await self._crawling.crawl(url, max_pages, depth)

    @cached_property
    def _crawling(self) -> Crawling:
        # Few servers ever crawl.
        from pro_context_engine.services.crawl import Crawling  # noqa: PLC0415

        return Crawling(
            self._crawled, self._ingest, self._ownership, self._store, self._pages, self._settings, self._clock
        )

    async def warm(self, library_id: str, version: str | None = None) -> Snapshot:
        """Fetch and index every page of a library; return what is stored of it then.

        Raises:
            LibraryUnknown: no library has this id.
            DocsError: the fact why it has no documentation.
        """
        opened = await self._wanted.open(self._shelf.library(library_id), version, self._ingest.current)
        await self._ingest.fill(opened, (), patience=None)
        return await self._store.snapshot(*opened.key) or opened.snapshot

    async def libraries(self, language: str | None = None, category: str | None = None) -> list[KnownLibrary]:
        """Return every known library: the project's first, then those indexed, then the registry by popularity.

        Args:
            language: only libraries that list it, in any case; None for all.
            category: only libraries of it, in any case; of one of several words (`ai-ml`) one is enough. None for all.
        """
        return await self._listing.libraries(language, category)

    def project_libraries(self) -> list[tuple[Library, str | None]]:
        """Return the project's libraries with the exact versions it has, what its files ask for first."""
        return list(self._shelf.of_project())

    def project_origins(self) -> list[str]:
        """Return the names of the files and the environment that the project's libraries were found in."""
        return self._shelf.origins()

    def documented(self, limit: int) -> list[Library]:
        """Return the libraries that the project's files ask for and some source may have, at most so many."""
        return self._listing.documented(limit)

    def look_in(self, directories: Sequence[Path]) -> None:
        """Take these folders for the project from now on; of what several say, the first counts."""
        if self.detects_project:
            self._shelf.look_in(directories)

    def sources_of_registry(self) -> frozenset[str]:
        """Return the names of the sources that read the addresses in the list of libraries."""
        return frozenset(source.name for source in self._sources if source.traits.reads_registry)

    @property
    def registry_version(self) -> str:
        """Return the date-based version of the list of libraries that answers are made from now."""
        return self._shelf.registry.version

    async def status(self) -> EngineStatus:
        """Return what is known about the engine's own health."""
        snapshots = await self._store.snapshots()
        fetches = self._fetcher.health()
        project = await asyncio.to_thread(self.project_libraries)
        return EngineStatus(
            uptime=int(time.monotonic() - self._started),
            stored_pages=sum(snapshot.pages for snapshot in snapshots),
            lookups=self._lookups,
            hits=self._hits,
            store_failing=self._maintenance.failing,
            fetch_successes=fetches.successes,
            fetch_failures=fetches.failures,
            last_fetch=fetches.last_success,
            registry_version=self.registry_version,
            project_libraries=tuple(library.library_id for library, _ in project),
            sites=fetches.by_kind,
            troubled=fetches.troubled,
            filling=self._ingest.fillings(),
            last_fetches=fetches.last_by_kind,
            requests_left=fetches.requests_left,
        )

    def complete(self, kind: str, prefix: str, context: dict[str, str]) -> list[str]:
        """Return at most 100 values that begin with a prefix, best first.

        Args:
            kind: "library" for ids, "version" for versions of the library that `context` names as libraryId.
            prefix: what was typed so far, any case.
            context: arguments already filled in.
        """
        return self._listing.complete(kind, prefix, context)

    @property
    def corpus(self) -> Corpus:
        """Return the built corpus of the configuration, opened when it is first asked for.

        Raises:
            CorpusUnusable: none is configured, or it cannot be read.
        """
        if self._corpus is None:
            if self._open_corpus is None:
                raise CorpusUnusable("none is configured; name one with --corpus INDEX or corpus.index")
            self._corpus = self._open_corpus()
        return self._corpus

    def start_upkeep(self) -> None:
        """Begin what a server does behind its answers: look for a newer registry, if that is configured and due."""
        if self.registry is not None:
            self.registry.start_check()

    async def close(self) -> None:
        """Stop background work and release network and store."""
        if self.registry is not None:
            await self.registry.close()
        await self._ingest.close()
        await self._fetcher.close()
        await self._store.close()
        if self._packages is not None:
            await asyncio.to_thread(self._packages.close)
        await large_documents.close()
        if self._corpus is not None:
            self._corpus.close()

    def _count(self, hit: bool) -> None:
        self._lookups += 1
        self._hits += hit
