"""The tasks in the database that many servers share."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress

from pro_context_engine.adapters.store.postgres.cached_database import CachedDatabase
from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.work_queue import FailedWork, library_of

TAKEN_SECONDS = 15
"""Seconds after which a task whose server gives no sign goes to another server."""

RENEW_SECONDS = 4.0
"""Seconds between two signs."""

FIRST_DELAY = 600
"""Seconds after a first failure, as long as a failed page is left alone; each further failure doubles them."""

MOST_ATTEMPTS = 4
"""The number of failures after which a task is tried only once a day."""

DAY = 86_400
MOST_FAILED = 100
SECONDS = 5.0
"""The most seconds of an operation."""

_PUT = (
    "INSERT INTO pro_context.task (digest, task, due_at) "
    "VALUES (%s, %s, clock_timestamp() + make_interval(secs => %s)) ON CONFLICT (digest) DO NOTHING"
)
_TAKE = (
    "UPDATE pro_context.task SET due_at = clock_timestamp() + make_interval(secs => %s) WHERE digest = "
    "(SELECT digest FROM pro_context.task WHERE due_at <= clock_timestamp() ORDER BY attempts, put_at "
    "LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING task"
)
_RENEW = (
    "UPDATE pro_context.task SET due_at = clock_timestamp() + make_interval(secs => %s) WHERE digest IN "
    "(SELECT digest FROM pro_context.task WHERE digest = ANY(%s) FOR UPDATE SKIP LOCKED)"
)
_FAIL = (
    "UPDATE pro_context.task SET attempts = attempts + 1, reason = %s, due_at = clock_timestamp() + make_interval("
    "secs => CASE WHEN attempts + 1 >= %s THEN %s ELSE %s * power(2, attempts) END) WHERE digest = %s"
)
_FAILED = (
    "SELECT task, attempts, reason FROM pro_context.task WHERE attempts >= %s ORDER BY put_at DESC, digest LIMIT %s"
)


class TaskTable:
    """Implements `WorkQueue`; a task of the event loop renews the claims of this server.

    While the database does not answer, there is no task.

    Args:
        database: connections and caches.
    """

    def __init__(self, database: CachedDatabase) -> None:
        self._database = database
        self._taken: set[str] = set()
        self._renewing: asyncio.Task[None] | None = None

    async def put(self, task: str, delay: float = 0.0) -> None:
        """Add a task, unless the table has it."""
        await self._database.connections.at_once([(_PUT, (digest_of(task), task, delay))], SECONDS)

    async def take(self) -> str | None:
        """Return the task that has waited longest, those that have failed last; None where none is due."""
        try:
            (rows,) = await self._database.connections.at_once([(_TAKE, (TAKEN_SECONDS,))], SECONDS)
        except StoreUnavailable:
            return None
        for (task,) in rows:
            self._taken.add(task)
            if self._renewing is None:
                self._renewing = asyncio.create_task(self._renew())
            return str(task)
        return None

    async def done(self, task: str) -> None:
        """Remove a task; it is done again where the database does not answer."""
        self._taken.discard(task)
        with suppress(StoreUnavailable):
            statement = "DELETE FROM pro_context.task WHERE digest = %s"
            await self._database.connections.at_once([(statement, (digest_of(task),))], SECONDS)

    async def fail(self, task: str, reason: str) -> None:
        """Put a task off, longer with each failure."""
        self._taken.discard(task)
        row = (reason, MOST_ATTEMPTS, DAY, FIRST_DELAY, digest_of(task))
        with suppress(StoreUnavailable):
            await self._database.connections.at_once([(_FAIL, row)], SECONDS)

    async def failed(self) -> list[FailedWork]:
        """Return the work that is tried only once a day, the latest first."""
        try:
            (rows,) = await self._database.connections.at_once([(_FAILED, (MOST_ATTEMPTS, MOST_FAILED))], SECONDS)
        except StoreUnavailable:
            return []
        return [FailedWork(*library_of(task), attempts, reason) for task, attempts, reason in rows]

    def close(self) -> None:
        """Give no sign any more, so that others take the tasks over."""
        if self._renewing is not None:
            self._renewing.cancel()

    async def _renew(self) -> None:
        while self._taken:
            await asyncio.sleep(RENEW_SECONDS)
            digests = [digest_of(task) for task in self._taken]
            with suppress(StoreUnavailable):
                await self._database.connections.at_once([(_RENEW, (TAKEN_SECONDS, digests))], SECONDS)
        self._renewing = None


def digest_of(task: str) -> bytes:
    """Return the SHA-256 of a task or of the name of a lease, the key of its row."""
    return hashlib.sha256(task.encode("utf-8", "surrogatepass")).digest()
