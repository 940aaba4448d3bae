"""The migration of a file: it is recognised as ours, and its tables are brought up to date."""

from __future__ import annotations

import sqlite3

from pro_context_engine.adapters.store.sqlite.schema import APPLICATION_ID, MIGRATIONS, TERMS_VERSION
from pro_context_engine.adapters.store.sqlite.transaction import Transaction

JOURNAL_BYTES = 16_000_000
"""The write-ahead log is cut to this size after a large transaction."""


class ForeignFile(Exception):
    """The file is a healthy SQLite database that this program cannot use; it is left as it is."""


def prepare(connection: sqlite3.Connection) -> None:
    """Bring the tables of a file up to date, in one transaction: a killed process leaves it as it was.

    Raises:
        sqlite3.Error: the file is corrupt, locked or cannot be written.
        ForeignFile: the file belongs to another program or to a newer version of this one.
    """
    seen = _migrations_seen(connection)
    if not seen:  # in a file with tables it has no effect, but would be written
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    # NORMAL in WAL mode saves one fsync per page: a killed process loses no committed page; a power cut may lose the
    # last pages, which are fetched again.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA journal_size_limit = {JOURNAL_BYTES}")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    if seen == len(MIGRATIONS) and _terms_version(connection) == TERMS_VERSION:
        return
    with Transaction(connection):
        # Another process may have migrated it meanwhile.
        seen = _migrations_seen(connection)
        if seen and _terms_version(connection) != TERMS_VERSION:
            empty(connection)
        else:
            _migrate(connection, seen)


def is_current(connection: sqlite3.Connection) -> bool:
    """Tell, without a write, whether `prepare` would leave the file as it is.

    Raises:
        ForeignFile: the file belongs to another program or to a newer version of this one.
    """
    return _migrations_seen(connection) == len(MIGRATIONS) and _terms_version(connection) == TERMS_VERSION


def empty(connection: sqlite3.Connection) -> None:
    """Create all tables anew, within the caller's transaction; much faster than deleting every row."""
    # Backwards, so that no table is referenced when it is dropped: SQLite would delete row by row first.
    tables = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' "
        "AND name NOT GLOB 'chunk_terms_*' ORDER BY rowid DESC"
    ).fetchall()
    for (table,) in tables:
        connection.execute(f'DROP TABLE "{table}"')
    _migrate(connection, 0)


def _migrate(connection: sqlite3.Connection, seen: int) -> None:
    for migration in MIGRATIONS[seen:]:
        for statement in migration:
            connection.execute(statement)
    connection.execute("DELETE FROM terms_version")
    connection.execute("INSERT INTO terms_version (version) VALUES (?)", (TERMS_VERSION,))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _migrations_seen(connection: sqlite3.Connection) -> int:
    """Return the number of migrations that the file has seen, 0 for an empty file."""
    # Count the tables first: another process may be creating them, and marks the file in the same transaction.
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if (tables and application != APPLICATION_ID) or version > len(MIGRATIONS):
        raise ForeignFile
    return int(version)


def _terms_version(connection: sqlite3.Connection) -> int | None:
    """Return the version of the rules that made the stored terms, None if the file has none."""
    (kept,) = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'terms_version'").fetchone()
    row = connection.execute("SELECT version FROM terms_version").fetchone() if kept else None
    return None if row is None else int(row[0])
