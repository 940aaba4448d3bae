"""The pages of the SQLite store, and the checks that found them unchanged.

A page without a row in `page_check` was not checked since it was read, and its server sent no validators.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from itertools import islice
from operator import or_

import orjson

from pro_context_engine.adapters.store.bounded_cache import ENTRY_BYTES
from pro_context_engine.adapters.store.heading_paths import headings_of
from pro_context_engine.adapters.store.sqlite import eviction
from pro_context_engine.adapters.store.sqlite.cached_database import CachedDatabase
from pro_context_engine.adapters.store.sqlite.checksums import checksum, intact
from pro_context_engine.adapters.store.sqlite.chunk_table import headings_text, put_chunks
from pro_context_engine.adapters.store.sqlite.link_table import put_links
from pro_context_engine.adapters.store.sqlite.overflow import StoreTables
from pro_context_engine.adapters.store.sqlite.snapshot_table import on_snapshot, overflow_for, to_text
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
from pro_context_engine.search.index.chunk_fields import analysed
from pro_context_engine.search.index.link_texts import links_of

_PAGE = "url, title, markdown, headings, description, section, fetched_at"
_CHECK = "url, etag, last_modified, checked_at, landed"


class PageTable(StoreTables):
    """The operations of `PageStore`, and the headings of pages."""

    async def page(self, url: str, key: tuple[str, str] | None = None) -> StoredPage | None:
        """Return the stored page with this URL, and note that its snapshot is in use; see `PageStore`."""

        async def ask(database: CachedDatabase) -> StoredPage | None:
            page = await database.pages.get((url, key), partial(read_page, url=url, key=key), None, _page_bytes)
            if page is not None:
                await database.note_use(page.library_id, page.version, self._clock())
            return page

        return await self._databases.first(ask)

    async def pages(self, library_id: str, version: str) -> dict[str, Dates]:
        """Return the URLs of a snapshot's stored pages, without fragment, with their dates."""

        def read(connection: sqlite3.Connection) -> dict[str, Dates]:
            rows = connection.execute(
                """
                SELECT address, page.fetched_at, coalesce(checked_at, page.fetched_at)
                FROM page JOIN snapshot ON snapshot.id = snapshot_id LEFT JOIN page_check ON page_id = page.id
                WHERE library_id = ? AND version = ?
                """,
                (library_id, version),
            )
            # Pages that were read together have few moments.
            moment = cache(datetime.fromisoformat)
            return {address: Dates(moment(checked_at), moment(read_at)) for address, read_at, checked_at in rows}

        key = ("pages", library_id, version)
        none: dict[str, Dates] = {}
        return await self._databases.merged(lambda database: database.overview(key, read, none, len), or_)

    async def pages_after(self, library_id: str, version: str, address: str, limit: int) -> list[Page]:
        """Return the next pages of a snapshot by their addresses; see `PageStore`."""

        def read(connection: sqlite3.Connection) -> list[Page]:
            rows = connection.execute(
                """
                SELECT page.checksum, page.url, title, markdown, headings, description, section, page.fetched_at
                FROM page JOIN snapshot ON snapshot.id = snapshot_id
                WHERE library_id = ? AND version = ? AND address > ? ORDER BY address LIMIT ?
                """,
                (library_id, version, address, limit),
            )
            return [_page_of(row) for expected, *row in rows if intact(row, expected)]

        def merge(stored: list[Page], newer: list[Page]) -> list[Page]:
            pages = {address_of(page.url): page for page in (*stored, *newer)}
            return [page for _, page in sorted(pages.items())][:limit]

        none: list[Page] = []
        return await self._databases.merged(lambda database: database.read(read, none), merge)

    async def outlines(self, library_id: str, version: str, urls: Sequence[str]) -> dict[str, tuple[Heading, ...]]:
        """Return the headings of some of a snapshot's pages; see `ChunkIndex`."""

        def read(connection: sqlite3.Connection) -> dict[str, tuple[Heading, ...]]:
            rows = (
                connection.execute(
                    "SELECT page.url, headings FROM page JOIN snapshot ON snapshot.id = snapshot_id "
                    "WHERE library_id = ? AND version = ? AND address = ? AND page.url = ?",
                    (library_id, version, address_of(url), url),
                ).fetchone()
                for url in urls
            )
            return {url: _outline(headings) for url, headings in filter(None, rows)}

        none: dict[str, tuple[Heading, ...]] = {}
        return await self._databases.merged(
            lambda database: database.read(read, none), lambda stored, newer: {**stored, **newer}
        )

    async def headings(self, library_id: str, version: str, limit: int) -> list[HeadingPlace]:
        """Return the headings of a snapshot's pages; see `ChunkIndex`."""

        def read(connection: sqlite3.Connection) -> list[HeadingPlace]:
            # A row of each page: SQLite takes ten times as long to take the values out of the JSON.
            rows = connection.execute(
                "SELECT page.url, headings FROM page JOIN snapshot ON snapshot.id = snapshot_id "
                "WHERE library_id = ? AND version = ? ORDER BY page.id",
                (library_id, version),
            )
            return list(islice(((one[0], url, one[2]) for url, text in rows for one in orjson.loads(text)), limit))

        none: list[HeadingPlace] = []
        return await self._databases.merged(
            lambda database: database.read(read, none),
            lambda stored, newer: list(dict.fromkeys([*newer, *stored]))[:limit],
        )

    async def put_page(
        self, library_id: str, version: str, page: Page, chunks: Sequence[Chunk], read_at: datetime
    ) -> bool:
        """Store a page and index its chunks; see `PageStore`."""
        # Analysis is most of the work and needs no database: it must not hold the transaction.
        counted = await asyncio.to_thread(lambda: list(map(analysed, chunks)))
        linked = await asyncio.to_thread(links_of, page.url, page.markdown)
        now = self._clock()

        async def write(database: CachedDatabase) -> bool:
            def put(connection: sqlite3.Connection, snapshot: int) -> bool:
                room = database.make_room(connection, now, snapshot)
                if not room and _page_id(connection, snapshot, page.url) is None:
                    return False
                row = write_page(connection, snapshot, page, read_at)
                put_chunks(connection, snapshot, row, counted)
                put_links(connection, snapshot, row, linked)
                eviction.touch(connection, library_id, version, now, eviction.IN_USE_SECONDS // 2)
                return True

            return bool(await database.write(on_snapshot(library_id, version, put)))

        if await self._databases.put(write):
            return True
        memory = await overflow_for(self._databases, library_id, version, now)
        return memory is not None and await write(memory)

    async def confirm_page(self, library_id: str, version: str, url: str, moment: datetime) -> None:
        """Note that a stored page was found unchanged."""

        def confirm(connection: sqlite3.Connection, snapshot: int) -> None:
            row = _page_id(connection, snapshot, url)
            if row is not None:
                delivery, _ = _check_of(connection, row, moment)
                _put_check(connection, row, delivery, moment)

        await self._databases.each(lambda database: database.write(on_snapshot(library_id, version, confirm)))

    async def drop_page(self, library_id: str, version: str, url: str) -> None:
        """Delete a page and its chunks, if it is stored."""

        def drop(connection: sqlite3.Connection, snapshot: int) -> None:
            connection.execute("DELETE FROM page WHERE snapshot_id = ? AND address = ?", (snapshot, address_of(url)))

        await self._databases.each(lambda database: database.write(on_snapshot(library_id, version, drop)))


def write_page(connection: sqlite3.Connection, snapshot: int, page: Page, read_at: datetime) -> int:
    """Store a page in place of the one with the same address, whose chunks are deleted; return its row."""
    address = address_of(page.url)
    connection.execute("DELETE FROM page WHERE snapshot_id = ? AND address = ?", (snapshot, address))
    headings = headings_text(page.headings)
    row = (page.url, page.title, page.markdown, headings, page.description, page.section, to_text(read_at))
    (page_id,) = connection.execute(
        f"INSERT INTO page (snapshot_id, address, {_PAGE}, checksum) "  # noqa: S608 - the columns are ours
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (snapshot, address, *row, checksum(row)),
    ).fetchone()
    if page.delivery != Delivery():
        _put_check(connection, page_id, page.delivery, read_at)
    return int(page_id)


def damaged_pages(connection: sqlite3.Connection) -> int:
    """Return the number of pages whose checksum does not match."""
    rows = connection.execute(f"SELECT checksum, {_PAGE} FROM page")  # noqa: S608 - the columns are ours
    return sum(checksum(row) != expected for expected, *row in rows)


def damaged_checks(connection: sqlite3.Connection) -> int:
    """Return the number of checks whose checksum does not match."""
    rows = connection.execute(f"SELECT {_CHECK}, checksum FROM page_check")  # noqa: S608 - the columns are ours
    return sum(checksum(_summed(row)) != expected for *row, expected in rows)


def read_page(connection: sqlite3.Connection, url: str, key: tuple[str, str] | None) -> StoredPage | None:
    """Return the page with an address, of the newest snapshot or of a given one; None if it is damaged or not there."""
    found = connection.execute(
        """
        SELECT page.id, page.checksum, library_id, version, source,
               page.url, title, markdown, headings, description, section, page.fetched_at
        FROM page JOIN snapshot ON snapshot.id = snapshot_id
        WHERE address = ?1 AND (?2 IS NULL OR (library_id = ?2 AND version = ?3))
        ORDER BY snapshot.fetched_at DESC, snapshot.id DESC LIMIT 1
        """,
        (address_of(url), *(key or (None, None))),
    ).fetchone()
    if found is None:
        return None
    (page_id, expected, library_id, version, source), row = found[:5], found[5:]
    # A damaged index may lead to an undamaged row of another page.
    if not intact(row, expected) or address_of(row[0]) != address_of(url):
        return None
    read_at = datetime.fromisoformat(row[-1])
    delivery, checked_at = _check_of(connection, page_id, read_at)
    stored = replace(_page_of(row), delivery=delivery)
    return StoredPage(stored, library_id, version, SourceName(source), checked_at, read_at)


def _page_of(row: Sequence[str]) -> Page:
    """Return the page in the columns `_PAGE`, without its delivery."""
    url, title, markdown, headings, description, section, _ = row
    return Page(url, title, markdown, _outline(headings), description, section)


def _outline(headings: str) -> tuple[Heading, ...]:
    """Return headings from their stored form."""
    return headings_of(orjson.loads(headings))


def _page_bytes(page: StoredPage | None) -> int:
    return ENTRY_BYTES if page is None else ENTRY_BYTES * (1 + len(page.page.headings)) + len(page.page.markdown)


def _page_id(connection: sqlite3.Connection, snapshot: int, url: str) -> int | None:
    row = connection.execute(
        "SELECT id FROM page WHERE snapshot_id = ? AND address = ?", (snapshot, address_of(url))
    ).fetchone()
    return None if row is None else int(row[0])


def _put_check(connection: sqlite3.Connection, page: int, delivery: Delivery, moment: datetime) -> None:
    """Store the delivery of a page, and the time of the check that found it unchanged."""
    validators = delivery.validators
    row = (delivery.url, validators.etag, validators.last_modified, to_text(moment), delivery.landed)
    connection.execute(
        f"INSERT OR REPLACE INTO page_check (page_id, {_CHECK}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - ours
        (page, *row, checksum(_summed(row))),
    )


def _check_of(connection: sqlite3.Connection, page: int, read_at: datetime) -> tuple[Delivery, datetime]:
    """Return the delivery of a page and the time of its last check, `read_at` if there was none."""
    found = connection.execute(
        f"SELECT {_CHECK}, checksum FROM page_check WHERE page_id = ?",  # noqa: S608 - the columns are ours
        (page,),
    ).fetchone()
    if found is None or not intact(_summed(found[:-1]), found[-1]):
        return Delivery(), read_at
    url, etag, last_modified, checked_at, landed, _ = found
    return Delivery(url, Validators(etag, last_modified), landed=landed), datetime.fromisoformat(checked_at)


def _summed(row: Sequence[str]) -> Sequence[str]:
    """Return the values that the checksum of a check covers: without an empty `landed`, a column added later."""
    return row if row[-1] else row[:-1]
