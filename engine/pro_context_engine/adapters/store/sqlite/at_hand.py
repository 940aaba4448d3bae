"""What was read from a database, given again without a hop to its thread until something is written to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from pro_context_engine.adapters.store.sqlite.database import Database
from pro_context_engine.adapters.store.sqlite.kept import Kept

_Value = TypeVar("_Value")


class AtHand:
    """Values by key, as they are in a database; used on the event loop only, and never changed.

    A hop to the thread of the database takes a quarter of what a stored page costs, and waits for what is written.

    Args:
        database: that they are read from.
        most: bound on the sizes of all values together, bytes.
    """

    def __init__(self, database: Database, most: int) -> None:
        self._database = database
        self._kept = Kept(most)
        self._state: tuple[int, int] | None = None

    async def get(
        self,
        key: Hashable,
        read: Callable[[sqlite3.Connection], _Value],
        otherwise: _Value,
        size: Callable[[_Value], int],
    ) -> _Value:
        """Return the value of a key, read where it is not known as it is now.

        Args:
            key: what the value depends on, besides what is stored.
            read: gives the value.
            otherwise: the value when the database fails; it is not kept.
            size: tells how many bytes a value takes, about.
        """
        state = self._database.state()
        if state is None or state != self._state:
            self._kept.clear()
            self._state = state
        if key in self._kept:
            return cast("_Value", self._kept.use(key))
        found = await self._database.read(lambda connection: (read(connection),), None)
        if found is None:
            return otherwise
        (value,) = found
        # What changed meanwhile may have been read before or after.
        if state is not None and state == self._state:
            self._kept.keep(key, value, size(value))
        return value
