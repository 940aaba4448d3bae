"""The places that document names: from the inventories of sites, and the symbol tables of packages."""

from __future__ import annotations

import logging
import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import orjson

from pro_context_engine.adapters.store.bounded_cache import ENTRY_BYTES, rows_of_ranks
from pro_context_engine.adapters.store.sqlite.cached_database import CachedDatabase
from pro_context_engine.adapters.store.sqlite.overflow import StoreTables
from pro_context_engine.adapters.store.sqlite.thread_cache import ThreadCache
from pro_context_engine.adapters.store.symbol_paths import (
    MOST_FOUND,
    MOST_PER_NAME,
    paths_beginning_with,
    paths_ending_with,
    stored_path,
    written_path,
)
from pro_context_engine.domain.model import Symbol
from pro_context_engine.domain.storage import SymbolOwner, SymbolTerm
from pro_context_engine.domain.symbols import SymbolPlace
from pro_context_engine.search.index.dotted_names import full_term

_log = logging.getLogger("pro_context.store")

_SNAPSHOT = "(SELECT id FROM snapshot WHERE library_id = ? AND version = ?)"

# What zlib compresses ends with its checksum.
_TABLE_STATE = f"""
    SELECT snapshot_id, length(content), substr(content, -4) FROM package_symbols WHERE snapshot_id = {_SNAPSHOT}
"""  # noqa: S608 - ours


