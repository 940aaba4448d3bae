"""Turns of the libraries whose pages are read behind the answers, so that few packages are in memory at a time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

AT_A_TIME = 3
"""The number of libraries whose pages are read while no request waits for them."""


class LibraryTurns:
    """Lets every library that a request waits for go on, and of the others those that were asked for last.

    Args:
        at_a_time: the number of the others.
    """

    def __init__(self, at_a_time: int = AT_A_TIME) -> None:
        self._at_a_time = at_a_time
        # In the order of the last request.
        self._begun: dict[Hashable, None] = {}
        self._requests: Counter[Hashable] = Counter()
        self._changed = asyncio.Event()

    @contextmanager
    def work(self, key: Hashable) -> Iterator[None]:
        """Count a piece of work as begun, until it ends.

        Args:
            key: the piece of work.
        """
        self._begun[key] = None
        self._wake()
        try:
            yield
        finally:
            self._begun.pop(key, None)
            self._wake()

    @contextmanager
    def request(self, key: Hashable) -> Iterator[None]:
        """Count a request that waits for a piece of work, which thereby becomes the one that was asked for last."""
        self._requests[key] += 1
        if key in self._begun:
            self._begun[key] = self._begun.pop(key)
        self._wake()
        try:
            yield
        finally:
            self._requests[key] -= 1
            if not self._requests[key]:
                del self._requests[key]
            self._wake()

    def is_asked(self, key: Hashable) -> bool:
        """Tell whether a request waits for a piece of work."""
        return key in self._requests

    async def wait(self, key: Hashable) -> None:
        """Return as soon as it is the turn of a piece of work that has begun."""
        while not self._may_go_on(key):
            await self._changed.wait()

    def _may_go_on(self, key: Hashable) -> bool:
        unasked = [begun for begun in self._begun if begun not in self._requests]
        return key not in unasked or key in unasked[-self._at_a_time :]

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
