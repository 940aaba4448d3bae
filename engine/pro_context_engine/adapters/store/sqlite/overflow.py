"""The database of a store, and a second one in memory for the writes that a failing disk does not take."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from sqlite3 import Connection
from typing import TypeVar

from pro_context_engine.adapters.store.sqlite.cached_database import CachedDatabase
from pro_context_engine.adapters.store.sqlite.migration import empty
from pro_context_engine.domain.interfaces import Clock

MEMORY_BYTES = 100_000_000
"""Bound on a database in memory, whatever the bound on the file is."""

SETTLED_AFTER = timedelta(minutes=1)
"""The file must have taken every write for so long: a disk that is nearly full takes one page and not the next."""

_Answer = TypeVar("_Answer")


class OverflowingDatabase:
    """The main database, and an overflow in memory from the first write that failed until the main one has settled.

    An operation of a table is a function of one database; a method here chooses the databases that it is called with.

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
        self._overflowed_at: datetime | None = None

    async def read(self, work: Callable[[Connection], _Answer], otherwise: _Answer) -> _Answer:
        """Return the result of the work as `first` does; `otherwise` when the databases fail."""
        return await self.first(lambda database: database.read(work, otherwise))

    async def first(self, ask: Callable[[CachedDatabase], Awaitable[_Answer]]) -> _Answer:
        """Return the answer of the overflow, of the main database if the overflow has none (None, "" or [])."""
        found = await ask(self._memory) if self._memory and self._overflowed_at else None
        return found or await ask(self.main)

    async def each(self, ask: Callable[[CachedDatabase], Awaitable[_Answer]]) -> list[_Answer]:
        """Return the answer of the main database, then that of the overflow if it is in use."""
        answers = [await ask(self.main)]
        if self._memory and self._overflowed_at:
            answers.append(await ask(self._memory))
        return answers

    async def put(self, write: Callable[[CachedDatabase], Awaitable[bool]]) -> bool:
        """Write to the main database, and empty the overflow if it has settled; return whether it took the write."""
        if not await write(self.main):
            return False
        since = self._overflowed_at
        if self._memory and since and self._clock() - since > SETTLED_AFTER:
            self._overflowed_at = None
            await self._memory.write(empty)
        return True

    def overflow(self) -> CachedDatabase:
        """Return the overflow, opened if this is the first time, and use it from now on."""
        self._overflowed_at = self._clock()
        if self._memory is None:
            self._memory = CachedDatabase(None, MEMORY_BYTES)
        return self._memory

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
