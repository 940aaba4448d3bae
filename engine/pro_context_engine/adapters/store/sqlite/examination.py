"""A store looked at from outside: nothing is made, repaired, upgraded or set aside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from pro_context_engine.adapters.store.sqlite import inspection, snapshot_table
from pro_context_engine.adapters.store.sqlite.damage import may_show_damage
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME
from pro_context_engine.adapters.store.sqlite.preparing import ForeignFile, is_current

_PATIENCE = 1.0
"""Seconds to wait for another process that writes."""


class Condition(StrEnum):
    """How a store's file is."""

    MISSING = "missing"
    SOUND = "sound"
    OUTDATED = "outdated"
    DAMAGED = "damaged"
    FOREIGN = "foreign"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found.

    Attributes:
        file: of the store, there or not.
        condition: of the file; "outdated" for one that the next start brings up to date.
        problems: what is wrong, in our own words.
        size: bytes of the file.
        pages: stored in it.
        newest: UTC time of the newest snapshot.
    """

    file: Path
    condition: Condition
    problems: tuple[str, ...] = ()
    size: int = 0
    pages: int = 0
    newest: datetime | None = None


def examine(directory: Path) -> Examination:
    """Look at the store of a cache directory; every row is read, unlike when it is opened.

    Args:
        directory: the cache directory, there or not.
    """
    file = directory / FILE_NAME
    try:
        if not file.exists():
            return Examination(file, Condition.MISSING)
        with closing(_opened(file)) as connection:
            return _examined(file, connection)
    except ForeignFile:
        return Examination(file, Condition.FOREIGN)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        damaged = may_show_damage(error)
        problems = ("the file's structure is damaged",) if damaged else (str(getattr(error, "sqlite_errorname", "")),)
        return Examination(file, Condition.DAMAGED if damaged else Condition.UNREADABLE, problems)
    except OSError as error:
        return Examination(file, Condition.UNREADABLE, (error.strerror or type(error).__name__,))


def _examined(file: Path, connection: sqlite3.Connection) -> Examination:
    if not is_current(connection):
        return Examination(file, Condition.OUTDATED, size=file.stat().st_size)
    problems = inspection.problems(connection, read_only=True)
    stored = snapshot_table.snapshots(connection)
    return Examination(
        file,
        Condition.DAMAGED if problems else Condition.SOUND,
        tuple(problems),
        file.stat().st_size,
        sum(snapshot.pages for snapshot in stored),
        stored[0].fetched_at if stored else None,
    )


def _opened(file: Path) -> sqlite3.Connection:
    # Where nobody writes there is no journal, and SQLite would make one even to read.
    in_use = file.with_name(f"{file.name}-wal").exists()
    address = f"{file.absolute().as_uri()}?mode=ro{'' if in_use else '&immutable=1'}"
    return sqlite3.connect(address, uri=True, timeout=_PATIENCE, isolation_level=None)
