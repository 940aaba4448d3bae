"""Failures that are not tried again for a while."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime, timedelta

from pro_context_engine.domain.interfaces import Clock

PAUSE = timedelta(minutes=10)
"""Time for which a failure is not tried again."""

MOST_PAUSES = 10_000
"""Bound on the remembered failures; past it, all are forgotten and tried again."""


class Backoff:
    """Remember failures of the last minutes.

    Args:
        clock: gives the current time in UTC.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ends: dict[Hashable, datetime] = {}

    def begin(self, key: Hashable, length: timedelta = PAUSE) -> None:
        """Note a failure, which is not tried again for this long."""
        if len(self._ends) >= MOST_PAUSES:
            self._ends.clear()
        self._ends[key] = self._clock() + length

    def end(self, key: Hashable) -> None:
        """Forget a failure."""
        self._ends.pop(key, None)

    def remembers(self, key: Hashable) -> bool:
        """Tell whether a failure is remembered, even if it may be tried again by now."""
        return key in self._ends

    def __contains__(self, key: Hashable) -> bool:
        end = self._ends.get(key)
        return end is not None and self._clock() < end
