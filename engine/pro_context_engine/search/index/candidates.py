"""The choice of chunks to score: those that contain the terms of the highest weight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from heapq import nlargest
from itertools import accumulate

from pro_context_engine.search.index.number_runs import NumberRuns
from pro_context_engine.search.index.postings import Postings

_SORTED = 16
"""Up to this multiple of the limit, sorting all sums is faster than selecting the largest."""

_ROUNDING = 1e-9
"""Sums of the same weights in another order differ by less than this share."""

_MOST_SETS = 40
"""Of more terms, there are too many totals for a set each."""

First = Callable[[Sequence[int], int], Sequence[int]]
"""A function that returns the best of some ascending chunk numbers, at most the given count."""


_Weighed = tuple[float, float, Postings]
"""The most that a term adds to a total, its weight, and its chunks."""


def candidates(lists: Iterable[tuple[float, Postings]], limit: int, first: First) -> list[int]:
    """Return the chunks whose terms have the highest total weight.

    Rare terms weigh most, and few chunks have them. Once a chunk without any of the terms so far can no longer be among
    the best, the long lists of common terms are only read for the chunks that still can.

    Args:
        lists: for each term its weight (`CollectionStatistics.weight`) and the chunks that have it.
        limit: at most this many chunks.
        first: chooses among chunks of equal weight if not all fit. It must compare their content, because their numbers
            depend on the order in which they were stored.

    Returns:
        Chunk numbers; those above the lowest total come first.
    """
    ordered = sorted(((weight * one.highest, weight, one) for weight, one in lists), key=lambda one: -one[0])
    alike = len(ordered) <= _MOST_SETS and all(one.impacts is None for _, _, one in ordered)
    totals = _totals_of_sets(ordered, limit) if alike else _totals(ordered, limit)
    found: list[int] = []
    for total in sorted(totals, reverse=True):
        chunks, room = totals[total], limit - len(found)
        found += chunks if len(chunks) <= room else first(sorted(chunks), room)
        if len(found) == limit:
            break
    return found


def _totals(ordered: Sequence[_Weighed], limit: int) -> Mapping[float, Collection[int]]:
    """Return the chunks that may be among the best, by their totals."""
    left = reached = sum(most for most, _, _ in ordered)
    sums: dict[int, float] = {}
    settled = False
    for most, weight, one in ordered:
        if settled:
            for number, added in one.weigh_among(weight, sums):
                sums[number] += added
        else:
            # Most chunks of a list are in no other list: the loop skips these.
            having = one.weigh(weight)
            for number in having.keys() & sums.keys():
                having[number] += sums[number]
            sums |= having
        left -= most
        if len(sums) > limit and left < reached - left:
            least = _lower_bound(sums, limit)
            settled = settled or left < least
            if settled:
                sums = {number: total for number, total in sums.items() if total + left >= least}
    totals: defaultdict[float, list[int]] = defaultdict(list)
    for number, total in sums.items():
        totals[total].append(number)
    return totals


def _totals_of_sets(ordered: Sequence[_Weighed], limit: int) -> Mapping[float, Collection[int]]:
    """Return the same where each term counts alike in all its chunks.

    Sets of chunks are intersected in half the time in which chunks are added up one by one.
    """
    left, least = sum(most for most, _, _ in ordered), 0.0
    sets: dict[float, set[int]] = {}
    for _, weight, one in ordered:
        settled = left < least
        left -= weight
        having = set(one.intersect(set().union(*sets.values())) if settled else one.numbers)
        grown: dict[float, set[int]] = {}
        for total, chunks in sets.items():
            if both := chunks & having:
                chunks -= both
                having -= both
                _add(grown, total + weight, both)
        if not settled:
            _add(grown, weight, having)
        for total, chunks in grown.items():
            _add(sets, total, chunks)
        least = _least_of_sets(sets, limit)
        sets = {total: chunks for total, chunks in sets.items() if chunks and total + left >= least}
    return sets


def _add(sets: dict[float, set[int]], total: float, chunks: set[int]) -> None:
    """Add the chunks of a total, which takes over their set."""
    if total in sets:
        sets[total] |= chunks
    else:
        sets[total] = chunks


def shared_candidates(
    lists: Sequence[tuple[float, Postings]], preferred: NumberRuns, limit: int, first: First
) -> list[int]:
    """Return the best preferred chunks and the best others, half of each where there are so many.

    Args:
        lists: see `candidates`.
        preferred: the preferred chunks.
        limit: at most this many chunks in all.
        first: see `candidates`.
    """
    parts = [(weight, preferred.split(one)) for weight, one in lists]
    own = [(weight, inside) for weight, (inside, _) in parts if inside.numbers]
    others = [(weight, outside) for weight, (_, outside) in parts if outside.numbers]
    best = candidates(own, limit // 2, first)
    rest = candidates(others, limit - len(best), first)
    if len(best) + len(rest) < limit and len(best) == limit // 2:
        best = candidates(own, limit - len(rest), first)
    return [*best, *rest]


def _lower_bound(sums: Mapping[int, float], limit: int) -> float:
    """Return the lowest total among the best, minus the rounding error."""
    return _lowest_total(sums, limit) * (1 - _ROUNDING)


def _least_of_sets(sets: Mapping[float, Collection[int]], limit: int) -> float:
    """Return the same for chunks by their totals; 0 if there are fewer than `limit`."""
    ordered = sorted(sets, reverse=True)
    counts = accumulate(len(sets[total]) for total in ordered)
    least = next((total for total, count in zip(ordered, counts, strict=True) if count >= limit), 0.0)
    return least * (1 - _ROUNDING)


def _lowest_total(sums: Mapping[int, float], limit: int) -> float:
    """Return the lowest total among the best; there are at least `limit` totals."""
    if len(sums) < _SORTED * limit:
        return sorted(sums.values())[-limit]
    return nlargest(limit, sums.values())[-1]
