"""Values that are kept while there is room for them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

ENTRY_BYTES = 500
"""What a row with a few short texts takes in memory, about."""


class Kept:
    """Values by key, together no larger than a bound: what was used longest ago goes first.

    Args:
        most: bound on the sizes of all values together, in whatever they are given in.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, tuple[Any, int]] = {}
        self._size = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def use(self, key: Hashable) -> Any:
        """Return the value of a key that is kept; it counts as used now."""
        value, _ = self._values[key] = self._values.pop(key)
        return value

    def keep(self, key: Hashable, value: Any, size: int) -> None:
        """Keep a value of about this size, in place of the one before it; one that is too large is not kept."""
        self.forget(key)
        if size > self._most:
            return
        self._values[key] = value, size
        self._size += size
        while self._size > self._most:
            self.forget(next(iter(self._values)))

    def forget(self, key: Hashable) -> None:
        """Forget the value of a key, where it is kept."""
        _, size = self._values.pop(key, (None, 0))
        self._size -= size

    def clear(self) -> None:
        """Forget all of them."""
        self._values.clear()
        self._size = 0
