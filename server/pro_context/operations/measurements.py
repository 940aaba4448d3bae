"""What a server has done since it started, in numbers; by words of our own only, so that there are few of them."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds up to which calls are counted together."""

MINUTES = 60
"""For which the number of requests is remembered minute by minute."""


class Durations:
    """How long the calls of one tool took: `counts` by `BOUNDS` and beyond, and `total` seconds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Add a call."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class RequestRate:
    """How many requests came in each of the last minutes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._counts = [0] * MINUTES
        self._minute = self._now()

    def add(self) -> None:
        """Add a request."""
        self._go_on()
        self._counts[-1] += 1

    def minutes(self) -> list[int]:
        """Return the requests of each minute, the current one last."""
        self._go_on()
        return list(self._counts)

    def _go_on(self) -> None:
        passed = min(max(self._now() - self._minute, 0), MINUTES)
        if passed:
            self._counts = self._counts[passed:] + [0] * passed
            self._minute = self._now()

    def _now(self) -> int:
        return int(self._clock() // 60)


class Measurements:
    """The numbers of one server.

    Attributes:
        requests: by place and status, 0 where the client was gone before the answer.
        calls: of tools, by contract, tool and outcome.
        durations: of these, by contract and tool.
        rate_limited: requests beyond the limit.
        under_way: requests that are being answered.
        rate: of requests to the endpoints of contracts.
        started_at: seconds since 1970.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin to count.

        Args:
            clock: gives monotonic seconds.
        """
        self._clock = clock
        self._began = clock()
        self.started_at = time.time()
        self.requests: Counter[tuple[str, int]] = Counter()
        self.calls: Counter[tuple[str, str, str]] = Counter()
        self.durations: dict[tuple[str, str], Durations] = {}
        self.rate_limited = 0
        self.under_way = 0
        self.rate = RequestRate(clock)

    @property
    def uptime(self) -> int:
        """Return the whole seconds since counting began."""
        return int(self._clock() - self._began)

    def called(self, contract: str, tool: str, outcome: str, seconds: float) -> None:
        """Count a call of a tool that the contract has.

        Args:
            contract: its name.
            tool: its name.
            outcome: `ok`, `cancelled` or the code of an error.
            seconds: that it took.
        """
        self.calls[contract, tool, outcome] += 1
        self.durations.setdefault((contract, tool), Durations()).add(seconds)
