"""The choice of chunks to score: those that contain the terms of the highest weight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nlargest
from itertools import accumulate, groupby
from operator import itemgetter

from pro_context_engine.search.index.number_runs import NumberRuns
from pro_context_engine.search.index.postings import Postings

_SORTED = 16
"""Up to this multiple of the limit, sorting all sums is faster than selecting the largest."""

_ROUNDING = 1e-9
"""Sums of the same weights in another order differ by less than this share."""

_MOST_SETS = 40
"""Of more terms, there are too many different ones in chunks for a set each."""

First = Callable[[Sequence[int], int], Sequence[int]]
"""A function that returns the best of some ascending chunk numbers, at most the given count."""

Chosen = dict[int, int]
"""Chunks by number, each with the terms that it has: a bit for each list, the lowest for the first one."""

_Weighed = tuple[float, float, Postings, int]
"""The most that a term adds to a total, its weight, its chunks, and its bit."""

_Set = tuple[float, int, set[int]]
"""Chunks of the same total, and the bits of the terms that they have, 0 if these are not known."""

_total_of = itemgetter(0)


def candidates(lists: Sequence[tuple[float, Postings]], limit: int, first: First) -> Chosen:
    """Return the chunks whose terms have the highest total weight.

    Rare terms weigh most, and few chunks have them. Once a chunk without any of the terms so far can no longer be among
    the best, the long lists of common terms are only read for the chunks that still can.

    Args:
        lists: for each term its weight (`CollectionStatistics.weight`) and the chunks that have it.
        limit: at most this many chunks.
        first: chooses among chunks of equal weight if not all fit. It must compare their content, because their numbers
            depend on the order in which they were stored.

    Returns:
        The chunks; those above the lowest total come first.
    """
    weighed = [(weight * one.highest, weight, one, 1 << place) for place, (weight, one) in enumerate(lists)]
    ordered = sorted((one for one in weighed if one[2].numbers), key=lambda one: -one[0])
    if len(ordered) <= _MOST_SETS and all(one.impacts is None for _, _, one, _ in ordered):
        return _best(_sets_by_terms(ordered, limit), limit, first)
    found = _best(_sets_by_totals(ordered, limit), limit, first)
    for _, _, one, bit in ordered:
        for number in one.intersect(found):
            found[number] |= bit
    return found


def _best(sets: Iterable[_Set], limit: int, first: First) -> Chosen:
    """Return the chunks of the highest totals."""
    found: Chosen = {}
    for _, group in groupby(sorted(sets, key=_total_of, reverse=True), key=_total_of):
        bits_of: Chosen = {}
        for _, bits, chunks in group:
            bits_of |= dict.fromkeys(chunks, bits)
        room = limit - len(found)
        if len(bits_of) > room:
            bits_of = {number: bits_of[number] for number in first(sorted(bits_of), room)}
        found |= bits_of
        if len(found) == limit:
            break
    return found


def _sets_by_totals(ordered: Sequence[_Weighed], limit: int) -> Iterable[_Set]:
    """Return the chunks that may be among the best, by their totals."""
    left = reached = sum(most for most, _, _, _ in ordered)
    sums: dict[int, float] = {}
    settled = False
    for most, weight, one, _ in ordered:
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
    totals: defaultdict[float, set[int]] = defaultdict(set)
    for number, total in sums.items():
        totals[total].add(number)
    return [(total, 0, chunks) for total, chunks in totals.items()]


def _sets_by_terms(ordered: Sequence[_Weighed], limit: int) -> Iterable[_Set]:
    """Return the same where each term counts alike in all its chunks, by the terms that chunks have.

    Sets of chunks are intersected in half the time in which chunks are added up one by one.
    """
    left, least = sum(most for most, _, _, _ in ordered), 0.0
    sets: list[_Set] = []
    for _, weight, one, bit in ordered:
        settled = left < least
        left -= weight
        having = set(one.intersect(set().union(*[chunks for _, _, chunks in sets])) if settled else one.numbers)
        for total, bits, chunks in sets[:]:
            if both := chunks & having:
                chunks -= both
                having -= both
                sets.append((total + weight, bits | bit, both))
        if not settled:
            sets.append((weight, bit, having))
        least = _least_of_sets(sets, limit)
        sets = [one for one in sets if one[2] and one[0] + left >= least]
    return sets


def shared_candidates(
    lists: Sequence[tuple[float, Postings]], preferred: NumberRuns, limit: int, first: First
) -> Chosen:
    """Return the best preferred chunks and the best others, half of each where there are so many.

    Args:
        lists: see `candidates`.
        preferred: the preferred chunks.
        limit: at most this many chunks in all.
        first: see `candidates`.
    """
    parts = [(weight, preferred.split(one)) for weight, one in lists]
    own = [(weight, inside) for weight, (inside, _) in parts]
    others = [(weight, outside) for weight, (_, outside) in parts]
    best = candidates(own, limit // 2, first)
    rest = candidates(others, limit - len(best), first)
    if len(best) + len(rest) < limit and len(best) == limit // 2:
        best = candidates(own, limit - len(rest), first)
    return best | rest


def _lower_bound(sums: Mapping[int, float], limit: int) -> float:
    """Return the lowest total among the best, minus the rounding error."""
    return _lowest_total(sums, limit) * (1 - _ROUNDING)


def _least_of_sets(sets: Sequence[_Set], limit: int) -> float:
    """Return the same for sets of chunks; 0 if there are fewer than `limit`."""
    ordered = sorted(sets, key=_total_of, reverse=True)
    counts = accumulate(len(chunks) for _, _, chunks in ordered)
    least = next((total for (total, _, _), count in zip(ordered, counts, strict=True) if count >= limit), 0.0)
    return least * (1 - _ROUNDING)


def _lowest_total(sums: Mapping[int, float], limit: int) -> float:
    """Return the lowest total among the best; there are at least `limit` totals."""
    if len(sums) < _SORTED * limit:
        return sorted(sums.values())[-limit]
    return nlargest(limit, sums.values())[-1]
