"""The scores of a package's sections as probabilities, and the confidence that the first passage is meant."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

MOST_SURE = 0.95
"""The highest probability that the scores of sections may tell, and 1 less the lowest."""

LEAST_ALONE = 0.2
"""The same lowest probability for the best section alone: below it, many sections are equally likely."""

FEW_WORDS = 0.5
"""The share of the asked words below which a section is the less sure to be meant, the fewer it has."""

_CONSTANT = -1.8
_TOGETHER, _ALONE, _WORDS, _AGREES, _NAMED, _NAME = 0.9, -0.46, 1.0, 0.4, 6.2, 1.5


class Evidence(NamedTuple):
    """The facts that tell whether the first passage of an answer is meant.

    Attributes:
        together: the probability of the sections in it together, by `probabilities`.
        alone: the probability of the best section.
        covered: the share of the asked words that the best section has.
        words: the number of asked words.
        agrees: whether the best hit of the search is on the same page.
        named: the share of the question that is the name of the best section.
        name: the share of the words in the name of the best section that were asked, a related word counting less.
    """

    together: float
    alone: float
    covered: float
    words: int
    agrees: bool
    named: float
    name: float


def probabilities(scores: Sequence[float]) -> list[float]:
    """Return the probability that each section is meant, if one of them is.

    Args:
        scores: of `SectionScorer`, highest first.
    """
    parts = [exp(score - scores[0]) for score in scores]
    total = sum(parts)
    return [part / total for part in parts]


def first_confidence(evidence: Evidence) -> float:
    """Return the confidence (0..1) that a section of the first passage is meant.

    The weights are fitted to labelled questions with each package left out
    (docs/decisions/0140-what-confidence-follows-from.md, 0223-names-made-of-asked-words.md).
    """
    value = (
        _CONSTANT
        + _TOGETHER * _logit(evidence.together)
        + _ALONE * _logit(max(evidence.alone, LEAST_ALONE))
        + _WORDS * log(0.5 + evidence.covered * evidence.words)
        + _AGREES * evidence.agrees
        + _NAMED * evidence.named
        + _NAME * evidence.name
    )
    return min(1.0, evidence.covered / FEW_WORDS) / (1 + exp(-value))


def _logit(probability: float) -> float:
    certain = min(max(probability, 1 - MOST_SURE), MOST_SURE)
    return log(certain / (1 - certain))
