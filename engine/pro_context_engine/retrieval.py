"""The read path: topic → terms → hits → passages within the budget."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import urldefrag

from pro_context_engine.answers import Answer, SearchResult, SearchResults
from pro_context_engine.chunks.tokens import count
from pro_context_engine.errors import IndexingUnderway, TopicUnmatched
from pro_context_engine.index.analysis import query_terms
from pro_context_engine.ingest import Ingest, Opened
from pro_context_engine.interfaces import ChunkIndex
from pro_context_engine.model import Hit, Passage, TocEntry
from pro_context_engine.ranking.confidence import confidence
from pro_context_engine.ranking.pages import RankedPage, pages_of
from pro_context_engine.ranking.passages import passages
from pro_context_engine.ranking.quoting import overhead, quoted
from pro_context_engine.ranking.relevance import relevances
from pro_context_engine.ranking.snippets import snippet
from pro_context_engine.ranking.toc import likely, related

HITS = 100
"""Chunks looked at for one answer."""

LIKELY_PAGES = 24
"""Pages of a cold library that an answer waits for first."""

ANSWER_PATIENCE = 4.0
SEARCH_PATIENCE = 2.0
"""Seconds a call waits for a cold library's pages (seed 003 section 4, US-2: five in all)."""

RETRY_AFTER = 5
"""Seconds after which asking again about a library that is being indexed is worthwhile."""

ANSWER_PAGES = 12
"""Best pages an answer may be made of."""

NEXT_PAGES = 5
"""Related pages that are named."""


class Retrieval:
    """Find what answers a topic in the libraries that were opened for it."""

    def __init__(self, ingest: Ingest, index: ChunkIndex) -> None:
        self._ingest = ingest
        self._index = index

    async def answer(self, opened: Sequence[Opened], topic: str, max_tokens: int) -> Answer:
        """Return the passages that answer a topic; see `DocsEngine.passages`."""
        fetched = await self._fill(opened, topic, ANSWER_PATIENCE)
        terms = query_terms(topic)
        pages = pages_of(await self._index.search(terms, _scopes(opened), HITS))[:ANSWER_PAGES]
        hits = [hit for page in pages for hit in page.hits]
        neighbours = {page.key: await self._index.neighbours(page.hits[0]) for page in pages}
        chosen = passages(hits, neighbours, max_tokens, terms, overhead=overhead(pages))
        if not chosen:
            self._raise_if_underway(opened)
            raise TopicUnmatched([library.library.library_id for library in opened], topic)
        by_key = {library.key: library for library in opened}
        used = [by_key[passage.library_id, passage.version or ""] for passage in chosen]
        content = quoted(chosen)
        return Answer(
            content=content,
            tokens=count(content),
            passages=tuple(chosen),
            confidence=confidence(hits, terms),
            related=tuple(_next_pages(opened, pages, topic, chosen)),
            fetched_at=used[0].snapshot.fetched_at,
            cached=not fetched and all(library.cached for library in opened),
            stale=any(library.stale for library in used),
        )

    async def search(self, opened: Sequence[Opened], query: str, limit: int) -> SearchResults:
        """Return the pages of these libraries that match, best first; see `DocsEngine.search`."""
        await self._fill(opened, query, SEARCH_PATIENCE)
        indexed = await self._index.indexed()
        searched = [library for library in opened if library.library.library_id in indexed]
        if not searched:
            self._raise_if_underway(opened)
        return await self._search(query, _scopes(searched), [one.library.library_id for one in searched], limit)

    async def search_all(self, query: str, limit: int) -> SearchResults:
        """Return the pages of everything indexed and not expired that match, best first."""
        scopes = await self._ingest.searchable()
        return await self._search(query, scopes, sorted({library_id for library_id, _ in scopes}), limit)

    async def _search(
        self, query: str, scopes: Sequence[tuple[str, str | None]], searched: Sequence[str], limit: int
    ) -> SearchResults:
        terms = query_terms(query)
        pages = pages_of(await self._index.search(terms, scopes, HITS))
        best = [replace(page.hits[0], score=page.score) for page in pages]
        shown = list(zip(best, relevances(best, terms), strict=True))[:limit]
        results = tuple(_result(hit, relevance, terms) for hit, relevance in shown)
        return SearchResults(results, len(pages), tuple(searched))

    async def _fill(self, opened: Sequence[Opened], topic: str, patience: float) -> bool:
        """Index what the answer needs most, of all libraries at once; return whether anything had to be fetched."""
        fetched = await asyncio.gather(*(self._ingest.fill(one, _likely(one, topic), patience) for one in opened))
        return any(fetched)

    def _raise_if_underway(self, opened: Sequence[Opened]) -> None:
        for library in opened:
            if self._ingest.underway(library):
                raise IndexingUnderway(library.library.library_id, RETRY_AFTER)


def _likely(opened: Opened, topic: str) -> Iterator[TocEntry]:
    """Give the entries likely to answer; ranking a long TOC costs time, so only once somebody asks for the first."""
    yield from likely(opened.toc.entries, topic, LIKELY_PAGES)


def _scopes(opened: Sequence[Opened]) -> list[tuple[str, str | None]]:
    return [library.key for library in opened]


def _result(hit: Hit, relevance: float, terms: Sequence[str]) -> SearchResult:
    chunk = hit.chunk
    return SearchResult(
        library_id=hit.library_id,
        version=hit.version or "",
        title=chunk.page_title,
        url=f"{chunk.page_url}#{chunk.anchor}" if chunk.anchor else chunk.page_url,
        section=chunk.section,
        snippet=snippet(chunk, terms),
        relevance=relevance,
    )


def _next_pages(
    opened: Sequence[Opened], pages: Sequence[RankedPage], topic: str, chosen: Sequence[Passage]
) -> list[TocEntry]:
    """Return what to read next: other pages that match the topic, then TOC entries about it."""
    entries = {entry.url: entry for library in opened for entry in library.toc.entries}
    answered = {urldefrag(passage.url).url for passage in chosen}
    matching = [entries[page.url] for page in pages if page.url in entries and page.url not in answered]
    about = related(list(entries.values()), topic, answered, NEXT_PAGES)
    return list(dict.fromkeys([*matching, *about]))[:NEXT_PAGES]
