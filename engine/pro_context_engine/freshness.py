"""How old is too old, and one refresh at a time per snapshot (seed 000 section 6.3, seed 001 section 3.2)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from datetime import datetime, timedelta

from pro_context_engine.errors import DocsError
from pro_context_engine.model import Freshness

log = logging.getLogger("pro_context.freshness")


def freshness(fetched_at: datetime, now: datetime, fresh_for: timedelta, kept_for: timedelta) -> Freshness:
    """Return the age class of something fetched at a time (both UTC).

    A clock set back makes things fresh, never expired.
    """
    age = now - fetched_at
    if age <= fresh_for:
        return Freshness.FRESH
    return Freshness.STALE if age <= kept_for else Freshness.EXPIRED


class Refreshes:
    """Refresh behind the answers: one task per key, failures logged and left for the next asker."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[None]] = {}

    def start(self, key: str, refresh: Callable[[], Awaitable[object]]) -> None:
        """Start a refresh unless one with this key is running."""
        if key not in self._running:
            # An empty context: nobody waits for this, so nobody's progress listener shall hear of it.
            task = asyncio.create_task(self._run(key, refresh), context=Context())
            self._running[key] = task
            task.add_done_callback(lambda _: self._running.pop(key, None))

    async def finished(self, key: str) -> None:
        """Wait for the refresh with this key, if one is running; one that fails ends like one that succeeds."""
        running = self._running.get(key)
        if running is not None:
            await asyncio.wait({running})

    async def _run(self, key: str, refresh: Callable[[], Awaitable[object]]) -> None:
        try:
            await refresh()
        except DocsError as fact:
            log.info("refresh of %s failed: %s", key, type(fact).__name__)
        except Exception:
            log.exception("refresh of %s failed", key)

    async def close(self) -> None:
        """Cancel what is running and wait for its end."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
