"""The chunks of the SQLite store, and their terms in its index (docs/decisions/0003-sqlite-fts5-for-the-index.md)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

import orjson

from pro_context_engine.adapters.store.heading_paths import headings_of, path_to, pieces_of, stored_headings
from pro_context_engine.adapters.store.sqlite.checksums import checksum, intact
from pro_context_engine.adapters.store.sqlite.overflow import StoreTables
from pro_context_engine.domain.model import Chunk, Heading, Hit
from pro_context_engine.domain.page_address import address_of
from pro_context_engine.search.index.chunk_fields import FIELDS

_COLUMNS = ("chunk_id", "heading_path", "anchor", "text", "tokens", "first_line", "ordinal", "headings")
OWN_COLUMNS = ", ".join(f"chunk.{column}" for column in ("checksum", *_COLUMNS))
PAGE_COLUMNS = "page.url, page.title, page.section, page.description"
CHUNK_COLUMNS = f"{OWN_COLUMNS}, {PAGE_COLUMNS}"
"""The columns of a chunk, in a query that joins `chunk` and `page`."""

_NEIGHBOURS = f"""
    SELECT {CHUNK_COLUMNS} FROM chunk JOIN page ON page.id = page_id JOIN snapshot ON snapshot.id = snapshot_id
    WHERE library_id = ? AND version = ? AND address = ? AND page.url = ?
"""  # noqa: S608 - the columns are ours

_HEADINGS = """
    SELECT ordinal, chunk.headings FROM chunk JOIN page ON page.id = page_id JOIN snapshot ON snapshot.id = snapshot_id
    WHERE library_id = ? AND version = ? AND address = ? AND page.url = ?
"""

_Value = TypeVar("_Value")

ChunkTerms = dict[str, list[str]]
"""The analysed terms of a chunk by field, from `chunk_fields.fields_of`."""


class ChunkTable(StoreTables):
    """The operations of `ChunkIndex` that read chunks of known pages or libraries."""

    async def neighbours(self, hit: Hit) -> list[Chunk]:
        """Return every chunk of the hit's page and snapshot, in page order."""

        def read(connection: sqlite3.Connection) -> list[Chunk]:
            rows = connection.execute(f"{_NEIGHBOURS} ORDER BY ordinal", _page_of(hit))
            return [chunk for row in rows for chunk in chunks_of_row(row)]

        return await self._databases.read(read, [])

    async def sections(
        self, library_id: str, version: str, urls: Sequence[str]
    ) -> list[tuple[Chunk, list[Heading]] | None]:
        """Return the chunks with the headings that URLs name, and the headings that lead to these; see `ChunkIndex`."""
        none: list[tuple[Chunk, list[Heading]] | None] = [None] * len(urls)

        def read(connection: sqlite3.Connection) -> list[tuple[Chunk, list[Heading]] | None]:
            return [_section(connection, library_id, version, url) for url in urls]

        return await self._databases.merged(
            lambda database: database.read(read, none),
            lambda stored, newer: [new or old for new, old in zip(newer, stored, strict=True)],
        )

    async def beginning(self, hit: Hit, path: Sequence[str]) -> Chunk | None:
        """Return the chunk in which a section of the hit's page begins; see `ChunkIndex`."""

        def read(connection: sqlite3.Connection) -> Chunk | None:
            # The paths of subsections begin with the same text, up to the bracket that ends the list.
            start = json.dumps(path)[:-1]
            rows = connection.execute(
                f"{_NEIGHBOURS} AND substr(heading_path, 1, ?) = ? ORDER BY ordinal LIMIT 1",
                (*_page_of(hit), len(start), start),
            )
            return next((chunk for row in rows for chunk in chunks_of_row(row)), None)

        return await self._databases.read(read, None)

    async def remembered(
        self, key: Hashable, make: Callable[[], Awaitable[_Value]], size: Callable[[_Value], int]
    ) -> _Value:
        """Return a value that is made of stored rows, made anew once anything was stored; see `ChunkIndex`."""
        return await self._databases.remembered(key, make, size)

    async def indexed(self) -> list[str]:
        """Return the ids of the libraries that have at least one indexed page, sorted."""

        def read(connection: sqlite3.Connection) -> list[str]:
            rows = connection.execute(
                """
                SELECT DISTINCT library_id FROM snapshot WHERE EXISTS
                (SELECT 1 FROM page JOIN chunk ON page_id = page.id WHERE snapshot_id = snapshot.id) ORDER BY library_id
                """
            )
            return [library_id for (library_id,) in rows]

        none: list[str] = []
        found = await self._databases.merged(
            lambda database: database.overview(("indexed",), read, none, len),
            lambda stored, newer: sorted({*stored, *newer}),
        )
        return list(found)


