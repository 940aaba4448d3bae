"""The scoring of chunks that a database has found: every database returns the same hits in the same order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pro_context_engine.domain.model import Chunk, Hit
from pro_context_engine.search.index.features import features
from pro_context_engine.search.index.postings import Postings
from pro_context_engine.search.index.scoring import Candidate, CollectionStatistics, scores
from pro_context_engine.search.index.weights import weighted

RANKED = 100
"""So many of the candidates with the best scores are ranked by all features."""


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
    weights: Mapping[str, float] | None = None,
) -> list[Hit]:
    """Return the undamaged chunks of some rows as hits, best first.

    Args:
        terms: see `storage.ChunkIndex.search`.
        statistics: the counts of the searched chunks.
        postings: of each term except the pairs.
        rows: the candidates, by row.
        weights: the weights of their features (`features.Features`), for the best `RANKED` of them; None for their
            scores alone.
    """
    scored = scores(terms, statistics, [row.candidate for row in rows.values()], _places(postings, rows))
    hits = [
        (Hit(row.chunk, score.total, row.library_id, row.version or None, score.own, score.reach, row.terms), number)
        for (number, row), score in zip(rows.items(), scored, strict=True)
        if row.chunk
    ]
    hits.sort(key=lambda one: _order(one[0]))
    if weights is None:
        return [hit for hit, _ in hits]
    best = {number: (hit, rows[number].candidate) for hit, number in hits[:RANKED]}
    return _by_features(terms, statistics, list(best.values()), _places(postings, best), weights)


def _places(postings: Mapping[str, Postings], rows: Mapping[int, object]) -> dict[str, frozenset[int]]:
    """Return for each term the positions of the rows that have it."""
    positions = {row: position for position, row in enumerate(rows)}
    return {term: frozenset(positions[row] for row in one.intersect(positions)) for term, one in postings.items()}


def _by_features(
    terms: Sequence[str],
    statistics: CollectionStatistics,
    best: Sequence[tuple[Hit, Candidate]],
    places: Mapping[str, frozenset[int]],
    weights: Mapping[str, float],
) -> list[Hit]:
    """Return hits by the weighted features of their chunks, best first."""
    candidates, totals = [candidate for _, candidate in best], [hit.score for hit, _ in best]
    values = weighted(features(terms, statistics, candidates, totals, places), weights)
    asked = statistics.asked_weight(terms)
    # On the scale of the former score, so that its reach relates both to the weight of the asked words.
    return sorted(
        (hit.with_score(asked * value) for (hit, _), value in zip(best, values, strict=True)),
        key=_order,
    )


def _order(hit: Hit) -> tuple[float, str, str, int]:
    return (-hit.score, hit.library_id, hit.chunk.page_url, hit.chunk.ordinal)
