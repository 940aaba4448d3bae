"""The read path of an exact search: stored pages, or files of packages, → matching lines, a page of results at a time.

The bounds are in docs/decisions/0080-exact-search.md.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.concurrency.gathering import gather
from pro_context_engine.domain.errors import DocsError, QueryUnusable, TocMissing
from pro_context_engine.domain.exact_query import ExactQuery, SearchPart
from pro_context_engine.domain.model import Library, Page
from pro_context_engine.domain.package_files import SourceFiles
from pro_context_engine.domain.page_address import at_anchor
from pro_context_engine.domain.results import SearchResult, SearchResults, Unsearched
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.search.cursors import cursors_after, position_of
from pro_context_engine.search.exact.line_matching import LineMatcher, line_matcher
from pro_context_engine.search.exact.numbered_lines import MatchedLines, numbered, results_of
from pro_context_engine.search.query import Question, parse_question
from pro_context_engine.services.exact_scan import MOST_SECONDS, ExactScan, Place
from pro_context_engine.services.no_match import nearest_headings
from pro_context_engine.services.on_demand import OnDemand, raise_if_any
from pro_context_engine.services.search_coverage import MOST_UNSEARCHED, SearchCoverage, Within
from pro_context_engine.services.versions import PackageContent, WantedVersions

SCANS = 2
"""Searches that run at the same time; further ones wait."""

_NO_LIBRARIES = "libraryIds: must name the packages whose 'source' is to be searched"


@part_class
class ExactSearchService:
    """Find the lines that contain a text or match a pattern.

    Attributes:
        finder: finds the libraries.
        versions: opens each in the version that is wanted.
        ingest: knows which snapshots may be searched, and the sources.
        on_demand: has missing pages fetched.
        coverage: chooses the snapshots of a search without named libraries.
        store: has the stored pages with their headings.
        patience: seconds that a search waits for the pages of a cold library.
    """

    finder: LibraryFinder
    versions: WantedVersions
    ingest: Ingest
    on_demand: OnDemand
    coverage: SearchCoverage
    store: Store
    patience: float
    _work: BlockingCalls = field(init=False, default_factory=lambda: BlockingCalls("exact search", SCANS))

    async def search(self, asked: ExactQuery) -> SearchResults:
        """Return the lines of indexed pages or of files that match, definitions and headings first.

        Raises:
            QueryUnusable: the query is empty, too long or no pattern, or its part needs libraries.
            CursorUnusable: the cursor is of another search, or the earlier results are not found any more.
            DocsError: the fact why the libraries cannot be read; see `SearchService.search`.
        """
        # A large pattern takes some milliseconds to compile.
        matcher = await self._work.call(lambda: line_matcher(asked.text, is_pattern=asked.is_pattern))
        if asked.part is SearchPart.SOURCE:
            if asked.library_ids is None:
                raise QueryUnusable(_NO_LIBRARIES)
            return await self._in_source(asked, matcher, asked.library_ids)
        return await self._in_pages(asked, matcher)

    async def _in_source(self, asked: ExactQuery, matcher: LineMatcher, library_ids: Sequence[str]) -> SearchResults:
        libraries = [self.finder.project_library(library_id) for library_id in dict.fromkeys(library_ids)]
        opened = await gather(self._files(library, asked.version) for library in libraries)
        facts = [one for one in opened if isinstance(one, DocsError)]
        if facts and len(facts) == len(opened):
            raise facts[0]
        scan, gaps = self._scan(matcher), list[Unsearched]()
        searched = []
        for library, files in zip(libraries, opened, strict=True):
            if isinstance(files, DocsError):
                gaps.append(Unsearched(library.library_id, reason="its package cannot be read now"))
                continue
            searched.append((library.library_id, files.version))
            await scan.files((library.library_id, files.version), files.content)
            if (lack := files.content.lack()) and not asked.cursor:
                gaps.append(Unsearched(library.library_id, reason=lack))
        return self._results(asked, scan, searched, gaps)

    async def _in_pages(self, asked: ExactQuery, matcher: LineMatcher) -> SearchResults:
        question = parse_question(asked.text)
        if asked.library_ids is None:
            coverage = await self.coverage.of_everything(question, Within(asked.project_only, asked.used))
            preferred = set(coverage.preferred)
            keys = sorted(coverage.scopes, key=lambda key: (key not in preferred, key))
            gaps = list(() if asked.cursor else coverage.unsearched)
        else:
            keys, gaps = await self._indexed(asked.library_ids, asked.version, question)
        scan = self._scan(matcher)
        for key in keys:
            if len(scan.gaps) < MOST_UNSEARCHED:
                await scan.pages(key, self.store, asked.part)
        found = self._results(asked, scan, keys, gaps)
        near = [] if found.total else await nearest_headings(self.store, keys, question)
        return replace(found, nearest=tuple(heading.title for heading in near))

    async def _indexed(
        self, library_ids: Sequence[str], version: str | None, question: Question
    ) -> tuple[list[tuple[str, str]], list[Unsearched]]:
        """Index named libraries; return the keys of those that can be searched, and the incomplete ones."""
        opened = await self.versions.open_all(self.versions.libraries((one, version) for one in library_ids))
        await self.on_demand.fill(opened, question, {}, self.patience)
        first = self.on_demand.first_underway(opened)
        searchable = await self.ingest.searchable()
        keys = [one.key for one in opened if one.key in searchable]
        if opened and not keys:
            raise_if_any(self.on_demand.underway(opened))
            await self.on_demand.raise_if_unavailable(opened)
        snapshots = [await self.ingest.snapshot(one) for one in opened if one in first or one.key not in keys]
        return keys, [Unsearched(one.library_id, one.pages > 0, one.pages, one.total_pages) for one in snapshots]

    def _scan(self, matcher: LineMatcher) -> ExactScan:
        return ExactScan(matcher, self._work, time.monotonic() + MOST_SECONDS)

    async def _files(self, library: Library, asked: str | None) -> PackageContent[SourceFiles] | DocsError:
        """Return the files of a library's package, or the fact why they cannot be read."""
        try:
            found = await self.versions.read_package(
                library, asked, lambda source, exact: source.source_files(library, exact)
            )
        except DocsError as fact:
            return fact
        return found or TocMissing(library.library_id, "", "it is no package of PyPI or npm")

    def _results(
        self, asked: ExactQuery, scan: ExactScan, keys: Sequence[tuple[str, str]], gaps: Sequence[Unsearched]
    ) -> SearchResults:
        # Of equally relevant lines, the first of each text come before further ones of any.
        found = sorted(_ordered(scan), key=lambda row: (-row[3].relevance, row[1], row[0]))
        part = asked.part.value if asked.part else ""
        names = list(dict.fromkeys(library_id for library_id, _ in keys))
        search = [asked.text, "pattern" if asked.is_pattern else "text", part, *names]
        shown_as = [(one.library_id, one.page.url, str(rows.best)) for _, _, one, rows in found]
        start = position_of(asked.cursor, shown_as, search) if asked.cursor else 0
        end = start + asked.limit
        return SearchResults(
            tuple(self._result(place, rows, scan.lines, asked.version) for _, _, place, rows in found[start:end]),
            scan.lines,
            tuple(names),
            tuple(cursors_after(shown_as, start, end, search)),
            unsearched=(*gaps, *scan.gaps),
        )

    def _result(self, place: Place, rows: MatchedLines, found: int, version: str | None) -> SearchResult:
        page, line = place.page, rows.best
        path = _headings_at(page, line)
        anchor = path[-1][1] if path else f"L{line}" if not page.headings else ""
        library = self.finder.find(place.library_id)
        return SearchResult(
            library_id=place.library_id,
            version=place.version,
            # The path of a file is in its URL.
            title=page.title if page.headings else page.title.rpartition("/")[2],
            url=at_anchor(page.url, anchor),
            section=page.section,
            headings=tuple(title for title, _ in path if title != page.title),
            snippet=numbered(place.text, rows, found),
            relevance=rows.relevance,
            library_name=library.name if library else "",
            verdict=self.versions.verdict(place.library_id, place.version, version),
            line=line,
        )


def _ordered(scan: ExactScan) -> Iterator[tuple[int, int, Place, MatchedLines]]:
    for position, place in enumerate(scan.places):
        for number, rows in enumerate(results_of(place.text, scan.lines)):
            yield position, number, place, rows


def _headings_at(page: Page, line: int) -> list[tuple[str, str]]:
    """Return (title, anchor) of the headings above a line, from the outermost to the nearest."""
    path: list[tuple[int, str, str]] = []
    for heading in page.headings:
        if heading.line > line:
            break
        path = [one for one in path if one[0] < heading.level] + [(heading.level, heading.title, heading.anchor)]
    return [(title, anchor) for _, title, anchor in path]
