"""Which chunks are worth scoring: those that have the most telling terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nlargest

from pro_context_engine.search.index.postings import Postings

_SORTED = 16
"""Up to so many times those that are wanted, sorting all of them is faster than choosing the best."""

_ROUNDING = 1e-9
"""Sums of the same weights in another order differ by less than this share."""

First = Callable[[Sequence[int], int], Sequence[int]]
"""Give the first so many of some numbers, which are ascending."""


def candidates(lists: Iterable[tuple[float, Postings]], limit: int, first: First) -> list[int]:
    """Return the chunks whose terms weigh most together.

    Rare terms weigh most, and few chunks have them. As soon as a chunk that has none of the terms so far cannot come
    among the best any more, the long lists of common terms only matter for those that still can.

    Args:
        lists: of each term what finding it tells, and the chunks that have it.
        limit: at most so many.
        first: chooses among equals where there is no room for all: by what they are, for their numbers only tell
            when they were stored.

    Returns:
        Numbers of chunks, those that weigh more than the last ones first.
    """
    ordered = sorted(((weight * one.highest, weight, one) for weight, one in lists), key=lambda one: -one[0])
    left = reached = sum(most for most, _, _ in ordered)
    sums: dict[int, float] = {}
    settled = False
    for most, weight, one in ordered:
        if settled:
            for number, told in one.weighed_among(weight, sums):
                sums[number] += told
        else:
            # Most chunks of a list are in no other one: these are not looked at one by one.
            having = one.weighed(weight)
            for number in having.keys() & sums.keys():
                having[number] += sums[number]
            sums |= having
        left -= most
        if len(sums) > limit and left < reached - left:
            least = _least(sums, limit)
            settled = settled or left < least
            if settled:
                sums = {number: total for number, total in sums.items() if total + left >= least}
    if len(sums) <= limit:
        return list(sums)
    last = _last(sums, limit)
    above = [number for number, total in sums.items() if total > last]
    equal = sorted(number for number, total in sums.items() if total == last)
    return [*above, *first(equal, limit - len(above))]


def _least(sums: Mapping[int, float], limit: int) -> float:
    """Return what the last of the best weighs, a little less to be sure."""
    return _last(sums, limit) * (1 - _ROUNDING)


def _last(sums: Mapping[int, float], limit: int) -> float:
    """Return what the last of the best weighs; there are at least so many."""
    if len(sums) < _SORTED * limit:
        return sorted(sums.values())[-limit]
    return nlargest(limit, sums.values())[-1]
