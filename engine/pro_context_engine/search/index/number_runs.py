"""A set of chunk numbers as runs: the chunks of a library are mostly stored one after the other."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from pro_context_engine.search.index.postings import Postings


class NumberRuns:
    """A set of chunk numbers, kept as the runs of consecutive numbers in it.

    Args:
        numbers: ascending, each once.
    """

    __slots__ = ("_ends", "_starts")

    def __init__(self, numbers: Sequence[int]) -> None:
        self._starts, self._ends = array("q"), array("q")
        begin = 0
        while begin < len(numbers):
            # Within a run, a number grows as its position does.
            distance = numbers[begin] - begin
            end = bisect_right(range(len(numbers)), distance, begin, key=lambda at: numbers[at] - at)
            self._starts.append(numbers[begin])
            self._ends.append(numbers[end - 1] + 1)
            begin = end

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self._starts)

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
