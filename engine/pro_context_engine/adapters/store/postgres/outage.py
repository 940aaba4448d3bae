"""The time in which a database is out of reach: one call at a time tries it, and all others fail at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

LOST_SECONDS = 1.5
"""A database that answers no call for so long is out of reach when a call takes too long; else the call was slow."""

_LOST_CLASSES = ("08", "57P")
"""The beginnings of the codes of errors that say that the connection or the server ends."""


class Outage:
    """Bounds the calls of a database; when one finds it out of reach, the others stop waiting."""

    def __init__(self) -> None:
        self._is_out = False
        self._trying = False
        self._answered_at = time.monotonic()
        self._waits: set[asyncio.Timeout] = set()

    @asynccontextmanager
    async def bounded(self, seconds: float) -> AsyncIterator[None]:
        """Do a call in the block, in at most so many seconds.

        Raises:
            TimeoutError: it takes longer, or the database is out of reach.
        """
        if self._is_out and self._trying:
            raise TimeoutError
        tries = self._trying = self._is_out
        try:
            async with asyncio.timeout(seconds) as wait:
                self._waits.add(wait)
                try:
                    yield
                finally:
                    self._waits.discard(wait)
        except TimeoutError:
            if time.monotonic() - self._answered_at > LOST_SECONDS:
                self._begin()
            raise
        except (psycopg.OperationalError, OSError) as error:
            if _is_lost(error):
                self._begin()
            raise
        else:
            self._answered_at = time.monotonic()
            self._is_out = False
        finally:
            if tries:
                self._trying = False

    def _begin(self) -> None:
        self._is_out = True
        now = asyncio.get_running_loop().time()
        for wait in self._waits:
            if not wait.expired():
                wait.reschedule(now)


def _is_lost(error: Exception) -> bool:
    code = getattr(error, "sqlstate", None)
    return code is None or code.startswith(_LOST_CLASSES)