class SymbolTables(StoreTables):
    """The operations of `SymbolStore`, and the operation of `ChunkIndex` that needs no chunks."""

    async def symbols(self, library_id: str, version: str, names: Sequence[str]) -> list[str]:
        """Return the URLs that document the first known name, shortest full name first; see `ChunkIndex`."""

        def symbols(connection: sqlite3.Connection) -> list[str]:
            for start, end in map(paths_ending_with, names):
                rows = connection.execute(
                    "SELECT symbol.name, url FROM symbol JOIN snapshot ON snapshot.id = snapshot_id "
                    "WHERE library_id = ? AND version = ? AND symbol.name >= ? AND symbol.name < ? LIMIT ?",
                    (library_id, version, start, end, MOST_PER_NAME),
                ).fetchall()
                if rows:
                    return [url for _, url in sorted(rows, key=lambda row: (len(row[0]), row))][:MOST_FOUND]
            return []

        async def ask(database: CachedDatabase) -> list[str]:
            known = await database.overview(("inventories",), _inventories, None, _count)
            # Packages have no inventory, and a look-up waits for the thread of the database.
            has_one = known is None or (library_id, version) in known
            return await database.read(symbols, []) if has_one else []

        return await self._databases.first(ask)

    async def has_symbols(self, library_id: str, version: str) -> bool:
        """Tell whether the symbol table of a snapshot is stored."""

        def has(connection: sqlite3.Connection) -> bool:
            return _with_table(connection, library_id, version) is not None

        return await self._databases.read(has, False)

    async def put_symbol_table(self, library_id: str, version: str, table: bytes, places: Sequence[SymbolTerm]) -> None:
        """Store the symbol table of a snapshot in place of the former one; see `SymbolStore`."""
        content = zlib.compress(table)
        write = partial(_put_table, key=(library_id, version), content=content, places=places)

        async def put(database: CachedDatabase) -> None:
            await database.write(write)

        await self._databases.each(put)

    async def symbol_table(self, library_id: str, version: str) -> bytes:
        """Return the symbol table of a snapshot in its JSON form, b"" if none is stored."""

        def read(connection: sqlite3.Connection) -> bytes:
            query = f"SELECT content FROM package_symbols WHERE snapshot_id = {_SNAPSHOT}"  # noqa: S608 - ours
            row = connection.execute(query, (library_id, version)).fetchone()
            try:
                return zlib.decompress(row[0]) if row else b""
            except zlib.error:
                _log.warning("a damaged symbol table of the documentation store is left out")
                return b""

        return await self._databases.read(read, b"")

    async def find_symbols(self, library_id: str, version: str, names: Sequence[str]) -> list[list[SymbolPlace]]:
        """Return for each name the documented symbols that have a path with this ending; see `SymbolStore`."""

        def find(connection: sqlite3.Connection) -> list[list[SymbolPlace]]:
            snapshot = _with_table(connection, library_id, version)
            return [] if snapshot is None else [_places(connection, snapshot, name) for name in names]

        return await self._databases.read(find, [])

    async def symbol_owners(self, name: str) -> list[SymbolOwner]:
        """Return the documented symbols of all snapshots that have a path with this ending; see `SymbolStore`."""
        start, end = paths_ending_with(full_term(name))

        def find(connection: sqlite3.Connection) -> list[SymbolOwner]:
            # In this order each snapshot costs one look-up; the other way round all paths would be read.
            rows = connection.execute(
                "SELECT DISTINCT library_id, version, name, kind, url, rank FROM snapshot "
                "CROSS JOIN package_symbol ON snapshot_id = snapshot.id AND path >= ? AND path < ? "
                "ORDER BY rank, length(name), library_id, version LIMIT ?",
                (start, end, MOST_PER_NAME),
            )
            return [SymbolOwner(library_id, version, SymbolPlace(*place)) for library_id, version, *place in rows]

        return await self._databases.read(find, [])

    async def symbol_names(
        self, scopes: Sequence[tuple[str, str]] | None, beginning: str = "", limit: int | None = None
    ) -> list[str]:
        """Return the canonical names of the documented symbols with a path that begins so; see `SymbolStore`."""
        start, end, owners = paths_beginning_with(full_term(beginning))
        wanted = None if scopes is None else orjson.dumps([f"{one}\n{version}" for one, version in scopes]).decode()

        def read(connection: sqlite3.Connection) -> list[str]:
            # One JSON array: thousands of rows of one name each take twice as long.
            (names,) = connection.execute(
                """
                SELECT json_group_array(name) FROM (
                    SELECT name FROM snapshot
                    CROSS JOIN package_symbol ON snapshot_id = snapshot.id AND path >= ? AND path < ?
                    WHERE (? IS NULL OR library_id || char(10) || version IN (SELECT value FROM json_each(?)))
                    AND substr(path, instr(path, '.') + 1, ?) = ?
                    GROUP BY name ORDER BY min(rank), length(name), name LIMIT ?
                )
                """,
                (start, end, wanted, wanted, len(owners), owners, -1 if limit is None else limit),
            ).fetchone()
            found: list[str] = orjson.loads(names)
            return found

        return await self._databases.read(read, [])

    async def stored_symbols(self, library_id: str, version: str) -> tuple[list[Symbol], list[SymbolTerm]]:
        """Return the inventory of a snapshot's site, and the places of its symbol table, to copy them."""

        def read(connection: sqlite3.Connection) -> tuple[list[Symbol], list[SymbolTerm]]:
            own = f"WHERE snapshot_id = {_SNAPSHOT}"
            inventory = connection.execute(f"SELECT name, url FROM symbol {own}", (library_id, version))  # noqa: S608 - ours
            symbols = [Symbol(written_path(name), url) for name, url in inventory]
            columns = "path, name, kind, url, rank"
            table = connection.execute(f"SELECT {columns} FROM package_symbol {own}", (library_id, version))  # noqa: S608 - ours
            return symbols, [(written_path(path), SymbolPlace(*place)) for path, *place in table]

        return await self._databases.read(read, ([], []))

    async def symbol_ranks(self, library_id: str, version: str) -> Mapping[str, int]:
        """Return the rank of the most public symbol that each URL with anchor documents; see `SymbolStore`."""

        def read(connection: sqlite3.Connection, cache: ThreadCache) -> dict[str, int]:
            row = connection.execute(_TABLE_STATE, (library_id, version)).fetchone()
            if row is None:
                return {}
            # Other writes leave a table as it is, and that of a large package takes long to read.
            read = partial(_ranks, connection, row[0])
            return cache.get(connection, ("ranks", *row), read, lambda ranks: ENTRY_BYTES * rows_of_ranks(ranks))

        async def ask(database: CachedDatabase) -> dict[str, int]:
            key, one = ("ranks", library_id, version), partial(read, cache=database.tocs)
            return await database.overview(key, one, {}, rows_of_ranks)

        return await self._databases.merged(ask, lambda stored, newer: {**stored, **newer})


