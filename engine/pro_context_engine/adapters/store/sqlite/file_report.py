"""A report on a store's file, read from outside: the file is not created, repaired, upgraded or set aside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from pro_context_engine.adapters.store.sqlite import integrity, snapshot_table
from pro_context_engine.adapters.store.sqlite.damage import may_show_damage
from pro_context_engine.adapters.store.sqlite.migration import ForeignFile, is_current
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME
from pro_context_engine.domain.value_class import value_class

_PATIENCE = 1.0
"""Seconds to wait for another process that writes."""


class Condition(StrEnum):
    """The condition of a store's file."""

    MISSING = "missing"
    SOUND = "sound"
    OUTDATED = "outdated"
    DAMAGED = "damaged"
    FOREIGN = "foreign"
    UNREADABLE = "unreadable"


@value_class
class FileReport:
    """The condition and the content of a store's file.

    Attributes:
        file: path of the file, which may be missing.
        condition: of the file; "outdated" for one that the next start brings up to date.
        problems: the problems of the file, in our own words.
        size: bytes of the file.
        pages: number of stored pages.
        newest: UTC time of the newest snapshot.
    """

    file: Path
    condition: Condition
    problems: tuple[str, ...] = ()
    size: int = 0
    pages: int = 0
    newest: datetime | None = None


def examine(directory: Path) -> FileReport:
    """Report on the store of a cache directory; unlike opening it, this reads every row.

    Args:
        directory: the cache directory, which may be missing.
    """
    file = directory / FILE_NAME
    try:
        if not file.exists():
            return FileReport(file, Condition.MISSING)
        with closing(_opened(file)) as connection:
            return _examined(file, connection)
    except ForeignFile:
        return FileReport(file, Condition.FOREIGN)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        damaged = may_show_damage(error)
        problems = ("the file's structure is damaged",) if damaged else (str(getattr(error, "sqlite_errorname", "")),)
        return FileReport(file, Condition.DAMAGED if damaged else Condition.UNREADABLE, problems)
    except OSError as error:
        return FileReport(file, Condition.UNREADABLE, (error.strerror or type(error).__name__,))


def _examined(file: Path, connection: sqlite3.Connection) -> FileReport:
    if not is_current(connection):
        return FileReport(file, Condition.OUTDATED, size=file.stat().st_size)
    problems = integrity.problems(connection, read_only=True)
    stored = snapshot_table.read_snapshots(connection)
    return FileReport(
        file,
        Condition.DAMAGED if problems else Condition.SOUND,
        tuple(problems),
        file.stat().st_size,
        sum(snapshot.pages for snapshot in stored),
        stored[0].fetched_at if stored else None,
    )


def _opened(file: Path) -> sqlite3.Connection:
    # Without a writer there is no journal, and SQLite would create one even to read.
    in_use = file.with_name(f"{file.name}-wal").exists()
    address = f"{file.absolute().as_uri()}?mode=ro{'' if in_use else '&immutable=1'}"
    return sqlite3.connect(address, uri=True, timeout=_PATIENCE, isolation_level=None)
