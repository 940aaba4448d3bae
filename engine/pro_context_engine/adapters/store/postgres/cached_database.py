"""A database with the caches that all tables share, valid until any server changes the documentation.

A number in the database grows with every change. Each server reads it at most four times a second; in between, an
answer may be as much older than the change of another server.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeVar

from pro_context_engine.adapters.store.bounded_cache import ENTRY_BYTES, BoundedCache
from pro_context_engine.adapters.store.loop_cache import (
    ANSWERS_BYTES,
    OVERVIEWS_BYTES,
    PAGES_BYTES,
    SEARCH_BYTES,
    LoopCache,
)
from pro_context_engine.adapters.store.postgres import eviction
from pro_context_engine.adapters.store.postgres.database import ANSWER_SECONDS, Database, Kind
from pro_context_engine.adapters.store.postgres.migration import TERMS_VERSION, Connection, UnusableSchema
from pro_context_engine.adapters.store.postgres.stored_values import Unstorable
from pro_context_engine.domain.errors import StoreUnavailable

POLL_SECONDS = 0.25
"""The fewest seconds between two readings of the number of changes."""

_TOUCH = timedelta(seconds=eviction.TOUCH_SECONDS)
_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")
_Answer = TypeVar("_Answer")
_log = logging.getLogger("pro_context.store")


class SearchCache:
    """Values that searches read, of the latest number of changes; used by any thread, and never changed.

    Args:
        most: bound on the sizes of all values together, bytes.
    """

    def __init__(self, most: int) -> None:
        self._values = BoundedCache(most)
        self._number = -1
        self._lock = threading.Lock()

    def at(self, number: int) -> CacheView:
        """Return the cache as a transaction sees it that began at this number of changes."""
        return CacheView(self, number)

    def find(self, number: int, keys: Sequence[_Key]) -> dict[_Key, object]:
        """Return the values of keys at a number of changes; values of earlier numbers are dropped."""
        with self._lock:
            if number > self._number:
                self._values.clear()
                self._number = number
            if number != self._number:
                return {}
            return self._values.use_all(keys)

    def keep(self, number: int, key: Hashable, value: object, size: int) -> None:
        """Keep a value of a number of changes, unless there is a later number."""
        with self._lock:
            if number == self._number:
                self._values.keep(key, value, size)


class CacheView:
    """The cache of searches at one number of changes."""

    def __init__(self, cache: SearchCache, number: int) -> None:
        self._cache = cache
        self._number = number

    def get(self, key: Hashable, read: Callable[[], _Value], size: Callable[[_Value], int]) -> _Value:
        """Return the value of a key, read if it is not cached."""
        return self.get_all([key], lambda _: {key: read()}, size)[key]

    def get_all(
        self,
        keys: Sequence[_Key],
        read: Callable[[Sequence[_Key]], Mapping[_Key, _Value]],
        size: Callable[[_Value], int],
    ) -> dict[_Key, _Value]:
        """Return the values of keys, each once; those that are not cached are read together."""
        found: dict[_Key, _Value] = self._cache.find(self._number, keys)  # type: ignore[assignment]
        missing = [key for key in keys if key not in found]
        if missing:
            for key, value in read(missing).items():
                self._cache.keep(self._number, key, value, size(value))
                found[key] = value
        return found


class CachedDatabase:
    """A database with its bound and its caches.

    Attributes:
        connections: to the database.
        searches: cache of the rows that searches read.
        max_bytes: bound on the documentation.
        room: the room that is left below the bound.
    """

    def __init__(self, url: str, connections: int, max_bytes: int, patience: float = ANSWER_SECONDS) -> None:
        self.connections = Database(url, connections, patience)
        self.searches = SearchCache(SEARCH_BYTES)
        self.max_bytes = max_bytes
        self._pages = LoopCache(self, PAGES_BYTES)
        self._answers = LoopCache(self, ANSWERS_BYTES)
        self._overviews = LoopCache(self, OVERVIEWS_BYTES)
        self._number: int | None = None
        self._polled_at = -POLL_SECONDS
        self._polls: set[asyncio.Task[None]] = set()
        self._used: dict[tuple[str, str], datetime] = {}
        self.room = eviction.Room(max_bytes)
        self._full = False

    def state(self) -> tuple[int, int] | None:
        """Return the number of changes as it was read last, None before the first time."""
        return None if self._number is None else (self._number, 0)

    def note(self, number: int) -> None:
        """Note the number of changes that a statement has read."""
        self._number = max(number, self._number or 0)

    async def read(self, work: Callable[[Connection], _Answer], otherwise: _Answer, kind: Kind = "read") -> _Answer:
        """Return the result of the work, `otherwise` if the database can hold nothing that the work asks for.

        Raises:
            StoreUnavailable: the database does not answer, or refuses.
        """
        try:
            return await self.connections.run(kind, work)
        except Unstorable:
            return otherwise

    async def write(self, work: Callable[[Connection], _Answer]) -> _Answer | None:
        """Do the work in one transaction; return its result, None if the database cannot hold a value of it.

        Raises:
            StoreUnavailable: the database does not answer, or refuses.
        """

        def transaction(connection: Connection) -> tuple[_Answer, int]:
            answer = work(connection)
            # Last, since it makes the writers of all servers wait for each other.
            row = connection.execute(
                "UPDATE pro_context.revision SET number = number + 1 WHERE terms = %s RETURNING number",
                (TERMS_VERSION,),
            ).fetchone()
            if row is None:
                raise UnusableSchema("has the tables of a newer release")
            return answer, int(row[0])

        try:
            answer, number = await self.connections.run("write", transaction)
        except Unstorable:
            return None
        self.note(number)
        return answer

    async def page(
        self,
        key: Hashable,
        read: Callable[[Connection], _Value],
        otherwise: _Value,
        size: Callable[[_Value], int],
    ) -> _Value:
        """Return a stored page, from the cache if nothing has changed; see `LoopCache.get`."""
        await self._poll()
        return await self._pages.get(key, read, otherwise, size)

    async def overview(
        self,
        key: tuple[str, ...],
        read: Callable[[Connection], _Value],
        otherwise: _Value,
        entries: Callable[[_Value], int] = lambda _: 1,
    ) -> _Value:
        """Return a value that every answer needs, read again only after a change; see `LoopCache.get`.

        Args:
            key: names everything that the value depends on besides the stored rows.
            read: reads the value.
            otherwise: the value when the database fails; it is not cached.
            entries: returns how many rows a value holds, about.
        """
        await self._poll()
        return await self._overviews.get(key, read, otherwise, lambda one: ENTRY_BYTES * entries(one))

    async def remembered(
        self, key: Hashable, make: Callable[[], Awaitable[_Value]], size: Callable[[_Value], int]
    ) -> _Value:
        """Return a value that is made of many rows, made again only after a change; see `LoopCache.made`."""
        await self._poll()
        return await self._answers.made(key, make, size)

    async def note_use(self, library_id: str, version: str, now: datetime) -> None:
        """Note that a snapshot is in use, at most once an hour; the note is lost while the database fails."""
        key = (library_id, version)
        if key in self._used and now - self._used[key] < _TOUCH:
            return
        self._used[key] = now
        with suppress(StoreUnavailable, Unstorable):
            await self.connections.run("write", lambda connection: eviction.touch(connection, *key, now))

    def make_room(self, connection: Connection, now: datetime, keep: int | None = None, pages: int = 1) -> bool:
        """Delete old snapshots while the documentation is above its bound; see `eviction.Room.make`."""
        room = self.room.make(connection, now, keep, pages)
        if keep is not None:
            if not room and not self._full:
                _log.warning("the documentation store is full of documentation in use; further pages are not kept")
            self._full = not room
        return room

    async def close(self) -> None:
        """Close the connections."""
        for poll in self._polls:
            poll.cancel()
        await self.connections.close()

    async def _poll(self) -> None:
        """Read the number of changes, unless it was read just now; a failing database leaves it as it was."""
        if time.monotonic() - self._polled_at < POLL_SECONDS:
            return
        # Calls that come meanwhile use the former number.
        self._polled_at = time.monotonic()
        if not self.connections.failing:
            await self._read_number()
        elif not self._polls:
            # A cached row is returned without waiting for a database that does not answer.
            poll = asyncio.create_task(self._read_number())
            self._polls.add(poll)
            poll.add_done_callback(self._polls.discard)

    async def _read_number(self) -> None:
        try:
            number = await self.connections.run("read", number_of)
        except (StoreUnavailable, Unstorable):
            return
        self.note(number)


def number_of(connection: Connection) -> int:
    """Return the number of changes."""
    row = connection.execute("SELECT number FROM pro_context.revision").fetchone()
    if row is None:
        raise UnusableSchema("has damaged tables")
    return int(row[0])


class CachedTables:
    """The base of the classes that implement the ports of `domain.storage`, each over some of the tables."""

    def __init__(self, database: CachedDatabase, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock
