"""The overview of the engine's state."""

from __future__ import annotations

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


ReadOverview = Callable[[], Awaitable[Overview]]


async def read_overview(docs: DocsEngine) -> Overview:
    """Return the overview of an engine."""
    return Overview(await docs.status(), await docs.upkeep.status())
