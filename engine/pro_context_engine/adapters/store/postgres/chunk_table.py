"""The chunks of the PostgreSQL store; `page_rows` writes them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any, TypeVar

from pro_context_engine.adapters.store.heading_paths import headings_of, path_to, pieces_of
from pro_context_engine.adapters.store.postgres.cached_database import CachedTables
from pro_context_engine.adapters.store.postgres.migration import Connection
from pro_context_engine.adapters.store.postgres.stored_values import to_json
from pro_context_engine.domain.model import Chunk, Heading, Hit
from pro_context_engine.domain.page_address import address_of

_Value = TypeVar("_Value")

ORDINAL_BITS = 20
"""The low bits of the number of a chunk, which are its place on the page; the others are the row of the page."""

CHUNK_COLUMNS = "url, about, ordinal, chunk.content, chunk.headings"
"""The columns of a chunk, in a query that joins `chunk` and `page`."""

_FROM = """
    FROM pro_context.chunk JOIN pro_context.page ON page.id = page_id
    JOIN pro_context.snapshot ON snapshot.id = snapshot_id
    WHERE library_id = %s AND version = %s AND address = %s AND page.url = %s
"""
_NEIGHBOURS = f"SELECT {CHUNK_COLUMNS} {_FROM}"
_HEADINGS = f"SELECT ordinal, chunk.headings::text {_FROM} ORDER BY ordinal"


class ChunkTable(CachedTables):
    """The operations of `ChunkIndex` that read chunks of known pages or libraries."""

    async def neighbours(self, hit: Hit) -> list[Chunk]:
        """Return every chunk of the hit's page and snapshot, in page order."""

        def read(connection: Connection) -> list[Chunk]:
            return list(map(chunk_of, connection.execute(f"{_NEIGHBOURS} ORDER BY ordinal", _page_of(hit))))

        return await self._database.read(read, [])

    async def sections(
        self, library_id: str, version: str, urls: Sequence[str]
    ) -> list[tuple[Chunk, list[Heading]] | None]:
        """Return the chunks with the headings that URLs name, and the headings that lead to these; see `ChunkIndex`."""
        none: list[tuple[Chunk, list[Heading]] | None] = [None] * len(urls)
        return await self._database.read(
            lambda connection: [_section(connection, library_id, version, url) for url in urls], none
        )

    async def beginning(self, hit: Hit, path: Sequence[str]) -> Chunk | None:
        """Return the chunk in which a section of the hit's page begins; see `ChunkIndex`."""
        wanted = tuple(path)
        chunks = await self.neighbours(hit)
        return next((chunk for chunk in chunks if chunk.heading_path[: len(wanted)] == wanted), None)

    async def remembered(
        self, key: Hashable, make: Callable[[], Awaitable[_Value]], size: Callable[[_Value], int]
    ) -> _Value:
        """Return a value that is made of stored rows, made anew once anything was stored; see `ChunkIndex`."""
        return await self._database.remembered(key, make, size)

    async def indexed(self) -> list[str]:
        """Return the ids of the libraries that have at least one indexed page, sorted."""

        def read(connection: Connection) -> list[str]:
            rows = connection.execute(
                "SELECT DISTINCT library_id FROM pro_context.snapshot WHERE EXISTS "
                "(SELECT 1 FROM pro_context.page WHERE snapshot_id = snapshot.id AND chunks > 0) ORDER BY library_id"
            )
            return [library_id for (library_id,) in rows]

        none: list[str] = []
        found = await self._database.overview(("indexed",), read, none, len)
        return list(found)


def scope(snapshot: int) -> str:
    """Return the term that all chunks of a snapshot have in the index; no text has such a term."""
    return f"@{snapshot}"


def chunk_of(row: Sequence[Any]) -> Chunk:
    """Return the chunk that `CHUNK_COLUMNS` selected."""
    url, (title, section, description), ordinal, content, headings = row
    chunk_id, path, anchor, text, tokens, first_line = content
    return Chunk(
        chunk_id, url, title, section, description, tuple(path), anchor, text, tokens, first_line, ordinal,
        headings_of(headings), pieces_of(headings),
    )  # fmt: skip


def _section(connection: Connection, library_id: str, version: str, url: str) -> tuple[Chunk, list[Heading]] | None:
    address, _, anchor = url.partition("#")
    quoted = to_json(anchor)
    page = (library_id, version, address_of(url), address)
    # All headings first, without the texts: a page may have hundreds of chunks.
    rows = connection.execute(_HEADINGS, page).fetchall()
    for at, (ordinal, headings) in enumerate(rows):
        # Most chunks do not have the anchor in any heading, and need not be parsed.
        if quoted in headings and (path := path_to(anchor, [row[1] for row in rows[: at + 1]])):
            row = connection.execute(f"{_NEIGHBOURS} AND ordinal = %s", (*page, ordinal)).fetchone()
            return None if row is None else (chunk_of(row), path)
    return None


def _page_of(hit: Hit) -> tuple[str, str, str, str]:
    return hit.library_id, hit.version or "", address_of(hit.chunk.page_url), hit.chunk.page_url
