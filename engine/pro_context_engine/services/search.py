"""The read path of search-docs: query → hits → pages with an excerpt each, a page of results at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pro_context_engine.concurrency.gathering import gather
from pro_context_engine.domain.errors import IndexingUnderway
from pro_context_engine.domain.exact_query import SearchPart
from pro_context_engine.domain.model import Chunk, Snapshot
from pro_context_engine.domain.page_address import at_anchor
from pro_context_engine.domain.results import SearchResult, SearchResults, Unsearched
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.search import query
from pro_context_engine.search.cursors import cursors_after, position_of, used_before
from pro_context_engine.search.excerpts.highlights import SoughtTerms
from pro_context_engine.search.excerpts.snippets import snippet
from pro_context_engine.search.query import Question
from pro_context_engine.search.ranking.fusion import best_relevances
from pro_context_engine.search.ranking.guides_beside_sections import MIXED_HITS, results_by_turns
from pro_context_engine.search.ranking.page_sections import best_anchor, containing_section, section_alone, sections_of
from pro_context_engine.search.ranking.ranked_pages import PageKey, RankedPage, pages_of
from pro_context_engine.search.ranking.relevance import SAMPLE
from pro_context_engine.services.asked_names import AskedNamesService, NamedSymbol
from pro_context_engine.services.found_pages import is_mixed
from pro_context_engine.services.no_match import nearest_headings
from pro_context_engine.services.on_demand import RETRY_AFTER, OnDemand, raise_if_any
from pro_context_engine.services.search_coverage import SearchCoverage, Within, is_in_part
from pro_context_engine.services.versions import WantedVersions

Scopes = Sequence[tuple[str, str]]
"""The searched snapshots: (libraryId, version or "")."""

NamedSymbols = Sequence[tuple[OpenedLibrary, Sequence[NamedSymbol]]]
"""The symbols that a query names, by library."""


@value_class
class SearchRequest:
    """A search by words; `DocsEngine.search` describes its fields."""

    asked: Question
    limit: int
    cursor: str = ""
    library_ids: Sequence[str] | None = None
    version: str | None = None
    patience: float | None = None
    within: Within = Within()
    part: SearchPart | None = None


@value_class
class _Indexed:
    """The state of opened libraries in the index when a search begins.

    Attributes:
        snapshots: those that may be searched.
        underway: the libraries of which pages are being fetched.
        first: those of them of which that is done for the first time.
    """

    snapshots: Mapping[tuple[str, str], Snapshot]
    underway: Sequence[OpenedLibrary]
    first: Sequence[OpenedLibrary]


@part_class
class SearchService:
    """Find the pages that match a query.

    Attributes:
        finder: finds the libraries.
        versions: opens each in the version that is wanted.
        ingest: knows which snapshots may be searched.
        on_demand: has missing pages fetched.
        coverage: chooses the snapshots of a search without named libraries.
        asked_names: finds the symbols that a query names.
        store: finds chunks.
        patience: seconds that a search waits for the pages of a cold library.
    """

    finder: LibraryFinder
    versions: WantedVersions
    ingest: Ingest
    on_demand: OnDemand
    coverage: SearchCoverage
    asked_names: AskedNamesService
    store: Store
    patience: float

    async def search(self, request: SearchRequest) -> SearchResults:
        """Search some libraries, or all that is indexed; see `DocsEngine.search`."""
        if request.library_ids is None:
            return self.versions.with_verdicts(await self.search_all(request), {})
        libraries = self.versions.libraries((one, request.version) for one in request.library_ids)
        opened = await self.versions.open_all(libraries)
        found = await self.search_opened(opened, request)
        if not (self.store.failing or await self.ingest.keeps(opened)):
            # The store was cleared meanwhile, so that pages may be missing.
            opened = await self.versions.open_all(libraries)
            found = await self.search_opened(opened, request)
        return self.versions.with_verdicts(found, self.versions.verdicts(opened, libraries))

    async def search_opened(self, opened: Sequence[OpenedLibrary], request: SearchRequest) -> SearchResults:
        """Return the pages of opened libraries that match, best first; see `DocsEngine.search`."""
        asked, wait = request.asked, self.patience if request.patience is None else request.patience
        indexed = await self._indexed(opened, asked, wait)
        searched = [library for library in opened if library.key in indexed.snapshots]
        scopes = [library.key for library in searched]
        symbols = await self._named_symbols(searched, asked, wait)
        mixed = len(searched) == 1 and is_mixed(searched[0]) and not _about_a_name(symbols)
        pages = await self._ranked(request, scopes, (), symbols, mixed=mixed)
        found = await self._results(pages, request, scopes, [library_id for library_id, _ in scopes])
        growing = self.on_demand.add_guides(opened)
        if not found.total:
            raise_if_any([*indexed.underway, *growing])
            await self.on_demand.raise_if_unavailable(opened)
            stored = await self.ingest.searchable()
            # Another process may have deleted pages while they were searched.
            before = indexed.snapshots
            raise_if_any([library for library in searched if stored.get(library.key) != before[library.key]])
        unfinished = [library for library in opened if library in indexed.first or library not in searched]
        return replace(
            found, unsearched=tuple([await self._gap(one, indexing=one in indexed.underway) for one in unfinished])
        )

    async def _indexed(self, opened: Sequence[OpenedLibrary], asked: Question, wait: float) -> _Indexed:
        """Have the likely pages fetched while the call waits (seconds); return the snapshots that are indexed then."""
        places = await self.on_demand.places(opened, asked)
        indexed = await self.ingest.searchable()
        filled = await self.on_demand.fill(opened, asked, places, wait)
        underway, first = self.on_demand.underway(opened), self.on_demand.first_underway(opened)
        if not wait:
            # The pages stored by now would look like all pages.
            raise_if_any(first)
        if filled:
            if not wait and not any(library.key in indexed for library in opened):
                # Some pages may be stored by now, too few to answer from.
                raise IndexingUnderway(opened[0].library.library_id, RETRY_AFTER)
            indexed = await self.ingest.searchable()
        return _Indexed(indexed, underway, first)

    async def _named_symbols(self, searched: Sequence[OpenedLibrary], asked: Question, wait: float) -> NamedSymbols:
        """Return the symbols that a query names, and have the pages fetched that no table of contents lists."""
        named = await gather(self.asked_names.named(one, asked, wait / 2) for one in searched)
        for one, known in zip(searched, named, strict=True):
            await self.on_demand.fill_unlisted(one, [each.place.url for each in known.symbols], wait)
        return [(one, found.symbols) for one, found in zip(searched, named, strict=True) if found.symbols]

    async def search_all(self, request: SearchRequest) -> SearchResults:
        """Return the pages of everything indexed and not expired that match, best first."""
        used = request.within.used
        if request.cursor:
            # The cursor carries how many of the used libraries count.
            used = used[: used_before(request.cursor)]
        coverage = await self.coverage.of_everything(request.asked, replace(request.within, used=used))
        names = sorted({library_id for library_id, _ in coverage.scopes})
        pages = await self._ranked(request, coverage.scopes, coverage.preferred)
        found = await self._results(pages, request, coverage.scopes, names, len(used))
        return replace(found, unsearched=() if request.cursor else coverage.unsearched)

    async def _gap(self, opened: OpenedLibrary, *, indexing: bool) -> Unsearched:
        snapshot = await self.ingest.snapshot(opened)
        return Unsearched(opened.library.library_id, indexing, snapshot.pages, snapshot.total_pages)

    async def _ranked(
        self,
        request: SearchRequest,
        scopes: Scopes,
        preferred: Scopes,
        symbols: NamedSymbols = (),
        *,
        mixed: bool = False,
    ) -> list[RankedPage]:
        """Return the pages that match, best first; of a package with guides (`mixed`) these and sections by turns."""
        asked, part = request.asked, request.part
        hits = await query.hits(self.store, asked, scopes, preferred, MIXED_HITS if mixed else query.HITS)
        for library, named in symbols:
            hits = await self.asked_names.sections(library, named, hits)
        if part:
            hits = [hit for hit in hits if is_in_part(hit.chunk.section, part)]
        ranked = pages_of(hits)
        pages = sections_of(ranked, await self._wholes(ranked))
        return results_by_turns(pages, asked.text) if mixed else pages

    async def _results(
        self,
        pages: Sequence[RankedPage],
        request: SearchRequest,
        scopes: Scopes,
        searched: Sequence[str],
        used: int = 0,
    ) -> SearchResults:
        """Return the results from the cursor on; it carries the number of `used` libraries."""
        asked, cursor = request.asked, request.cursor
        search = [*(question.text for question in asked.wordings), request.part or "", *searched]
        shown_as = [(page.library_id, page.version or "", page.hits[0].chunk.chunk_id) for page in pages]
        start = position_of(cursor, shown_as, search) if cursor else 0
        end = min(start + request.limit, len(pages))
        best = [page.hits[0].with_score(page.score) for page in pages[: max(end, SAMPLE)]]
        relevance = best_relevances(best, [one.terms for one in asked.wordings])[start:end]
        shown = pages[start:end]
        # Finding a library takes as long as making a result, and most results are of one.
        names = {library_id: self._name_of(library_id) for library_id in {page.library_id for page in shown}}
        sought = SoughtTerms(asked.terms)
        near = [] if pages else await nearest_headings(self.store, scopes, asked)
        return SearchResults(
            tuple(
                _result(page, names[page.library_id], value, asked, sought)
                for page, value in zip(shown, relevance, strict=True)
            ),
            len(pages),
            tuple(searched),
            tuple(cursors_after(shown_as, start, end, search, used)),
            tuple(heading.title for heading in near),
            language=asked.language,
        )

    async def _wholes(self, pages: Sequence[RankedPage]) -> dict[PageKey, Chunk]:
        """Return, by page, the sections with several matching parts."""
        found = [(page, path) for page in pages if (path := containing_section(page))]
        chunks = await gather(self.store.beginning(page.hits[0], path) for page, path in found)
        alone = {
            page.key: section_alone(chunk, path) for (page, path), chunk in zip(found, chunks, strict=True) if chunk
        }
        return {key: chunk for key, chunk in alone.items() if chunk}

    def _name_of(self, library_id: str) -> str:
        library = self.finder.find(library_id)
        return library.name if library else ""


def _about_a_name(symbols: NamedSymbols) -> bool:
    """Tell whether a query is a name of the API alone."""
    return any(one.asked.alone for _, named in symbols for one in named)


def _result(
    page: RankedPage, library_name: str, relevance: float, asked: Question, sought: SoughtTerms
) -> SearchResult:
    chunk = page.hits[0].chunk
    anchor = best_anchor(chunk, asked.terms, asked.names)
    return SearchResult(
        library_id=page.library_id,
        version=page.version or "",
        title=chunk.page_title,
        url=at_anchor(chunk.page_url, anchor),
        section=chunk.section,
        headings=tuple(title for title in chunk.heading_path if title != chunk.page_title),
        snippet=snippet(chunk, sought),
        relevance=relevance,
        library_name=library_name,
    )