def _inventories(connection: sqlite3.Connection) -> frozenset[tuple[str, str]] | None:
    """Return (libraryId, version) of the snapshots with an inventory."""
    query = (
        "SELECT library_id, version FROM snapshot WHERE EXISTS (SELECT 1 FROM symbol WHERE snapshot_id = snapshot.id)"
    )
    return frozenset(connection.execute(query).fetchall())


def _count(known: frozenset[tuple[str, str]] | None) -> int:
    return len(known or ())


def _with_table(connection: sqlite3.Connection, library_id: str, version: str) -> int | None:
    """Return the row of a snapshot with a symbol table, None if its table is not stored."""
    query = f"SELECT snapshot_id FROM package_symbols WHERE snapshot_id = {_SNAPSHOT}"  # noqa: S608 - ours
    row = connection.execute(query, (library_id, version)).fetchone()
    return row[0] if row else None


def _ranks(connection: sqlite3.Connection, snapshot: int) -> dict[str, int]:
    """Return the least rank of each URL in the symbol table of a snapshot."""
    ranks: dict[str, int] = {}
    for url, rank in connection.execute("SELECT url, rank FROM package_symbol WHERE snapshot_id = ?", (snapshot,)):
        if ranks.setdefault(url, rank) > rank:
            ranks[url] = rank
    return ranks


def _places(connection: sqlite3.Connection, snapshot: int, name: str) -> list[SymbolPlace]:
    """Return the documented symbols of a snapshot that have a path with this ending, the most public first."""
    start, end = paths_ending_with(full_term(name))
    rows = connection.execute(
        "SELECT DISTINCT name, kind, url, rank FROM package_symbol WHERE snapshot_id = ? "
        "AND path >= ? AND path < ? ORDER BY rank, length(name), name LIMIT ?",
        (snapshot, start, end, MOST_PER_NAME),
    )
    return [SymbolPlace(*row) for row in rows]


def _put_table(
    connection: sqlite3.Connection, key: tuple[str, str], content: bytes, places: Sequence[SymbolTerm]
) -> bool:
    row = connection.execute("SELECT id FROM snapshot WHERE library_id = ? AND version = ?", key).fetchone()
    if row is None:
        return False
    (snapshot,) = row
    connection.execute("DELETE FROM package_symbol WHERE snapshot_id = ?", (snapshot,))
    connection.execute(
        "INSERT OR REPLACE INTO package_symbols (snapshot_id, content) VALUES (?, ?)",
        (snapshot, content),
    )
    connection.executemany(
        "INSERT OR IGNORE INTO package_symbol (snapshot_id, path, name, kind, url, rank) VALUES (?, ?, ?, ?, ?, ?)",
        ((snapshot, stored_path(path), *place) for path, place in places),
    )
    return True


def put_symbols(connection: sqlite3.Connection, snapshot: int, symbols: Iterable[Symbol]) -> None:
    """Store the symbols of a snapshot in place of the former ones."""
    connection.execute("DELETE FROM symbol WHERE snapshot_id = ?", (snapshot,))
    connection.executemany(
        "INSERT OR IGNORE INTO symbol (snapshot_id, name, url) VALUES (?, ?, ?)",
        ((snapshot, stored_path(symbol.name), symbol.url) for symbol in symbols),
    )
