"""What was read from a database, kept until something is written to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from pro_context_engine.adapters.store.sqlite.kept import Kept

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class Remembered:
    """Values by key, of one connection; used in its thread only, and never changed.

    Whatever is written, by this process or another, makes all of them forgotten: that is told in microseconds, and
    reading again is no more than was done before.

    Args:
        most: bound on the sizes of all values together, bytes; what was used longest ago goes first.
        lasting: whether a write makes nothing forgotten, because whoever asks can tell what has changed since.
    """

    def __init__(self, most: int, *, lasting: bool = False) -> None:
        self._lasting = lasting
        self._kept = Kept(most)
        self._state: tuple[int, int] | None = None
        self._reading = False

    def get(
        self,
        connection: sqlite3.Connection,
        key: Hashable,
        read: Callable[[], _Value],
        size: Callable[[_Value], int],
    ) -> _Value:
        """Return the value of a key, read where it is not known.

        Args:
            connection: always the same.
            key: what the value depends on, besides what is stored.
            read: gives the value.
            size: tells how many bytes it takes, about.
        """
        return self.get_all(connection, [key], lambda _: {key: read()}, size)[key]

    def get_all(
        self,
        connection: sqlite3.Connection,
        keys: Sequence[_Key],
        read: Callable[[Sequence[_Key]], Mapping[_Key, _Value]],
        size: Callable[[_Value], int],
    ) -> dict[_Key, _Value]:
        """Return the values of keys, those that are not known read together.

        Args:
            connection: see `get`.
            keys: see `get`, each once.
            read: gives the values of some keys; what it leaves out, the result leaves out. It may ask for others
                in turn.
            size: see `get`.
        """
        # Not in between: what was read before a change would be kept as of after it.
        if not self._reading and not self._lasting:
            self._forget_what_changed(connection)
        found: dict[_Key, _Value] = {key: self._kept.use(key) for key in keys if key in self._kept}
        missing = [key for key in keys if key not in found]
        if missing:
            outer, self._reading = self._reading, True
            try:
                new = read(missing)
            finally:
                self._reading = outer
            for key, value in new.items():
                self._kept.keep(key, value, size(value))
                found[key] = value
        return found

    def forget(self, key: Hashable) -> None:
        """Forget the value of a key, where it is known."""
        self._kept.forget(key)

    def _forget_what_changed(self, connection: sqlite3.Connection) -> None:
        # The first number moves with what others write, the second with what is written here.
        (others,) = connection.execute("PRAGMA data_version").fetchone()
        state = (others, connection.total_changes)
        if state != self._state:
            self._kept.clear()
            self._state = state
