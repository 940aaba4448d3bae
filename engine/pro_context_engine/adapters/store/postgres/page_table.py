"""The pages of the PostgreSQL store, and the checks that found them unchanged; `page_rows` writes them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import islice

from pro_context_engine.adapters.store.bounded_cache import ENTRY_BYTES
from pro_context_engine.adapters.store.heading_paths import headings_of
from pro_context_engine.adapters.store.page_copy import PageCopy
from pro_context_engine.adapters.store.postgres import eviction
from pro_context_engine.adapters.store.postgres.cached_database import CachedTables
from pro_context_engine.adapters.store.postgres.migration import Connection
from pro_context_engine.adapters.store.postgres.page_rows import (
    PageRows,
    delete_pages,
    rows_of,
    rows_of_copy,
    write_pages,
)
from pro_context_engine.adapters.store.postgres.snapshot_table import locked_snapshot, on_snapshot
from pro_context_engine.adapters.store.postgres.stored_values import Unstorable, in_utc
from pro_context_engine.domain.model import (
    Chunk,
    Dates,
    Delivery,
    Heading,
    Page,
    SourceName,
    StoredPage,
    Validators,
)
from pro_context_engine.domain.page_address import address_of
from pro_context_engine.domain.storage import HeadingPlace

_PAGE = """
    SELECT library_id, version, source, url, about, markdown, headings, page.delivery, page.read_at, checked_at
    FROM pro_context.page JOIN pro_context.snapshot ON snapshot.id = snapshot_id WHERE address = %s
