"""The age classes of stored snapshots and pages, and the refreshes of stale ones (decision 12)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from datetime import datetime, timedelta
from typing import Protocol

from pro_context_engine.domain.errors import DocsError, StoreUnavailable
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Freshness
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.work_leases import WorkLeases
from pro_context_engine.ingestion.backoff import Backoff

log = logging.getLogger("pro_context.freshness")


class Dated(Protocol):
    """A stored thing with two UTC times: `read_at`, and `fetched_at`, when it was last read or found unchanged."""

    @property
    def fetched_at(self) -> datetime: ...  # noqa: D102 - the class says it

    @property
    def read_at(self) -> datetime: ...  # noqa: D102 - the class says it


class Ages:
    """Tell the age class of stored things by the configured lifetimes.

    Args:
        settings: how long things are fresh, and how long they are kept.
        clock: gives the current time in UTC.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._fresh_for = settings.fresh_for
        self._of_library = {override.library: override.fresh_for for override in settings.overrides}
        self._kept_for = settings.kept_for
        self._clock = clock

    def of(self, stored: Dated, library_id: str) -> Freshness:
        """Return the age class.

        A thing that was found unchanged is fresh again, but only reading it anew delays its expiry. A clock that was
        set back makes things fresh, never expired.

        Args:
            stored: the snapshot or page.
            library_id: its library, which may have a lifetime of its own.
        """
        now = self._clock()
        if now - stored.read_at > self._kept_for:
            return Freshness.EXPIRED
        return Freshness.FRESH if now - stored.fetched_at <= self._lifetime(library_id) else Freshness.STALE

    def expires(self, stored: Dated) -> datetime:
        """Return the UTC time until which it may be served."""
        return stored.read_at + self._kept_for

    def confirmable(self, stored: Dated, library_id: str) -> bool:
        """Tell whether it may be found unchanged now: not where it would expire while it counts as fresh."""
        return self._clock() - stored.read_at + self._lifetime(library_id) <= self._kept_for

    def _lifetime(self, library_id: str) -> timedelta:
        return self._of_library.get(library_id) or self._fresh_for


class Refreshes:
    """Refresh behind the answers: one task per key, failures logged and not tried again for a while.

    Args:
        backoff: remembers failures, by the key.
        leases: tell which server refreshes what; the others do not.
    """

    def __init__(self, backoff: Backoff, leases: WorkLeases) -> None:
        self._backoff = backoff
        self._leases = leases
        self._running: dict[str, asyncio.Task[None]] = {}

    def start(self, key: str, refresh: Callable[[], Awaitable[object]]) -> None:
        """Start a refresh unless one with this key is running, or failed a short time ago."""
        if key not in self._running and key not in self._backoff:
            # An empty context: no request waits for this, so no progress listener must hear of it.
            task = asyncio.create_task(self._run(key, refresh), context=Context())
            self._running[key] = task
            task.add_done_callback(lambda _: self._running.pop(key, None))

    def underway(self, key: str) -> bool:
        """Tell whether the refresh with this key is running."""
        return key in self._running

    async def finished(self, key: str) -> None:
        """Wait for the end of the refresh with this key, if one is running, whether it succeeds or fails."""
        running = self._running.get(key)
        if running is not None:
            await asyncio.wait({running})

    async def _run(self, key: str, refresh: Callable[[], Awaitable[object]]) -> None:
        lease = f"refresh {key}"
        if not await self._leases.take(lease):
            return
        try:
            await refresh()
        except DocsError as fact:
            if not isinstance(fact, StoreUnavailable):
                self._backoff.begin(key)
            log.info("refresh of %s failed: %s", key, type(fact).__name__)
        except Exception:
            self._backoff.begin(key)
            log.exception("refresh of %s failed", key)
        finally:
            await self._leases.release(lease)

    async def close(self) -> None:
        """Cancel the running refreshes and wait for their end."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
