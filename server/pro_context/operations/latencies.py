"""The durations of calls in fine classes, from which percentiles are estimated, in all and by minute."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable

MINUTES = 60
"""The number of minutes that are kept apart."""

_SHORTEST, _STEP, _LAST = 1e-4, 1.1, 150
"""Seconds of the first class, the ratio of a class to the one before, and the number of the last (160 s and more)."""

_BOUNDS = [_SHORTEST * _STEP**step for step in range(_LAST)]
"""The upper bound of each class but the last, in seconds."""


class Latencies:
    """The number of calls by class of duration; a class is a tenth wider than the one before."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()

    @classmethod
    def sum_of(cls, parts: Iterable[Latencies]) -> Latencies:
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


class LastMinutes:
    """The durations of requests or calls in each of the last minutes, and `total`, their number since the start."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.total = 0
        self._clock = clock
        self._minutes = [Latencies() for _ in range(MINUTES)]
        self._now = clock() // 60

    def add(self, seconds: float) -> None:
        """Add a request or a call that ended now."""
        self.total += 1
        self.minutes()[-1].add(seconds)

    def minutes(self) -> list[Latencies]:
        """Return the durations of each minute, the current one last."""
        now = self._clock() // 60
        if now > self._now:
            passed = min(int(now - self._now), MINUTES)
            self._minutes = self._minutes[passed:] + [Latencies() for _ in range(passed)]
            self._now = now
        return self._minutes
