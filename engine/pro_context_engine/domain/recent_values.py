"""Values that are remembered by key, as long as they are among those used last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class RecentValues(Generic[Key, Value]):
    """Values by key; those used longest ago are dropped.

    Args:
        most: bound on the values.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, None for none; it counts as used now."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def keep(self, key: Key, value: Value) -> Value:
        """Keep a value in place of the former one; return it."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)
        return value

    def drop(self, key: Key) -> None:
        """Drop the value of a key, if there is one."""
        self._values.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        self._values.clear()
