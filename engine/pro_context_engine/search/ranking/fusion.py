"""Hits of several wordings of one question to one ranking."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.ranking.ranked_pages import PageKey
from pro_context_engine.search.ranking.relevance import relevances

REPHRASED = 0.5
"""What a rephrasing counts, against the topic itself."""

ChunkKey = tuple[PageKey, int]


def fused(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Return the hits of all rankings, best first: those that several wordings find go up.

    A hit's scores are added, each as a share of its ranking's best one, for scores of different questions are on
    different scales; ranks alone would forget by how much the best one leads.

    Args:
        rankings: each best first; the first is of the topic, the others of rephrasings.

    Returns:
        Each chunk once, with a score on the scale of the first ranking that has any; a single ranking as it is.
    """
    found = [ranking for ranking in rankings if ranking]
    if len(found) < 2:
        return list(found[0]) if found else []
    scale = found[0][0].score
    scores: dict[ChunkKey, float] = {}
    chunks: dict[ChunkKey, Hit] = {}
    for position, ranking in enumerate(rankings):
        weight = REPHRASED if position else 1.0
        for hit in ranking:
            key = _key(hit)
            if key not in chunks or hit.reach > chunks[key].reach:
                chunks[key] = hit
            scores[key] = scores.get(key, 0.0) + weight * hit.score / ranking[0].score * scale
    return sorted(
        (hit.scored(scores[key]) for key, hit in chunks.items()),
        key=lambda hit: (-hit.score, hit.library_id, hit.version or "", hit.chunk.page_url, hit.chunk.ordinal),
    )


def best_relevances(hits: Sequence[Hit], wordings: Sequence[Sequence[str]]) -> list[float]:
    """Return each hit's relevance (0..1) to the wording that it fits best, in the order of the hits.

    Args:
        hits: best first.
        wordings: the `index.query_terms` of each.
    """
    return [max(values) for values in zip(*(relevances(hits, terms) for terms in wordings), strict=True)]


def _key(hit: Hit) -> ChunkKey:
    return (hit.library_id, hit.version, hit.chunk.page_url), hit.chunk.ordinal
