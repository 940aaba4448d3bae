"""Values read from a database, kept for the event loop: a cached value costs no hop to the database's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from pro_context_engine.adapters.store.bounded_cache import BoundedCache
from pro_context_engine.adapters.store.sqlite.database import Database

_Value = TypeVar("_Value")


class LoopCache:
    """Values by key, valid until any process writes to the database; used on the event loop only, and never changed.

    A hop to the database's thread takes a quarter of the time of reading a stored page, and waits for the writes
    that are queued there (docs/decisions/0036-what-a-search-does-not-do-twice.md).

    Args:
        database: source of the values.
        most: bound on the sizes of all values together, bytes.
    """

    def __init__(self, database: Database, most: int) -> None:
        self._database = database
        self._values = BoundedCache(most)
        self._state: tuple[int, int] | None = None

    async def get(
        self,
        key: Hashable,
        read: Callable[[sqlite3.Connection], _Value],
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
        state = self._database.state()
        if state is None or state != self._state:
            self._values.clear()
            self._state = state
        if key in self._values:
            return cast("_Value", self._values.use(key))
        found = await self._database.read(lambda connection: (read(connection),), None)
        if found is None:
            return otherwise
        (value,) = found
        # If the database has changed meanwhile, the value may be older than the change.
        if state is not None and state == self._state:
            self._values.keep(key, value, size(value))
        return value
