"""The durations of calls in fine classes, from which percentiles are estimated, in all and by minute."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

MINUTES = 60
"""The number of minutes that are kept apart."""

_SHORTEST, _STEP, _LAST = 1e-4, 1.1, 150
"""Seconds of the first class, the ratio of a class to the one before, and the number of the last (160 s and more)."""

_BOUNDS = [_SHORTEST * _STEP**step for step in range(_LAST)]
"""The upper bound of each class but the last, in seconds."""

_Value = TypeVar("_Value")


class LastMinutes(Generic[_Value]):
    """One value for each of the last minutes, the current one last."""

    def __init__(self, clock: Callable[[], float], empty: Callable[[], _Value]) -> None:
        """Start with empty minutes.

        Args:
            clock: returns monotonic seconds.
            empty: returns the value of a minute without events.
        """
        self._clock = clock
        self._empty = empty
        self._values = [empty() for _ in range(MINUTES)]
        self._minute = clock() // 60

    def minutes(self) -> list[_Value]:
        """Return the value of each minute, the current one last."""
        self._go_on()
        return list(self._values)

    def _go_on(self) -> None:
        minute = self._clock() // 60
        if minute > self._minute:
            passed = min(int(minute - self._minute), MINUTES)
            self._values = self._values[passed:] + [self._empty() for _ in range(passed)]
            self._minute = minute


class Latencies:
    """The number of calls by class of duration; a class is a tenth wider than the one before."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()

    @classmethod
    def together(cls, parts: Iterable[Latencies]) -> Latencies:
        """Return the calls of some parts in one."""
        whole = cls()
        for part in parts:
            whole._counts.update(part._counts)
        return whole

    @property
    def calls(self) -> int:
        """Return the number of calls."""
        return self._counts.total()

    def add(self, seconds: float) -> None:
        """Add a call."""
        self._counts[bisect_left(_BOUNDS, seconds)] += 1

    def percentile(self, share: float) -> float | None:
        """Return the seconds within which a share of the calls ended, None without calls.

        Args:
            share: of the calls, 0..1; the result is exact to a twentieth.
        """
        wanted, seen = max(1, math.ceil(share * self.calls)), 0
        for steps, count in sorted(self._counts.items()):
            seen += count
            if seen >= wanted:
                return float(_SHORTEST * _STEP ** (steps - 0.5))
        return None


class LatencyRate(LastMinutes[Latencies]):
    """The durations of the calls that ended in each of the last minutes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(clock, Latencies)

    def add(self, seconds: float) -> None:
        """Add a call that ended now."""
        self._go_on()
        self._values[-1].add(seconds)
