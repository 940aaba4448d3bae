"""The read path: topic → hits → passages within the budget."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from urllib.parse import urldefrag

from pro_context_engine.domain.errors import IndexingUnderway
from pro_context_engine.domain.model import Hit, Passage, TocEntry
from pro_context_engine.domain.results import Answer
from pro_context_engine.domain.storage import ChunkIndex
from pro_context_engine.domain.versions.version_match import UNJUDGED, Verdicts, VersionMatch
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.toc_intake import Opened
from pro_context_engine.search import query
from pro_context_engine.search.query import Asked
from pro_context_engine.search.ranking.further_reading import linked_entries
from pro_context_engine.search.ranking.passage_selection import Neighbours, select_passages
from pro_context_engine.search.ranking.quoting import FRAME, quote, size, warning_size
from pro_context_engine.search.ranking.ranked_pages import RankedPage, pages_of
from pro_context_engine.search.ranking.relevance import are_plausible, confidence
from pro_context_engine.search.ranking.toc import likely_entries, related_entries
from pro_context_engine.services.no_match import unmatched

LIKELY_PAGES = 24
"""Pages of a cold library that an answer waits for first."""

ANSWER_PATIENCE = 4.0
"""Seconds an answer waits for a cold library's pages (seed 003 section 4, US-2: five in all)."""

RETRY_AFTER = 5
"""Seconds after which asking again about a library that is being indexed is worthwhile."""

ANSWER_PAGES = 12
"""Best pages of a library that an answer may be made of."""

NEXT_PAGES = 5
"""Related pages that are named."""

MOST_NAMED = 5
"""Libraries without a match that are named."""


Places = Mapping[tuple[str, str], Sequence[str]]
"""URLs where asked names are documented, by the key of the library."""


def new_mark() -> str:
    """Return a random mark of eight hexadecimal digits (docs/decisions/0009-marks-around-quoted-text.md)."""
    return token_hex(4)


@dataclass(frozen=True, slots=True)
class Found:
    """What a library has on a topic: its best pages, best first, and how surely they answer."""

    opened: Opened
    hits: Sequence[Hit]
    pages: Sequence[RankedPage]
    confidence: float


class Retrieval:
    """Find what answers a topic in the libraries that were opened for it."""

    def __init__(self, ingest: Ingest, index: ChunkIndex, draw: Callable[[], str] = new_mark) -> None:
        """Answer from what this ingest brings in; `draw` gives the marks around what is quoted."""
        self._ingest = ingest
        self._index = index
        self._draw = draw

    async def answer(self, opened: Sequence[Opened], asked: Asked, max_tokens: int, verdicts: Verdicts) -> Answer:
        """Return the passages that answer a topic, what is wrong with their version first; see `DocsEngine.passages`.

        Args:
            opened: the libraries.
            asked: the topic.
            max_tokens: see `DocsEngine.passages`.
            verdicts: what is to be said of the version of each library, by its key.
        """
        places = await self.places(opened, asked)
        fetched = await self.fill(opened, asked, places, ANSWER_PATIENCE)
        # Looked at before searching: what arrives meanwhile is perhaps not in the answer.
        underway = self.underway(opened)
        found = await self._found(opened, asked)
        warnings = [*_mismatches(verdicts, found), *_silence(opened, found)]
        room = max_tokens - FRAME - sum(map(warning_size, warnings))
        libraries = [one.pages for one in found]
        chosen = select_passages(
            libraries, await self._neighbours(libraries), room, [one.terms for one in asked.wordings]
        )
        if not chosen:
            raise_if_any(underway)
            await self.raise_if_unavailable(opened)
            raise await unmatched(self._ingest, self._index, opened, asked)
        by_key = {one.key: one for one in opened}
        used = [by_key[passage.library_id, passage.version or ""] for passage in chosen]
        content = quote(chosen, self._draw, warnings)
        return Answer(
            content=content,
            tokens=size(chosen, warnings),
            passages=tuple(chosen),
            confidence=found[0].confidence,
            related=tuple(_next_pages(found, asked, chosen, places)),
            fetched_at=used[0].snapshot.fetched_at,
            cached=not fetched and all(one.cached for one in opened),
            stale=any(one.stale for one in used),
            indexing=bool(underway),
            verdict=verdicts.get(used[0].key, UNJUDGED),
        )

    async def places(self, opened: Sequence[Opened], asked: Asked) -> Places:
        """Return where the inventories say that the asked names are documented."""
        return {one.key: await self._index.symbols(*one.key, asked.names) for one in opened} if asked.names else {}

    async def fill(self, opened: Sequence[Opened], asked: Asked, places: Places, patience: float) -> bool:
        """Index what the answer needs most, of all libraries at once; return whether anything had to be fetched."""
        fetched = await asyncio.gather(
            *(self._ingest.fill(one, _likely(one, asked, places.get(one.key, ())), patience) for one in opened)
        )
        return any(fetched)

    def underway(self, opened: Sequence[Opened]) -> list[Opened]:
        """Return the libraries of which pages are still on their way."""
        return [library for library in opened if self._ingest.underway(library)]

    async def raise_if_unavailable(self, opened: Sequence[Opened]) -> None:
        """Raise the fact that none of these libraries has a page, if it is because none could be had.

        Raises:
            SourceUnavailable: of the first library.
        """
        facts = [await self._ingest.unavailable(one) for one in opened]
        if facts and facts[0] and all(facts):
            raise facts[0]

    async def _found(self, opened: Sequence[Opened], asked: Asked) -> list[Found]:
        """Return what each library has that plausibly has something, the one that answers most surely first."""
        hits = await asyncio.gather(*(query.hits(self._index, asked, [one.key]) for one in opened))
        telling = are_plausible(hits, asked.terms)
        found = [
            Found(one, own, pages_of(own)[:ANSWER_PAGES], confidence(own))
            for one, own, tells in zip(opened, hits, telling, strict=True)
            if tells
        ]
        return sorted(found, key=lambda each: -each.confidence)

    async def _neighbours(self, libraries: Sequence[Sequence[RankedPage]]) -> Neighbours:
        """Return the chunks of each library's best page."""
        best = [pages[0] for pages in libraries]
        # All at once: while pages are stored, each read of the store waits for some of them.
        chunks = await asyncio.gather(*(self._index.neighbours(page.hits[0]) for page in best))
        return {page.key: around for page, around in zip(best, chunks, strict=True)}


