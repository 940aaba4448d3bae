"""API keys in a SQLite file of their own: the documentation store is a cache, which may be set aside or emptied.

Each operation opens a connection: operations are few, another process may have replaced the file, and a rollback
journal leaves a single file between operations. The module is over 150 lines because it is a whole store of its own.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from pro_context_engine.adapters.store.sqlite import damage
from pro_context_engine.adapters.store.sqlite.transaction import Transaction
from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.domain.api_keys import ApiKey, KeyStore, KeysUnavailable, Uses

FILE_NAME = "keys.sqlite3"
BUSY_SECONDS = 5.0
APPLICATION_ID = 0x50_72_43_6B
"""Marks a file as ours (`PRAGMA application_id`)."""

TABLES = (
    # Moments are seconds since 1970.
    """
    CREATE TABLE api_key (
        prefix TEXT PRIMARY KEY,
        digest BLOB NOT NULL,
        name TEXT NOT NULL,
        is_admin INTEGER NOT NULL,
        rate_limit INTEGER,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        revoked_at INTEGER,
        last_used_at INTEGER,
        uses INTEGER NOT NULL
    )
    """,
    "CREATE TABLE revision (number INTEGER NOT NULL)",
    "INSERT INTO revision (number) VALUES (0)",
    f"PRAGMA application_id = {APPLICATION_ID}",
    "PRAGMA user_version = 1",
)
_COLUMNS = "prefix, digest, name, created_at, is_admin, rate_limit, expires_at, revoked_at, last_used_at, uses"
_Answer = TypeVar("_Answer")


def open_keys(directory: Path) -> KeyStore:
    """Return the key store of a cache directory; no file is opened or created before the first key."""
    return SqliteKeyStore(keys_file(directory))


def keys_file(directory: Path) -> Path:
    """Return the path of the file that keeps the keys of a cache directory, whether it exists or not."""
    return directory / FILE_NAME


class SqliteKeyStore:
    """Keeps keys in one file, which only its owner can read, and which is created with the first key."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._thread = BlockingCalls("pro-context-keys")

    async def add(self, key: ApiKey) -> bool:
        """Store a new key; return False if another key has its prefix."""

        def add(connection: sqlite3.Connection) -> bool:
            row = (
                key.prefix, key.digest, key.name, _seconds(key.created_at), key.is_admin, key.rate_limit,
                _seconds(key.expires_at), _seconds(key.revoked_at), _seconds(key.last_used_at), key.uses,
            )  # fmt: skip
            added = connection.execute(
                f"INSERT INTO api_key ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",  # noqa: S608
                row,
            )
            return _changed(connection, added)

        return await self._thread.call(lambda: self._write(add, create=True))

    async def keys(self) -> list[ApiKey]:
        """Return every key, revoked ones too, the oldest first."""
        select = f"SELECT {_COLUMNS} FROM api_key ORDER BY created_at, rowid"  # noqa: S608

        def keys(connection: sqlite3.Connection) -> list[ApiKey]:
            return [_key(row) for row in connection.execute(select)]

        return await self._thread.call(lambda: self._read(keys, otherwise=[]))

    async def revoke(self, prefix: str, moment: datetime) -> bool:
        """Revoke the key with this prefix; return False if there is none, or it is revoked already."""

        def revoke(connection: sqlite3.Connection) -> bool:
            statement = "UPDATE api_key SET revoked_at = ? WHERE prefix = ? AND revoked_at IS NULL"
            return _changed(connection, connection.execute(statement, (_seconds(moment), prefix)))

        return await self._thread.call(lambda: self._write(revoke))

    async def note_uses(self, uses: Mapping[str, Uses]) -> None:
        """Add to the stored uses of keys, by prefix."""

        def note(connection: sqlite3.Connection) -> bool:
            statement = (
                "UPDATE api_key SET uses = uses + ?, last_used_at = max(coalesce(last_used_at, 0), ?) WHERE prefix = ?"
            )
            rows = [(count, _seconds(last), prefix) for prefix, (count, last) in uses.items()]
            connection.executemany(statement, rows)
            return True

        await self._thread.call(lambda: self._write(note))

    async def revision(self) -> str:
        """Return a text that differs after each change of keys by any process, and in another file."""

        def revision(connection: sqlite3.Connection) -> str:
            (number,) = connection.execute("SELECT number FROM revision").fetchone()
            return f"{self._file.stat().st_ino}:{number}"

        return await self._thread.call(lambda: self._read(revision, otherwise=""))

    def _read(self, work: Callable[[sqlite3.Connection], _Answer], otherwise: _Answer) -> _Answer:
        """Return the result of the work, or `otherwise` if there is no file yet."""
        with self._connected() as connection:
            return otherwise if connection is None else work(connection)

    def _write(self, work: Callable[[sqlite3.Connection], bool], *, create: bool = False) -> bool:
        """Do the work in one transaction and return its result, False if there is no file yet."""
        if create:
            self._create()
        with self._connected() as connection:
            if connection is None:
                return False
            with Transaction(connection):
                return work(connection)

    def _create(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # SQLite gives its journal the same mode.
            with suppress(FileExistsError):
                os.close(os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except OSError as error:
            raise KeysUnavailable(f"{self._file} cannot be created: {error.strerror}") from error

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection | None]:
        """Yield a connection to the file with its tables, None if there is no file."""
        if not os.path.lexists(self._file):
            yield None
            return
        connection = None
        try:
            location = f"{self._file.absolute().as_uri()}?mode=rw"
            connection = sqlite3.connect(location, timeout=BUSY_SECONDS, isolation_level=None, uri=True)
            self._prepare(connection)
            yield connection
        except (sqlite3.Error, OSError, ValueError, TypeError, OverflowError) as error:
            raise KeysUnavailable(f"{self._file} {_trouble(error)}") from error
        finally:
            if connection is not None:
                connection.close()

    def _prepare(self, connection: sqlite3.Connection) -> None:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            with Transaction(connection):
                # Another process may have created the tables meanwhile.
                if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
                    for statement in TABLES:
                        connection.execute(statement)
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if (application, version) != (APPLICATION_ID, 1):
            raise KeysUnavailable(f"{self._file} belongs to another program or a newer release")


def _changed(connection: sqlite3.Connection, statement: sqlite3.Cursor) -> bool:
    """Tell whether a statement changed a row; if so, move the revision for other processes."""
    if statement.rowcount:
        connection.execute("UPDATE revision SET number = number + 1")
    return bool(statement.rowcount)


def _key(row: Sequence[Any]) -> ApiKey:
    prefix, digest, name, created_at, is_admin, rate_limit, expires_at, revoked_at, last_used_at, uses = row
    return ApiKey(
        prefix, digest, name, datetime.fromtimestamp(created_at, UTC), bool(is_admin), rate_limit,
        _moment(expires_at), _moment(revoked_at), _moment(last_used_at), uses,
    )  # fmt: skip


def _seconds(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp())


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _trouble(error: Exception) -> str:
    # The name only: the text of an error may quote stored values.
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or not isinstance(error, sqlite3.Error | OSError):
        return "is damaged: put a copy of it back, or move it away and create the keys anew"
    return f"cannot be used ({damage.name_of(error)})"
