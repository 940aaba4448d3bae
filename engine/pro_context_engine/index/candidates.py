"""Which chunks are worth scoring: those that have the most telling terms."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nlargest

_LOOK_UP = 16
"""Looking a number up takes about so many times as long as reading one on."""

_ROUNDING = 1e-9
"""Sums of the same weights in another order differ by less than this share."""

First = Callable[[Sequence[int], int], Sequence[int]]
"""Give the first so many of some numbers, which are ascending."""


def candidates(lists: Iterable[tuple[float, Sequence[int]]], limit: int, first: First) -> list[int]:
    """Return the chunks whose terms weigh most together.

    Rare terms weigh most, and few chunks have them. As soon as a chunk that has none of the terms so far cannot come
    among the best any more, the long lists of common terms only matter for those that still can.

    Args:
        lists: of each term its weight and the numbers of the chunks that have it, ascending.
        limit: at most so many.
        first: chooses among equals where there is no room for all: by what they are, for their numbers only tell
            when they were stored.

    Returns:
        Numbers of chunks, those that weigh more than the last ones first.
    """
    ordered = sorted(lists, key=lambda one: -one[0])
    left = reached = sum(weight for weight, _ in ordered)
    sums: dict[int, float] = {}
    settled = False
    for weight, numbers in ordered:
        if settled:
            for number in _among(sums, numbers):
                sums[number] += weight
        else:
            # Most chunks of a list are in no other one: these are not looked at one by one.
            having = dict.fromkeys(numbers, weight)
            for number in having.keys() & sums.keys():
                having[number] += sums[number]
            sums |= having
        left -= weight
        if len(sums) > limit and left < reached - left:
            least = _least(sums, limit)
            settled = settled or left < least
            if settled:
                sums = {number: one for number, one in sums.items() if one + left >= least}
    if len(sums) <= limit:
        return list(sums)
    last = nlargest(limit, sums.values())[-1]
    above = [number for number, one in sums.items() if one > last]
    equal = sorted(number for number, one in sums.items() if one == last)
    return [*above, *first(equal, limit - len(above))]


def _among(sums: Mapping[int, float], numbers: Sequence[int]) -> list[int]:
    """Return the numbers that are among the chunks that matter."""
    if _LOOK_UP * len(sums) > len(numbers):
        return [number for number in numbers if number in sums]
    places = ((number, bisect_left(numbers, number)) for number in sums)
    return [number for number, place in places if place < len(numbers) and numbers[place] == number]


def _least(sums: Mapping[int, float], limit: int) -> float:
    """Return what the last of the best weighs, a little less to be sure."""
    return nlargest(limit, sums.values())[-1] * (1 - _ROUNDING) if sums else 0.0
