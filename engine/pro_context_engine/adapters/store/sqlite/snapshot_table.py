"""Snapshots and their tables of contents in the SQLite store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from pro_context_engine.adapters.store.sqlite.checksums import checksum, intact
from pro_context_engine.adapters.store.sqlite.kept import ENTRY_BYTES
from pro_context_engine.adapters.store.sqlite.remembering import Remembered
from pro_context_engine.adapters.store.sqlite.symbols import put_symbols
from pro_context_engine.adapters.store.sqlite.toc_texts import put_toc_text
from pro_context_engine.domain.delivery import Delivery, Validators
from pro_context_engine.domain.model import Snapshot, SourceName, Toc, TocEntry
from pro_context_engine.domain.page_address import address_of

_COLUMNS = "library_id, version, source, origin, fetched_at, fingerprint, toc_checksum"
_SNAPSHOT = f"""
    SELECT (SELECT count(*) FROM page WHERE snapshot_id = snapshot.id),
           (SELECT count(DISTINCT address) FROM toc_entry WHERE snapshot_id = snapshot.id),
           checksum, {_COLUMNS}
    FROM snapshot
"""  # noqa: S608 - the columns are ours
_ENTRIES = "SELECT title, url, description, section, crawled FROM toc_entry WHERE snapshot_id = ? ORDER BY position"


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


def toc(connection: sqlite3.Connection, library_id: str, version: str, remembered: Remembered) -> Toc | None:
    """Return a snapshot's table of contents, None if there is no such snapshot.

    Args:
        connection: to the database.
        library_id: whose.
        version: of the snapshot.
        remembered: of this connection, lasting; keeps each table of contents with the row of its snapshot.
    """
    found = connection.execute(
        f"SELECT id, checksum, {_COLUMNS} FROM snapshot WHERE library_id = ? AND version = ?",  # noqa: S608 - ours
        (library_id, version),
    ).fetchone()
    if found is None:
        return None

    def read() -> tuple[object, Toc | None]:
        return found, _toc(connection, *found)

    # Whatever changes the entries changes the row, whose `fingerprint` says when they were read.
    row, toc = remembered.get(connection, found[0], read, _bytes)
    if row != found:
        remembered.forget(found[0])
        _, toc = remembered.get(connection, found[0], read, _bytes)
    return toc


def put_toc(connection: sqlite3.Connection, library_id: str, toc: Toc, read_at: datetime, now: datetime) -> None:
    """Open or renew a snapshot; the pages its new table of contents does not name are deleted.

    Of one that must not be stored, neither the entries nor how it came are.
    """
    stored = toc if toc.delivery.storable else replace(toc, entries=(), symbols=(), text="", delivery=Delivery())
    moment, toc_checksum = to_text(read_at), checksum(_values(stored.entries))
    fingerprint = _fingerprint(moment, stored.delivery)
    row = (library_id, toc.version or "", toc.source, toc.origin, moment, fingerprint, toc_checksum)
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
    _put_entries(connection, snapshot, stored.entries)
    put_symbols(connection, snapshot, stored.symbols)
    put_toc_text(connection, snapshot, stored.text)
    named = {address_of(entry.url) for entry in toc.entries}
    pages = connection.execute("SELECT id, address FROM page WHERE snapshot_id = ?", (snapshot,)).fetchall()
    gone = [(page,) for page, address in pages if address not in named]
    connection.executemany("DELETE FROM page WHERE id = ?", gone)


def confirm_toc(connection: sqlite3.Connection, snapshot: int, moment: datetime) -> None:
    """Note that a snapshot's table of contents was found unchanged."""
    expected, *row = connection.execute(
        f"SELECT checksum, {_COLUMNS} FROM snapshot WHERE id = ?",  # noqa: S608 - the columns are ours
        (snapshot,),
    ).fetchone()
    if not intact(row, expected):
        return
    *start, fetched_at, fingerprint, toc_checksum = row
    read_at, delivery = _reading(fingerprint, fetched_at)
    confirmed = (to_text(moment), _fingerprint(to_text(read_at), delivery))
    connection.execute(
        "UPDATE snapshot SET fetched_at = ?, fingerprint = ?, checksum = ? WHERE id = ?",
        (*confirmed, checksum((*start, *confirmed, toc_checksum)), snapshot),
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


def _toc(connection: sqlite3.Connection, row: int, expected: int, *own: Any) -> Toc | None:
    entries = _entries(connection, row)
    _, version, source, origin, fetched_at, fingerprint, toc_checksum = own
    if not intact(own, expected) or not intact(_values(entries), toc_checksum):
        return None
    _, delivery = _reading(fingerprint, fetched_at)
    return Toc(tuple(entries), SourceName(source), origin, version or None, delivery)


def _bytes(read: tuple[object, Toc | None]) -> int:
    _, toc = read
    return ENTRY_BYTES * (1 + len(toc.entries) if toc else 1)


def _entries(connection: sqlite3.Connection, snapshot: int) -> list[TocEntry]:
    rows = connection.execute(_ENTRIES, (snapshot,))
    return [
        TocEntry(title, url, description, section, bool(crawled)) for title, url, description, section, crawled in rows
    ]


def _put_entries(connection: sqlite3.Connection, snapshot: int, entries: Iterable[TocEntry]) -> None:
    connection.execute("DELETE FROM toc_entry WHERE snapshot_id = ?", (snapshot,))
    connection.executemany(
        "INSERT INTO toc_entry (snapshot_id, position, address, title, url, description, section, crawled) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((snapshot, position, address_of(entry.url), *entry) for position, entry in enumerate(entries)),
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
    read_at, _ = _reading(fingerprint, fetched_at)
    return [Snapshot(library_id, version, SourceName(source), origin, moment, read_at, pages, total_pages)]


def _fingerprint(read_at: str, delivery: Delivery) -> str:
    """Return what tells one state of a table of contents from another: when it was read, and how it came."""
    return json.dumps([read_at, delivery.url, delivery.validators.etag, delivery.validators.last_modified])


def _reading(fingerprint: str, fetched_at: str) -> tuple[datetime, Delivery]:
    """Return when a table of contents was read, and how it came."""
    if not fingerprint:  # the first version noted neither, and checked nothing without reading it
        return datetime.fromisoformat(fetched_at), Delivery()
    read_at, url, etag, last_modified = json.loads(fingerprint)
    return datetime.fromisoformat(read_at), Delivery(url, Validators(etag, last_modified))
