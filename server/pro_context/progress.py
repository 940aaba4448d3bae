"""The engine's progress reports, passed on to a client that asked for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from pro_context_engine.interfaces import Progress
from pro_context_engine.progress import listening

INTERVAL = 0.1
"""Seconds between two notifications of one request."""

Send = Callable[[float, float, str], Awaitable[None]]
Updates = asyncio.Queue[tuple[int, int, str] | None]


@asynccontextmanager
async def relayed(send: Send, clock: Callable[[], float] = time.monotonic) -> AsyncIterator[None]:
    """Pass on what the engine reports inside the block: only increasing values, at most ten a second.

    Args:
        send: sends (done, total, what) to the client; never called once the block has ended.
        clock: monotonic seconds.
    """
    updates: Updates = asyncio.Queue()
    sender = asyncio.create_task(_send_all(updates, send))
    try:
        with listening(_thinned(updates, clock)):
            yield
        await asyncio.sleep(0)  # reports made a moment ago reach the queue first
        updates.put_nowait(None)
        await asyncio.wait([sender])
    finally:
        sender.cancel()


async def _send_all(updates: Updates, send: Send) -> None:
    while (update := await updates.get()) is not None:
        await send(*update)


def _thinned(updates: Updates, clock: Callable[[], float]) -> Progress:
    """Return a listener that queues a report if it goes forward and the last one is long enough ago."""
    loop = asyncio.get_running_loop()
    last_done, last_time = -1, float("-inf")

    def queue(done: int, total: int, what: str) -> None:
        nonlocal last_done, last_time
        now = clock()
        if done > last_done and now - last_time >= INTERVAL:
            last_done, last_time = done, now
            updates.put_nowait((done, total, what))

    def listener(done: int, total: int, what: str) -> None:
        # Reports may come from a worker thread, and from one that outlives the loop.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(queue, done, total, what)

    return listener
