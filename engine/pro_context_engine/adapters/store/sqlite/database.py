"""One SQLite file and the one thread that reads and writes it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeVar

from pro_context_engine.adapters.store.sqlite import damage
from pro_context_engine.adapters.store.sqlite.migration import prepare
from pro_context_engine.adapters.store.sqlite.transaction import Transaction

BUSY_SECONDS = 5.0
"""Seconds that an operation waits for another process before it fails."""

IMPATIENT_SECONDS = 0.1
"""Seconds that an operation waits after one that waited in vain: the waits of queued operations must not add up."""

SILENT_SECONDS = 60.0
"""Seconds in which the log has a message only once: a disk that is nearly full takes one page and not the next."""

_log = logging.getLogger("pro_context.store")
_Answer = TypeVar("_Answer")
_Kind = Literal["read", "write"]
# A damaged row can hold any value: text that is not UTF-8, JSON or a time, or NULL where a value is required. Where
# SQLite lacks memory, Python raises MemoryError.
_FAILURES = (sqlite3.Error, ValueError, TypeError, MemoryError)


class Database:
    """A connection that never raises: a failure is logged, and answered as if nothing were stored.

    Every operation runs in one worker thread, so the event loop never waits for the disk and transactions of this
    process never overlap. Other processes may use the same file.
    """

    def __init__(self, path: Path | None) -> None:
        """Open or create the file and bring its tables up to date.

        Args:
            path: the file; None for a database in memory.

        Raises:
            sqlite3.Error: the file is corrupt, locked or cannot be written.
            ForeignFile: the file belongs to another program or to a newer version of this one.
        """
        self._path = path
        self._connection = sqlite3.connect(
            path or ":memory:", timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            prepare(self._connection)
            self._watch = _watching(path) if path else None
        except BaseException:
            self._connection.close()
            raise
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pro-context-store")
        self._failing: set[_Kind] = set()
        self._said: dict[str, float] = {}

    @property
    def failing(self) -> bool:
        """Tell whether the last read or the last write failed."""
        return bool(self._failing)

    def state(self) -> tuple[int, int] | None:
        """Return numbers that grow with every change by any process; None if they cannot be read without waiting."""
        try:
            (others,) = (0,) if self._watch is None else self._watch.execute("PRAGMA data_version").fetchone()
            own = self._connection.total_changes
        except _FAILURES:
            return None
        return others, own

    async def read(self, work: Callable[[sqlite3.Connection], _Answer], otherwise: _Answer) -> _Answer:
        """Return the result of the work, or `otherwise` when the database fails."""
        return await self._run("read", lambda: work(self._connection), otherwise)

    async def write(self, work: Callable[[sqlite3.Connection], _Answer]) -> _Answer | None:
        """Do the work in one transaction; return its result, None when the database fails."""

        def transaction() -> _Answer | None:
            with Transaction(self._connection):
                return work(self._connection)

        return await self._run("write", transaction, None)

    async def attempt(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Do the work in one transaction if the file is free and takes it; the work may be lost."""

        def transaction() -> None:
            self._wait(0)
            with suppress(sqlite3.Error), Transaction(self._connection):
                work(self._connection)

        await self._run("read", transaction, None)

    async def close(self) -> None:
        """Finish the operations under way and close the file; closing twice is allowed."""
        await asyncio.to_thread(self._thread.shutdown)
        if self._watch is not None:
            self._watch.close()
        self._connection.close()

    async def _run(self, kind: _Kind, work: Callable[[], _Answer], otherwise: _Answer) -> _Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, kind, work, otherwise)

    def _answer(self, kind: _Kind, work: Callable[[], _Answer], otherwise: _Answer) -> _Answer:
        try:
            self._wait(IMPATIENT_SECONDS if kind in self._failing else BUSY_SECONDS)
            answer = work()
        except UnicodeEncodeError:  # a lone surrogate: no store can hold it, so no store has it
            return otherwise
        except _FAILURES as error:
            self._note_failure(kind, error)
            return otherwise
        if kind in self._failing:
            self._failing.remove(kind)
            self._say(f"documentation store works again ({kind})")
        return answer

    def _note_failure(self, kind: _Kind, error: Exception) -> None:
        if kind not in self._failing:
            self._say(f"documentation store fails ({kind}: {damage.name_of(error)}); going on without it")
            if self._path and damage.may_show_damage(error):
                damage.mark(self._path)
        self._failing.add(kind)

    def _say(self, message: str) -> None:
        now = time.monotonic()
        if now - self._said.get(message, -SILENT_SECONDS) >= SILENT_SECONDS:
            self._said[message] = now
            _log.warning("%s", message)

    def _wait(self, seconds: float) -> None:
        self._connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")


def _watching(path: Path) -> sqlite3.Connection:
    """Return a second connection that only reads the change counter: the first one may be busy."""
    return sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
