"""What the engine says of itself, asked once for all who want to know at the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pro_context_engine import DocsEngine, EngineStatus, StoreStatus

SECONDS = 2.0
"""For which what was said holds."""


@dataclass(frozen=True, slots=True)
class Overview:
    """Health, and what is stored."""

    status: EngineStatus
    store: StoreStatus


Look = Callable[[], Awaitable[Overview]]


async def of_engine(docs: DocsEngine) -> Overview:
    """Ask an engine."""
    return Overview(await docs.status(), await docs.upkeep.status())


class Remembered:
    """Asks at most every two seconds, however many want to know."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._lock = asyncio.Lock()
        self._said: Overview | None = None
        self._until = 0.0

    async def __call__(self) -> Overview:
        """Return what was said last."""
        async with self._lock:
            if self._said is None or time.monotonic() >= self._until:
                self._said = await self._look()
                self._until = time.monotonic() + SECONDS
            return self._said
