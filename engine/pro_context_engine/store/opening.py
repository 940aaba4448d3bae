"""Opening the store, whatever state its file is in."""

from __future__ import annotations

import logging
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from pro_context_engine.store.database import ForeignFile
from pro_context_engine.store.sqlite import SqliteStore

FILE_NAME = "documentation.sqlite3"

_log = logging.getLogger("pro_context.store")
# What SQLite answers for a damaged file; everything else (locked, read-only, disk full) is no reason to move it.
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def open_store(directory: Path | None) -> SqliteStore:
    """Open the store of a cache directory; never fail.

    A damaged file is set aside as `*.corrupt-TIME` and a new one made. Where the directory cannot be written, or the
    file belongs to another program or a newer version of this one, the store is kept in memory and the file left
    alone. Each of these logs one warning.

    Args:
        directory: the cache directory, made if missing; None keeps the store in memory.

    Returns:
        An open store.
    """
    if directory is None:
        return SqliteStore(None)
    path = directory / FILE_NAME
    try:
        directory.mkdir(parents=True, exist_ok=True)
        return _open_or_replace(path)
    except ForeignFile:
        reason = "belongs to another program or a newer version"
    except (sqlite3.Error, OSError) as error:
        reason = f"cannot be used ({error})"
    _log.warning("%s %s; documentation is kept in memory for this run", path, reason)
    return SqliteStore(None)


def _open_or_replace(path: Path) -> SqliteStore:
    try:
        return SqliteStore(path)
    except UnicodeDecodeError:
        pass  # what SQLite says about a damaged schema quotes it
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGED:
            raise
    aside = path.with_name(f"{path.name}.corrupt-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
    _log.warning("%s is damaged; it is set aside as %s and a new one made", path, aside.name)
    path.rename(aside)
    # A journal of the damaged file would be replayed into the new one.
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    return SqliteStore(path)
