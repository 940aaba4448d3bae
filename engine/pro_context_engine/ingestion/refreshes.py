"""The refreshes of stale snapshots and pages, behind the answers (decision 12)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import field

from pro_context_engine.domain.errors import DocsError, StoreUnavailable
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.domain.work_leases import WorkLeases
from pro_context_engine.ingestion.backoff import Backoff

log = logging.getLogger("pro_context.freshness")


@part_class
class Refreshes:
    """Refresh behind the answers: one task per key, failures logged and not tried again for a while.

    Attributes:
        backoff: remembers failures, by the key.
        leases: tell which server refreshes what; the others do not.
    """

    backoff: Backoff
    leases: WorkLeases
    _running: dict[str, asyncio.Task[None]] = field(init=False, default_factory=dict)

    def start(self, key: str, refresh: Callable[[], Awaitable[object]]) -> None:
        """Start a refresh unless one with this key is running, or failed a short time ago."""
        if key not in self._running and key not in self.backoff:
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
        if not await self.leases.take(lease):
            return
        try:
            await refresh()
        except DocsError as fact:
            if not isinstance(fact, StoreUnavailable):
                self.backoff.begin(key)
            log.info("refresh of %s failed: %s", key, type(fact).__name__)
        except Exception:
            self.backoff.begin(key)
            log.exception("refresh of %s failed", key)
        finally:
            await self.leases.release(lease)

    async def close(self) -> None:
        """Cancel the running refreshes and wait for their end."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
