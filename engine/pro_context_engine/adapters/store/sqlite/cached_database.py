"""One database of a store with its bound, and the caches of the rows that were read from it."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from pro_context_engine.adapters.store.bounded_cache import ENTRY_BYTES
from pro_context_engine.adapters.store.loop_cache import (
    ANSWERS_BYTES,
    OVERVIEWS_BYTES,
    PAGES_BYTES,
    SEARCH_BYTES,
    TOCS_BYTES,
    LoopCache,
)
from pro_context_engine.adapters.store.sqlite import eviction
from pro_context_engine.adapters.store.sqlite.database import Database
from pro_context_engine.adapters.store.sqlite.thread_cache import ThreadCache

_TOUCH = timedelta(seconds=eviction.TOUCH_SECONDS)
_Value = TypeVar("_Value")
_log = logging.getLogger("pro_context.store")


class CachedDatabase(Database):
    """A database with the caches that all tables share.

    Attributes:
        pages: cache of stored pages.
        answers: cache of values that are made of many rows.
        searches: cache of the rows that searches read; for the thread of the database.
        tocs: cache of tables of contents and of ranks of symbols, each with what tells its state; for the thread of the
            database.
    """

    def __init__(self, path: Path | None, max_bytes: int) -> None:
        """Open or create the database; see `Database` for the errors.

        Args:
            path: the file; None for a database in memory.
            max_bytes: bound on the database; the snapshots used longest ago are deleted to keep it.
        """
        super().__init__(path)
        self.pages = LoopCache(self, PAGES_BYTES)
        self.answers = LoopCache(self, ANSWERS_BYTES)
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
            key: names everything that the value depends on besides the stored rows.
            read: reads the value.
            otherwise: the value when the database fails; it is not cached.
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
