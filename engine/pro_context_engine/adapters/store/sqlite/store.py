"""The embedded store: one SQLite file, and memory for the writes that the file cannot take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from sqlite3 import Connection

from pro_context_engine.adapters.store.sqlite import damage, eviction, integrity
from pro_context_engine.adapters.store.sqlite.cached_database import CachedDatabase
from pro_context_engine.adapters.store.sqlite.chunk_search import ChunkSearch
from pro_context_engine.adapters.store.sqlite.chunk_table import ChunkTable
from pro_context_engine.adapters.store.sqlite.migration import empty
from pro_context_engine.adapters.store.sqlite.overflow import OverflowingDatabase
from pro_context_engine.adapters.store.sqlite.page_export import PageExport
from pro_context_engine.adapters.store.sqlite.page_table import PageTable
from pro_context_engine.adapters.store.sqlite.snapshot_table import SnapshotTable, snapshot_id
from pro_context_engine.adapters.store.sqlite.symbol_table import SymbolTables
from pro_context_engine.adapters.store.sqlite.toc_table import TocTable
from pro_context_engine.domain.host_places import HostPlaces, OwnPlaces
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Snapshot, StoreStatus
from pro_context_engine.domain.work_leases import OwnLeases
from pro_context_engine.domain.work_queue import NoQueue


class SqliteStore(SnapshotTable, TocTable, SymbolTables, PageTable, PageExport, ChunkTable, ChunkSearch):
    """Every port of `domain.storage` over one SQLite file, which several processes may share.

    No operation raises. A write that the file cannot take (disk full, read-only, locked too long) goes to memory,
    which answers first until the file takes writes again. The base classes implement the operations on their tables;
    this class implements `Maintenance` and `close`.

    Attributes:
        leases: those of a server that is alone.
        queue: that of a server that is alone.
        registry: None, since no other server shares it.
    """

    leases = OwnLeases()
    queue = NoQueue()
    registry = None

    def __init__(self, path: Path | None, max_bytes: int, clock: Clock, trouble: str = "") -> None:
        """Open or create the file.

        Args:
            path: the file; None for a store in memory.
            max_bytes: bound on the file.
            clock: gives the current time in UTC.
            trouble: the problem met on opening, in our own words; "" if there was none.

        Raises:
            sqlite3.Error: the file is corrupt, locked or cannot be written.
            ForeignFile: the file belongs to another program or to a newer version of this one.
        """
        super().__init__(OverflowingDatabase(path, max_bytes, clock), clock)
        self._path = path
        self._trouble = trouble

    def places(self, most: int) -> HostPlaces:
        """Return the places for requests to sites: the most requests to one site."""
        return OwnPlaces(most)

    @property
    def failing(self) -> bool:
        """Tell whether the store is in memory for want of a file, or its last operation failed."""
        return self._databases.main.failing or (self._path is None and bool(self._trouble))

    async def status(self) -> StoreStatus:
        """Return the file of the store, its size, its bound and its snapshots."""
        size = await self._databases.main.read(eviction.file_bytes, 0)
        snapshots = tuple(await self.snapshots())
        return StoreStatus(str(self._path or ""), size, self._databases.max_bytes, snapshots, self._trouble)

    async def clear(self, library_ids: Sequence[str] | None) -> list[Snapshot]:
        """Delete the snapshots of some libraries, or all; return the deleted snapshots."""
        doomed = [one for one in await self.snapshots() if library_ids is None or one.library_id in library_ids]

        async def delete(database: CachedDatabase) -> None:
            if library_ids is None:
                await database.write(empty)
            else:
                for snapshot in doomed:
                    # Transactions so short that other processes can write between them.
                    while await database.write(partial(_delete_some, snapshot=snapshot)):
                        pass

        await self._databases.each(delete)
        await self._shrink()
        left = {(snapshot.library_id, snapshot.version) for snapshot in await self.snapshots()}
        return [snapshot for snapshot in doomed if (snapshot.library_id, snapshot.version) not in left]

    async def writable(self) -> bool:
        """Tell whether a page fetched now would be stored in the file, by writing to it."""
        return await self._databases.main.write(lambda _: True) is True and not self.failing

    async def verify(self) -> list[str]:
        """Return the problems of the store; a damaged file is set aside when it is opened next."""
        found = await self._databases.main.read(integrity.problems, ["the file cannot be read now"])
        if found and self._path:
            damage.mark(self._path)
        return [self._trouble, *found] if self._trouble else found

    async def close(self) -> None:
        """Release the store; acknowledged writes are on disk."""
        await self._databases.close()

    async def _shrink(self) -> None:
        """Give unused disk pages back to the file system."""
        main = self._databases.main
        while await main.write(partial(eviction.give_back, disk_pages=eviction.DISK_PAGES_AT_ONCE)):
            pass
        await main.read(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"), None)


def _delete_some(connection: Connection, snapshot: Snapshot) -> bool:
    """Delete some pages of a snapshot, with the last one the snapshot; return whether there are more."""
    row = snapshot_id(connection, snapshot.library_id, snapshot.version)
    return row is not None and not eviction.drop(connection, row, eviction.PAGES_AT_ONCE)
