"""The fact that nothing matches a topic: the searched libraries, their completeness and age, the nearest headings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pro_context_engine.documents.pages.text import one_line
from pro_context_engine.domain.errors import TopicUnmatched
from pro_context_engine.domain.model import Snapshot, TocEntry
from pro_context_engine.domain.page_address import at_anchor
from pro_context_engine.domain.storage import ChunkIndex, HeadingPlace
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.search.query import Question
from pro_context_engine.search.ranking.nearest_headings import nearest_titles

MOST_HEADINGS = 20_000
"""Bound on the compared headings."""

NEAREST = 5
"""Number of headings that are named."""

MOST_CHARACTERS = 120
"""Bound on the characters of each."""


async def no_match_fact(
    ingest: Ingest, index: ChunkIndex, opened: Sequence[OpenedLibrary], asked: Question, missing: Sequence[str]
) -> TopicUnmatched:
    """Return the fact that nothing matches.

    Args:
        ingest: knows how complete the libraries are.
        index: knows their headings.
        opened: the libraries that were searched.
        asked: the topic.
        missing: a sentence for each name that a library lacks.
    """
    snapshots = [await ingest.snapshot(one) for one in opened]
    listed = [entry for one in opened for entry in one.toc.entries]
    near = await nearest_headings(index, [one.key for one in opened], asked, listed)
    return TopicUnmatched(
        library_ids=[one.library.library_id for one in opened],
        topic=asked.foreign_topic or asked.topic,
        language=asked.language,
        searched=[_searched(snapshot) for snapshot in snapshots],
        pages_indexed=sum(snapshot.pages for snapshot in snapshots),
        pages_known=sum(_known(snapshot) for snapshot in snapshots),
        oldest=min(snapshot.fetched_at for snapshot in snapshots).isoformat(),
        nearest_headings=[heading.title for heading in near],
        nearest_pages=[heading.url for heading in near],
        missing=list(missing),
    )


async def nearest_headings(
    index: ChunkIndex, keys: Sequence[tuple[str, str]], asked: Question, listed: Sequence[TocEntry] = ()
) -> list[TocEntry]:
    """Return the headings spelt most like the topic, best first; their titles bounded, in the page's words.

    Args:
        index: knows the headings of indexed pages.
        keys: (libraryId, version or "") of the snapshots to look in.
        asked: the topic.
        listed: entries of tables of contents, whose pages may not be indexed.
    """
    headings: list[HeadingPlace] = []
    for key in keys:
        headings += await index.headings(*key, MOST_HEADINGS - len(headings))
    headings += [(entry.title, entry.url, "") for entry in listed[: MOST_HEADINGS - len(headings)]]
    # Of headings with one title the first.
    places = {title: (url, anchor) for title, url, anchor in reversed(headings)}
    near = await asyncio.to_thread(nearest_titles, list(places), asked.text, NEAREST)
    return [TocEntry(one_line(title)[:MOST_CHARACTERS], at_anchor(*places[title])) for title in near]


def _searched(snapshot: Snapshot) -> str:
    """Return a line about a searched library: id, version, source, completeness."""
    name = " ".join(filter(None, [snapshot.library_id, snapshot.version]))
    return f"{name} ({snapshot.source}): {snapshot.pages} of {_known(snapshot)} pages"


def _known(snapshot: Snapshot) -> int:
    """Return the number of known pages; some stored pages stand in no table of contents."""
    return max(snapshot.pages, snapshot.total_pages)
