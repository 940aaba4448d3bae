"""What was tried in vain, and is left alone for a while."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime, timedelta

from pro_context_engine.domain.interfaces import Clock

PAUSE = timedelta(minutes=10)

MOST_PAUSES = 10_000
"""So many are remembered; past that, trying everything again is the lesser cost."""


class Backoff:
    """Remember what is not worth trying again yet.

    Args:
        clock: gives the current time in UTC.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ends: dict[Hashable, datetime] = {}

    def begin(self, key: Hashable, length: timedelta = PAUSE) -> None:
        """Leave something alone for so long."""
        if len(self._ends) >= MOST_PAUSES:
            self._ends.clear()
        self._ends[key] = self._clock() + length

    def end(self, key: Hashable) -> None:
        """Let something be tried again."""
        self._ends.pop(key, None)

    def remembers(self, key: Hashable) -> bool:
        """Tell whether something was tried in vain, be its pause over or not."""
        return key in self._ends

    def __contains__(self, key: Hashable) -> bool:
        end = self._ends.get(key)
        return end is not None and self._clock() < end
