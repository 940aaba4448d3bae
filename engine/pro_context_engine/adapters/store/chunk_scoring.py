"""The scoring of chunks that a database has found: every database returns the same hits in the same order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.index.postings import Postings
from pro_context_engine.search.index.scoring import Candidate, CollectionStatistics, scores


class ChunkRow(NamedTuple):
    """A chunk in the index.

    Attributes:
        library_id: of its snapshot.
        version: of its snapshot, "" for a source without versions.
        candidate: the terms that scoring counts.
        terms: all terms of the chunk, with a space before and after each.
        chunk: the chunk itself, None if its row is damaged.
    """

    library_id: str
    version: str
    candidate: Candidate
    terms: str
    chunk: Chunk | None


def scored_hits(
    terms: Sequence[str],
    statistics: CollectionStatistics,
    postings: Mapping[str, Postings],
    rows: Mapping[int, ChunkRow],
) -> list[Hit]:
    """Return the undamaged chunks of some rows as hits, best first.

    Args:
        terms: see `storage.ChunkIndex.search`.
        statistics: the counts of the searched chunks.
        postings: of each term except the pairs.
        rows: the candidates, by row.
    """
    positions = {row: position for position, row in enumerate(rows)}
    places = {term: frozenset(positions[row] for row in one.intersect(positions)) for term, one in postings.items()}
    scored = scores(terms, statistics, [row.candidate for row in rows.values()], places)
    hits = [
        Hit(row.chunk, score.total, row.library_id, row.version or None, score.own, score.reach, row.terms)
        for row, score in zip(rows.values(), scored, strict=True)
        if row.chunk
    ]
    hits.sort(key=lambda hit: (-hit.score, hit.library_id, hit.chunk.page_url, hit.chunk.ordinal))
    return hits
