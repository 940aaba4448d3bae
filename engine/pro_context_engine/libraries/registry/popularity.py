"""Popularity: the use of a library, from its ranks in the download lists (lower is better)."""

from __future__ import annotations

import math

from pro_context_engine.domain.model import Library

UNRANKED = 20_000
"""The rank of a library in no list: after the last place of the longest list (15,000)."""


def rank(library: Library) -> int:
    """Return the library's best rank in any list; ranks of different lists only roughly compare."""
    return min(library.popularity.values(), default=UNRANKED)


def weight(library: Library) -> float:
    """Return the popularity: 1 for the first of a list, 0 for no list; each tenfold of rank is the same step."""
    return 1.0 - math.log(rank(library)) / math.log(UNRANKED)


def order(library: Library) -> tuple[int, str]:
    """Return the sort key that puts the most used library first."""
    return rank(library), library.library_id
