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


@asynccontextmanager
async def relay_progress(send: Send, clock: Callable[[], float] = time.monotonic) -> AsyncIterator[None]:
    """Send the progress reports of the block to the client: increasing values only, at most ten a second, and the last.

    Args:
        send: sends (done, total, what) to the client; it is not called after the block.
        clock: monotonic seconds.
    """
    loop = asyncio.get_running_loop()
    updates: asyncio.Queue[Update | None] = asyncio.Queue()
    held: Update | None = None
    last, due = -1, float("-inf")

    def hear(update: Update, now: float) -> None:
        """Queue a report that increases the value; hold it back if the previous one was queued too recently."""
        nonlocal held, last, due
        if update[0] > last:
            last, held = update[0], update
            if now >= due:
                due, held = now + INTERVAL, None
                updates.put_nowait(update)

    def listen(done: int, total: int, what: str) -> None:
        # The time is noted at once, because a busy loop delays the rest; the loop may end before a thread reports.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(hear, (done, total, what), clock())

    sender = asyncio.create_task(_send_all(updates, send))
    try:
        with listen_to_progress(listen):
            yield
        await asyncio.sleep(0)  # reports of this moment reach the queue first
        for update in (held, None) if held else (None,):
            updates.put_nowait(update)
        await asyncio.wait([sender])
    finally:
        sender.cancel()


async def _send_all(updates: asyncio.Queue[Update | None], send: Send) -> None:
    while (update := await updates.get()) is not None:
        await send(*update)
