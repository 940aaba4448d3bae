"""The façade: every question that a handler may ask of the engine.

Each method hands the call to the part that does the work; what finds libraries answers alone where it can, so that the
parts need not be imported. The module is over 300 lines because it has one method with a full docstring for each
question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.domain.errors import CorpusUnusable
from pro_context_engine.libraries.ambiguous_names import merge
from pro_context_engine.libraries.finder import LEAST_RELEVANCE, MOST_MATCHES, LibraryFinder

if TYPE_CHECKING:
    from pro_context_engine.corpus.corpus import Corpus
    from pro_context_engine.domain.api_changes import Focus, VersionComparison
    from pro_context_engine.domain.code_findings import CodeCheck
    from pro_context_engine.domain.exact_query import ExactQuery, SearchPart
    from pro_context_engine.domain.model import Library, Match, Snapshot, TocEntry
    from pro_context_engine.domain.results import (
        Answer,
        EngineStatus,
        LibraryDocs,
        LibraryIndex,
        LibraryOverview,
        PageReading,
        SearchResults,
        UrlVerdict,
    )
    from pro_context_engine.domain.settings import Settings
    from pro_context_engine.domain.symbols import SymbolTable
    from pro_context_engine.libraries.project_libraries import ProjectLibraries
    from pro_context_engine.libraries.registry.updates import RegistryUpdates
    from pro_context_engine.parts import Parts
    from pro_context_engine.search.query import Question
    from pro_context_engine.services.crawl import Crawl
    from pro_context_engine.services.listing import ListedLibraries
    from pro_context_engine.services.maintenance import MaintenanceService


class DocsEngine:
    """Resolve libraries, give their TOC, find passages, search, read pages; `open_engine` gives one.

    Libraries are found at once. The parts that deal with documentation are imported and opened when the first call
    needs them, or by `open_parts`.

    Attributes:
        detects_project: whether the user's project is looked at.
    """

    def __init__(
        self, settings: Settings, finder: LibraryFinder, project: ProjectLibraries, parts: Callable[[], Parts]
    ) -> None:
        """Keep the parts that know libraries.

        Args:
            settings: the operator's settings.
            finder: finds libraries.
            project: the libraries of the project.
            parts: imports and opens the parts; called at most once, on any thread.
        """
        self._settings = settings
        self._finder = finder
        self._project = project
        self._open = parts
        self._opening = Lock()
        self._imports = BlockingCalls("imports")
        self._corpus: Corpus | None = None
        self.detects_project = settings.detect

    async def open_parts(self) -> Parts:
        """Return the parts; they are imported on a thread, so that other calls need not wait."""
        return self._parts if self._is_open else await self._imports.call(lambda: self._parts)

    def read_project(self) -> None:
        """Read the needs and the packages of the project, so that the first call about a library finds them read."""
        self._project.read()

    @property
    def _is_open(self) -> bool:
        return "_opened" in vars(self)

    @property
    def _parts(self) -> Parts:
        with self._opening:
            return self._opened

    @cached_property
    def _opened(self) -> Parts:
        return self._open()

    @property
    def registry(self) -> RegistryUpdates | None:
        """Return the part that fetches newer lists of libraries, None where the list never changes."""
        return self._parts.registry

    @property
    def maintenance(self) -> MaintenanceService:
        """Return the part that tells about stored documentation, and deletes and verifies it."""
        return self._parts.maintenance

    def resolve(self, query: str, language: str | None = None) -> list[Match]:
        """Return the libraries that match a name or a plain-language query, best first, at most ten."""
        return self._finder.resolve(query, language)

    async def suggest(self, query: str, language: str | None = None) -> list[Match]:
        """Return the libraries as `resolve` does; for the name of an API the indexed libraries that have it come first.

        The name of a library is not taken for that of an API, nor a word that is spelt much like one. Where no library
        is spelt as asked, a published package of this name comes first; so it does where nothing else is like it.
        """
        matches = self._finder.resolve(query, language)
        package = self._finder.perhaps_published(query, language, matches)
        is_sure = package is not None and package.relevance >= LEAST_RELEVANCE
        if is_sure and (published := await self._published(package)):
            return merge(published, matches)[:MOST_MATCHES]
        if matches and matches[0].relevance == 1.0:
            return matches
        best = max((match.relevance for match in matches), default=0.0)
        named = await (await self.open_parts()).api_names.libraries(query, language, only_code=best >= LEAST_RELEVANCE)
        if not named and not is_sure:
            named = await self._published(package)
        return merge(named, matches)[:MOST_MATCHES]

    async def _published(self, match: Match | None) -> list[Match]:
        """Return the match of a package alone if an index has the package, [] if none has it."""
        if match is None:
            return []
        latest, _ = await (await self.open_parts()).versions.published(match.library)
        return [match] if latest else []

    def identify(self, query: str, language: str | None = None) -> list[Match]:
        """Return the libraries that a query means, best first; an unknown name may be that of a published package.

        Behind the libraries of exactly this name come alternatives whose names contain it, ten in all.

        Raises:
            LibraryUnknown: the query means no library; the fact names the nearest id.
        """
        return self._finder.identify(query, language)

    def installed_version(self, library: Library) -> str | None:
        """Return the version of the library in the project environment, None if it is not installed."""
        package = self._project.installed(library)
        return package.version if package else None

    async def library(self, library_id: str, version: str | None = None) -> LibraryDocs:
        """Return the library's TOC at a version; None means the project's version, else the one that its sources have.

        Raises:
            LibraryUnknown: no library has this id.
            VersionUnknown: no source has this version.
            DocsError: the fact why no source gave a TOC.
        """
        parts = await self.open_parts()
        docs = await parts.library.library(library_id, version)
        parts.health.count(cached=docs.cached)
        return docs

    async def overview(self, library_id: str, version: str | None = None) -> LibraryOverview:
        """Return a library with its documentation, if any source has some, and its published versions.

        Raises:
            DocsError: see `library`.
        """
        parts = await self.open_parts()
        overview = await parts.library.overview(library_id, version)
        if overview.docs is not None:
            parts.health.count(cached=overview.docs.cached)
        return overview

    async def toc_page(self, library_id: str) -> str:
        """Return the library's TOC as a quoted Markdown document, with links for `page`.

        Raises:
            DocsError: see `library`.
        """
        docs = await self.library(library_id)
        return self._parts.library.toc_page(docs)

    async def llms_txt(self, library_id: str) -> LibraryIndex:
        """Return the library's llms.txt as it is published; where it has none, its TOC in the same format.

        Raises:
            DocsError: see `library`.
        """
        parts = await self.open_parts()
        index = await parts.library.llms_txt(library_id)
        parts.health.count(cached=index.cached)
        return index

    def quote(self, docs: LibraryDocs, text: str) -> str:
        """Return text taken from a library's documentation between lines that name its source and say it is data.

        Args:
            docs: the documentation that the text comes from.
            text: Markdown.
        """
        return self._parts.library.quote(docs, text)

    async def symbols(self, library_id: str, version: str | None = None) -> SymbolTable:
        """Return the public symbols of a library's package, made on the first request for a version.

        Args:
            library_id: id of the library, or a package's name.
            version: see `library`.

        Raises:
            SourceUnavailable: the library is not read from a package, or its package cannot be analysed.
            IndexingUnderway: the analysis of the package is not done after ten minutes.
            DocsError: see `library`.
        """
        return await (await self.open_parts()).api_names.table(library_id, version)

    async def members(self, library_id: str, version: str | None, owners: Sequence[str]) -> list[TocEntry]:
        """Return the members of modules and classes of a library's package as entries of a table of contents.

        Args:
            library_id: id of the library, or a package's name.
            version: see `library`.
            owners: names of modules or classes; the first ten count.

        Returns:
            For each owner at most 200 members, the most public first, each with its kind as the description and the
            owner as the section; [] where the library is not read from a package, or its symbol table is not ready.

        Raises:
            DocsError: see `library`.
        """
        return await (await self.open_parts()).api_names.members(library_id, version, owners)

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
            TopicUnmatched: nothing matches the topic.
            IndexingUnderway: nothing matches yet, and pages are being fetched.
            DocsError: the fact why a library has no documentation; see `library`.
        """
        parts = await self.open_parts()
        answer = await parts.passages.passages(wanted, _question(topic, rephrasings), max_tokens)
        parts.health.count(cached=answer.cached)
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
        *,
        project_only: bool = False,
        used: Sequence[str] = (),
        part: SearchPart | None = None,
    ) -> SearchResults:
        """Search the indexed pages.

        Without named libraries one version of each indexed library is searched, the project's where it is known and
        indexed. The project's libraries and the used ones rank before others of about the same relevance (decision 47).

        Args:
            query: words, a question, an error message or code.
            library_ids: the libraries to search, which are indexed first if they are not; None for all indexed ones.
            version: of those libraries; None for the project's version, else the version that their sources have.
            limit: bound on the results.
            rephrasings: the query in other words.
            cursor: of earlier results of the same search, to continue after them; "" for the first results.
            patience: seconds to wait for pages of libraries that are not indexed yet, which are fetched in any case;
                None for the configured time. With 0 there are no results until each page was tried once.
            project_only: whether only the project's libraries are searched; ignored where libraries are named.
            used: ids of the libraries that the caller's session has used, in the order of their first use.
            part: documents or the API reference alone; None for both.

        Raises:
            CursorUnusable: the cursor belongs to another search, or the earlier results are not found any more.
            LibraryUnknown: no library has one of the ids.
            IndexingUnderway: pages are being fetched, and nothing matches yet or `patience` is 0.
            SourceUnavailable: none of the libraries' pages can be fetched.
        """
        service = (await self.open_parts()).search
        # What finds libraries does not wait for the import of the search.
        from pro_context_engine.services.search import SearchRequest  # noqa: PLC0415
        from pro_context_engine.services.search_coverage import Within  # noqa: PLC0415

        asked, within = _question(query, rephrasings), Within(project_only, used)
        return await service.search(SearchRequest(asked, limit, cursor, library_ids, version, patience, within, part))

    async def search_exact(self, asked: ExactQuery) -> SearchResults:
        """Return the lines of pages or files that match; `ExactSearchService.search` names the facts it raises."""
        return await (await self.open_parts()).exact_search.search(asked)

    async def check_code(
        self,
        code: str,
        language: str | None = None,
        libraries: Sequence[tuple[str, str | None]] = (),
        max_findings: int = 20,
        *,
        deprecated: bool = True,
    ) -> CodeCheck:
        """Return the uses in code that do not fit the packages; `CodeCheckService.check` names arguments and facts."""
        service = (await self.open_parts()).code_check
        return await service.check(code, language, libraries, max_findings, deprecated=deprecated)

    async def compare_versions(
        self, library_id: str, old: str | None, new: str | None, focus: Focus, max_tokens: int
    ) -> VersionComparison:
        """Return the changes of a library's API; `ComparisonService.compare` names the arguments and the facts."""
        return await (await self.open_parts()).comparison.compare(library_id, old, new, focus, max_tokens)

    def is_page_url(self, url: str) -> bool:
        """Tell whether a URL has the form of a page's: http, https, or the form of a source's own page addresses."""
        return self._parts.ownership.is_page_url(url)

    async def page(self, url: str) -> PageReading:
        """Return one page by its URL; `PageService.page` names the facts it raises."""
        parts = await self.open_parts()
        reading = await parts.page.page(url)
        parts.health.count(cached=reading.cached)
        return replace(reading, verdict=parts.versions.verdict(reading.library_id, reading.version))

    async def explain(self, url: str, *, look_up: bool = True) -> UrlVerdict:
        """Tell whether `page` would read a URL, and which rule decides; nothing is fetched.

        Args:
            url: any text.
            look_up: whether its name may be looked up.
        """
        return await (await self.open_parts()).url.verdict(url, look_up=look_up)

    async def reach(self, url: str, *, origins: Sequence[str] = (), proven: Sequence[str] = ()) -> str:
        """Return the reason why a site cannot be reached, "" if it answers with any status; nothing is kept.

        Args:
            url: absolute http(s) URL, of documentation or not.
            origins: see `Fetcher.fetch`.
            proven: see `Fetcher.fetch`.
        """
        return await (await self.open_parts()).url.reach(url, origins, proven)

    async def crawl(self, url: str, max_pages: int, depth: int) -> Crawl:
        """Read a site along its links, nearest pages first, and add the pages to a library (contract `crawl`).

        Args:
            url: the first page, of any public site or of a site that the operator's configuration names.
            max_pages: bound on the pages; `Settings.crawl` bounds them too.
            depth: number of links to follow away from the first page, 0 for none.

        Returns:
            The pages, or the reason why none could be read.

        Raises:
            UrlRefused: the address guard, or the site's robots.txt, forbids to read the first page.
        """
        return await (await self.open_parts()).crawl.crawl(url, max_pages, depth)

    async def warm(self, library_id: str, version: str | None = None) -> Snapshot:
        """Fetch and index every page and symbol of a library; return its snapshot.

        Raises:
            LibraryUnknown: no library has this id.
            DocsError: the fact why the library has no documentation.
        """
        parts = await self.open_parts()
        opened = await parts.whole_libraries.store(library_id, version)
        return await parts.store.snapshot(*opened.key) or opened.snapshot

    async def libraries(self, language: str | None = None, category: str | None = None) -> ListedLibraries:
        """Return every known library: the project's first, then those indexed, then the registry by popularity.

        Args:
            language: of the libraries, in upper or lower case; None for all.
            category: of the libraries, in upper or lower case, or one word of it (`ml` of `ai-ml`); None for all.
        """
        return await (await self.open_parts()).listing.libraries(language, category)

    def project_libraries(self) -> list[tuple[Library, str | None]]:
        """Return the project's libraries with their exact versions, those that its files require first."""
        return list(self._project.with_versions())

    def project_origins(self) -> list[str]:
        """Return the names of the files and the environment that list the project's libraries."""
        return self._project.origins()

    def documented(self, limit: int) -> list[Library]:
        """Return at most `limit` libraries that the project's files require and some source may have."""
        return self._parts.listing.documented(limit)

    def look_in(self, directories: Sequence[Path]) -> None:
        """Take these folders for the project from now on; where they differ, the first counts."""
        if self.detects_project:
            self._project.look_in(directories)

    def sources_of_registry(self) -> frozenset[str]:
        """Return the names of the sources that read the addresses in the list of libraries."""
        return frozenset(source.name for source in self._parts.sources if source.traits.reads_registry)

    @property
    def registry_version(self) -> str:
        """Return the date-based version of the registry in use."""
        return self._finder.registry.version

    async def status(self) -> EngineStatus:
        """Return the state and the counts of the engine."""
        return await (await self.open_parts()).health.status()

    async def complete(self, kind: str, prefix: str, context: dict[str, str]) -> list[str]:
        """Return at most 100 values that begin with a prefix, best first.

        Args:
            kind: "library" for ids, "version" for versions of the library that `context` names as libraryId, "symbol"
                for names of its API in the version that `context` names; without a library in any stored table.
            prefix: the characters typed so far, in upper or lower case.
            context: the arguments that are filled in already.
        """
        parts = await self.open_parts()
        if kind == "symbol":
            return await parts.api_names.complete(prefix, context)
        return parts.listing.complete(kind, prefix, context)

    @property
    def corpus(self) -> Corpus:
        """Return the built corpus of the configuration, which is opened at the first use.

        Raises:
            CorpusUnusable: no corpus is configured, or it cannot be read.
        """
        if self._corpus is None:
            if self._settings.corpus is None:
                raise CorpusUnusable("none is configured; name one with --corpus INDEX or corpus.index")
            # Most servers have none.
            from pro_context_engine.corpus.corpus import open_corpus  # noqa: PLC0415

            self._corpus = open_corpus(self._settings.corpus)
        return self._corpus

    def start_background_work(self, *, is_worker: bool = False) -> None:
        """Begin the background work of a server.

        It looks for a newer registry, if that is configured and due, and does what the servers of a database share: it
        uses their registry, and finishes what others have begun.

        Args:
            is_worker: whether this process answers nobody, and does such work alone.
        """
        if self._settings.store_url and not self._settings.leave_to_workers:
            self._parts.work_takeover.start(is_worker=is_worker)
        if (self._settings.registry.url or self._settings.store_url) and self.registry is not None:
            self.registry.start()

    async def close(self) -> None:
        """Stop background work and release network and store."""
        if self._corpus is not None:
            self._corpus.close()
        if self._is_open:
            await self._parts.close()


def _question(topic: str, rephrasings: Sequence[str]) -> Question:
    # What finds libraries does not wait for the import of the search.
    from pro_context_engine.search.query import parse_question  # noqa: PLC0415

    return parse_question(topic, rephrasings)
