"""Postings: the chunks that have a term, and the term's impact on the score of each, if it is precomputed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from itertools import repeat
from typing import NamedTuple

_LOOK_UP = 16
"""Looking up one number takes about as long as reading this many numbers in sequence."""


class Postings(NamedTuple):
    """The chunks that have a term.

    Attributes:
        numbers: numbers of the chunks, ascending.
        impacts: the term's part of the score of each chunk, relative to the term's weight (`scoring.impacts`); None if
            all are 1.
        highest: the highest impact.
    """

    numbers: Sequence[int]
    impacts: Sequence[float] | None = None
    highest: float = 1.0

    def weigh(self, weight: float) -> dict[int, float]:
        """Return the term's part of each chunk's score, by chunk number, for a term of this weight."""
        if self.impacts is None:
            return dict.fromkeys(self.numbers, weight)
        return {number: weight * impact for number, impact in zip(self.numbers, self.impacts, strict=True)}

    def weigh_among(self, weight: float, chunks: Collection[int]) -> Iterable[tuple[int, float]]:
        """Yield the same for those of the given chunks that have the term."""
        found = self.intersect(chunks)
        if self.impacts is None:
            return zip(found, repeat(weight))
        return [(number, weight * self.impacts[bisect_left(self.numbers, number)]) for number in found]

    def intersect(self, chunks: Collection[int]) -> list[int]:
        """Return those of the given chunks that have the term, in any order."""
        if _LOOK_UP * len(chunks) > len(self.numbers):
            return list(set(chunks).intersection(self.numbers))
        places = ((number, bisect_left(self.numbers, number)) for number in chunks)
        return [number for number, place in places if place < len(self.numbers) and self.numbers[place] == number]
