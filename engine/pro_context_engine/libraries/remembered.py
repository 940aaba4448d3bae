"""Findings that are remembered until the project or the registry is another one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import is_
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_REMEMBERED = 1_000
"""The most names whose libraries are remembered: the agents of a team ask for the same ones."""


class Remembered(Generic[T]):
    """Findings by key, kept while the objects in which they were found stay the same."""

    def __init__(self) -> None:
        self._places: tuple[object, ...] = ()
        self._found: dict[Hashable, T] = {}

    def get(self, places: tuple[object, ...], key: Hashable, find: Callable[[], T]) -> T:
        """Return what is found for a key, and find it if one of the places is another object than at the last call.

        Args:
            places: the objects in which it is looked for, always as many.
            key: what is looked for.
            find: finds it.
        """
        if not self._places or not all(map(is_, places, self._places)):
            self._places, self._found = places, {}
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= MOST_REMEMBERED:
                del self._found[next(iter(self._found))]
            found = self._found[key] = find()
        return found