"""
_NEWEST = "ORDER BY snapshot.fetched_at DESC, snapshot.id DESC LIMIT 1"


class PageTable(CachedTables):
    """The operations of `PageStore`, and the headings of pages."""

    async def page(self, url: str, key: tuple[str, str] | None = None) -> StoredPage | None:
        """Return the stored page with this URL, and note that its snapshot is in use; see `PageStore`."""
        page = await self._database.page((url, key), partial(_read_page, url=url, key=key), None, _page_bytes)
        if page is not None:
            await self._database.note_use(page.library_id, page.version, self._clock())
        return page

    async def pages(self, library_id: str, version: str) -> dict[str, Dates]:
        """Return the URLs of a snapshot's stored pages, without fragment, with their dates."""

        def read(connection: Connection) -> dict[str, Dates]:
            rows = connection.execute(
                "SELECT address, checked_at, page.read_at "
                "FROM pro_context.page JOIN pro_context.snapshot ON snapshot.id = snapshot_id "
                "WHERE library_id = %s AND version = %s ORDER BY page.id",
                (library_id, version),
            )
            return {address: Dates(in_utc(checked_at), in_utc(read_at)) for address, checked_at, read_at in rows}

        none: dict[str, Dates] = {}
        return await self._database.overview(("pages", library_id, version), read, none, len)

    async def pages_after(self, library_id: str, version: str, address: str, limit: int) -> list[Page]:
        """Return the next pages of a snapshot by their addresses; see `PageStore`."""

        def read(connection: Connection) -> list[Page]:
            rows = connection.execute(
                "SELECT url, about, markdown, headings "
                "FROM pro_context.page JOIN pro_context.snapshot ON snapshot.id = snapshot_id "
                "WHERE library_id = %s AND version = %s AND address > %s ORDER BY address LIMIT %s",
                (library_id, version, address, limit),
            )
            return [
                Page(url, title, markdown, headings_of(headings), description, section)
                for url, (title, section, description), markdown, headings in rows
            ]

        return await self._database.read(read, [])

    async def outlines(self, library_id: str, version: str, urls: Sequence[str]) -> dict[str, tuple[Heading, ...]]:
        """Return the headings of some of a snapshot's pages; see `ChunkIndex`."""

        def read(connection: Connection) -> dict[str, tuple[Heading, ...]]:
            rows = connection.execute(
                "SELECT url, headings FROM pro_context.page JOIN pro_context.snapshot ON snapshot.id = snapshot_id "
                "WHERE library_id = %s AND version = %s AND address = ANY(%s) AND url = ANY(%s)",
                (library_id, version, list(map(address_of, urls)), list(urls)),
            )
            return {url: headings_of(headings) for url, headings in rows}

        return await self._database.read(read, {})

    async def headings(self, library_id: str, version: str, limit: int) -> list[HeadingPlace]:
        """Return the headings of a snapshot's pages; see `ChunkIndex`."""

        def read(connection: Connection) -> list[HeadingPlace]:
            rows = connection.execute(
                "SELECT url, headings FROM pro_context.page JOIN pro_context.snapshot ON snapshot.id = snapshot_id "
                "WHERE library_id = %s AND version = %s ORDER BY page.id",
                (library_id, version),
            )
            return list(islice(((one[0], url, one[2]) for url, headings in rows for one in headings), limit))

        return await self._database.read(read, [])

    async def put_page(
        self, library_id: str, version: str, page: Page, chunks: Sequence[Chunk], read_at: datetime
    ) -> bool:
        """Store a page and index its chunks; see `PageStore`."""
        # Analysis needs no database: it must not hold the transaction.
        try:
            rows = await asyncio.to_thread(rows_of, page, chunks, read_at)
        except Unstorable:
            return False
        return bool(await self._put((library_id, version), [rows]))

    async def put_copies(self, library_id: str, version: str, copies: Sequence[PageCopy]) -> int:
        """Store pages of another store in place of those with the same addresses; return how many are stored now."""
        pages = await asyncio.to_thread(_storable, copies)
        return await self._put((library_id, version), pages) if pages else 0

    async def _put(self, key: tuple[str, str], pages: Sequence[PageRows]) -> int:
        """Store pages in one transaction; return how many are stored now."""
        now = self._clock()

        def put(connection: Connection) -> int:
            snapshot = locked_snapshot(connection, *key)
            if snapshot is None:
                return 0
            fitting = pages
            if not self._database.make_room(connection, now, snapshot, len(pages)):
                fitting = [page for page in pages if _has_page(connection, snapshot, page.address)]
            if fitting:
                write_pages(connection, snapshot, fitting)
                self._database.room.take(sum(page.size for page in fitting))
                eviction.touch(connection, *key, now, eviction.IN_USE.seconds // 2)
            return len(fitting)

        return await self._database.write(put) or 0

    async def confirm_page(self, library_id: str, version: str, url: str, moment: datetime) -> None:
        """Note that a stored page was found unchanged."""

        def confirm(connection: Connection, snapshot: int) -> None:
            connection.execute(
                "UPDATE pro_context.page SET checked_at = %s WHERE snapshot_id = %s AND address = %s",
                (moment, snapshot, address_of(url)),
            )

        await self._database.write(on_snapshot(library_id, version, confirm))

    async def drop_page(self, library_id: str, version: str, url: str) -> None:
        """Delete a page and its chunks, if it is stored."""
        await self._database.write(on_snapshot(library_id, version, partial(delete_pages, addresses=[address_of(url)])))


def _read_page(connection: Connection, url: str, key: tuple[str, str] | None) -> StoredPage | None:
    own = "" if key is None else "AND library_id = %s AND version = %s "
    found = connection.execute(_PAGE + own + _NEWEST, (address_of(url), *(key or ()))).fetchone()
    if found is None:
        return None
    library_id, version, source, url, (title, section, description), markdown, headings, *rest = found
    (address, etag, last_modified, landed), read_at, checked_at = rest
    delivery = Delivery(address, Validators(etag, last_modified), landed=landed)
    stored = Page(url, title, markdown, headings_of(headings), description, section, delivery)
    return StoredPage(stored, library_id, version, SourceName(source), in_utc(checked_at), in_utc(read_at))


def _page_bytes(page: StoredPage | None) -> int:
    return ENTRY_BYTES if page is None else ENTRY_BYTES * (1 + len(page.page.headings)) + len(page.page.markdown)


def _has_page(connection: Connection, snapshot: int, address: str) -> bool:
    row = connection.execute(
        "SELECT 1 FROM pro_context.page WHERE snapshot_id = %s AND address = %s", (snapshot, address)
    )
    return row.fetchone() is not None


def _storable(copies: Sequence[PageCopy]) -> list[PageRows]:
    """Return the rows of those pages that the database can hold."""
    found: list[PageRows] = []
    for copy in copies:
        with suppress(Unstorable):
            found.append(rows_of_copy(copy))
    return found
