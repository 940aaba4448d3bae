"""The store of many servers: one PostgreSQL database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from pro_context_engine.adapters.store.postgres import eviction
from pro_context_engine.adapters.store.postgres.cached_database import CachedDatabase, number_of
from pro_context_engine.adapters.store.postgres.chunk_search import ChunkSearch
from pro_context_engine.adapters.store.postgres.chunk_table import ChunkTable
from pro_context_engine.adapters.store.postgres.database import ANSWER_SECONDS
from pro_context_engine.adapters.store.postgres.integrity import problems
from pro_context_engine.adapters.store.postgres.lease_table import LeaseTable
from pro_context_engine.adapters.store.postgres.migration import Connection
from pro_context_engine.adapters.store.postgres.page_table import PageTable
from pro_context_engine.adapters.store.postgres.place_table import PlaceTable
from pro_context_engine.adapters.store.postgres.registry_table import RegistryTable
from pro_context_engine.adapters.store.postgres.snapshot_table import SnapshotTable, locked_snapshot
from pro_context_engine.adapters.store.postgres.symbol_table import SymbolTables
from pro_context_engine.adapters.store.postgres.task_table import TaskTable
from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.host_places import HostPlaces
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Snapshot, StoreStatus
from pro_context_engine.domain.settings import MAX_CACHE_BYTES

CONNECTIONS = 4
"""The most connections that a server opens."""


def open_database(
    url: str,
    max_bytes: int = MAX_CACHE_BYTES,
    clock: Clock = lambda: datetime.now(UTC),
    connections: int = CONNECTIONS,
    patience: float = ANSWER_SECONDS,
) -> PostgresStore:
    """Return the store in a database; no connection is opened before the first operation.

    Args:
        url: of the database (`postgresql://…`).
        max_bytes: bound on the documentation; the snapshots used longest ago are deleted to keep it.
        clock: gives the current time in UTC.
        connections: the most open connections.
        patience: the most seconds that a read waits while the database answers nobody.
    """
    return PostgresStore(CachedDatabase(url, connections, max_bytes, patience), clock)


class PostgresStore(SnapshotTable, SymbolTables, PageTable, ChunkTable, ChunkSearch):
    """Every port of `domain.storage` over one PostgreSQL database, which many servers share.

    An operation raises `StoreUnavailable` while the database does not answer; values that are cached are returned. The
    base classes implement the operations on their tables; this class implements `Maintenance` and `close`.

    Attributes:
        leases: tell which server fetches what.
        queue: has the work that no request waits for.
        registry: the list of libraries that the servers share.
    """

    def __init__(self, database: CachedDatabase, clock: Clock) -> None:
        super().__init__(database, clock)
        self.leases = LeaseTable(database)
        self.queue = TaskTable(database)
        self.registry = RegistryTable(database.connections)
        self._places: list[PlaceTable] = []

    def places(self, most: int) -> HostPlaces:
        """Return the places for requests to sites: the most requests to one site of all servers together."""
        self._places.append(PlaceTable(self._database, most))
        return self._places[-1]

    @property
    def failing(self) -> bool:
        """Tell whether the last read or the last write failed."""
        return self._database.connections.failing

    async def status(self) -> StoreStatus:
        """Return the name of the database, the size of its documentation, its bound and its snapshots."""
        try:
            name, size = await self._database.read(_name_and_size, ("PostgreSQL", 0))
            snapshots = tuple(await self.snapshots())
        except StoreUnavailable:
            return StoreStatus("PostgreSQL", 0, self._database.max_bytes, (), "the database does not answer")
        return StoreStatus(name, size, self._database.max_bytes, snapshots, "")

    async def clear(self, library_ids: Sequence[str] | None) -> list[Snapshot]:
        """Delete the snapshots of some libraries, or all; return the deleted snapshots."""
        doomed = [one for one in await self.snapshots() if library_ids is None or one.library_id in library_ids]
        for snapshot in doomed:
            # Transactions so short that other servers can write between them.
            while await self._database.write(partial(_delete_some, snapshot=snapshot)):
                pass
        left = {(snapshot.library_id, snapshot.version) for snapshot in await self.snapshots()}
        return [snapshot for snapshot in doomed if (snapshot.library_id, snapshot.version) not in left]

    async def writable(self) -> bool:
        """Tell whether a page fetched now would be stored, by writing to the database."""
        try:
            async with asyncio.timeout(self._database.connections.patience):
                await self._database.connections.run("write", _write_nothing)
                if self.failing:
                    # A server that a balancer asks nothing meanwhile would not find out that reads work again.
                    await self._database.connections.run("read", number_of)
        except (StoreUnavailable, TimeoutError):
            return False
        return not self.failing

    async def verify(self) -> list[str]:
        """Return the problems of the store; [] for a sound one."""
        try:
            # Every row is read: in the time of a write, which is longer.
            return await self._database.connections.run("write", problems)
        except StoreUnavailable:
            return ["the database does not answer"]

    async def close(self) -> None:
        """Release the store; acknowledged writes are on disk."""
        self.leases.close()
        self.queue.close()
        for places in self._places:
            places.close()
        await self._database.close()


def _name_and_size(connection: Connection) -> tuple[str, int]:
    row = connection.execute("SELECT current_database()").fetchone()
    return f"PostgreSQL database {row[0] if row else ''}".strip(), eviction.used_bytes(connection)


def _write_nothing(connection: Connection) -> None:
    # The number stays, so that no server drops its cached rows.
    connection.execute("UPDATE pro_context.revision SET number = number")


def _delete_some(connection: Connection, snapshot: Snapshot) -> bool:
    """Delete some pages of a snapshot, with the last one the snapshot; return whether there are more."""
    row = locked_snapshot(connection, snapshot.library_id, snapshot.version)
    return row is not None and not eviction.drop(connection, row, eviction.PAGES_AT_ONCE)
