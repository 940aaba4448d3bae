"""One SQLite file and the one thread that talks to it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from pro_context_engine.store.schema import APPLICATION_ID, MIGRATIONS

BUSY_SECONDS = 5.0
"""How long an operation waits for another process before it gives up."""

_log = logging.getLogger("pro_context.store")
_Answer = TypeVar("_Answer")
# A damaged row can hold anything: text that is no UTF-8, no JSON, no time, or nothing where something must be.
_FAILURES = (sqlite3.Error, ValueError, TypeError)


class ForeignFile(Exception):
    """The file is a healthy SQLite database, but not one this program can use; it is left as it is."""


class Database:
    """A connection that survives trouble: what fails is logged, and answered as if nothing were stored.

    Every operation runs in one worker thread, so the event loop never waits for the disk and transactions of this
    process never meet. Other processes may use the same file.
    """

    def __init__(self, path: Path | None) -> None:
        """Open or create the file and bring its tables up to date.

        Args:
            path: the file; None for a database in memory.

        Raises:
            sqlite3.Error: the file is corrupt, locked or cannot be written.
            ForeignFile: the file belongs to another program or to a newer version of this one.
        """
        self._connection = sqlite3.connect(
            path or ":memory:", timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(self._connection)
        except BaseException:
            self._connection.close()
            raise
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pro-context-store")
        self.failing = False

    async def read(self, work: Callable[[sqlite3.Connection], _Answer], otherwise: _Answer) -> _Answer:
        """Return what the work returns, or `otherwise` when the database fails."""
        return await self._run(lambda: work(self._connection), otherwise)

    async def write(self, work: Callable[[sqlite3.Connection], None]) -> bool:
        """Do the work in one transaction; return whether it was committed."""

        def transaction() -> bool:
            with _Transaction(self._connection):
                work(self._connection)
            return True

        return await self._run(transaction, False)

    async def close(self) -> None:
        """Finish what is under way and close the file; closing twice is allowed."""
        await asyncio.to_thread(self._thread.shutdown)
        self._connection.close()

    async def _run(self, work: Callable[[], _Answer], otherwise: _Answer) -> _Answer:
        try:
            answer = await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except UnicodeEncodeError:  # a lone surrogate: no store can hold it, none has it
            return otherwise
        except _FAILURES as error:
            if not self.failing:
                _log.warning("documentation store fails (%s); going on without it", error)
            self.failing = True
            return otherwise
        if self.failing:
            _log.warning("documentation store works again")
        self.failing = False
        return answer


class _Transaction:
    """Begin a write transaction; commit it, or roll it back when the block fails."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        # IMMEDIATE waits for other writers here; a deferred one could fail halfway without waiting.
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._connection.execute("COMMIT")
        elif self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _prepare(connection: sqlite3.Connection) -> None:
    seen = _migrations_seen(connection)
    # NORMAL in WAL mode: a killed process loses nothing that was committed; a power cut may lose the last pages,
    # which are fetched again. It saves one fsync per page.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    if seen == len(MIGRATIONS):
        return
    with _Transaction(connection):
        for migration in MIGRATIONS[_migrations_seen(connection) :]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _migrations_seen(connection: sqlite3.Connection) -> int:
    """Return how many migrations the file has, 0 for an empty one."""
    # The tables first: another process may be creating them, and marks the file in the same transaction.
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if (tables and application != APPLICATION_ID) or version > len(MIGRATIONS):
        raise ForeignFile
    return int(version)
