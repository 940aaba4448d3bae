"""The engine's progress reports, passed on to a client that asked for them."""

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
    """Pass on what the engine reports inside the block: only increasing values, at most ten a second and the last.

    Args:
        send: sends (done, total, what) to the client; never called once the block has ended.
        clock: monotonic seconds.
    """
    thinned = _ThinnedReports()
    sender = asyncio.create_task(_send_all(thinned.updates, send))
    try:
        with listen_to_progress(_listener(thinned, clock)):
            yield
        await asyncio.sleep(0)  # reports made a moment ago reach the queue first
        thinned.end()
        await asyncio.wait([sender])
    finally:
        sender.cancel()


async def _send_all(updates: Updates, send: Send) -> None:
    while (update := await updates.get()) is not None:
        await send(*update)


def _listener(thinned: _ThinnedReports, clock: Callable[[], float]) -> Callable[[int, int, str], None]:
    """Return a listener that takes the time where the report is made: a busy loop must not make reports look close."""
    loop = asyncio.get_running_loop()

    def listener(done: int, total: int, what: str) -> None:
        # Reports may come from a worker thread, and from one that outlives the loop.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(thinned.hear, (done, total, what), clock())

    return listener


class _ThinnedReports:
    """The reports of one request that go to the client.

    Attributes:
        updates: to be sent, in order; None comes last.
    """

    def __init__(self) -> None:
        self.updates: Updates = asyncio.Queue()
        self._held: Update | None = None
        self._last_done = -1
        self._last_time = float("-inf")

    def hear(self, update: Update, now: float) -> None:
        """Queue a report that goes forward, or hold it back while the one before it is too young."""
        if update[0] <= self._last_done:
            return
        self._last_done = update[0]
        if now - self._last_time < INTERVAL:
            self._held = update
            return
        self._held, self._last_time = None, now
        self.updates.put_nowait(update)

    def end(self) -> None:
        """Queue what is still held back: the client hears how far the work came."""
        if self._held is not None:
            self.updates.put_nowait(self._held)
        self.updates.put_nowait(None)
