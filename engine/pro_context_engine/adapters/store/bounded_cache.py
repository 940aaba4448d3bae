"""A bounded cache in memory: the values used longest ago are dropped first."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

ENTRY_BYTES = 500
"""The memory of a row with a few short texts, an estimate in bytes."""


class BoundedCache:
    """Values by key; the sum of their sizes stays within a bound.

    Args:
        most: bound on the sum of the sizes, in the unit of the sizes.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, tuple[Any, int]] = {}
        self._size = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def use(self, key: Hashable) -> Any:
        """Return the value of a key that is in the cache; the value counts as used now."""
        value, _ = self._values[key] = self._values.pop(key)
        return value

    def keep(self, key: Hashable, value: Any, size: int) -> None:
        """Keep a value of this size in place of the former one; a value above the bound is not kept."""
        self.forget(key)
        if size > self._most:
            return
        self._values[key] = value, size
        self._size += size
        while self._size > self._most:
            self.forget(next(iter(self._values)))

    def forget(self, key: Hashable) -> None:
        """Drop the value of a key, if the cache has one."""
        _, size = self._values.pop(key, (None, 0))
        self._size -= size

    def clear(self) -> None:
        """Drop all values."""
        self._values.clear()
        self._size = 0
