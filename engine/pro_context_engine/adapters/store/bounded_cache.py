"""A bounded cache in memory: the values used longest ago are dropped first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sized
from typing import Any, TypeVar

ENTRY_BYTES = 500
"""The memory of a row with a few short texts, an estimate in bytes."""

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


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
        # A plain dict looks for its first key past all keys that were removed, which took 5 % of a search.
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        # Apart from the values, so that the garbage collector has no pairs of both to look through.
        self._sizes: dict[Hashable, int] = {}
        self._size = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def use(self, key: Hashable) -> Any:
        """Return the value of a key that is in the cache; the value counts as used now."""
        self._values.move_to_end(key)
        return self._values[key]

    def use_all(self, keys: Iterable[_Key]) -> dict[_Key, Any]:
        """Return the values of those of some keys that are in the cache, which count as used now."""
        values = self._values
        found: dict[_Key, Any] = {key: values[key] for key in keys if key in values}
        for key in found:
            values.move_to_end(key)
        return found

    def keep(self, key: Hashable, value: Any, size: int) -> None:
        """Keep a value of this size in place of the former one; a value above the bound is not kept."""
        self.keep_all({key: value}, lambda _: size)

    def keep_all(self, values: Mapping[_Key, _Value], size: Callable[[_Value], int]) -> None:
        """Keep values in place of the former ones, those above the bound excepted.

        Args:
            values: the values by key; a search keeps hundreds.
            size: returns the size of a value.
        """
        for key, value in values.items():
            if key in self._values:
                self.forget(key)
            taken = size(value)
            if taken <= self._most:
                self._values[key] = value
                self._sizes[key] = taken
                self._size += taken
        while self._size > self._most:
            self.forget(next(iter(self._values)))

    def forget(self, key: Hashable) -> None:
        """Drop the value of a key, if the cache has one."""
        if key in self._values:
            del self._values[key]
            self._size -= self._sizes.pop(key)

    def clear(self) -> None:
        """Drop all values."""
        self._values.clear()
        self._sizes.clear()
        self._size = 0
