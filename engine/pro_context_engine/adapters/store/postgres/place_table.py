"""The places for requests to a site, which all servers of a database share.

A server takes places for all its requests to a site together, and renews them while it has any: a fetch needs no round
trip of its own.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from datetime import datetime
from functools import partial
from typing import NamedTuple

from pro_context_engine.adapters.store.postgres.cached_database import CachedDatabase
from pro_context_engine.adapters.store.postgres.migration import Connection
from pro_context_engine.adapters.store.postgres.task_table import digest_of
from pro_context_engine.domain.errors import StoreUnavailable

PLACES_SECONDS = 10
"""Seconds after which the places of a server that gives no sign are free."""

RENEW_SECONDS = 0.5
"""Seconds between two signs, and so the longest time until a server learns that its part has become smaller."""

LOOK_SECONDS = 0.1
"""Seconds between two signs of a server that waits for places, or has more than its part under way."""

SECONDS = 2.0
"""The most seconds of an operation."""

_OTHERS = (
    "SELECT server, wanted, places, waits_since FROM pro_context.host_place "
    "WHERE digest = %s AND server <> %s AND ends_at >= %s"
)
_PUT = (
    "INSERT INTO pro_context.host_place (digest, server, wanted, places, waits_since, ends_at) "
    "VALUES (%s, %s, %s, %s, %s, %s + make_interval(secs => %s)) ON CONFLICT (digest, server) DO UPDATE SET "
    "wanted = excluded.wanted, places = excluded.places, waits_since = excluded.waits_since, ends_at = excluded.ends_at"
)
_END = "DELETE FROM pro_context.host_place WHERE digest = %s AND (server = %s OR ends_at < %s)"


class Share(NamedTuple):
    """A server's share of a site: the places that it wants and has.

    Attributes:
        server: its name.
        wanted: the requests that it has to send, with those under way.
        places: the requests that it may have under way.
        waits_since: since when it has wanted places and has had none; None where it does not wait.
    """

    server: str
    wanted: int
    places: int
    waits_since: datetime | None


def part_of(own: Share, others: Sequence[Share], most: int) -> int:
    """Return the number of places that a server may take: an equal part, and its share of places that others leave.

    A server that is alone takes all.

    Args:
        own: the server.
        others: the other servers that want places.
        most: number of places in all.
    """
    wanting = [one for one in others if one.wanted]
    if not wanting:
        return most
    rank = sum(one.server < own.server for one in wanting)
    equal, rest = divmod(most, len(wanting) + 1)
    part = max(1, equal + (rank < rest), most - sum(one.wanted for one in wanting))
    # Servers that have none come first, in their order: there may be more servers than places.
    before = sum(
        one.waits_since is not None and (own.waits_since is None or one.waits_since < own.waits_since)
        for one in wanting
    )
    free = most - sum(one.places for one in others) - before
    return max(0, min(own.wanted, part, free))


class _Site:
    """The requests of this server to one site.

    Attributes:
        allowed: the most requests at the same time.
        stored: the places that the database knows of; a smaller part is stored when no more requests are under way.
        waits_since: see `Share`.
        lacks: is set when a request has to wait.
    """

    def __init__(self) -> None:
        self.allowed = 0
        self.stored = 0
        self.under_way = 0
        self.waits_since: datetime | None = None
        self.lacks = asyncio.Event()
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def wanted(self) -> int:
        return self.under_way + len(self._waiting)

    @property
    def is_in_hurry(self) -> bool:
        """Tell whether requests wait, or others can have places of this server."""
        return bool(self._waiting) or self.stored > self.allowed

    async def enter(self) -> None:
        """Wait for a place."""
        if self.under_way < self.allowed and not self._waiting:
            self.under_way += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self.lacks.set()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                # It is gone already where a place became free in the same moment.
                with suppress(ValueError):
                    self._waiting.remove(turn)
            else:
                self.leave()
            raise

    def leave(self) -> None:
        """Give a place back."""
        self.under_way -= 1
        self.allow(self.allowed)

    def allow(self, places: int) -> None:
        """Set the most requests at the same time."""
        self.allowed = places
        while self._waiting and self.under_way < self.allowed:
            turn = self._waiting.popleft()
            if not turn.done():
                self.under_way += 1
                turn.set_result(None)


class PlaceTable:
    """Implements `HostPlaces`; a task for each site in use takes and renews the places of this server.

    While the database does not answer, a server keeps the places that it has, one at least.

    Args:
        database: connections.
        most: number of places at each origin, for all servers.
    """

    def __init__(self, database: CachedDatabase, most: int) -> None:
        self._database = database
        self._most = most
        self._server = secrets.token_hex(8)
        self._sites: dict[str, _Site] = {}
        self._renewing: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def place(self, origin: str) -> AsyncIterator[None]:
        """Wait for a place, and keep it for the block."""
        site = self._sites.get(origin)
        if site is None:
            site = self._sites[origin] = _Site()
            # An empty context: no request's listener must hear of the others.
            renewing = asyncio.create_task(self._renew(origin, site), context=Context())
            self._renewing.add(renewing)
            renewing.add_done_callback(self._renewing.discard)
        await site.enter()
        try:
            yield
        finally:
            site.leave()

    def close(self) -> None:
        """Renew nothing any more."""
        for task in self._renewing:
            task.cancel()

    async def _renew(self, origin: str, site: _Site) -> None:
        """Take places while there are requests; give them back when there was none for a while."""
        digest = digest_of(origin)
        while True:
            wanted = site.wanted
            if not wanted:
                # No request may begin while the places are given back.
                site.allow(0)
            site.lacks.clear()
            take = partial(self._take, digest=digest, site=site, wanted=wanted)
            try:
                places = await self._database.connections.run("write", take, SECONDS)
            except StoreUnavailable:
                places = max(1, site.allowed)
            if not wanted:
                if site.wanted:
                    continue
                del self._sites[origin]
                return
            site.allow(places)
            await asyncio.sleep(LOOK_SECONDS)
            if not site.is_in_hurry:
                await _either(site.lacks, RENEW_SECONDS)

    def _take(self, connection: Connection, digest: bytes, site: _Site, wanted: int) -> int:
        """Take the part of this server, and return it."""
        lock = int.from_bytes(digest[:8], signed=True)
        # Until the end of the transaction: no two servers count the same places as free.
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock,))
        ((now,),) = connection.execute("SELECT clock_timestamp()").fetchall()
        if not wanted:
            connection.execute(_END, (digest, self._server, now))
            return 0
        rows = connection.execute(_OTHERS, (digest, self._server, now))
        own = Share(self._server, wanted, 0, site.waits_since)
        places = part_of(own, [Share(*row) for row in rows], self._most)
        # Requests may begin by the former part until this transaction has ended.
        site.stored = max(places, site.allowed, site.under_way)
        site.waits_since = None if site.stored else site.waits_since or now
        row = (digest, self._server, wanted, site.stored, site.waits_since, now, PLACES_SECONDS)
        connection.execute(_PUT, row)
        return places


async def _either(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, at most for some seconds."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
