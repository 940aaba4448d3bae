"""Progress notifications: the engine's reports, sent to a client that requested them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from pro_context_engine import listen_to_progress

INTERVAL = 0.1
"""Seconds between two notifications of one request."""

Send = Callable[[float, float, str], Awaitable[None]]
Update = tuple[int, int, str]
Updates = asyncio.Queue[Update | None]


@asynccontextmanager
async def relay_progress(send: Send, clock: Callable[[], float] = time.monotonic) -> AsyncIterator[None]:
    """Send the progress reports of the block to the client: increasing values only, at most ten a second, and the last.

    Args:
        send: sends (done, total, what) to the client; it is not called after the block.
        clock: monotonic seconds.
    """
    thinned = _ThinnedReports()
    sender = asyncio.create_task(_send_all(thinned.updates, send))
    try:
        with listen_to_progress(_listener(thinned, clock)):
            yield
        await asyncio.sleep(0)  # reports of this moment reach the queue first
        thinned.end()
        await asyncio.wait([sender])
    finally:
        sender.cancel()


async def _send_all(updates: Updates, send: Send) -> None:
    while (update := await updates.get()) is not None:
        await send(*update)


def _listener(thinned: _ThinnedReports, clock: Callable[[], float]) -> Callable[[int, int, str], None]:
    """Return a listener that notes the time of each report at once, because a busy event loop delays the rest."""
    loop = asyncio.get_running_loop()

    def listener(done: int, total: int, what: str) -> None:
        # Reports may come from a worker thread, which may outlive the event loop.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(thinned.hear, (done, total, what), clock())

    return listener


class _ThinnedReports:
    """The reports of one request that go to the client.

    Attributes:
        updates: the reports to send, in order; None follows the last one.
    """

    def __init__(self) -> None:
        self.updates: Updates = asyncio.Queue()
        self._held: Update | None = None
        self._last_done = -1
        self._last_time = float("-inf")

    def hear(self, update: Update, now: float) -> None:
        """Queue a report that increases the value; hold it back if the previous one was queued too recently."""
        if update[0] <= self._last_done:
            return
        self._last_done = update[0]
        if now - self._last_time < INTERVAL:
            self._held = update
            return
        self._held, self._last_time = None, now
        self.updates.put_nowait(update)

    def end(self) -> None:
        """Queue the report that is held back, if any, so that the client gets the last value."""
        if self._held is not None:
            self.updates.put_nowait(self._held)
        self.updates.put_nowait(None)
