"""Waits with a time limit; nearly all end before it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic


class Deadlines:
    """Waits with one time limit, for which the event loop has one timer.

    A timer for each of them takes as long as thirty calls of functions, and a request has two or three.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._waits: dict[object, tuple[float, Callable[[], object]]] = {}
        """The waits in the order in which they reach their limit, each with this time."""
        self._has_timer = False

    def begin(self, wait: object, late: Callable[[], object]) -> None:
        """Begin a wait."""
        self._waits[wait] = monotonic() + self._seconds, late
        if not self._has_timer:
            self._set_timer(self._seconds)

    def end(self, wait: object) -> None:
        """End a wait, if it has begun and has not reached its limit."""
        self._waits.pop(wait, None)

    def _look(self) -> None:
        """Call the functions of the waits that have reached their limit, and look again when the next one does."""
        self._has_timer = False
        try:
            # One at a time, since a function may end other waits.
            while self._waits and (first := next(iter(self._waits.items())))[1][0] <= monotonic():
                wait, (_, late) = first
                del self._waits[wait]
                late()
        finally:
            # Also after a function that fails: the other waits keep their limit.
            if self._waits and not self._has_timer:
                end, _ = next(iter(self._waits.values()))
                self._set_timer(end - monotonic())

    def _set_timer(self, seconds: float) -> None:
        self._has_timer = True
        asyncio.get_running_loop().call_later(seconds, self._look)
