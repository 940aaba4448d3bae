"""The embedded store: snapshots, pages and their searchable index in one SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from pro_context_engine.index.fields import fields_of
from pro_context_engine.model import Chunk, Hit, Page, Snapshot, StoredPage, Toc
from pro_context_engine.store import chunk_index, snapshots
from pro_context_engine.store.database import Database


class SqliteStore:
    """A `SnapshotStore` and `ChunkIndex` over one SQLite file, which several processes may share.

    A store that fails later (disk full, file damaged, locked too long) logs it and answers as if nothing were stored;
    it never raises.
    """

    def __init__(self, path: Path | None) -> None:
        """Open or create the file.

        Args:
            path: the file; None for a store in memory.

        Raises:
            sqlite3.Error: the file is corrupt, locked or cannot be written.
            ForeignFile: the file is not ours to use.
        """
        self._database = Database(path)

    @property
    def failing(self) -> bool:
        """Tell whether the last operation failed."""
        return self._database.failing

    async def snapshot(self, library_id: str, version: str) -> Snapshot | None:
        """Return the library's snapshot for this version ("" for a source without versions)."""
        return await self._database.read(
            partial(snapshots.snapshot, library_id=library_id, version=version), otherwise=None
        )

    async def snapshots(self) -> list[Snapshot]:
        """Return every snapshot, newest first."""
        return await self._database.read(snapshots.snapshots, otherwise=[])

    async def toc(self, library_id: str, version: str) -> Toc | None:
        """Return the stored TOC of a snapshot."""
        return await self._database.read(partial(snapshots.toc, library_id=library_id, version=version), otherwise=None)

    async def put_toc(self, library_id: str, toc: Toc, fetched_at: datetime, fingerprint: str) -> Snapshot:
        """Open or renew a snapshot with this TOC; pages the new TOC does not name go, the others stay."""
        await self._database.write(
            partial(snapshots.put_toc, library_id=library_id, toc=toc, fetched_at=fetched_at, fingerprint=fingerprint)
        )
        version = toc.version or ""
        unstored = Snapshot(library_id, version, toc.source, toc.origin, fetched_at, 0, len(toc.entries), fingerprint)
        return await self.snapshot(library_id, version) or unstored

    async def page(self, url: str) -> StoredPage | None:
        """Return the stored page with this URL, fragment ignored; the newest snapshot's when several have it."""
        return await self._database.read(partial(snapshots.page, url=url), otherwise=None)

    async def put_page(
        self, library_id: str, version: str, page: Page, chunks: Sequence[Chunk], fetched_at: datetime
    ) -> None:
        """Store a page and index its chunks, in place of what was there, in one transaction.

        A page of a snapshot that has gone meanwhile (another process may delete it) is not stored.
        """
        # Analysing is most of the work and needs no database: it must not hold the transaction.
        analysed = await asyncio.to_thread(lambda: [(chunk, fields_of(chunk)) for chunk in chunks])

        def put(connection: sqlite3.Connection) -> None:
            snapshot = snapshots.snapshot_id(connection, library_id, version)
            if snapshot is not None:
                row = snapshots.put_page(connection, snapshot, page, fetched_at)
                chunk_index.put_chunks(connection, snapshot, row, analysed)

        await self._database.write(put)

    async def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, version) of the snapshot whose TOC names this URL, fragment ignored."""
        return await self._database.read(partial(snapshots.owner, url=url), otherwise=None)

    async def search(
        self, terms: Sequence[str], scopes: Sequence[tuple[str, str | None]] | None, limit: int
    ) -> list[Hit]:
        """Return the best chunks for the analysed terms (see `interfaces.ChunkIndex`)."""
        return await self._database.read(
            partial(chunk_index.search, terms=terms, scopes=scopes, limit=limit), otherwise=[]
        )

    async def neighbours(self, hit: Hit) -> list[Chunk]:
        """Return every chunk of the hit's page and snapshot, in page order."""
        return await self._database.read(partial(chunk_index.neighbours, hit=hit), otherwise=[])

    async def pages(self, library_id: str, version: str) -> dict[str, datetime]:
        """Return the URLs of a snapshot's indexed pages, without fragment, with the UTC time each was fetched."""
        return await self._database.read(
            partial(chunk_index.pages, library_id=library_id, version=version), otherwise={}
        )

    async def indexed(self) -> list[str]:
        """Return the ids of the libraries that have at least one indexed page, sorted."""
        return await self._database.read(chunk_index.indexed, otherwise=[])

    async def close(self) -> None:
        """Release the file; acknowledged writes are on disk."""
        await self._database.close()
