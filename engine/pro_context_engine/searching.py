"""The read path of a search: query → hits → pages with an excerpt each, some at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pro_context_engine import lookup
from pro_context_engine.answers import SearchResult, SearchResults
from pro_context_engine.contents import Opened
from pro_context_engine.cursors import cursor_after, position_of
from pro_context_engine.ingest import Ingest
from pro_context_engine.lookup import Asked
from pro_context_engine.ranking.fusion import best_relevances
from pro_context_engine.ranking.pages import RankedPage, pages_of, sections_of
from pro_context_engine.ranking.sections import best_anchor
from pro_context_engine.ranking.snippets import snippet
from pro_context_engine.retrieval import Retrieval
from pro_context_engine.storage import ChunkIndex
from pro_context_engine.unmatched import nearest_headings

SEARCH_PATIENCE = 2.0
"""Seconds a search waits for a cold library's pages (seed 003 section 4, US-2: five in all)."""

Scopes = Sequence[tuple[str, str]]


class Searching:
    """Find the pages that match a query."""

    def __init__(self, ingest: Ingest, index: ChunkIndex, retrieval: Retrieval) -> None:
        """Search what is in this index; `retrieval` fills it where a library is not there yet."""
        self._ingest = ingest
        self._index = index
        self._retrieval = retrieval

    async def search(self, opened: Sequence[Opened], asked: Asked, limit: int, cursor: str = "") -> SearchResults:
        """Return the pages of these libraries that match, best first; see `DocsEngine.search`."""
        places = await self._retrieval.places(opened, asked)
        await self._retrieval.fill(opened, asked, places, SEARCH_PATIENCE)
        indexed = await self._index.indexed()
        searched = [library for library in opened if library.library.library_id in indexed]
        if not searched:
            self._retrieval.raise_if_underway(opened)
        names = [library.library.library_id for library in searched]
        return await self._search(asked, [library.key for library in searched], names, limit, cursor)

    async def search_all(self, asked: Asked, limit: int, cursor: str = "") -> SearchResults:
        """Return the pages of everything indexed and not expired that match, best first."""
        scopes = await self._ingest.searchable()
        return await self._search(asked, scopes, sorted({library_id for library_id, _ in scopes}), limit, cursor)

    async def _search(
        self, asked: Asked, scopes: Scopes, searched: Sequence[str], limit: int, cursor: str
    ) -> SearchResults:
        pages = sections_of(pages_of(await lookup.hits(self._index, asked, scopes)))
        search = [*(question.text for question in asked.wordings), "", *searched]
        start = position_of(cursor, pages, search) if cursor else 0
        end = start + limit
        best = [replace(page.hits[0], score=page.score) for page in pages]
        relevance = best_relevances(best, [one.terms for one in asked.wordings])[start:end]
        shown = zip(pages[start:end], relevance, strict=True)
        near = [] if pages else await nearest_headings(self._index, scopes, asked)
        return SearchResults(
            tuple(_result(page, value, asked) for page, value in shown),
            len(pages),
            tuple(searched),
            cursor_after(pages[:end], search) if end < len(pages) else "",
            tuple(heading.title for heading in near),
        )


def _result(page: RankedPage, relevance: float, asked: Asked) -> SearchResult:
    chunk = page.hits[0].chunk
    anchor = best_anchor(chunk, asked.terms, asked.names)
    return SearchResult(
        library_id=page.library_id,
        version=page.version or "",
        title=chunk.page_title,
        url=f"{chunk.page_url}#{anchor}" if anchor else chunk.page_url,
        section=chunk.section,
        headings=tuple(title for title in chunk.heading_path if title != chunk.page_title),
        snippet=snippet(chunk, asked.terms),
        relevance=relevance,
    )
