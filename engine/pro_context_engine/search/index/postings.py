"""Postings: the chunks that have a term, and what it counts in each, where that is known before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

_LOOK_UP = 16
"""Looking a number up takes about so many times as long as reading one on."""


class Postings(NamedTuple):
    """The chunks that have a term.

    Attributes:
        numbers: of the chunks, ascending.
        impacts: what the term adds to the score of each, against what finding it tells (`scoring.impacts`);
            None for 1 in all.
        highest: of the impacts.
    """

    numbers: Sequence[int]
    impacts: Sequence[float] | None = None
    highest: float = 1.0

    def weighed(self, weight: float) -> dict[int, float]:
        """Return what the term adds to each chunk, by number; the weight is what finding it tells."""
        if self.impacts is None:
            return dict.fromkeys(self.numbers, weight)
        return {number: weight * impact for number, impact in zip(self.numbers, self.impacts, strict=True)}

    def weighed_among(self, weight: float, chunks: Mapping[int, object]) -> Iterable[tuple[int, float]]:
        """Give the same for those of some chunks that have the term."""
        found = self.among(chunks)
        if self.impacts is None:
            return zip(found, repeat(weight))
        return [(number, weight * self.impacts[bisect_left(self.numbers, number)]) for number in found]

    def among(self, chunks: Mapping[int, object]) -> Iterable[int]:
        """Give those of some chunks that have the term, in any order."""
        if _LOOK_UP * len(chunks) > len(self.numbers):
            return chunks.keys() & self.numbers
        places = ((number, bisect_left(self.numbers, number)) for number in chunks)
        return [number for number, place in places if place < len(self.numbers) and self.numbers[place] == number]
