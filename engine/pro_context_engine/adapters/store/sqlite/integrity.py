"""The integrity checks of a store's file, over every row."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

from pro_context_engine.adapters.store.sqlite import chunk_table, page_table, snapshot_table, toc_table
from pro_context_engine.adapters.store.sqlite.damage import may_show_damage
from pro_context_engine.adapters.store.sqlite.migration import prepare

_DANGLING = """
    SELECT (SELECT count(*) FROM toc_entry WHERE snapshot_id NOT IN (SELECT id FROM snapshot))
         + (SELECT count(*) FROM toc_text WHERE snapshot_id NOT IN (SELECT id FROM snapshot))
         + (SELECT count(*) FROM page WHERE snapshot_id NOT IN (SELECT id FROM snapshot))
         + (SELECT count(*) FROM chunk WHERE page_id NOT IN (SELECT id FROM page))
         + (SELECT count(*) FROM page_check WHERE page_id NOT IN (SELECT id FROM page))
         + (SELECT count(*) FROM page_length WHERE page_id NOT IN (SELECT id FROM page))
         + (SELECT count(*) FROM link WHERE page_id NOT IN (SELECT id FROM page))
"""
_UNINDEXED = "SELECT count(*) FROM chunk WHERE id NOT IN (SELECT rowid FROM chunk_terms)"
_MISINDEXED = """
    SELECT count(*) FROM chunk_terms LEFT JOIN chunk ON chunk.id = chunk_terms.rowid LEFT JOIN page ON page.id = page_id
    WHERE chunk.id IS NULL OR scope IS NOT 'snapshot' || snapshot_id
"""


def problems(connection: sqlite3.Connection, *, read_only: bool = False) -> list[str]:
    """Return the problems of a file, in our own words; [] for a sound file.

    Args:
        connection: to the file.
        read_only: whether the connection takes no commands, so that the check of the index is left out.

    Raises:
        sqlite3.Error: the file cannot be read now (locked, out of reach).
    """
    checks: dict[str, Callable[[sqlite3.Connection], int]] = {
        "the file's structure is damaged": _structure,
        "the tables are not the expected ones": _tables,
        "snapshots or tables of contents have another checksum": snapshot_table.damaged_snapshots,
        "texts of tables of contents have another checksum": toc_table.damaged_toc_texts,
        "pages have another checksum": page_table.damaged_pages,
        "checks have another checksum": page_table.damaged_checks,
        "chunks have another checksum": chunk_table.damaged_chunks,
        "rows belong to nothing": lambda connection: _count(connection, _DANGLING),
        "chunks are not in the index": lambda connection: _count(connection, _UNINDEXED),
        "entries of the index belong to no chunk, or to another snapshot": lambda connection: _count(
            connection, _MISINDEXED
        ),
    }
    if not read_only:
        checks["the index is damaged"] = _index
    return list(_found(connection, checks))


def _found(connection: sqlite3.Connection, checks: dict[str, Callable[[sqlite3.Connection], int]]) -> Iterator[str]:
    for problem, check in checks.items():
        try:
            count = check(connection)
        except (sqlite3.Error, ValueError, TypeError) as error:
            if not may_show_damage(error):
                raise
            yield f"{problem} (it cannot be read)"
            continue
        if count:
            yield f"{problem} ({count})"


def _structure(connection: sqlite3.Connection) -> int:
    return sum(row != ("ok",) for row in connection.execute("PRAGMA integrity_check(100)"))


def _tables(connection: sqlite3.Connection) -> int:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        prepare(fresh)
        return len(_schema(connection) ^ _schema(fresh))


def _schema(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    return set(connection.execute("SELECT name, sql FROM sqlite_schema"))


def _index(connection: sqlite3.Connection) -> int:
    # A command of FTS5: it fails on a damaged index, and writes nothing.
    connection.execute("INSERT INTO chunk_terms (chunk_terms) VALUES ('integrity-check')")
    return 0


def _count(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])
