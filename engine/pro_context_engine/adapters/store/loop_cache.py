"""Values read from a database, kept for the event loop until the database changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, Protocol, TypeVar, cast

from pro_context_engine.adapters.store.bounded_cache import BoundedCache

SEARCH_BYTES = 32_000_000
"""Bound on the rows cached for searches, an estimate."""

PAGES_BYTES = 16_000_000
"""Bound on the pages cached for the event loop, an estimate."""

ANSWERS_BYTES = 16_000_000
"""Bound on the answers cached for the event loop, an estimate."""

OVERVIEWS_BYTES = 16_000_000
"""Bound on the other values cached for the event loop, an estimate."""

TOCS_BYTES = 16_000_000
"""Bound on the tables of contents cached through writes, an estimate: while pages arrive, calls must share one."""

_Connection = TypeVar("_Connection")
_Connection_co = TypeVar("_Connection_co", covariant=True)
_Value = TypeVar("_Value")


class CountingDatabase(Protocol[_Connection_co]):
    """A database that counts its changes."""

    def state(self) -> tuple[int, int] | None:
        """Return numbers that grow with every change by any process; None if they are unknown now."""
        ...

    async def read(self, work: Callable[[_Connection_co], _Value], otherwise: _Value) -> _Value:
        """Return the result of the work, or `otherwise` when the database fails."""
        ...


class LoopCache(Generic[_Connection]):
    """Values by key, valid until any process writes to the database; used on the event loop only, and never changed.

    A hop to the database's thread takes a quarter of the time of reading a stored page, and waits for the writes
    that are queued there (docs/decisions/0036-what-a-search-does-not-do-twice.md).

    Args:
        database: source of the values.
        most: bound on the sizes of all values together, bytes.
    """

    def __init__(self, database: CountingDatabase[_Connection], most: int) -> None:
        self._database = database
        self._values = BoundedCache(most)
        self._state: tuple[int, int] | None = None

    async def get(
        self,
        key: Hashable,
        read: Callable[[_Connection], _Value],
        otherwise: _Value,
        size: Callable[[_Value], int],
    ) -> _Value:
        """Return the value of a key, from the cache if the database has not changed since it was read.

        Args:
            key: names everything that the value depends on besides the stored rows.
            read: reads the value.
            otherwise: the value when the database fails; it is not cached.
            size: returns the size of a value, an estimate in bytes.
        """

        async def make() -> tuple[_Value] | None:
            return await self._database.read(lambda connection: (read(connection),), None)

        found = await self.made(key, make, lambda made: size(made[0]) if made else 0)
        return found[0] if found else otherwise

    async def made(self, key: Hashable, make: Callable[[], Awaitable[_Value]], size: Callable[[_Value], int]) -> _Value:
        """Return the value of a key, from the cache if the database has not changed since it was made.

        Args:
            key: see `get`.
            make: makes the value of stored rows; None is not cached.
            size: see `get`.
        """
        state = self._database.state()
        if state is None or state != self._state:
            self._values.clear()
            self._state = state
        if key in self._values:
            return cast("_Value", self._values.use(key))
        value = await make()
        # If the database has changed meanwhile, the value may be older than the change.
        if value is not None and state is not None and state == self._state:
            self._values.keep(key, value, size(value))
        return value
