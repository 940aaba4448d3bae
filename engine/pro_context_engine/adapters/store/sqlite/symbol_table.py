"""The places that document names: from the inventories of sites, and the symbol tables of packages."""

from __future__ import annotations

import logging
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from functools import partial

from pro_context_engine.adapters.store.sqlite.cached_database import CachedDatabase
from pro_context_engine.adapters.store.sqlite.overflow import StoreTables
from pro_context_engine.domain.model import Symbol
from pro_context_engine.domain.storage import SymbolTerm
from pro_context_engine.domain.symbols import SymbolPlace
from pro_context_engine.search.index.dotted_names import full_term

_log = logging.getLogger("pro_context.store")

MOST_FOUND = 20
"""At most so many URLs are returned for a name."""

_MOST_PER_NAME = 200


_SNAPSHOT = "(SELECT id FROM snapshot WHERE library_id = ? AND version = ?)"


class SymbolTables(StoreTables):
    """The operations of `SymbolStore`, and the operation of `ChunkIndex` that needs no chunks."""

    async def symbols(self, library_id: str, version: str, names: Sequence[str]) -> list[str]:
        """Return the URLs that document the first known name, shortest full name first; see `ChunkIndex`."""

        def symbols(connection: sqlite3.Connection) -> list[str]:
            for start in map(_reversed, names):
                rows = connection.execute(
                    "SELECT symbol.name, url FROM symbol JOIN snapshot ON snapshot.id = snapshot_id "
                    "WHERE library_id = ? AND version = ? AND symbol.name >= ? AND symbol.name < ? LIMIT ?",
                    # "/" is the character after ".".
                    (library_id, version, start, f"{start[:-1]}/", _MOST_PER_NAME),
                ).fetchall()
                if rows:
                    return [url for _, url in sorted(rows, key=lambda row: (len(row[0]), row))][:MOST_FOUND]
            return []

        return await self._databases.read(symbols, [])

    async def has_symbols(self, library_id: str, version: str) -> bool:
        """Tell whether the symbol table of a snapshot is stored."""

        def has(connection: sqlite3.Connection) -> bool:
            query = f"SELECT 1 FROM package_symbols WHERE snapshot_id = {_SNAPSHOT}"  # noqa: S608 - ours
            return connection.execute(query, (library_id, version)).fetchone() is not None

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

    async def find_symbols(self, library_id: str, version: str, name: str) -> list[SymbolPlace]:
        """Return the documented symbols that have a path with this ending, the most public first; see `SymbolStore`."""
        start = _reversed(full_term(name))

        def find(connection: sqlite3.Connection) -> list[SymbolPlace]:
            rows = connection.execute(
                f"SELECT DISTINCT name, kind, url, rank FROM package_symbol WHERE snapshot_id = {_SNAPSHOT} "  # noqa: S608 - ours
                "AND path >= ? AND path < ? ORDER BY rank, length(name), name LIMIT ?",
                (library_id, version, start, f"{start[:-1]}/", _MOST_PER_NAME),
            )
            return [SymbolPlace(*row) for row in rows]

        return await self._databases.read(find, [])


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
        ((snapshot, _reversed(full_term(path)), *place) for path, place in places),
    )
    return True


def put_symbols(connection: sqlite3.Connection, snapshot: int, symbols: Iterable[Symbol]) -> None:
    """Store the symbols of a snapshot in place of the former ones."""
    connection.execute("DELETE FROM symbol WHERE snapshot_id = ?", (snapshot,))
    connection.executemany(
        "INSERT OR IGNORE INTO symbol (snapshot_id, name, url) VALUES (?, ?, ?)",
        ((snapshot, _reversed(full_term(symbol.name)), symbol.url) for symbol in symbols),
    )


def _reversed(name: str) -> str:
    return "".join(f"{part}." for part in reversed(name.split(".")))
