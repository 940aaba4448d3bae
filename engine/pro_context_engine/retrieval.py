"""The read path: topic → terms → hits → passages within the budget."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from secrets import token_hex
from urllib.parse import urldefrag

from pro_context_engine.answers import Answer, SearchResult, SearchResults
from pro_context_engine.chunks.tokens import count
from pro_context_engine.contents import Opened
from pro_context_engine.errors import IndexingUnderway, TopicUnmatched
from pro_context_engine.index.analysis import query_terms
from pro_context_engine.index.names import anchor_of, asked_names
from pro_context_engine.ingest import Ingest
from pro_context_engine.model import Hit, Passage, TocEntry
from pro_context_engine.ranking.confidence import confidence
from pro_context_engine.ranking.pages import RankedPage, pages_of
from pro_context_engine.ranking.passages import passages
from pro_context_engine.ranking.quoting import FRAME, overhead, quoted, warning_size
from pro_context_engine.ranking.relevance import relevances
from pro_context_engine.ranking.snippets import snippet
from pro_context_engine.ranking.toc import likely, related
from pro_context_engine.storage import ChunkIndex
from pro_context_engine.version_match import UNJUDGED, Verdicts, VersionMatch

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


Places = Mapping[tuple[str, str], Sequence[str]]
"""URLs where asked names are documented, by the key of the library."""


def new_mark() -> str:
    """Return a random mark of eight hexadecimal digits (docs/decisions/0009-marks-around-quoted-text.md)."""
    return token_hex(4)


class Retrieval:
    """Find what answers a topic in the libraries that were opened for it."""

    def __init__(self, ingest: Ingest, index: ChunkIndex, draw: Callable[[], str] = new_mark) -> None:
        """Answer from what this ingest brings in; `draw` gives the marks around what is quoted."""
        self._ingest = ingest
        self._index = index
        self._draw = draw

    async def answer(
        self,
        opened: Sequence[Opened],
        topic: str,
        max_tokens: int,
        verdicts: Verdicts,
    ) -> Answer:
        """Return the passages that answer a topic, what is wrong with their version first; see `DocsEngine.passages`.

        Args:
            opened: the libraries.
            topic: see `DocsEngine.passages`.
            max_tokens: see `DocsEngine.passages`.
            verdicts: what is to be said of the version of each library, by its key.
        """
        terms, names = query_terms(topic), asked_names(topic)
        places = await self._places(opened, names)
        fetched = await self._fill(opened, topic, places, ANSWER_PATIENCE)
        pages = pages_of(await self._index.search([*terms, *names], _scopes(opened), HITS))[:ANSWER_PAGES]
        hits = [hit for page in pages for hit in page.hits]
        # All at once: while pages are stored, each read of the store waits for some of them.
        around = await asyncio.gather(*(self._index.neighbours(page.hits[0]) for page in pages))
        neighbours = {page.key: chunks for page, chunks in zip(pages, around, strict=True)}
        warnings = {key: verdict.reason for key, verdict in verdicts.items() if verdict.match is VersionMatch.MISMATCH}
        room = max_tokens - FRAME - sum(map(warning_size, warnings.values()))
        chosen = passages(hits, neighbours, room, terms, overhead=overhead(pages))
        if not chosen:
            self._raise_if_underway(opened)
            raise TopicUnmatched([library.library.library_id for library in opened], topic)
        by_key = {library.key: library for library in opened}
        used = [by_key[passage.library_id, passage.version or ""] for passage in chosen]
        content = quoted(
            chosen, self._draw, [reason for key, reason in warnings.items() if key in {one.key for one in used}]
        )
        return Answer(
            content=content,
            tokens=count(content),
            passages=tuple(chosen),
            confidence=confidence(hits, terms),
            related=tuple(_next_pages(opened, pages, topic, chosen, places)),
            fetched_at=used[0].snapshot.fetched_at,
            cached=not fetched and all(library.cached for library in opened),
            stale=any(library.stale for library in used),
            indexing=any(self._ingest.underway(library) for library in opened),
            verdict=verdicts.get(used[0].key, UNJUDGED),
        )

    async def search(self, opened: Sequence[Opened], query: str, limit: int) -> SearchResults:
        """Return the pages of these libraries that match, best first; see `DocsEngine.search`."""
        await self._fill(opened, query, await self._places(opened, asked_names(query)), SEARCH_PATIENCE)
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
        terms, names = query_terms(query), asked_names(query)
        pages = pages_of(await self._index.search([*terms, *names], scopes, HITS))
        best = [replace(page.hits[0], score=page.score) for page in pages]
        shown = list(zip(best, relevances(best, terms), strict=True))[:limit]
        results = tuple(_result(hit, relevance, terms, names) for hit, relevance in shown)
        return SearchResults(results, len(pages), tuple(searched))

    async def _places(self, opened: Sequence[Opened], names: Sequence[str]) -> Places:
        """Return where the inventories say that the asked names are documented."""
        return {one.key: await self._index.symbols(*one.key, names) for one in opened} if names else {}

    async def _fill(self, opened: Sequence[Opened], topic: str, places: Places, patience: float) -> bool:
        """Index what the answer needs most, of all libraries at once; return whether anything had to be fetched."""
        fetched = await asyncio.gather(
            *(self._ingest.fill(one, _likely(one, topic, places.get(one.key, ())), patience) for one in opened)
        )
        return any(fetched)

    def _raise_if_underway(self, opened: Sequence[Opened]) -> None:
        for library in opened:
            if self._ingest.underway(library):
                raise IndexingUnderway(library.library.library_id, RETRY_AFTER)


def _likely(opened: Opened, topic: str, places: Sequence[str]) -> Iterator[TocEntry]:
    """Give the entries likely to answer; ranking a long TOC costs time, so only once somebody asks for the first."""
    yield from _documenting({entry.url: entry for entry in opened.toc.pages} if places else {}, places)
    yield from likely(opened.toc.entries, topic, LIKELY_PAGES)


def _scopes(opened: Sequence[Opened]) -> list[tuple[str, str | None]]:
    return [library.key for library in opened]


def _documenting(entries: Mapping[str, TocEntry], places: Sequence[str]) -> list[TocEntry]:
    """Return the entries of the pages that hold these places."""
    return [entries[url] for url in dict.fromkeys(urldefrag(place).url for place in places) if url in entries]


def _result(hit: Hit, relevance: float, terms: Sequence[str], names: Sequence[str]) -> SearchResult:
    chunk = hit.chunk
    # Small sections share a chunk: of several names in it, the asked one is meant.
    anchor = anchor_of(chunk.text, chunk.page_title, names) or chunk.anchor
    return SearchResult(
        library_id=hit.library_id,
        version=hit.version or "",
        title=chunk.page_title,
        url=f"{chunk.page_url}#{anchor}" if anchor else chunk.page_url,
        section=chunk.section,
        snippet=snippet(chunk, terms),
        relevance=relevance,
    )


def _next_pages(
    opened: Sequence[Opened], pages: Sequence[RankedPage], topic: str, chosen: Sequence[Passage], places: Places
) -> list[TocEntry]:
    """Return what to read next: where names are documented, other pages that match, then TOC entries about it."""
    entries = {entry.url: entry for library in opened for entry in library.toc.entries}
    answered = {urldefrag(passage.url).url for passage in chosen}
    matching = [entries[page.url] for page in pages if page.url in entries and page.url not in answered]
    about = related(list(entries.values()), topic, answered, NEXT_PAGES)
    named = _documenting(entries, [place for found in places.values() for place in found])
    unread = [entry for entry in named if entry.url not in answered]
    return list(dict.fromkeys([*unread, *matching, *about]))[:NEXT_PAGES]
