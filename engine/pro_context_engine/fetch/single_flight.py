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
            flight = _Flight(asyncio.ensure_future(_awaited(work)))
            self._flights[key] = flight
            flight.task.add_done_callback(lambda _: self._flights.pop(key, None))
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting and not flight.task.done():
                # Whoever asks from now on starts anew.
                self._flights.pop(key, None)
                flight.task.cancel()


async def _awaited(work: Callable[[], Awaitable[Result]]) -> Result:
    return await work()
