"""The merging of hits by words and hits by vectors into one order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import orjson

from pro_context_engine.corpus.values import Metadata
from pro_context_engine.domain.model import Hit

_RANK = 60
"""The usual constant of reciprocal rank fusion; a higher one makes later ranks count more."""


def fuse(by_words: Sequence[Hit], by_vectors: Sequence[Hit]) -> list[Hit]:
    """Return the hits of both rankings, each once, by the sum of their reciprocal ranks, which is their score.

    Args:
        by_words: best first.
        by_vectors: best first.
    """
    hits: dict[str, Hit] = {}
    scores: dict[str, float] = {}
    for ranking in (by_words, by_vectors):
        for rank, hit in enumerate(ranking, 1):
            chunk_id = hit.chunk.chunk_id
            hits.setdefault(chunk_id, hit)
            scores[chunk_id] = scores.get(chunk_id, 0.0) + 1 / (_RANK + rank)
    ordered = sorted(hits, key=lambda chunk_id: (-scores[chunk_id], chunk_id))
    return [replace(hits[chunk_id], score=scores[chunk_id]) for chunk_id in ordered]


def metadata_of(hit: Hit) -> Metadata:
    """Return the taxonomy values of a hit's page."""
    values: Metadata = orjson.loads(hit.library_id)
    return values
