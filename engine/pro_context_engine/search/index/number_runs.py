"""A set of chunk numbers as runs: the chunks of a library are mostly stored one after the other."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from pro_context_engine.search.index.postings import Postings


class NumberRuns:
    """A set of chunk numbers, kept as the runs of consecutive numbers in it.

    Args:
        runs: the first number of each run and the number behind it, ascending; runs that touch become one.
    """

    __slots__ = ("_ends", "_starts")

    def __init__(self, runs: Iterable[tuple[int, int]] = ()) -> None:
        self._starts, self._ends = array("q"), array("q")
        for start, end in runs:
            if self._ends and self._ends[-1] == start:
                self._ends[-1] = end
            else:
                self._starts.append(start)
                self._ends.append(end)

    @classmethod
    def of(cls, numbers: Sequence[int]) -> NumberRuns:
        """Return the set of some numbers, ascending, each once."""
        runs: list[tuple[int, int]] = []
        begin = 0
        while begin < len(numbers):
            # Within a run, a number grows as its position does.
            distance = numbers[begin] - begin
            end = bisect_right(range(len(numbers)), distance, begin, key=lambda at: numbers[at] - at)
            runs.append((numbers[begin], numbers[end - 1] + 1))
            begin = end
        return cls(runs)

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self._starts)

    @property
    def span(self) -> range:
        """Return the numbers from the first to the last of the set, those that it lacks included."""
        return range(self._starts[0], self._ends[-1]) if self._starts else range(0)

    @property
    def share(self) -> float:
        """Return the share (0..1) of the span that is in the set."""
        return (sum(self._ends) - sum(self._starts)) / (len(self.span) or 1)

    def split(self, postings: Postings) -> tuple[Postings, Postings]:
        """Return the part of postings that is in the set, and the part that is not."""
        inside, outside = _Part(), _Part()
        numbers, done = postings.numbers, 0
        while done < len(numbers):
            run = bisect_right(self._ends, numbers[done])
            if run == len(self._starts):
                break
            begin = bisect_left(numbers, self._starts[run], done)
            end = bisect_left(numbers, self._ends[run], begin)
            outside.add(postings, done, begin)
            inside.add(postings, begin, end)
            done = end
        outside.add(postings, done, len(numbers))
        return inside.postings(postings), outside.postings(postings)


class _Part:
    """A part of some postings."""

    def __init__(self) -> None:
        self._numbers, self._impacts = array("q"), array("d")

    def add(self, postings: Postings, begin: int, end: int) -> None:
        """Add the postings between two positions."""
        self._numbers.extend(postings.numbers[begin:end])
        if postings.impacts is not None:
            self._impacts.extend(postings.impacts[begin:end])

    def postings(self, whole: Postings) -> Postings:
        """Return the part; its highest impact is taken to be that of the whole."""
        return Postings(self._numbers, None if whole.impacts is None else self._impacts, whole.highest)
