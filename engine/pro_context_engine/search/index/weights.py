"""The fitted weights of the features, `hatch run bench fit` prints them (docs/decisions/0056-fitted-weights.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul

from pro_context_engine.search.index.features import Features

WEIGHTS: Mapping[str, float] = {
    "score": 1.0,
    "pairs": 0.74,
    "repeated": 1.67,
    "page": 1.16,
    "title": 0.77,
    "title_words": -0.46,
    "linked": 0.18,
}
"""The weight of each of `Features`, relative to that of the score."""

LEAST_SCORE = 0.01
"""No weighted score is lower: scores are compared by their ratio."""


def weighted(found: Sequence[Features], weights: Mapping[str, float]) -> list[float]:
    """Return the weighted sum of the features of each candidate."""
    ordered = [weights.get(name, 0.0) for name in Features._fields]
    return [max(LEAST_SCORE, sum(map(mul, ordered, one))) for one in found]
