"""Leases of work in the database that many servers share."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from pro_context_engine.adapters.store.postgres.cached_database import CachedDatabase
from pro_context_engine.adapters.store.postgres.task_table import digest_of
from pro_context_engine.domain.errors import StoreUnavailable

LEASE_SECONDS = 15
"""Seconds after which another server may take a lease that was not renewed."""

RENEW_SECONDS = 4.0
"""Seconds between two renewals."""

SECONDS = 5.0
"""The most seconds of an operation. The reads before it find sooner that a database is out of reach."""

_TAKE = (
    "INSERT INTO pro_context.lease AS kept (digest, server, task, ends_at) "
    "VALUES (%s, %s, %s, clock_timestamp() + make_interval(secs => %s)) "
    "ON CONFLICT (digest) DO UPDATE SET server = excluded.server, task = excluded.task, ends_at = excluded.ends_at, "
    "wanted = CASE WHEN kept.server = excluded.server THEN kept.wanted ELSE '{}' END "
    "WHERE kept.server = excluded.server OR kept.ends_at < clock_timestamp() RETURNING 1"
)
_RENEW = (
    "UPDATE pro_context.lease SET ends_at = clock_timestamp() + make_interval(secs => %s) WHERE digest IN "
    "(SELECT digest FROM pro_context.lease WHERE server = %s FOR UPDATE SKIP LOCKED)"
)
_ABANDONED = (
    "WITH ended AS (DELETE FROM pro_context.lease WHERE digest IN "
    "(SELECT digest FROM pro_context.lease WHERE ends_at < clock_timestamp() FOR UPDATE SKIP LOCKED) RETURNING task) "
    "INSERT INTO pro_context.task (digest, task, due_at) "
    "SELECT DISTINCT sha256(convert_to(task, 'UTF8')), task, clock_timestamp() FROM ended WHERE task <> '' "
    "ON CONFLICT (digest) DO NOTHING"
)
_WANT = (
    "UPDATE pro_context.lease SET wanted = CASE WHEN cardinality(wanted) > %s THEN %s ELSE wanted || %s END "
    "WHERE digest = %s"
)
_WANTED = "SELECT wanted FROM pro_context.lease WHERE digest = %s AND server = %s"
MOST_WANTED = 200


class LeaseTable:
    """Implements `WorkLeases`; a task renews the leases of this server.

    While the database does not answer, a server has every lease: it may do what another one does too.

    Args:
        database: connections and caches.
    """

    def __init__(self, database: CachedDatabase) -> None:
        self._database = database
        self._server = secrets.token_hex(8)
        self._held: Counter[str] = Counter()
        self._renewing: asyncio.Task[None] | None = None

    async def take(self, name: str, task: str = "") -> bool:
        """Take a lease, or renew it; return whether this server has it."""
        taking = asyncio.create_task(self._take(name, task))
        try:
            taken = await asyncio.shield(taking)
        except asyncio.CancelledError:
            # The statement is under way: its lease would be nobody's.
            if await taking:
                self._held[name] += 1
                await self.release(name)
            raise
        if taken:
            self._held[name] += 1
            if self._renewing is None:
                self._renewing = asyncio.create_task(self._renew())
        return taken

    async def _take(self, name: str, task: str) -> bool:
        row = (digest_of(name), self._server, task, LEASE_SECONDS)
        try:
            taken, ((number,),) = await self._database.connections.at_once(
                [(_TAKE, row), ("SELECT number FROM pro_context.revision", ())], SECONDS
            )
        except StoreUnavailable:
            return True
        self._database.note(number)
        return bool(taken)

    async def release(self, name: str) -> None:
        """Give a lease back, unless it was taken twice here."""
        self._held[name] -= 1
        if self._held[name] > 0:
            return
        del self._held[name]
        statement = "DELETE FROM pro_context.lease WHERE digest = %s AND server = %s"
        with suppress(StoreUnavailable):
            await self._database.connections.at_once([(statement, (digest_of(name), self._server))], SECONDS)

    async def want(self, name: str, urls: Sequence[str]) -> None:
        """Tell the server that has a lease which pages are needed first."""
        row = (MOST_WANTED, list(urls), list(urls), digest_of(name))
        with suppress(StoreUnavailable):
            await self._database.connections.at_once([(_WANT, row)], SECONDS)

    async def wanted(self, name: str) -> list[str]:
        """Return the pages that other servers need first of this one."""
        try:
            (rows,) = await self._database.connections.at_once([(_WANTED, (digest_of(name), self._server))], SECONDS)
        except StoreUnavailable:
            return []
        return [url for (urls,) in rows for url in urls]

    async def collect(self) -> None:
        """Put the tasks of servers that ended without notice into the table of tasks."""
        with suppress(StoreUnavailable):
            await self._database.connections.at_once([(_ABANDONED, ())], SECONDS)

    def close(self) -> None:
        """Renew nothing any more."""
        if self._renewing is not None:
            self._renewing.cancel()

    async def _renew(self) -> None:
        while self._held:
            await asyncio.sleep(RENEW_SECONDS)
            with suppress(StoreUnavailable):
                await self._database.connections.at_once([(_RENEW, (LEASE_SECONDS, self._server))], SECONDS)
        self._renewing = None
