"""Single flights: simultaneous requests with the same key share one piece of work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

Result = TypeVar("Result")


@dataclass(slots=True)
class _Flight(Generic[Result]):
    task: asyncio.Task[Result]
    waiting: int = 0


class SingleFlight(Generic[Result]):
    """Shared work in progress; the first caller and later ones have equal rights."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, _Flight[Result]] = {}

    async def run(self, key: Hashable, work: Callable[[], Awaitable[Result]]) -> Result:
        """Return the result of the work in progress for the key, starting it if there is none.

        When a caller is cancelled, the others continue to wait; when the last one is cancelled, the work is cancelled.

        Args:
            key: equal for callers who need the same result.
            work: started at most once at a time per key.

        Returns:
            The work's result, the same object for all callers; the same holds for exceptions.
        """
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.ensure_future(_await_work(work)))
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting:
                # A flight without callers must not be joined; a newer one may have replaced it already.
                if self._flights.get(key) is flight:
                    del self._flights[key]
                flight.task.cancel()


async def _await_work(work: Callable[[], Awaitable[Result]]) -> Result:
    return await work()
