"""The merging of the hits of several wordings into one ranking."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.model import Hit
from pro_context_engine.search.ranking.ranked_pages import PageKey
from pro_context_engine.search.ranking.relevance import relevances

REPHRASED = 0.5
"""The weight of a rephrasing, relative to the topic."""

ChunkKey = tuple[PageKey, int]


def fuse(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Return the hits of all rankings, best first; a hit of several wordings ranks higher.

    Each score is divided by the best score of its ranking before the scores of a hit are added, because the scores of
    different questions have different scales. Ranks alone would lose the distance between hits.

    Args:
        rankings: each best first; the first is of the topic, the others of rephrasings.

    Returns:
        Each chunk once, with a score on the scale of the first ranking that is not empty; a single ranking unchanged.
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
        (hit.with_score(scores[key]) for key, hit in chunks.items()),
        key=lambda hit: (-hit.score, hit.library_id, hit.version or "", hit.chunk.page_url, hit.chunk.ordinal),
    )


def best_relevances(hits: Sequence[Hit], wordings: Sequence[Sequence[str]]) -> list[float]:
    """Return each hit's relevance (0..1) to the wording that fits it best, in the order of the hits.

    Args:
        hits: best first.
        wordings: output of `analysis.query_terms` for each wording.
    """
    return [max(values) for values in zip(*(relevances(hits, terms) for terms in wordings), strict=True)]


def _key(hit: Hit) -> ChunkKey:
    return (hit.library_id, hit.version, hit.chunk.page_url), hit.chunk.ordinal
