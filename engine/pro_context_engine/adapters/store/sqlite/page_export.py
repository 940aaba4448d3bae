"""The pages of the SQLite store as another store takes them, with the terms that are stored already."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from pro_context_engine.adapters.store.page_copy import PageCopy
from pro_context_engine.adapters.store.sqlite.chunk_search import STORED_TERMS
from pro_context_engine.adapters.store.sqlite.chunk_table import CHUNK_COLUMNS, chunks_of_row
from pro_context_engine.adapters.store.sqlite.overflow import StoreTables
from pro_context_engine.adapters.store.sqlite.page_table import read_page
from pro_context_engine.domain.model import Dates
from pro_context_engine.domain.page_address import address_of
from pro_context_engine.search.index.chunk_fields import FIELDS

_ROW = (
    "SELECT page.id FROM page JOIN snapshot ON snapshot.id = snapshot_id "
    "WHERE library_id = ? AND version = ? AND address = ?"
)
_CHUNKS = f"""
    SELECT {STORED_TERMS}, {CHUNK_COLUMNS} FROM chunk JOIN page ON page.id = page_id
    JOIN chunk_terms_content AS terms ON terms.id = chunk.id WHERE page_id = ? ORDER BY ordinal
"""  # noqa: S608 - the columns are ours
_LENGTH = "SELECT count(*) FROM chunk WHERE page_id = ?"
_LINKS = "SELECT place, terms FROM link WHERE page_id = ?"


class PageExport(StoreTables):
    """Gives the pages of a snapshot to another store."""

    async def copies(self, library_id: str, version: str, urls: Sequence[str]) -> list[PageCopy]:
        """Return those of a snapshot's pages that are stored undamaged."""

        def read(connection: sqlite3.Connection) -> list[PageCopy]:
            found = (_copy_of(connection, (library_id, version), url) for url in urls)
            return [copy for copy in found if copy]

        none: list[PageCopy] = []
        return await self._databases.read(read, none)


def _copy_of(connection: sqlite3.Connection, key: tuple[str, str], url: str) -> PageCopy | None:
    stored, row = read_page(connection, url, key), connection.execute(_ROW, (*key, address_of(url))).fetchone()
    if stored is None or row is None:
        return None
    rows = connection.execute(_CHUNKS, row).fetchall()
    chunks = [chunk for _, chunk_row in map(_parts, rows) for chunk in chunks_of_row(chunk_row)]
    if connection.execute(_LENGTH, row).fetchone() != (len(chunks),):
        return None
    dates = Dates(stored.fetched_at, stored.read_at)
    return PageCopy(stored.page, dates, chunks, [terms for terms, _ in map(_parts, rows)], [
        (place, terms) for place, terms in connection.execute(_LINKS, row)
    ])  # fmt: skip


def _parts(row: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the terms and the columns of a chunk."""
    return row[: len(FIELDS)], row[len(FIELDS) :]
