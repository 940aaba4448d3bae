"""One piece of work per key, however many ask for it at the same time."""

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
    """Shares work that is under way; the first to ask is no more important than those who join."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, _Flight[Result]] = {}

    async def run(self, key: Hashable, work: Callable[[], Awaitable[Result]]) -> Result:
        """Return the result of the work under way for the key, starting it if there is none.

        Cancelling one caller leaves the others waiting; cancelling the last one cancels the work.

        Args:
            key: what makes two askers want the same.
            work: started at most once at a time per key.

        Returns:
            The work's result, the same object for everyone who waited; exceptions likewise.
        """
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.ensure_future(_awaited(work)))
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting:
                # A flight that nobody waits for must not be joined; a later one may have its place already.
                if self._flights.get(key) is flight:
                    del self._flights[key]
                flight.task.cancel()


async def _awaited(work: Callable[[], Awaitable[Result]]) -> Result:
    return await work()
