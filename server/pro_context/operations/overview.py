"""The overview of the engine's state, read once for all requests at the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pro_context_engine import DocsEngine, EngineStatus, StoreStatus

SECONDS = 2.0
"""Seconds for which an overview is reused."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The state of the engine and of its store."""

    status: EngineStatus
    store: StoreStatus


Look = Callable[[], Awaitable[Overview]]


async def read_overview(docs: DocsEngine) -> Overview:
    """Return the overview of an engine."""
    return Overview(await docs.status(), await docs.upkeep.status())


class CachedOverview:
    """An overview that is read at most every two seconds."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._lock = asyncio.Lock()
        self._overview: Overview | None = None
        self._until = 0.0

    async def __call__(self) -> Overview:
        """Return the overview, at most two seconds old."""
        async with self._lock:
            if self._overview is None or time.monotonic() >= self._until:
                self._overview = await self._look()
                self._until = time.monotonic() + SECONDS
            return self._overview
