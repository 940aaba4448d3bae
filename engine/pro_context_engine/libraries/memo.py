"""Results that are remembered by key until the project or the registry is another one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import is_
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_REMEMBERED = 1_000
"""The most names whose libraries are remembered: the agents of a team ask for the same ones."""


class Memo(Generic[T]):
    """Results by key, remembered while the objects that they depend on stay the same."""

    def __init__(self) -> None:
        self._depends_on: tuple[object, ...] = ()
        self._results: dict[Hashable, T] = {}

    def get(self, depends_on: tuple[object, ...], key: Hashable, find: Callable[[], T]) -> T:
        """Return the result for a key, found anew if one of the objects is another one than at the last call.

        Args:
            depends_on: the objects on which the result depends, always as many.
            key: the key of the result.
            find: finds the result.
        """
        if not self._depends_on or not all(map(is_, depends_on, self._depends_on)):
            self._depends_on, self._results = depends_on, {}
        found = self._results.get(key)
        if found is None:
            if len(self._results) >= MOST_REMEMBERED:
                del self._results[next(iter(self._results))]
            found = self._results[key] = find()
        return found
