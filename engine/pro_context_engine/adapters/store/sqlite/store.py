"""The embedded store: one SQLite file, and memory for what the file cannot take.

The module is over 150 lines because it is where the protocols of snapshots, pages, index and maintenance meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from pro_context_engine.adapters.store.sqlite import damage
from pro_context_engine.adapters.store.sqlite.tables import Tables
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Chunk, Dates, Hit, Page, Snapshot, StoredPage, StoreStatus, Toc, TocEntry

MEMORY_BYTES = 100_000_000
"""Bound on what is kept in memory, whatever the file may hold."""

SETTLED_AFTER = timedelta(minutes=1)
"""The file must have taken everything for so long: a disk that is nearly full takes one page and not the next."""


class SqliteStore:
    """Every protocol of `storage` over one SQLite file, which several processes may share.

    It never raises. What the file cannot take (disk full, read-only, locked too long) goes to memory and is answered
    from there, until the file takes something again.
    """

    def __init__(self, path: Path | None, max_bytes: int, clock: Clock, trouble: str = "") -> None:
        """Open or create the file.

        Args:
            path: the file; None for a store in memory.
            max_bytes: bound on the file.
            clock: gives the current time in UTC.
            trouble: what was wrong on opening, in our own words; "" if nothing.

        Raises:
            sqlite3.Error: the file is corrupt, locked or cannot be written.
            ForeignFile: the file is not ours to use.
        """
        self._path = path
        self._max_bytes = max_bytes if path else min(max_bytes, MEMORY_BYTES)
        self._clock = clock
        self._trouble = trouble
        self._tables = Tables(path, self._max_bytes, clock)
        self._memory: Tables | None = None
        self._overflowed_at: datetime | None = None

    @property
    def failing(self) -> bool:
        """Tell whether it is in memory against its will, or its last operation failed."""
        return self._tables.failing or (self._path is None and bool(self._trouble))

    async def snapshot(self, library_id: str, version: str) -> Snapshot | None:
        """Return the library's snapshot for this version ("" for a source without versions)."""
        memory = self._overflow
        found = await memory.snapshot(library_id, version) if memory else None
        return found or await self._tables.snapshot(library_id, version)

    async def snapshots(self) -> list[Snapshot]:
        """Return every snapshot, newest first."""
        stored = await self._tables.snapshots()
        memory = self._overflow
        if memory is None:
            return stored
        merged = {(snapshot.library_id, snapshot.version): snapshot for snapshot in stored}
        merged |= {(snapshot.library_id, snapshot.version): snapshot for snapshot in await memory.snapshots()}
        return sorted(merged.values(), key=lambda snapshot: snapshot.fetched_at, reverse=True)

    async def toc(self, library_id: str, version: str) -> Toc | None:
        """Return the stored TOC of a snapshot."""
        memory = self._overflow
        found = await memory.toc(library_id, version) if memory else None
        return found or await self._tables.toc(library_id, version)

    async def toc_text(self, library_id: str, version: str) -> str:
        """Return the llms.txt behind the stored TOC of a snapshot, "" if there is none."""
        memory = self._overflow
        found = await memory.toc_text(library_id, version) if memory else ""
        return found or await self._tables.toc_text(library_id, version)

    async def put_toc(self, library_id: str, toc: Toc, read_at: datetime) -> Snapshot:
        """Open or renew a snapshot with this TOC; see `storage.SnapshotStore`."""
        if await self._tables.put_toc(library_id, toc, read_at):
            await self._settle()
        elif self.failing:
            await self._overflowing().put_toc(library_id, toc, read_at)
        version = toc.version or ""
        unstored = Snapshot(library_id, version, toc.source, toc.origin, read_at, read_at, 0, len(toc.pages))
        return await self.snapshot(library_id, version) or unstored

    async def confirm_toc(self, library_id: str, version: str, moment: datetime) -> None:
        """Note that a snapshot's TOC was found unchanged."""
        for tables in self._both:
            await tables.confirm_toc(library_id, version, moment)

    async def page(self, url: str, key: tuple[str, str] | None = None) -> StoredPage | None:
        """Return the stored page with this URL, of one snapshot or the newest; see `storage.PageStore`."""
        memory = self._overflow
        found = await memory.page(url, key) if memory else None
        return found or await self._tables.page(url, key)

    async def pages(self, library_id: str, version: str) -> dict[str, Dates]:
        """Return the URLs of a snapshot's stored pages, without fragment, with their dates."""
        stored = await self._tables.pages(library_id, version)
        memory = self._overflow
        return stored | await memory.pages(library_id, version) if memory else stored

    async def put_page(
        self, library_id: str, version: str, page: Page, chunks: Sequence[Chunk], read_at: datetime
    ) -> bool:
        """Store a page and index its chunks; see `storage.PageStore`."""
        if await self._tables.put_page(library_id, version, page, chunks, read_at):
            await self._settle()
            return True
        if not self.failing and not await self._is_in_memory_only(library_id, version):
            return False
        await self._adopt(library_id, version)
        return await self._overflowing().put_page(library_id, version, page, chunks, read_at)

    async def confirm_page(self, library_id: str, version: str, url: str, moment: datetime) -> None:
        """Note that a stored page was found unchanged."""
        for tables in self._both:
            await tables.confirm_page(library_id, version, url, moment)

    async def drop_page(self, library_id: str, version: str, url: str) -> None:
        """Delete a page and its chunks, where they are stored."""
        for tables in self._both:
            await tables.drop_page(library_id, version, url)

    async def owner(self, url: str) -> tuple[str, str] | None:
        """Return (libraryId, version) of the snapshot whose TOC names this URL, fragment ignored."""
        memory = self._overflow
        found = await memory.owner(url) if memory else None
        return found or await self._tables.owner(url)

    async def search(
        self, terms: Sequence[str], scopes: Sequence[tuple[str, str | None]] | None, limit: int
    ) -> list[Hit]:
        """Return the best chunks for the analysed terms (see `storage.ChunkIndex`)."""
        stored = await self._tables.search(terms, scopes, limit)
        memory = self._overflow
        if memory is None:
            return stored
        newer = await memory.search(terms, scopes, limit)
        pages = {_page_of(hit) for hit in newer}
        older = [hit for hit in stored if _page_of(hit) not in pages]
        return sorted([*newer, *older], key=lambda hit: -hit.score)[:limit]

    async def symbols(self, library_id: str, version: str, names: Sequence[str]) -> list[str]:
        """Return where names are documented; see `storage.ChunkIndex`."""
        memory = self._overflow
        found = await memory.symbols(library_id, version, names) if memory else []
        return found or await self._tables.symbols(library_id, version, names)

    async def neighbours(self, hit: Hit) -> list[Chunk]:
        """Return every chunk of the hit's page and snapshot, in page order."""
        memory = self._overflow
        found = await memory.neighbours(hit) if memory else []
        return found or await self._tables.neighbours(hit)

    async def beginning(self, hit: Hit, path: Sequence[str]) -> Chunk | None:
        """Return the chunk in which a section of the hit's page begins; see `storage.ChunkIndex`."""
        memory = self._overflow
        found = await memory.beginning(hit, path) if memory else None
        return found or await self._tables.beginning(hit, path)

    async def headings(self, library_id: str, version: str, limit: int) -> list[TocEntry]:
        """Return the headings of a snapshot's pages; see `storage.ChunkIndex`."""
        stored = await self._tables.headings(library_id, version, limit)
        memory = self._overflow
        newer = await memory.headings(library_id, version, limit) if memory else []
        return list(dict.fromkeys([*newer, *stored]))[:limit]

    async def indexed(self) -> list[str]:
        """Return the ids of the libraries that have at least one indexed page, sorted."""
        stored = await self._tables.indexed()
        memory = self._overflow
        return sorted({*stored, *await memory.indexed()}) if memory else stored

    async def status(self) -> StoreStatus:
        """Return where the store is, how large, and what it holds."""
        file = str(self._path or "")
        return StoreStatus(
            file, await self._tables.size(), self._max_bytes, tuple(await self.snapshots()), self._trouble
        )

    async def clear(self, library_ids: Sequence[str] | None) -> list[Snapshot]:
        """Delete the snapshots of some libraries, or all; return what is gone."""
        doomed = [
            snapshot for snapshot in await self.snapshots() if library_ids is None or snapshot.library_id in library_ids
        ]
        for tables in self._both:
            if library_ids is None:
                await tables.empty()
            else:
                for snapshot in doomed:
                    await tables.drop(snapshot.library_id, snapshot.version)
        await self._tables.shrink()
        left = {(snapshot.library_id, snapshot.version) for snapshot in await self.snapshots()}
        return [snapshot for snapshot in doomed if (snapshot.library_id, snapshot.version) not in left]

    async def writable(self) -> bool:
        """Tell whether what is fetched now is kept where it should be."""
        return await self._tables.writable() and not self.failing

    async def verify(self) -> list[str]:
        """Return what is wrong with the store; a damaged file is set aside when it is opened next."""
        found = await self._tables.problems()
        if found and self._path:
            damage.mark(self._path)
        return [self._trouble, *found] if self._trouble else found

    async def close(self) -> None:
        """Release the store; acknowledged writes are on disk."""
        for tables in self._both:
            await tables.close()

    @property
    def _both(self) -> list[Tables]:
        """Return where anything may be: the file, and the memory if it was needed."""
        return [self._tables, self._memory] if self._memory else [self._tables]

    @property
    def _overflow(self) -> Tables | None:
        """Return what the file could not take lately, None if it took everything."""
        return self._memory if self._overflowed_at else None

    def _overflowing(self) -> Tables:
        self._overflowed_at = self._clock()
        if self._memory is None:
            self._memory = Tables(None, MEMORY_BYTES, self._clock)
        return self._memory

    async def _settle(self) -> None:
        """Forget what the file could not take, now that it takes something again."""
        since = self._overflowed_at
        if self._memory and since and self._clock() - since > SETTLED_AFTER:
            self._overflowed_at = None
            await self._memory.empty()

    async def _is_in_memory_only(self, library_id: str, version: str) -> bool:
        """Tell whether the file could not take the snapshot's TOC: it takes none of its pages either."""
        memory = self._overflow
        if memory is None or await memory.snapshot(library_id, version) is None:
            return False
        return await self._tables.snapshot(library_id, version) is None

    async def _adopt(self, library_id: str, version: str) -> None:
        """Open the snapshot in memory as it is in the file: its pages need it."""
        memory = self._overflowing()
        if await memory.snapshot(library_id, version) is not None:
            return
        snapshot = await self._tables.snapshot(library_id, version)
        toc = await self._tables.toc(library_id, version)
        if snapshot and toc:
            await memory.put_toc(library_id, toc, snapshot.read_at)
            await memory.confirm_toc(library_id, version, snapshot.fetched_at)


def _page_of(hit: Hit) -> tuple[str, str | None, str]:
    return (hit.library_id, hit.version, hit.chunk.page_url)
