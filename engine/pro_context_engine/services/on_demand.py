"""Pages fetched on demand: the pages that one answer needs most, within its patience."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from urllib.parse import urldefrag

from pro_context_engine.domain.errors import DocsError, IndexingUnderway
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.domain.storage import ChunkIndex
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.backfills import Backfills
from pro_context_engine.ingestion.guide_intake import GuideIntake
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.single_pages import SinglePages
from pro_context_engine.search.query import Question
from pro_context_engine.search.ranking.toc import likely_entries

LIKELY_PAGES = 24
"""Pages of a cold library that an answer waits for first."""

MOST_UNLISTED = 3
"""Pages that no table of contents lists and that an answer waits for."""

RETRY_AFTER = 5
"""Seconds after which a client may ask again about a library that is being indexed."""

Places = Mapping[tuple[str, str], Sequence[str]]
"""URLs that document the asked names, by (libraryId, version or "")."""


@part_class
class OnDemand:
    """Have the pages fetched that an answer needs.

    Attributes:
        backfills: brings pages into the store.
        guide_intake: adds the guides of packages.
        index: knows which pages document a name.
        single_pages: reads pages that no table of contents lists.
    """

    backfills: Backfills
    guide_intake: GuideIntake
    index: ChunkIndex
    single_pages: SinglePages

    async def places(self, opened: Sequence[OpenedLibrary], asked: Question) -> Places:
        """Return the URLs that the inventories give for the asked names."""
        return {one.key: await self.index.symbols(*one.key, asked.names) for one in opened} if asked.names else {}

    async def fill(self, opened: Sequence[OpenedLibrary], asked: Question, places: Places, patience: float) -> bool:
        """Index the pages that the answer needs most, of all libraries at once; return whether any had to be fetched.

        Args:
            opened: the libraries.
            asked: the topic.
            places: of `places`.
            patience: seconds to wait; the other pages follow behind the answer.
        """
        fetched = await asyncio.gather(
            *(self.backfills.fill(one, _likely(one, asked, places.get(one.key, ())), patience) for one in opened)
        )
        return any(fetched)

    def add_guides(self, opened: Sequence[OpenedLibrary]) -> list[OpenedLibrary]:
        """Have the guides of packages added behind the answer; return the libraries whose guides are on their way."""
        return [library for library in opened if self.guide_intake.start(library)]

    async def fill_named(self, opened: OpenedLibrary, asked: Question, places: Sequence[str], patience: float) -> bool:
        """Index the pages that hold these places first, and wait for them alone; return whether any page was missing.

        Args:
            opened: the library.
            asked: the topic, whose likely pages follow.
            places: URLs.
            patience: seconds to wait at most.
        """
        enough = {urldefrag(place).url for place in places}
        return await self.backfills.fill(opened, _likely(opened, asked, places), patience, enough)

    async def fill_unlisted(self, opened: OpenedLibrary, places: Sequence[str], patience: float) -> bool:
        """Index the pages that hold these places and that no table of contents lists; return whether any was missing.

        Args:
            opened: the library.
            places: URLs of its own pages.
            patience: seconds to wait for each of them.
        """
        listed = {entry.url for entry in opened.toc.pages} if places else set()
        unlisted = [place for place in places if urldefrag(place).url not in listed][:MOST_UNLISTED]
        stored = await self.index.sections(*opened.key, unlisted) if unlisted else []
        missing = [urldefrag(place).url for place, section in zip(unlisted, stored, strict=True) if section is None]
        for url in dict.fromkeys(missing):
            with suppress(DocsError, TimeoutError):
                async with asyncio.timeout(patience):
                    await self.single_pages.fetch(url, None)
        return bool(missing)

    def underway(self, opened: Sequence[OpenedLibrary]) -> list[OpenedLibrary]:
        """Return the libraries whose pages are being fetched."""
        return [library for library in opened if self.backfills.underway(library)]

    def first_underway(self, opened: Sequence[OpenedLibrary]) -> list[OpenedLibrary]:
        """Return the libraries whose pages are being fetched for the first time."""
        return [library for library in opened if self.backfills.first_underway(library)]

    async def raise_if_unavailable(self, opened: Sequence[OpenedLibrary]) -> None:
        """Raise the fact that no page of these libraries could be fetched, if that is why none is stored.

        Raises:
            SourceUnavailable: of the first library.
        """
        facts = [await self.backfills.unavailable(one) for one in opened]
        if facts and facts[0] and all(facts):
            raise facts[0]


def raise_if_any(underway: Sequence[OpenedLibrary]) -> None:
    """Raise the fact that pages of these libraries are being fetched, if there are any libraries.

    Args:
        underway: the libraries whose pages were being fetched when the search began.

    Raises:
        IndexingUnderway: there are any.
    """
    for library in underway:
        raise IndexingUnderway(library.library.library_id, RETRY_AFTER)


def documenting(entries: Mapping[str, TocEntry], places: Sequence[str]) -> list[TocEntry]:
    """Return the TOC entries of the pages that hold these places.

    Args:
        entries: by their URL.
        places: URLs, with or without a fragment.
    """
    return [entries[url] for url in dict.fromkeys(urldefrag(place).url for place in places) if url in entries]


def _likely(opened: OpenedLibrary, asked: Question, places: Sequence[str]) -> Iterator[TocEntry]:
    """Give the entries likely to answer; a long TOC is ranked only when its first entry is asked for."""
    yield from documenting({entry.url: entry for entry in opened.toc.pages} if places else {}, places)
    yield from likely_entries(opened.toc.entries, asked.text, LIKELY_PAGES)
