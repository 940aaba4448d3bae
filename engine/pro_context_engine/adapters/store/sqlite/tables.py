"""Snapshots, pages and their searchable index in one database: a file, or memory."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from pro_context_engine.adapters.store.sqlite import (
    chunk_index,
    chunk_search,
    eviction,
    inspection,
    link_table,
    page_table,
    snapshot_table,
    symbols,
    toc_texts,
)
from pro_context_engine.adapters.store.sqlite.at_hand import AtHand
from pro_context_engine.adapters.store.sqlite.database import Database
from pro_context_engine.adapters.store.sqlite.kept import ENTRY_BYTES
from pro_context_engine.adapters.store.sqlite.preparing import empty
from pro_context_engine.adapters.store.sqlite.remembering import Remembered
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Chunk, Dates, Hit, Page, Snapshot, StoredPage, Toc, TocEntry
from pro_context_engine.search.index.chunk_fields import fields_of
from pro_context_engine.search.index.link_texts import links_of

REMEMBERED_BYTES = 32_000_000
"""Bound on what is remembered for searches, about."""

PAGES_BYTES = 16_000_000
"""Bound on the pages that are at hand, about."""

OVERVIEWS_BYTES = 16_000_000
"""Bound on what else is at hand, about: what every answer asks of a library."""

REMEMBERED_TOCS_BYTES = 16_000_000
"""Bound on the tables of contents that are remembered besides, about: while pages come in, calls must share one."""

_TOUCH = timedelta(seconds=eviction.TOUCH_SECONDS)
_Value = TypeVar("_Value")
_log = logging.getLogger("pro_context.store")


class Tables:
    """What a store does, in one database; where that fails, it answers as if nothing were stored, and says so."""

    def __init__(self, path: Path | None, max_bytes: int, clock: Clock) -> None:
        """Open or create the database; see `Database` for what it raises.

        Args:
            path: the file; None for a database in memory.
            max_bytes: bound on the file; what was used longest ago is deleted to keep it.
            clock: gives the current time in UTC.
        """
        self._database = Database(path)
        self._max_bytes = max_bytes
        self._clock = clock
        self._touched: dict[tuple[str, str], datetime] = {}
        self._full = False
        self._overviews = AtHand(self._database, OVERVIEWS_BYTES)
        self._pages = AtHand(self._database, PAGES_BYTES)
        self._remembered = Remembered(REMEMBERED_BYTES)
        self._tocs = Remembered(REMEMBERED_TOCS_BYTES, lasting=True)

    @property
    def failing(self) -> bool:
        """Tell whether the last read or the last write failed."""
        return self._database.failing

    async def snapshot(self, library_id: str, version: str) -> Snapshot | None:
        """Return one snapshot."""
        read = partial(snapshot_table.snapshot, library_id=library_id, version=version)
        return await self._overview(("snapshot", library_id, version), read, None)

    async def snapshots(self) -> list[Snapshot]:
        """Return every snapshot, newest first."""
        nothing: list[Snapshot] = []
        found = await self._overview(("snapshots",), snapshot_table.snapshots, nothing, len)
        return list(found)

    async def toc(self, library_id: str, version: str) -> Toc | None:
        """Return the TOC of a snapshot, and note that it is used."""
        read = partial(snapshot_table.toc, library_id=library_id, version=version, remembered=self._tocs)
        toc = await self._overview(("toc", library_id, version), read, None, lambda one: len(one.entries) if one else 1)
        if toc is not None:
            await self._touch(library_id, version)
        return toc

    async def toc_text(self, library_id: str, version: str) -> str:
        """Return the llms.txt behind the TOC of a snapshot, "" if there is none."""
        read = partial(toc_texts.toc_text, library_id=library_id, version=version)
        return await self._database.read(read, otherwise="")

    async def put_toc(self, library_id: str, toc: Toc, read_at: datetime) -> bool:
        """Open or renew a snapshot; return whether that is stored now."""
        now = self._clock()

        def put(connection: sqlite3.Connection) -> None:
            eviction.make_room(connection, self._max_bytes, now)
            snapshot_table.put_toc(connection, library_id, toc, read_at, now)

        return await self._database.write(put)

    async def confirm_toc(self, library_id: str, version: str, moment: datetime) -> None:
        """Note that a snapshot's TOC was found unchanged."""
        await self._write_in(library_id, version, partial(snapshot_table.confirm_toc, moment=moment))

    async def writable(self) -> bool:
        """Tell whether a write is taken now."""
        return await self._database.write(lambda _: None)

    async def page(self, url: str, key: tuple[str, str] | None) -> StoredPage | None:
        """Return the page with this URL, of one snapshot or the newest, and note that its snapshot is used."""
        read = partial(page_table.page, url=url, key=key)
        page = await self._pages.get((url, key), read, None, _page_bytes)
        if page is not None:
            await self._touch(page.library_id, page.version)
        return page

    async def put_page(
        self, library_id: str, version: str, page: Page, chunks: Sequence[Chunk], read_at: datetime
    ) -> bool:
        """Store a page and index its chunks in one transaction; return whether it is stored now.

        A page of a snapshot that has gone meanwhile (another process may delete it) is left out, as is a new one for
        which there is no room even without all that is not in use.
        """
        # Analysing is most of the work and needs no database: it must not hold the transaction.
        analysed = await asyncio.to_thread(lambda: [(chunk, fields_of(chunk)) for chunk in chunks])
        linked = await asyncio.to_thread(links_of, page.url, page.markdown)
        now = self._clock()
        stored = False

        def put(connection: sqlite3.Connection, snapshot: int) -> None:
            nonlocal stored
            if not self._has_room(connection, now, snapshot) and not page_table.holds_page(
                connection, snapshot, page.url
            ):
                return
            row = page_table.put_page(connection, snapshot, page, read_at)
            chunk_index.put_chunks(connection, snapshot, row, analysed)
            link_table.put_links(connection, snapshot, row, linked)
            eviction.touch(connection, snapshot, now, eviction.IN_USE_SECONDS // 2)
            stored = True

        return await self._write_in(library_id, version, put) and stored

    async def confirm_page(self, library_id: str, version: str, url: str, moment: datetime) -> None:
        """Note that a page was found unchanged."""
        await self._write_in(library_id, version, partial(page_table.confirm_page, url=url, moment=moment))

    async def drop_page(self, library_id: str, version: str, url: str) -> None:
        """Delete a page and its chunks, where they are stored."""
        await self._write_in(library_id, version, partial(page_table.drop_page, url=url))

    async def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, version) of the newest snapshot whose TOC names this URL."""
        return await self._database.read(partial(snapshot_table.owner, url=url), otherwise=None)

    async def search(
        self, terms: Sequence[str], scopes: Sequence[tuple[str, str | None]] | None, limit: int
    ) -> list[Hit]:
        """Return the best chunks for the analysed terms."""
        return await self._database.read(
            partial(chunk_search.search, terms=terms, scopes=scopes, limit=limit, remembered=self._remembered),
            otherwise=[],
        )

    async def symbols(self, library_id: str, version: str, names: Sequence[str]) -> list[str]:
        """Return where the first of the names that is known is documented."""
        return await self._database.read(
            partial(symbols.symbols, library_id=library_id, version=version, names=names), otherwise=[]
        )

    async def neighbours(self, hit: Hit) -> list[Chunk]:
        """Return every chunk of the hit's page."""
        return await self._database.read(partial(chunk_index.neighbours, hit=hit), otherwise=[])

    async def beginning(self, hit: Hit, path: Sequence[str]) -> Chunk | None:
        """Return the chunk in which a section of the hit's page begins."""
        return await self._database.read(partial(chunk_index.beginning, hit=hit, path=path), otherwise=None)

    async def pages(self, library_id: str, version: str) -> dict[str, Dates]:
        """Return the addresses of a snapshot's pages, with their dates."""
        read = partial(page_table.pages, library_id=library_id, version=version)
        return await self._overview(("pages", library_id, version), read, {}, len)

    async def headings(self, library_id: str, version: str, limit: int) -> list[TocEntry]:
        """Return the headings of a snapshot's pages."""
        return await self._database.read(
            partial(page_table.headings, library_id=library_id, version=version, limit=limit), otherwise=[]
        )

    async def indexed(self) -> list[str]:
        """Return the ids of the libraries that have at least one indexed page, sorted."""
        nothing: list[str] = []
        found = await self._overview(("indexed",), chunk_index.indexed, nothing, len)
        return list(found)

    async def size(self) -> int:
        """Return the bytes of the database, without its journal."""
        return await self._database.read(eviction.file_bytes, otherwise=0)

    async def drop(self, library_id: str, version: str) -> None:
        """Delete a snapshot, in transactions so short that other processes can write between them."""
        gone = False

        def drop_some(connection: sqlite3.Connection) -> None:
            nonlocal gone
            snapshot = snapshot_table.snapshot_id(connection, library_id, version)
            gone = snapshot is None or eviction.drop(connection, snapshot, eviction.PAGES_AT_ONCE)

        while not gone and await self._database.write(drop_some):
            pass

    async def empty(self) -> None:
        """Delete everything."""
        await self._database.write(empty)

    async def shrink(self) -> None:
        """Give what is unused back to the file system."""
        more = True

        def give_back(connection: sqlite3.Connection) -> None:
            nonlocal more
            more = eviction.give_back(connection, eviction.DISK_PAGES_AT_ONCE)

        while more and await self._database.write(give_back):
            pass
        await self._database.read(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"), None)

    async def problems(self) -> list[str]:
        """Return what is wrong with the database, in our own words."""
        return await self._database.read(inspection.problems, otherwise=["it cannot be looked at now"])

    async def close(self) -> None:
        """Release the database; acknowledged writes are on disk."""
        await self._database.close()

    async def _overview(
        self,
        key: tuple[str, ...],
        read: Callable[[sqlite3.Connection], _Value],
        otherwise: _Value,
        entries: Callable[[_Value], int] = lambda _: 1,
    ) -> _Value:
        """Return what every answer asks for, read again only after something was written; `entries` tells its size."""
        return await self._overviews.get(key, read, otherwise, lambda one: ENTRY_BYTES * entries(one))

    async def _touch(self, library_id: str, version: str) -> None:
        now = self._clock()
        key = (library_id, version)
        if key in self._touched and now - self._touched[key] < _TOUCH:
            return
        self._touched[key] = now

        def touch(connection: sqlite3.Connection) -> None:
            snapshot = snapshot_table.snapshot_id(connection, library_id, version)
            if snapshot is not None:
                eviction.touch(connection, snapshot, now)

        await self._database.attempt(touch)

    async def _write_in(self, library_id: str, version: str, work: Callable[[sqlite3.Connection, int], object]) -> bool:
        """Do the work on a snapshot's row in one transaction, if there is the snapshot; return whether it committed."""

        def write(connection: sqlite3.Connection) -> None:
            snapshot = snapshot_table.snapshot_id(connection, library_id, version)
            if snapshot is not None:
                work(connection, snapshot)

        return await self._database.write(write)

    def _has_room(self, connection: sqlite3.Connection, now: datetime, snapshot: int) -> bool:
        room = eviction.make_room(connection, self._max_bytes, now, snapshot)
        if not room and not self._full:
            _log.warning("the documentation store is full with what is in use; further pages are not kept")
        self._full = not room
        return room


def _page_bytes(page: StoredPage | None) -> int:
    return ENTRY_BYTES if page is None else ENTRY_BYTES * (1 + len(page.page.headings)) + len(page.page.markdown)
