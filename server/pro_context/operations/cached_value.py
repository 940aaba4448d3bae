"""A value that takes time to read, read once for all requests of the same moment."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

_Value = TypeVar("_Value")


class CachedValue(Generic[_Value]):
    """A value that is read at most once in some seconds.

    Args:
        read: reads the value.
        seconds: seconds for which a value is reused.
    """

    def __init__(self, read: Callable[[], Awaitable[_Value]], seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self._last: tuple[_Value, float] | None = None

    async def __call__(self) -> _Value:
        """Return the value."""
        async with self._lock:
            if self._last is None or time.monotonic() >= self._last[1]:
                self._last = await self._read(), time.monotonic() + self._seconds
            return self._last[0]
