"""The counts of a server since its start, by known names only, so that their number is bounded."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

from pro_context.operations.latencies import LastMinutes, Latencies

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds, in seconds, of the classes in which durations are counted."""


class Durations:
    """The durations of the calls of one tool: `counts` by `BOUNDS` and above, `total` seconds, and `latencies`."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0
        self.latencies = Latencies()

    def add(self, seconds: float) -> None:
        """Add a call."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds
        self.latencies.add(seconds)


class Measurements:
    """The counts of one server.

    Attributes:
        requests: requests by path and status; status 0 if the client left before the response.
        calls: calls of tools by contract, tool and outcome.
        durations: the durations of calls by contract and tool.
        rate_limited: number of requests beyond the limit.
        under_way: number of current requests to contracts.
        rate: the requests to contracts by minute.
        latency: the durations of calls by minute.
        started_at: time of the start, in seconds since 1970.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self.started_at = time.time()
        self.requests: Counter[tuple[str, int]] = Counter()
        self.calls: Counter[tuple[str, str, str]] = Counter()
        self.durations: dict[tuple[str, str], Durations] = {}
        self.rate_limited = 0
        self.under_way = 0
        self.rate = LastMinutes(clock)
        self.latency = LastMinutes(clock)

    @property
    def uptime(self) -> int:
        """Return the whole seconds since counting began."""
        return int(self._clock() - self._began)

    def count_call(self, contract: str, tool: str, outcome: str, seconds: float) -> None:
        """Count a call of a tool that the contract has.

        Args:
            contract: name of the contract.
            tool: name of the tool.
            outcome: `ok`, `cancelled` or the code of an error.
            seconds: duration of the call.
        """
        self.calls[contract, tool, outcome] += 1
        durations = self.durations.get((contract, tool))
        if durations is None:
            durations = self.durations[contract, tool] = Durations()
        durations.add(seconds)
        self.latency.add(seconds)
