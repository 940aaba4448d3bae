"""The pages that document dotted names, from the inventories of sources: known before any page is read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from pro_context_engine.adapters.store.sqlite.overflow import StoreTables
from pro_context_engine.domain.model import Symbol
from pro_context_engine.search.index.dotted_names import full_term

MOST_FOUND = 20
"""At most so many URLs are returned for a name."""

_MOST_PER_NAME = 200


class SymbolTable(StoreTables):
    """The operation of `ChunkIndex` that needs no chunks."""

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


def put_symbols(connection: sqlite3.Connection, snapshot: int, symbols: Iterable[Symbol]) -> None:
    """Store the symbols of a snapshot in place of the former ones."""
    connection.execute("DELETE FROM symbol WHERE snapshot_id = ?", (snapshot,))
    connection.executemany(
        "INSERT OR IGNORE INTO symbol (snapshot_id, name, url) VALUES (?, ?, ?)",
        ((snapshot, _reversed(full_term(symbol.name)), symbol.url) for symbol in symbols),
    )


def _reversed(name: str) -> str:
    return "".join(f"{part}." for part in reversed(name.split(".")))
