"""The scores of a package's sections as probabilities, and the confidence that the first one is meant."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

MOST_SURE = 0.995
"""The highest probability that the scores of sections may tell."""

FEW_WORDS = 0.5
"""The share of the asked words below which a section is the less sure to be meant, the fewer it has."""

_CONSTANT, _SLOPE = 0.3, 0.6


def probabilities(scores: Sequence[float]) -> list[float]:
    """Return the probability that each section is meant, if one of them is.

    Args:
        scores: of `SectionScorer`, highest first.
    """
    parts = [exp(score - scores[0]) for score in scores]
    total = sum(parts)
    return [part / total for part in parts]


def first_confidence(probability: float, covered: float) -> float:
    """Return the confidence (0..1) that a section of the first passage is meant.

    The line is fitted to labelled questions with each package left out (decisions 68 and 109).

    Args:
        probability: of the sections in the first passage together, by `probabilities`.
        covered: the share of the asked words that the best section has.
    """
    certain = min(probability, MOST_SURE)
    likely = 1 / (1 + exp(-(_CONSTANT + _SLOPE * log(certain / (1 - certain)))))
    return likely * min(1.0, covered / FEW_WORDS)
