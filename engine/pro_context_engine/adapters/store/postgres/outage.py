"""The patience with a database: a call waits while the database answers others, and not while it is out of reach.

While it is out of reach, one call at a time tries it, and all others fail at once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

LOST_SECONDS = 1.5
"""When a call takes too long, a database that has answered no call for these seconds is out of reach; else the call was
slow."""

QUEUE_SECONDS = 15.0
"""The most seconds that a call waits for its turn and its answer while the database answers other calls, unless its own
time is longer."""

_LOST_CLASSES = ("08", "57P")
"""The beginnings of the codes of errors that say that the connection or the server ends."""


class Outage:
    """Bounds the calls of a database; when one finds it out of reach, the others stop waiting."""

    def __init__(self) -> None:
        self._is_out = False
        self._trying = False
        self._answered_at = time.monotonic()
        # Each wait with the time of its next look at the database.
        self._waits: dict[asyncio.Timeout, asyncio.TimerHandle] = {}

    @asynccontextmanager
    async def bounded(self, seconds: float) -> AsyncIterator[None]:
        """Bound the call of the database in the block.

        Args:
            seconds: seconds without any answer of the database, after which the call ends.

        Raises:
            TimeoutError: the call takes too long, or the database is out of reach.
        """
        if self._is_out and self._trying:
            raise TimeoutError
        tries = self._trying = self._is_out
        try:
            async with asyncio.timeout(None) as wait:
                self._look(wait, seconds, time.monotonic())
                try:
                    yield
                finally:
                    self._waits.pop(wait).cancel()
        except TimeoutError:
            if time.monotonic() - self._answered_at > LOST_SECONDS:
                self._begin()
            raise
        except (psycopg.OperationalError, OSError) as error:
            if is_lost(error):
                self._begin()
            raise
        else:
            self._answered_at = time.monotonic()
            self._is_out = False
        finally:
            if tries:
                self._trying = False

    def _look(self, wait: asyncio.Timeout, seconds: float, begun: float) -> None:
        """End a wait when the database has been silent for too long; else look again at the time when it may be."""
        loop, now = asyncio.get_running_loop(), time.monotonic()
        end = min(max(begun, self._answered_at) + seconds, begun + max(QUEUE_SECONDS, seconds))
        if now < end:
            self._waits[wait] = loop.call_later(end - now, self._look, wait, seconds, begun)
        elif not wait.expired():
            wait.reschedule(loop.time())

    def _begin(self) -> None:
        self._is_out = True
        now = asyncio.get_running_loop().time()
        for wait in self._waits:
            if not wait.expired():
                wait.reschedule(now)


def is_lost(error: Exception) -> bool:
    """Tell whether an error says that the connection or the server has ended."""
    code = getattr(error, "sqlstate", None)
    return code is None or code.startswith(_LOST_CLASSES)
