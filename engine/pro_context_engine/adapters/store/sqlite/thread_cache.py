"""Values read from a database, kept for its thread until any process writes to the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from pro_context_engine.adapters.store.bounded_cache import BoundedCache

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class ThreadCache:
    """Values by key, of one connection; used in its thread only, and never changed.

    Each write, by this process or another, drops all values: SQLite tells of a write in microseconds, and no code
    needs to know which value depends on which row (docs/decisions/0036-what-a-search-does-not-do-twice.md).

    Args:
        most: bound on the sizes of all values together, bytes; the values used longest ago are dropped first.
        lasting: whether values outlive writes, because the caller can tell that a value is out of date.
    """

    def __init__(self, most: int, *, lasting: bool = False) -> None:
        self._lasting = lasting
        self._values = BoundedCache(most)
        self._state: tuple[int, int] | None = None
        self._reading = False

    def get(
        self,
        connection: sqlite3.Connection,
        key: Hashable,
        read: Callable[[], _Value],
        size: Callable[[_Value], int],
    ) -> _Value:
        """Return the value of a key, read if it is not cached.

        Args:
            connection: the same one in every call.
            key: names everything that the value depends on besides the stored rows.
            read: reads the value.
            size: returns the size of a value, an estimate in bytes.
        """
        return self.get_all(connection, [key], lambda _: {key: read()}, size)[key]

    def get_all(
        self,
        connection: sqlite3.Connection,
        keys: Sequence[_Key],
        read: Callable[[Sequence[_Key]], Mapping[_Key, _Value]],
        size: Callable[[_Value], int],
    ) -> dict[_Key, _Value]:
        """Return the values of keys; those that are not cached are read together.

        Args:
            connection: see `get`.
            keys: see `get`, each once.
            read: reads the values of some keys, and may call this method itself; a key that it omits is missing in
                the result.
            size: see `get`.
        """
        # Not within `read`: a value read before a change would be kept as if it were read after it.
        if not self._reading and not self._lasting:
            self._drop_changed(connection)
        found: dict[_Key, _Value] = self._values.use_all(keys)
        missing = [key for key in keys if key not in found]
        if missing:
            outer, self._reading = self._reading, True
            try:
                new = read(missing)
            finally:
                self._reading = outer
            self._values.keep_all(new, size)
            found.update(new)
        return found

    @contextmanager
    def in_transaction(self, connection: sqlite3.Connection) -> Iterator[None]:
        """Look for writes once, for a block that calls this cache in a transaction that reads: it sees no later ones.

        Args:
            connection: see `get`; in that transaction, which this begins to read.
        """
        self._drop_changed(connection)
        self._reading = True
        try:
            yield
        finally:
            self._reading = False

    def forget(self, key: Hashable) -> None:
        """Drop the value of a key, if it is cached."""
        self._values.forget(key)

    def _drop_changed(self, connection: sqlite3.Connection) -> None:
        # The first number grows with the writes of other connections, the second with the writes of this one.
        (others,) = connection.execute("PRAGMA data_version").fetchone()
        state = (others, connection.total_changes)
        if state != self._state:
            self._values.clear()
            self._state = state
