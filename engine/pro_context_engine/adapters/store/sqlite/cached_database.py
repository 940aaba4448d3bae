"""One database of a store with its bound, and the caches of the rows that were read from it."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Awaitable, Callable, Hashable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar, cast

from pro_context_engine.adapters.store.bounded_cache import ENTRY_BYTES, BoundedCache
from pro_context_engine.adapters.store.sqlite import eviction
from pro_context_engine.adapters.store.sqlite.database import Database
from pro_context_engine.adapters.store.sqlite.thread_cache import ThreadCache

SEARCH_BYTES = 32_000_000
"""Bound on the rows cached for searches, an estimate."""

PAGES_BYTES = 16_000_000
"""Bound on the pages cached for the event loop, an estimate."""

OVERVIEWS_BYTES = 16_000_000
"""Bound on the other values cached for the event loop, an estimate."""

TOCS_BYTES = 16_000_000
"""Bound on the tables of contents cached through writes, an estimate: while pages arrive, calls must share one."""

_TOUCH = timedelta(seconds=eviction.TOUCH_SECONDS)
_Value = TypeVar("_Value")
_log = logging.getLogger("pro_context.store")


class LoopCache:
    """Values by key, valid until any process writes to the database; used on the event loop only, and never changed.

    A hop to the database's thread takes a quarter of the time of reading a stored page, and waits for the writes
    that are queued there (docs/decisions/0036-what-a-search-does-not-do-twice.md).

    Args:
        database: source of the values.
        most: bound on the sizes of all values together, bytes.
    """

    def __init__(self, database: Database, most: int) -> None:
        self._database = database
        self._values = BoundedCache(most)
        self._state: tuple[int, int] | None = None

    async def get(
        self,
        key: Hashable,
        read: Callable[[sqlite3.Connection], _Value],
        otherwise: _Value,
        size: Callable[[_Value], int],
    ) -> _Value:
        """Return the value of a key, from the cache if the database has not changed since it was read.

        Args:
            key: names everything that the value depends on besides the stored rows.
            read: reads the value.
            otherwise: the value when the database fails; it is not cached.
            size: returns the size of a value, an estimate in bytes.
        """
        state = self._database.state()
        if state is None or state != self._state:
            self._values.clear()
            self._state = state
        if key in self._values:
            return cast("_Value", self._values.use(key))
        found = await self._database.read(lambda connection: (read(connection),), None)
        if found is None:
            return otherwise
        (value,) = found
        # If the database has changed meanwhile, the value may be older than the change.
        if state is not None and state == self._state:
            self._values.keep(key, value, size(value))
        return value


class CachedDatabase(Database):
    """A database with the caches that all tables share.

    Attributes:
        pages: cache of stored pages.
        searches: cache of the rows that searches read; for the thread of the database.
        tocs: cache of tables of contents, each with the row of its snapshot; for the thread of the database.
    """

    def __init__(self, path: Path | None, max_bytes: int) -> None:
        """Open or create the database; see `Database` for the errors.

        Args:
            path: the file; None for a database in memory.
            max_bytes: bound on the database; the snapshots used longest ago are deleted to keep it.
        """
        super().__init__(path)
        self.pages = LoopCache(self, PAGES_BYTES)
        self.searches = ThreadCache(SEARCH_BYTES)
        self.tocs = ThreadCache(TOCS_BYTES, lasting=True)
        self._overviews = LoopCache(self, OVERVIEWS_BYTES)
        self._max_bytes = max_bytes
        self._used: dict[tuple[str, str], datetime] = {}
        self._full = False

    def overview(
        self,
        key: tuple[str, ...],
        read: Callable[[sqlite3.Connection], _Value],
        otherwise: _Value,
        entries: Callable[[_Value], int] = lambda _: 1,
    ) -> Awaitable[_Value]:
        """Return a value that every answer needs, read again only after a write; see `LoopCache.get`.

        Args:
            key: see there.
            read: see there.
            otherwise: see there.
            entries: returns how many rows a value holds, about.
        """
        return self._overviews.get(key, read, otherwise, lambda one: ENTRY_BYTES * entries(one))

    async def note_use(self, library_id: str, version: str, now: datetime) -> None:
        """Note that a snapshot is in use, at most once an hour; the note is lost while the database is busy."""
        key = (library_id, version)
        if key not in self._used or now - self._used[key] >= _TOUCH:
            self._used[key] = now
            await self.attempt(lambda connection: eviction.touch(connection, library_id, version, now))

    def make_room(self, connection: sqlite3.Connection, now: datetime, keep: int | None = None) -> bool:
        """Delete old snapshots while the database is above its bound, in its thread; see `eviction.make_room`."""
        room = eviction.make_room(connection, self._max_bytes, now, keep)
        if keep is not None:
            if not room and not self._full:
                _log.warning("the documentation store is full of documentation in use; further pages are not kept")
            self._full = not room
        return room
