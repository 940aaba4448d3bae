"""The database of a store, and a second one in memory for the writes that a failing disk does not take."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from datetime import timedelta
from pathlib import Path
from sqlite3 import Connection
from typing import TypeVar

from pro_context_engine.adapters.store.sqlite.cached_database import CachedDatabase
from pro_context_engine.adapters.store.sqlite.migration import empty
from pro_context_engine.domain.interfaces import Clock

MEMORY_BYTES = 100_000_000
"""Bound on a database in memory, for any bound on the file."""

SETTLED_AFTER = timedelta(minutes=1)
"""The time for which the file must have taken every write: a disk that is nearly full takes one page, not the next."""

_Answer = TypeVar("_Answer")


class OverflowingDatabase:
    """The main database, and an overflow in memory from a failed write until the main database has settled.

    The tables hand in functions of one database; the methods call them with the main one, the overflow or both.

    Attributes:
        main: the file, or the database in memory of a store without a file.
        max_bytes: bound on the main database.
    """

    def __init__(self, path: Path | None, max_bytes: int, clock: Clock) -> None:
        """Open or create the main database; see `CachedDatabase`."""
        self.max_bytes = max_bytes if path else min(max_bytes, MEMORY_BYTES)
        self.main = CachedDatabase(path, self.max_bytes)
        self._clock = clock
        self._memory: CachedDatabase | None = None
        self._overflow: CachedDatabase | None = None
        self._overflowed_at = clock()

    async def read(self, work: Callable[[Connection], _Answer], otherwise: _Answer) -> _Answer:
        """Return the result of the work as `first` does; `otherwise` when the databases fail."""
        return await self.first(lambda database: database.read(work, otherwise))

    async def first(self, ask: Callable[[CachedDatabase], Awaitable[_Answer]]) -> _Answer:
        """Return the answer of the overflow, of the main database if the overflow has none (None, "" or [])."""
        found = await ask(self._overflow) if self._overflow else None
        return found or await ask(self.main)

    async def merged(
        self, ask: Callable[[CachedDatabase], Awaitable[_Answer]], merge: Callable[[_Answer, _Answer], _Answer]
    ) -> _Answer:
        """Return the answer of the main database, merged with the newer one of the overflow if that is in use."""
        stored = await ask(self.main)
        return merge(stored, await ask(self._overflow)) if self._overflow else stored

    async def remembered(
        self, key: Hashable, make: Callable[[], Awaitable[_Answer]], size: Callable[[_Answer], int]
    ) -> _Answer:
        """Return a value made of rows of both databases, from a cache while the overflow is not in use."""
        return await (make() if self._overflow else self.main.answers.made(key, make, size))

    async def each(self, work: Callable[[CachedDatabase], Awaitable[object]]) -> None:
        """Do the work in the main database, and in the overflow if it is in use."""
        await work(self.main)
        if self._overflow:
            await work(self._overflow)

    async def put(self, write: Callable[[CachedDatabase], Awaitable[bool]]) -> bool:
        """Write to the main database and return whether it took the write; once it has settled, empty the overflow."""
        if not await write(self.main):
            return False
        if self._overflow and self._clock() - self._overflowed_at > SETTLED_AFTER:
            settled, self._overflow = self._overflow, None
            await settled.write(empty)
        return True

    def overflow(self) -> CachedDatabase:
        """Return the overflow, and use it from now on."""
        self._overflowed_at = self._clock()
        self._memory = self._overflow = self._memory or CachedDatabase(None, MEMORY_BYTES)
        return self._overflow

    async def close(self) -> None:
        """Close the databases; acknowledged writes are on disk."""
        await self.main.close()
        if self._memory:
            await self._memory.close()


class StoreTables:
    """The base of the classes that implement the ports of `domain.storage`, each over some of the tables."""

    def __init__(self, databases: OverflowingDatabase, clock: Clock) -> None:
        self._databases = databases
        self._clock = clock
