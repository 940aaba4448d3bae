"""Chunks in the SQLite store: FTS5 finds and scores them (docs/decisions/0003-sqlite-fts5-for-the-index.md)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from pro_context_engine.index.fields import FIELDS
from pro_context_engine.model import Chunk, Hit
from pro_context_engine.store.checksums import checksum, intact

WEIGHTS = {"title": 4.0, "path": 2.0, "headings": 3.0, "summary": 1.0, "names": 8.0, "body": 1.0}
"""How much a term counts in a field, against one in the text."""

# The first column is the scope: it selects and must not score.
_BM25 = f"bm25(0.0, {', '.join(str(WEIGHTS[field]) for field in FIELDS)})"

_COLUMNS = ("chunk_id", "heading_path", "anchor", "text", "tokens", "first_line", "ordinal")
_CHUNK = f"""
    chunk.checksum, {", ".join(f"chunk.{column}" for column in _COLUMNS)},
    page.url, page.title, page.section, page.description
"""

ChunkTerms = dict[str, list[str]]
"""A chunk's analysed terms by field, as `index.fields_of` gives them."""


def put_chunks(
    connection: sqlite3.Connection, snapshot: int, page: int, chunks: Iterable[tuple[Chunk, ChunkTerms]]
) -> None:
    """Store and index the chunks of a page that has none."""
    for chunk, terms in chunks:
        row = (
            chunk.chunk_id, json.dumps(chunk.heading_path), chunk.anchor, chunk.text,
            chunk.tokens, chunk.first_line, chunk.ordinal,
        )  # fmt: skip
        chunk_row = connection.execute(
            f"INSERT INTO chunk ({', '.join(_COLUMNS)}, page_id, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - ours
            (*row, page, checksum((*row, chunk.page_url, chunk.page_title, chunk.section, chunk.description))),
        ).lastrowid
        connection.execute(
            f"INSERT INTO chunk_terms (rowid, scope, {', '.join(FIELDS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - ours
            (chunk_row, _scope(snapshot), *(" ".join(terms[field]) for field in FIELDS)),
        )


def search(
    connection: sqlite3.Connection,
    terms: Sequence[str],
    scopes: Sequence[tuple[str, str | None]] | None,
    limit: int,
) -> list[Hit]:
    """Return the best chunks for the terms within the scopes, best first."""
    query = " OR ".join(_quoted(term) for term in terms)
    if scopes is not None:
        within = " OR ".join(_quoted(_scope(row)) for row in _snapshots_in(connection, scopes))
        query = f"scope : ({within}) AND ({query})" if within and query else ""
    if not query:
        return []
    rows = connection.execute(
        f"""
        SELECT best.score, library_id, version, {_CHUNK}
        FROM (SELECT rowid AS id, -rank AS score FROM chunk_terms
              WHERE chunk_terms MATCH ? AND rank MATCH ? ORDER BY rank LIMIT ?) AS best
        JOIN chunk USING (id) JOIN page ON page.id = page_id JOIN snapshot ON snapshot.id = snapshot_id
        """,  # noqa: S608 - the columns are ours
        (query, _BM25, limit),
    )
    hits = [
        Hit(chunk, score, library_id, version or None)
        for score, library_id, version, *row in rows
        for chunk in _chunks(row)
    ]
    return sorted(hits, key=lambda hit: (-hit.score, hit.library_id, hit.chunk.page_url, hit.chunk.ordinal))


def neighbours(connection: sqlite3.Connection, hit: Hit) -> list[Chunk]:
    """Return every chunk of the hit's page and snapshot, in page order."""
    rows = connection.execute(
        f"""
        SELECT {_CHUNK} FROM chunk JOIN page ON page.id = page_id JOIN snapshot ON snapshot.id = snapshot_id
        WHERE library_id = ? AND version = ? AND page.url = ? ORDER BY ordinal
        """,  # noqa: S608 - the columns are ours
        (hit.library_id, hit.version or "", hit.chunk.page_url),
    )
    return [chunk for row in rows for chunk in _chunks(row)]


def indexed(connection: sqlite3.Connection) -> list[str]:
    """Return the ids of the libraries that have a page with chunks, sorted."""
    rows = connection.execute(
        "SELECT DISTINCT library_id FROM snapshot WHERE EXISTS "
        "(SELECT 1 FROM page JOIN chunk ON page_id = page.id WHERE snapshot_id = snapshot.id) ORDER BY library_id"
    )
    return [library_id for (library_id,) in rows]


def damaged_chunks(connection: sqlite3.Connection) -> int:
    """Return how many chunks have another checksum than their row and what they take from their page."""
    rows = connection.execute(f"SELECT {_CHUNK} FROM chunk JOIN page ON page.id = page_id")  # noqa: S608 - ours
    return sum(checksum(row) != expected for expected, *row in rows)


def _snapshots_in(connection: sqlite3.Connection, scopes: Sequence[tuple[str, str | None]]) -> list[int]:
    rows: set[int] = set()
    for library_id, version in scopes:
        found = connection.execute(
            "SELECT id FROM snapshot WHERE library_id = ?1 AND (?2 IS NULL OR version = ?2)", (library_id, version)
        )
        rows.update(row for (row,) in found)
    return sorted(rows)


def _scope(snapshot: int) -> str:
    return f"snapshot{snapshot}"


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def _chunks(row: Sequence[Any]) -> list[Chunk]:
    """Return the chunk that `_CHUNK` selected, nothing if the row is damaged."""
    expected, *values = row
    if not intact(values, expected):
        return []
    chunk_id, path, *rest, url, title, section, description = values
    return [Chunk(chunk_id, url, title, section, description, tuple(json.loads(path)), *rest)]
