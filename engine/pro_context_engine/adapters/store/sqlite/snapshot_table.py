"""The snapshots of the SQLite store, each with its table of contents.

The module is over 150 lines because the row of a snapshot and its table of contents are written and checked together.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from pro_context_engine.adapters.store.bounded_cache import ENTRY_BYTES
from pro_context_engine.adapters.store.sqlite.cached_database import CachedDatabase
from pro_context_engine.adapters.store.sqlite.checksums import checksum, intact
from pro_context_engine.adapters.store.sqlite.overflow import OverflowingDatabase, StoreTables
from pro_context_engine.adapters.store.sqlite.symbol_table import put_symbols
from pro_context_engine.adapters.store.sqlite.thread_cache import ThreadCache
from pro_context_engine.adapters.store.sqlite.toc_table import entries_of, entry_values, put_entries
from pro_context_engine.domain.model import Delivery, Snapshot, SourceName, Toc, Validators
from pro_context_engine.domain.page_address import address_of

_COLUMNS = "library_id, version, source, origin, fetched_at, fingerprint, toc_checksum"
_SNAPSHOT = f"""
    SELECT (SELECT count(*) FROM page WHERE snapshot_id = snapshot.id),
           (SELECT count(DISTINCT address) FROM toc_entry WHERE snapshot_id = snapshot.id),
           checksum, {_COLUMNS}
    FROM snapshot
"""  # noqa: S608 - the columns are ours

_Answer = TypeVar("_Answer")


class SnapshotTable(StoreTables):
    """The operations of `SnapshotStore` on snapshots."""

    async def snapshot(self, library_id: str, version: str) -> Snapshot | None:
        """Return the library's snapshot for this version ("" for a source without versions)."""
        return await self._databases.first(lambda database: _snapshot_in(database, library_id, version))

    async def snapshots(self) -> list[Snapshot]:
        """Return every snapshot, newest first."""
        none: list[Snapshot] = []
        found = await self._databases.merged(
            lambda database: database.overview(("snapshots",), read_snapshots, none, len), _merged
        )
        return list(found)

    async def toc(self, library_id: str, version: str) -> Toc | None:
        """Return the stored TOC of a snapshot, and note that the snapshot is in use."""

        async def ask(database: CachedDatabase) -> Toc | None:
            toc = await _toc_in(database, library_id, version)
            if toc is not None:
                await database.note_use(library_id, version, self._clock())
            return toc

        return await self._databases.first(ask)

    async def put_toc(self, library_id: str, toc: Toc, read_at: datetime) -> Snapshot:
        """Open or renew a snapshot with this TOC; see `SnapshotStore`."""
        now = self._clock()

        async def write(database: CachedDatabase) -> bool:
            def put(connection: sqlite3.Connection) -> bool:
                database.make_room(connection, now)
                write_toc(connection, library_id, toc, read_at, now)
                return True

            return bool(await database.write(put))

        if not await self._databases.put(write) and self._databases.main.failing:
            await write(self._databases.overflow())
        version = toc.version or ""
        unstored = Snapshot(library_id, version, toc.source, toc.origin, read_at, read_at, 0, len(toc.pages))
        return await self.snapshot(library_id, version) or unstored

    async def confirm_toc(self, library_id: str, version: str, moment: datetime) -> None:
        """Note that a snapshot's TOC was found unchanged."""
        confirm = on_snapshot(library_id, version, partial(_confirm_toc, moment=moment))
        await self._databases.each(lambda database: database.write(confirm))


