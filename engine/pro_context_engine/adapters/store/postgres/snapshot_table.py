"""The snapshots of the PostgreSQL store, each with its table of contents."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from pro_context_engine.adapters.store.bounded_cache import ENTRY_BYTES, BoundedCache
from pro_context_engine.adapters.store.loop_cache import TOCS_BYTES
from pro_context_engine.adapters.store.postgres.cached_database import CachedDatabase, CachedTables, number_of
from pro_context_engine.adapters.store.postgres.migration import Connection
from pro_context_engine.adapters.store.postgres.stored_values import in_utc, is_indexable, to_json
from pro_context_engine.adapters.store.postgres.symbol_table import put_symbols
from pro_context_engine.domain.model import Delivery, Snapshot, SourceName, Toc, TocEntry, Validators
from pro_context_engine.domain.page_address import address_of

_SNAPSHOT = """
    SELECT library_id, version, source, origin, fetched_at, read_at,
           (SELECT count(*) FROM pro_context.page WHERE snapshot_id = snapshot.id), toc_pages
    FROM pro_context.snapshot
"""

_Answer = TypeVar("_Answer")


class SnapshotTable(CachedTables):
    """The operations of `SnapshotStore`."""

    def __init__(self, database: CachedDatabase, clock: Callable[[], datetime]) -> None:
        super().__init__(database, clock)
        # Through writes: while pages arrive, calls must share one table of contents.
        self._tocs = BoundedCache(TOCS_BYTES)
        self._tocs_lock = threading.Lock()

    async def snapshot(self, library_id: str, version: str) -> Snapshot | None:
        """Return the library's snapshot for this version ("" for a source without versions)."""

        def read(connection: Connection) -> Snapshot | None:
            row = connection.execute(_SNAPSHOT + "WHERE library_id = %s AND version = %s", (library_id, version))
            return next(map(_snapshot, row), None)

        return await self._database.overview(("snapshot", library_id, version), read, None)

    async def snapshots(self) -> list[Snapshot]:
        """Return every snapshot, newest first."""

        def read(connection: Connection) -> list[Snapshot]:
            return list(map(_snapshot, connection.execute(_SNAPSHOT + "ORDER BY fetched_at DESC, library_id, version")))

        none: list[Snapshot] = []
        found = await self._database.overview(("snapshots",), read, none, len)
        return list(found)

    async def toc(self, library_id: str, version: str) -> Toc | None:
        """Return the stored TOC of a snapshot, and note that the snapshot is in use."""
        read = partial(self._read_toc, library_id=library_id, version=version)
        toc = await self._database.overview(("toc", library_id, version), read, None, _entry_count)
        if toc is not None:
            await self._database.note_use(library_id, version, self._clock())
        return toc

    async def toc_text(self, library_id: str, version: str) -> str:
        """Return the llms.txt behind the stored TOC of a snapshot, "" if there is none."""

        def read(connection: Connection) -> str:
            found = connection.execute(
                "SELECT text FROM pro_context.toc JOIN pro_context.snapshot ON snapshot.id = snapshot_id "
                "WHERE library_id = %s AND version = %s",
                (library_id, version),
            ).fetchone()
            return str(found[0]) if found else ""

        return await self._database.read(read, "")

    async def put_toc(self, library_id: str, toc: Toc, read_at: datetime) -> Snapshot:
        """Open or renew a snapshot with this TOC; see `SnapshotStore`."""
        now = self._clock()

        def put(connection: Connection) -> None:
            self._database.make_room(connection, now)
            _write_toc(connection, library_id, toc, read_at, now)

        await self._database.write(put)
        version = toc.version or ""
        unstored = Snapshot(library_id, version, toc.source, toc.origin, read_at, read_at, 0, len(toc.pages))
        return await self.snapshot(library_id, version) or unstored

    async def confirm_toc(self, library_id: str, version: str, moment: datetime) -> None:
        """Note that a snapshot's TOC was found unchanged."""
        await self._database.write(
            lambda connection: connection.execute(
                "UPDATE pro_context.snapshot SET fetched_at = %s WHERE library_id = %s AND version = %s",
                (moment, library_id, version),
            )
        )

    async def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, version) of the newest snapshot whose TOC names this URL, fragment ignored."""

        def owner(connection: Connection) -> tuple[str, str] | None:
            found = connection.execute(
                """
                SELECT library_id, version FROM pro_context.toc_address
                JOIN pro_context.snapshot ON snapshot.id = snapshot_id
                WHERE address = %s ORDER BY fetched_at DESC, snapshot.id DESC LIMIT 1
                """,
                (address_of(url),),
            ).fetchone()
            return None if found is None else (found[0], found[1])

        return await self._database.read(owner, None)

    def _read_toc(self, connection: Connection, library_id: str, version: str) -> Toc | None:
        found = connection.execute(
            "SELECT id, toc_number, source, origin, delivery FROM pro_context.snapshot "
            "WHERE library_id = %s AND version = %s",
            (library_id, version),
        ).fetchone()
        if found is None:
            return None
        row, number, source, origin, delivery = found
        with self._tocs_lock:
            if (row, number) in self._tocs:
                known: Toc = self._tocs.use((row, number))
                return known
        stored = connection.execute("SELECT entries FROM pro_context.toc WHERE snapshot_id = %s", (row,)).fetchone()
        entries = tuple(TocEntry(*entry) for entry in (stored[0] if stored else ()))
        url, etag, last_modified = delivery
        toc = Toc(entries, SourceName(source), origin, version or None, Delivery(url, Validators(etag, last_modified)))
        with self._tocs_lock:
            self._tocs.keep((row, number), toc, ENTRY_BYTES * (1 + len(entries)))
        return toc


def locked_snapshot(connection: Connection, library_id: str, version: str) -> int | None:
    """Return the row of a snapshot, None if there is none; other writers of the snapshot wait for this transaction."""
    row = connection.execute(
        "SELECT id FROM pro_context.snapshot WHERE library_id = %s AND version = %s FOR NO KEY UPDATE",
        (library_id, version),
    ).fetchone()
    return None if row is None else int(row[0])


def on_snapshot(
    library_id: str, version: str, work: Callable[[Connection, int], _Answer]
) -> Callable[[Connection], _Answer | None]:
    """Return work on a connection that does some work on the row of a snapshot, nothing if there is no such row."""

    def with_row(connection: Connection) -> _Answer | None:
        row = locked_snapshot(connection, library_id, version)
        return None if row is None else work(connection, row)

    return with_row


def _write_toc(connection: Connection, library_id: str, toc: Toc, read_at: datetime, now: datetime) -> None:
    """Open or renew a snapshot; the pages that its new table of contents does not name are deleted.

    A table of contents that must not be stored is stored without its entries and its delivery.
    """
    stored = toc if toc.delivery.storable else replace(toc, entries=(), symbols=(), text="", delivery=Delivery())
    delivery, named = stored.delivery, {address_of(entry.url) for entry in stored.entries}
    row = connection.execute(
        """
        INSERT INTO pro_context.snapshot
            (library_id, version, source, origin, fetched_at, read_at, used_at, delivery, toc_pages, toc_number)
        VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
        ON CONFLICT (library_id, version) DO UPDATE SET
            source = excluded.source, origin = excluded.origin, fetched_at = excluded.fetched_at,
            read_at = excluded.read_at, used_at = excluded.used_at, delivery = excluded.delivery,
            toc_pages = excluded.toc_pages, toc_number = greatest(snapshot.toc_number + 1, excluded.toc_number)
        RETURNING id
        """,
        (
            library_id, toc.version or "", toc.source.value, toc.origin, read_at, read_at, now,
            to_json([delivery.url, delivery.validators.etag, delivery.validators.last_modified]),
            len(named), number_of(connection),
        ),
    ).fetchone()  # fmt: skip
    if row is None:
        raise AssertionError("the snapshot was stored just before")
    (snapshot,) = row
    connection.execute(
        "INSERT INTO pro_context.toc (snapshot_id, entries, text) VALUES (%s, %s, %s) "
        "ON CONFLICT (snapshot_id) DO UPDATE SET entries = excluded.entries, text = excluded.text",
        (snapshot, to_json(list(map(list, stored.entries))), to_json(stored.text)),
    )
    _put_addresses(connection, snapshot, named)
    put_symbols(connection, snapshot, stored.symbols)
    kept = sorted({address_of(entry.url) for entry in toc.entries})
    connection.execute(
        "DELETE FROM pro_context.page WHERE snapshot_id = %s AND address NOT IN (SELECT unnest(%s::text[]))",
        (snapshot, kept),
    )


def _put_addresses(connection: Connection, snapshot: int, addresses: set[str]) -> None:
    """Store the addresses of a table of contents; those that stay are not written again."""
    indexed = sorted(address for address in addresses if is_indexable(address))
    connection.execute(
        "DELETE FROM pro_context.toc_address WHERE snapshot_id = %s AND address NOT IN (SELECT unnest(%s::text[]))",
        (snapshot, indexed),
    )
    connection.execute(
        "INSERT INTO pro_context.toc_address (snapshot_id, address) SELECT %s, unnest(%s::text[]) "
        "ON CONFLICT DO NOTHING",
        (snapshot, indexed),
    )


def _entry_count(toc: Toc | None) -> int:
    return len(toc.entries) if toc else 1


def _snapshot(row: Sequence[Any]) -> Snapshot:
    library_id, version, source, origin, fetched_at, read_at, pages, total_pages = row
    return Snapshot(
        library_id, version, SourceName(source), origin, in_utc(fetched_at), in_utc(read_at), pages, total_pages
    )
