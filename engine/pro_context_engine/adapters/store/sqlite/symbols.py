"""Where dotted names are documented, as inventories say: known before any page is read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from pro_context_engine.domain.model import Symbol
from pro_context_engine.search.index.dotted_names import full_term

MOST_FOUND = 20
"""So many places are given for a name."""

_MOST_PER_NAME = 200


def put_symbols(connection: sqlite3.Connection, snapshot: int, symbols: Iterable[Symbol]) -> None:
    """Store the symbols of a snapshot in place of those it had."""
    connection.execute("DELETE FROM symbol WHERE snapshot_id = ?", (snapshot,))
    connection.executemany(
        "INSERT OR IGNORE INTO symbol (snapshot_id, name, url) VALUES (?, ?, ?)",
        ((snapshot, _backwards(full_term(symbol.name)), symbol.url) for symbol in symbols),
    )


def symbols(connection: sqlite3.Connection, library_id: str, version: str, names: Sequence[str]) -> list[str]:
    """Return the URLs where the first of the names that is known is documented, shortest full name first."""
    for name in names:
        start = _backwards(name)
        rows = connection.execute(
            "SELECT symbol.name, url FROM symbol JOIN snapshot ON snapshot.id = snapshot_id "
            "WHERE library_id = ? AND version = ? AND symbol.name >= ? AND symbol.name < ? LIMIT ?",
            # "/" is what follows "." among characters.
            (library_id, version, start, f"{start[:-1]}/", _MOST_PER_NAME),
        ).fetchall()
        if rows:
            return [url for _, url in sorted(rows, key=lambda row: (len(row[0]), row))][:MOST_FOUND]
    return []


def _backwards(name: str) -> str:
    return "".join(f"{part}." for part in reversed(name.split(".")))
