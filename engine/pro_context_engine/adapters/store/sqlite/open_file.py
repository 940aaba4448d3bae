"""Open the store, even if its file is damaged, foreign or out of reach."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from pro_context_engine.adapters.store.sqlite import damage, integrity
from pro_context_engine.adapters.store.sqlite.database import BUSY_SECONDS
from pro_context_engine.adapters.store.sqlite.migration import ForeignFile, prepare
from pro_context_engine.adapters.store.sqlite.store import SqliteStore
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.settings import MAX_CACHE_BYTES

FILE_NAME = "documentation.sqlite3"

_log = logging.getLogger("pro_context.store")


class _Damaged(Exception):
    """A check found a problem in the file."""


def open_store(
    directory: Path | None,
    max_bytes: int = MAX_CACHE_BYTES,
    clock: Clock = lambda: datetime.now(UTC),
) -> SqliteStore:
    """Open the store of a cache directory; never fail.

    A damaged file is set aside as `*.corrupt-TIME` and a new one created. Where the directory cannot be written, or the
    file belongs to another program or a newer version of this one, the store is kept in memory and the file left
    alone. Each of these logs one warning.

    Args:
        directory: the cache directory, created if missing; None keeps the store in memory.
        max_bytes: bound on the file; the snapshots used longest ago are deleted to keep it.
        clock: gives the current time in UTC.

    Returns:
        An open store.
    """
    if directory is None:
        return SqliteStore(None, max_bytes, clock)
    path = directory / FILE_NAME
    try:
        directory.mkdir(parents=True, exist_ok=True)
        return _open_or_replace(path, max_bytes, clock)
    except ForeignFile:
        reason = "belongs to another program or a newer version"
    except (sqlite3.Error, MemoryError) as error:
        reason = f"cannot be used ({damage.name_of(error)})"
    except OSError as error:
        reason = f"cannot be used ({error.strerror})"
    _log.warning("%s %s; documentation is kept in memory for this run", path, reason)
    return SqliteStore(None, max_bytes, clock, f"{path} {reason}; documentation is kept in memory")


def _open_or_replace(path: Path, max_bytes: int, clock: Clock) -> SqliteStore:
    try:
        if damage.marked(path):
            _check(path)
        return SqliteStore(path, max_bytes, clock)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if not damage.shows_damage(error):
            raise
    except _Damaged:
        pass
    aside = damage.set_aside(path)
    trouble = f"the file was damaged; it is set aside as {aside.name} and a new one is created"
    return SqliteStore(path, max_bytes, clock, trouble)


def _check(path: Path) -> None:
    """Check a marked file, and take the mark off if the file is sound.

    Raises:
        _Damaged: it is not sound.
    """
    _log.warning("%s failed while it was in use and is checked", path)
    with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
        prepare(connection)
        if integrity.problems(connection):
            raise _Damaged
    damage.unmark(path)
