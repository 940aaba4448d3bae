"""How surely an answer answers: 0..1."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from pro_context_engine.domain.model import Hit

CALIBRATION = ((0.0, 0.0), (0.5, 0.2), (0.8, 0.39), (0.86, 0.86), (1.5, 0.96))
"""Reach of the best hit, and how often such an answer holds the right page; between two lines in proportion.

Below the step it is less than that: from there on down, questions that are about another library would else be answered
with confidence (docs/decisions/0026-scores-of-our-own.md).
"""


def confidence(hits: Sequence[Hit]) -> float:
    """Return the confidence in an answer made of these hits.

    What counts is how much of what the question tells the best of them has: rare words more than common ones, what is
    in a title or heading or comes repeatedly more than what is said once. Words that the library never uses weigh most.

    Args:
        hits: in any order.

    Returns:
        0..1; 0 without hits.
    """
    reach = max((hit.reach for hit in hits), default=0.0)
    above = bisect_right(CALIBRATION, reach, key=lambda point: point[0])
    if above == len(CALIBRATION):
        return CALIBRATION[-1][1]
    (start, low), (end, high) = CALIBRATION[above - 1], CALIBRATION[above]
    return low + (high - low) * (reach - start) / (end - start)
