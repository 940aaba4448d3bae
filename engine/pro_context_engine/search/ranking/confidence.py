"""The confidence in an answer: 0..1."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from pro_context_engine.domain.model import Hit

CALIBRATION = ((0.0, 0.0), (0.5, 0.2), (0.8, 0.39), (0.86, 0.86), (1.5, 0.96))
"""Reach of the best hit, and the share of such answers that hold the right page; linear between two points.

Below the step the values are lower than measured: otherwise questions about another library would be answered with
confidence (docs/decisions/0026-scores-of-our-own.md).
"""


def confidence(hits: Sequence[Hit]) -> float:
    """Return the confidence in an answer made of these hits.

    It follows from the reach of the best hit: rare words count more than common ones, and words in a title or heading
    or repeated words more than words that occur once. Words that the library never uses weigh most.

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
