"""Snapshots and their tables of contents in the SQLite store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urldefrag

from pro_context_engine.model import Snapshot, SourceName, Toc, TocEntry
from pro_context_engine.store.checksums import checksum, intact

_COLUMNS = "library_id, version, source, origin, fetched_at, fingerprint, toc_checksum"
_SNAPSHOT = f"""
    SELECT (SELECT count(*) FROM page WHERE snapshot_id = snapshot.id),
           (SELECT count(*) FROM toc_entry WHERE snapshot_id = snapshot.id),
           checksum, {_COLUMNS}
    FROM snapshot
"""  # noqa: S608 - the columns are ours
_ENTRIES = "SELECT title, url, description, section FROM toc_entry WHERE snapshot_id = ? ORDER BY position"


def address_of(url: str) -> str:
    """Return the URL without its fragment."""
    return urldefrag(url).url


def to_text(moment: datetime) -> str:
    """Return a moment as UTC text that sorts by time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def snapshot_id(connection: sqlite3.Connection, library_id: str, version: str) -> int | None:
    """Return the row of a snapshot, None if there is none."""
    row = connection.execute(
        "SELECT id FROM snapshot WHERE library_id = ? AND version = ?", (library_id, version)
    ).fetchone()
    return None if row is None else int(row[0])


def snapshots(connection: sqlite3.Connection) -> list[Snapshot]:
    """Return every snapshot, newest first."""
    rows = connection.execute(_SNAPSHOT + "ORDER BY fetched_at DESC, library_id, version")
    return [snapshot for row in rows for snapshot in _snapshots(row)]


def snapshot(connection: sqlite3.Connection, library_id: str, version: str) -> Snapshot | None:
    """Return one snapshot, None if there is none."""
    rows = connection.execute(_SNAPSHOT + "WHERE library_id = ? AND version = ?", (library_id, version))
    return next((snapshot for row in rows for snapshot in _snapshots(row)), None)


def toc(connection: sqlite3.Connection, library_id: str, version: str) -> Toc | None:
    """Return a snapshot's table of contents, None if there is no such snapshot."""
    found = connection.execute(
        "SELECT id, source, origin, toc_checksum FROM snapshot WHERE library_id = ? AND version = ?",
        (library_id, version),
    ).fetchone()
    if found is None:
        return None
    row, source, origin, expected = found
    entries = _entries(connection, row)
    if not intact(_values(entries), expected):
        return None
    return Toc(tuple(entries), SourceName(source), origin, version or None)


def put_toc(
    connection: sqlite3.Connection, library_id: str, toc: Toc, fetched_at: datetime, fingerprint: str, now: datetime
) -> None:
    """Open or renew a snapshot; the pages its new table of contents does not name are deleted."""
    toc_checksum = checksum(_values(toc.entries))
    row = (library_id, toc.version or "", toc.source, toc.origin, to_text(fetched_at), fingerprint, toc_checksum)
    (snapshot,) = connection.execute(
        f"""
        INSERT INTO snapshot ({_COLUMNS}, checksum, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (library_id, version) DO UPDATE SET
            source = excluded.source, origin = excluded.origin, fetched_at = excluded.fetched_at,
            fingerprint = excluded.fingerprint, toc_checksum = excluded.toc_checksum,
            checksum = excluded.checksum, used_at = excluded.used_at
        RETURNING id
        """,  # noqa: S608 - the columns are ours
        (*row, checksum(row), int(now.timestamp())),
    ).fetchone()
    _put_entries(connection, snapshot, toc.entries)
    connection.execute(
        "DELETE FROM page WHERE snapshot_id = ?1 "
        "AND address NOT IN (SELECT address FROM toc_entry WHERE snapshot_id = ?1)",
        (snapshot,),
    )


def owner(connection: sqlite3.Connection, url: str) -> tuple[str, str] | None:
    """Return (libraryId, version) of the newest snapshot whose table of contents names the URL."""
    found = connection.execute(
        """
        SELECT library_id, version FROM toc_entry JOIN snapshot ON snapshot.id = snapshot_id
        WHERE address = ? ORDER BY fetched_at DESC, snapshot.id DESC LIMIT 1
        """,
        (address_of(url),),
    ).fetchone()
    return None if found is None else (found[0], found[1])


def damaged_snapshots(connection: sqlite3.Connection) -> int:
    """Return how many snapshots have another checksum than their row, or than their table of contents."""
    rows = connection.execute(f"SELECT id, checksum, {_COLUMNS} FROM snapshot").fetchall()  # noqa: S608 - ours
    return sum(
        checksum(row) != expected or checksum(_values(_entries(connection, snapshot))) != row[-1]
        for snapshot, expected, *row in rows
    )


def _entries(connection: sqlite3.Connection, snapshot: int) -> list[TocEntry]:
    return [TocEntry(*entry) for entry in connection.execute(_ENTRIES, (snapshot,))]


def _put_entries(connection: sqlite3.Connection, snapshot: int, entries: Iterable[TocEntry]) -> None:
    connection.execute("DELETE FROM toc_entry WHERE snapshot_id = ?", (snapshot,))
    connection.executemany(
        "INSERT INTO toc_entry (snapshot_id, position, address, url, title, description, section) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (snapshot, position, address_of(entry.url), entry.url, entry.title, entry.description, entry.section)
            for position, entry in enumerate(entries)
        ),
    )


def _values(entries: Iterable[TocEntry]) -> list[str]:
    """Return what the checksum of a table of contents is made of."""
    return [value for entry in entries for value in (entry.title, entry.url, entry.description, entry.section)]


def _snapshots(row: Sequence[Any]) -> list[Snapshot]:
    """Return the snapshot that `_SNAPSHOT` selected, nothing if the row is damaged."""
    pages, total_pages, expected, *own = row
    if not intact(own, expected):
        return []
    library_id, version, source, origin, fetched_at, fingerprint, _ = own
    moment = datetime.fromisoformat(fetched_at)
    return [Snapshot(library_id, version, SourceName(source), origin, moment, pages, total_pages, fingerprint)]