def to_text(moment: datetime) -> str:
    """Return a moment as UTC text that sorts by time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def snapshot_id(connection: sqlite3.Connection, library_id: str, version: str) -> int | None:
    """Return the row of a snapshot, None if there is none."""
    row = connection.execute(
        "SELECT id FROM snapshot WHERE library_id = ? AND version = ?", (library_id, version)
    ).fetchone()
    return None if row is None else int(row[0])


def on_snapshot(
    library_id: str, version: str, work: Callable[[sqlite3.Connection, int], _Answer]
) -> Callable[[sqlite3.Connection], _Answer | None]:
    """Return work on a connection that does some work on the row of a snapshot, nothing if there is no such row."""

    def with_row(connection: sqlite3.Connection) -> _Answer | None:
        row = snapshot_id(connection, library_id, version)
        return None if row is None else work(connection, row)

    return with_row


async def overflow_for(
    databases: OverflowingDatabase, library_id: str, version: str, now: datetime
) -> CachedDatabase | None:
    """Return the overflow with this snapshot in it, for a page that the main database did not take.

    Args:
        databases: of the store.
        library_id: of the snapshot.
        version: of the snapshot.
        now: the current time.

    Returns:
        None if the main database works: then it has no room for the page, or the snapshot has gone.
    """
    find = partial(snapshot_id, library_id=library_id, version=version)
    if not databases.main.failing:
        stored = await databases.main.read(find, None) is not None
        if stored or await databases.read(find, None) is None:
            return None
    memory = databases.overflow()
    if await memory.read(find, None) is None:
        snapshot = await _snapshot_in(databases.main, library_id, version)
        toc = await _toc_in(databases.main, library_id, version)
        if snapshot and toc:
            await memory.write(partial(_copy_toc, snapshot=snapshot, toc=toc, now=now))
    return memory


def read_snapshots(connection: sqlite3.Connection) -> list[Snapshot]:
    """Return every snapshot, newest first."""
    rows = connection.execute(_SNAPSHOT + "ORDER BY fetched_at DESC, library_id, version")
    return [snapshot for row in rows for snapshot in _snapshots(row)]


def write_toc(connection: sqlite3.Connection, library_id: str, toc: Toc, read_at: datetime, now: datetime) -> None:
    """Open or renew a snapshot; the pages that its new table of contents does not name are deleted.

    A table of contents that must not be stored is stored without its entries and its delivery.
    """
    stored = toc if toc.delivery.storable else replace(toc, entries=(), symbols=(), text="", delivery=Delivery())
    moment = to_text(read_at)
    fingerprint, toc_checksum = _fingerprint(moment, stored.delivery), checksum(entry_values(stored.entries))
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
    put_entries(connection, snapshot, stored.entries, stored.text)
    put_symbols(connection, snapshot, stored.symbols)
    named = {address_of(entry.url) for entry in toc.entries}
    pages = connection.execute("SELECT id, address FROM page WHERE snapshot_id = ?", (snapshot,)).fetchall()
    gone = [(page,) for page, address in pages if address not in named]
    connection.executemany("DELETE FROM page WHERE id = ?", gone)


def damaged_snapshots(connection: sqlite3.Connection) -> int:
    """Return the number of snapshots whose checksum, or that of their table of contents, does not match."""
    rows = connection.execute(f"SELECT id, checksum, {_COLUMNS} FROM snapshot").fetchall()  # noqa: S608 - ours
    return sum(
        checksum(row) != expected or checksum(entry_values(entries_of(connection, snapshot))) != row[-1]
        for snapshot, expected, *row in rows
    )


def _snapshot_in(database: CachedDatabase, library_id: str, version: str) -> Awaitable[Snapshot | None]:
    def read(connection: sqlite3.Connection) -> Snapshot | None:
        rows = connection.execute(_SNAPSHOT + "WHERE library_id = ? AND version = ?", (library_id, version))
        return next((snapshot for row in rows for snapshot in _snapshots(row)), None)

    return database.overview(("snapshot", library_id, version), read, None)


def _toc_in(database: CachedDatabase, library_id: str, version: str) -> Awaitable[Toc | None]:
    read = partial(_read_toc, library_id=library_id, version=version, cache=database.tocs)
    return database.overview(("toc", library_id, version), read, None, _entry_count)


def _merged(stored: Sequence[Snapshot], newer: Sequence[Snapshot]) -> list[Snapshot]:
    by_key = {(one.library_id, one.version): one for one in (*stored, *newer)}
    return sorted(by_key.values(), key=lambda one: one.fetched_at, reverse=True)


def _read_toc(connection: sqlite3.Connection, library_id: str, version: str, cache: ThreadCache) -> Toc | None:
    found = connection.execute(
        f"SELECT id, checksum, {_COLUMNS} FROM snapshot WHERE library_id = ? AND version = ?",  # noqa: S608 - ours
        (library_id, version),
    ).fetchone()
    if found is None:
        return None

    def read() -> tuple[object, Toc | None]:
        return found, _toc(connection, *found)

    def size(value: tuple[object, Toc | None]) -> int:
        return ENTRY_BYTES * (1 + _entry_count(value[1]))

    # The cache outlives writes, but each change of the entries changes this row: its `fingerprint` has their time.
    row, toc = cache.get(connection, found[0], read, size)
    if row != found:
        cache.forget(found[0])
        _, toc = cache.get(connection, found[0], read, size)
    return toc


def _toc(connection: sqlite3.Connection, row: int, expected: int, *own: Any) -> Toc | None:
    entries = entries_of(connection, row)
    _, version, source, origin, fetched_at, fingerprint, toc_checksum = own
    if not intact(own, expected) or not intact(entry_values(entries), toc_checksum):
        return None
    _, delivery = _reading(fingerprint, fetched_at)
    return Toc(tuple(entries), SourceName(source), origin, version or None, delivery)


def _entry_count(toc: Toc | None) -> int:
    return len(toc.entries) if toc else 1


def _confirm_toc(connection: sqlite3.Connection, snapshot: int, moment: datetime) -> None:
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


def _copy_toc(connection: sqlite3.Connection, snapshot: Snapshot, toc: Toc, now: datetime) -> None:
    """Open a snapshot as it is in another database."""
    write_toc(connection, snapshot.library_id, toc, snapshot.read_at, now)
    on_snapshot(snapshot.library_id, snapshot.version, partial(_confirm_toc, moment=snapshot.fetched_at))(connection)


def _snapshots(row: Sequence[Any]) -> list[Snapshot]:
    """Return the snapshot that `_SNAPSHOT` selected, [] if the row is damaged."""
    pages, total_pages, expected, *own = row
    if not intact(own, expected):
        return []
    library_id, version, source, origin, fetched_at, fingerprint, _ = own
    moment = datetime.fromisoformat(fetched_at)
    read_at, _ = _reading(fingerprint, fetched_at)
    return [Snapshot(library_id, version, SourceName(source), origin, moment, read_at, pages, total_pages)]


def _fingerprint(read_at: str, delivery: Delivery) -> str:
    """Return the time at which a table of contents was read, and its delivery, as they are stored."""
    return json.dumps([read_at, delivery.url, delivery.validators.etag, delivery.validators.last_modified])


def _reading(fingerprint: str, fetched_at: str) -> tuple[datetime, Delivery]:
    """Return the time at which a table of contents was read, and its delivery."""
    if not fingerprint:  # the first version stored neither, and read the table of contents for every check
        return datetime.fromisoformat(fetched_at), Delivery()
    read_at, url, etag, last_modified = json.loads(fingerprint)
    return datetime.fromisoformat(read_at), Delivery(url, Validators(etag, last_modified))