def raise_if_any(underway: Sequence[Opened]) -> None:
    """Raise the fact that asking again is worthwhile, if it is.

    Args:
        underway: the libraries of which pages were on their way when the search began.

    Raises:
        IndexingUnderway: there are any.
    """
    for library in underway:
        raise IndexingUnderway(library.library.library_id, RETRY_AFTER)


def _likely(opened: Opened, asked: Asked, places: Sequence[str]) -> Iterator[TocEntry]:
    """Give the entries likely to answer; ranking a long TOC costs time, so only once somebody asks for the first."""
    yield from _documenting({entry.url: entry for entry in opened.toc.pages} if places else {}, places)
    yield from likely_entries(opened.toc.entries, asked.text, LIKELY_PAGES)


def _documenting(entries: Mapping[str, TocEntry], places: Sequence[str]) -> list[TocEntry]:
    """Return the entries of the pages that hold these places."""
    return [entries[url] for url in dict.fromkeys(urldefrag(place).url for place in places) if url in entries]


def _mismatches(verdicts: Verdicts, found: Sequence[Found]) -> list[str]:
    """Return what is wrong with the versions of what was found."""
    judged = [verdicts.get(one.opened.key, UNJUDGED) for one in found]
    return [verdict.reason for verdict in judged if verdict.match is VersionMatch.MISMATCH]


def _silence(opened: Sequence[Opened], found: Sequence[Found]) -> list[str]:
    """Return a sentence that names the libraries that have nothing to say, where others have."""
    telling = {one.opened.library.library_id for one in found}
    silent = dict.fromkeys(one.library.library_id for one in opened if one.library.library_id not in telling)
    if not silent or not telling:
        return []
    named = ", ".join(list(silent)[:MOST_NAMED])
    further = f" and {len(silent) - MOST_NAMED} more" if len(silent) > MOST_NAMED else ""
    return [f"Nothing on this topic was found in {named}{further}."]


def _next_pages(found: Sequence[Found], asked: Asked, chosen: Sequence[Passage], places: Places) -> list[TocEntry]:
    """Return what to read next, other pages than were answered from.

    First where asked names are documented, then the best match that had no room, what the answer links to, entries of
    the TOC about the topic, further matches.
    """
    entries = {entry.url: entry for one in found for entry in one.opened.toc.entries}
    answered = {urldefrag(passage.url).url for passage in chosen}
    named = _documenting(entries, [place for those in places.values() for place in those])
    matching = [entries[page.url] for one in found for page in one.pages if page.url in entries]
    unshown = [entry for entry in matching if entry.url not in answered]
    about = related_entries([one.opened.toc.entries for one in found], asked.topic, answered, NEXT_PAGES)
    worth = [*named, *unshown[:1], *linked_entries(chosen, entries)[:2], *about[:2], *unshown, *about]
    return list(dict.fromkeys(entry for entry in worth if urldefrag(entry.url).url not in answered))[:NEXT_PAGES]