def put_chunks(
    connection: sqlite3.Connection, snapshot: int, page: int, chunks: Iterable[tuple[Chunk, ChunkTerms]]
) -> None:
    """Store and index the chunks of a page that has none."""
    lengths: list[int] = []
    for chunk, terms in chunks:
        row = (
            chunk.chunk_id, json.dumps(chunk.heading_path), chunk.anchor, chunk.text,
            chunk.tokens, chunk.first_line, chunk.ordinal, headings_text(chunk.headings, chunk.pieces),
        )  # fmt: skip
        chunk_row = connection.execute(
            f"INSERT INTO chunk ({', '.join(_COLUMNS)}, page_id, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - ours
            (*row, page, checksum((*row, chunk.page_url, chunk.page_title, chunk.section, chunk.description))),
        ).lastrowid
        connection.execute(
            f"INSERT INTO chunk_terms (rowid, scope, {', '.join(FIELDS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - ours
            (chunk_row, scope(snapshot), *(" ".join(terms[field]) for field in FIELDS)),
        )
        lengths.append(sum(len(terms[field]) for field in FIELDS))
    connection.execute(
        "INSERT INTO page_length (page_id, snapshot_id, chunks, terms) VALUES (?, ?, ?, ?)",
        (page, snapshot, len(lengths), sum(lengths)),
    )


def _section(
    connection: sqlite3.Connection, library_id: str, version: str, url: str
) -> tuple[Chunk, list[Heading]] | None:
    address, _, anchor = url.partition("#")
    quoted = json.dumps(anchor)
    page = (library_id, version, address_of(url), address)
    # All headings first, without the texts: a page may have hundreds of chunks.
    rows = connection.execute(f"{_HEADINGS} ORDER BY ordinal", page).fetchall()
    for at, (ordinal, headings) in enumerate(rows):
        # Most chunks do not have the anchor in any heading, and need not be parsed.
        if quoted in headings and (path := path_to(anchor, [row[1] for row in rows[: at + 1]])):
            row = connection.execute(f"{_NEIGHBOURS} AND ordinal = ?", (*page, ordinal)).fetchone()
            return next(((chunk, path) for chunk in chunks_of_row(row)), None)
    return None


def headings_text(headings: Iterable[Heading], pieces: Sequence[Sequence[int]] = ()) -> str:
    """Return headings as JSON; see `heading_paths.stored_headings`."""
    return json.dumps(stored_headings(headings, pieces), separators=(",", ":"))


def _page_of(hit: Hit) -> tuple[str, str, str, str]:
    return hit.library_id, hit.version or "", address_of(hit.chunk.page_url), hit.chunk.page_url


def damaged_chunks(connection: sqlite3.Connection) -> int:
    """Return the number of chunks whose checksum, over their row and columns of their page, does not match."""
    rows = connection.execute(f"SELECT {CHUNK_COLUMNS} FROM chunk JOIN page ON page.id = page_id")  # noqa: S608 - ours
    return sum(checksum(row) != expected for expected, *row in rows)


def scope(snapshot: int) -> str:
    """Return the term that all chunks of a snapshot have in the index."""
    return f"snapshot{snapshot}"


def chunks_of_row(row: Sequence[Any]) -> list[Chunk]:
    """Return the chunk that `CHUNK_COLUMNS` selected, [] if the row is damaged."""
    expected, *values = row
    if not intact(values, expected):
        return []
    chunk_id, path, anchor, text, tokens, first_line, ordinal, headings, url, title, section, description = values
    above, stored = tuple(orjson.loads(path)), orjson.loads(headings)
    inside = headings_of(stored), pieces_of(stored)
    return [
        Chunk(chunk_id, url, title, section, description, above, anchor, text, tokens, first_line, ordinal, *inside)
    ]
