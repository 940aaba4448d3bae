"""Turns: one of several servers does a work, and the others wait for the result in the store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from pro_context_engine.domain.work_leases import WorkLeases

LOOK_SECONDS = 0.25
"""Seconds between two looks whether another server has ended its work."""


async def _look_at_nothing() -> None:
    pass


@asynccontextmanager
async def in_turn(
    leases: WorkLeases, name: str, task: str = "", look: Callable[[], Awaitable[object]] = _look_at_nothing
) -> AsyncIterator[None]:
    """Run the block when no other server does this work; the block must look first whether the result is stored.

    Args:
        leases: tell which server does what.
        name: of the work.
        task: see `WorkLeases.take`.
        look: called while another server does the work, several times a second, and once after it.
    """
    waited = False
    while not await leases.take(name, task):
        waited = True
        await look()
        await asyncio.sleep(LOOK_SECONDS)
    try:
        if waited:
            await look()
        yield
    finally:
        await leases.release(name)
