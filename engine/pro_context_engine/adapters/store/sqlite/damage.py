"""Damaged files: marked while they are in use, checked and set aside when the next process opens them.

A running process keeps its file, since other processes may have it open, and only leaves a mark beside it.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

_log = logging.getLogger("pro_context.store")

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
# These errors tell of the disk or of other processes, not of the content of the file.
_CIRCUMSTANCES = (
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM, sqlite3.SQLITE_PROTOCOL,
)  # fmt: skip


def shows_damage(error: Exception) -> bool:
    """Tell whether an error proves that a file is damaged."""
    # The message of SQLite about a damaged schema quotes the schema.
    return isinstance(error, UnicodeDecodeError) or _code(error) in _DAMAGED


def may_show_damage(error: Exception) -> bool:
    """Tell whether an error can come from a damaged file: a missing table, a value that is no time or no text."""
    return not isinstance(error, MemoryError) and _code(error) not in _CIRCUMSTANCES


_IN_WORDS = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "it may only be read",
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_IOERR": "the disk is full or fails",
    "SQLITE_BUSY": "another program keeps it locked",
}


def name_of(error: Exception) -> str:
    """Return the name of an error, with its meaning if it is a usual one; never its text, which may quote values."""
    # Errors that the driver itself raises have no name of SQLite's.
    name = str(getattr(error, "sqlite_errorname", type(error).__name__))
    meaning = _IN_WORDS.get("_".join(name.split("_")[:2]))
    return f"{meaning}: {name}" if meaning else name


def mark(file: Path) -> None:
    """Mark a file, so that the process that opens it next checks it."""
    with suppress(OSError):
        _mark_of(file).touch()


def marked(file: Path) -> bool:
    """Tell whether a process met a problem with the file while it was in use."""
    return _mark_of(file).exists()


def unmark(file: Path) -> None:
    """Take the mark off a file that was checked."""
    _mark_of(file).unlink(missing_ok=True)


def set_aside(file: Path) -> Path:
    """Rename a damaged file to `*.corrupt-TIME` and return its new path; only the latest such file is kept."""
    for older in file.parent.glob(f"{file.name}.corrupt-*"):
        older.unlink(missing_ok=True)
    aside = file.with_name(f"{file.name}.corrupt-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
    _log.warning("%s is damaged; it is set aside as %s and a new one is created", file, aside.name)
    # Another process that found the damage may have renamed it already.
    with suppress(FileNotFoundError):
        file.rename(aside)
    # A journal of the damaged file would be replayed into the new one.
    for suffix in ("-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    unmark(file)
    return aside


def _mark_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.damaged")


def _code(error: Exception) -> int | None:
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF
