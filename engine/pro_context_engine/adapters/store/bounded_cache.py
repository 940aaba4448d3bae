"""A bounded cache in memory: the values used longest ago are dropped first."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sized
from typing import Any, TypeVar

ENTRY_BYTES = 500
"""The memory of a row with a few short texts, an estimate in bytes."""

_Key = TypeVar("_Key", bound=Hashable)


def rows_of_ranks(ranks: Sized) -> int:
    """Return how many such rows take the memory of ranks by URL."""
    return 1 + len(ranks) // 2


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

    def use_all(self, keys: Iterable[_Key]) -> dict[_Key, Any]:
        """Return the values of those of some keys that are in the cache, which count as used now."""
        found: dict[_Key, Any] = {}
        for key in keys:
            entry = self._values.pop(key, None)
            if entry is not None:
                self._values[key] = entry
                found[key] = entry[0]
        return found

    def keep(self, key: Hashable, value: Any, size: int) -> None:
        """Keep a value of this size in place of the former one; a value above the bound is not kept."""
        if key in self._values:
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
