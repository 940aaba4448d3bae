"""The overview of the engine's state."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pro_context_engine import DocsEngine, EngineStatus, Snapshot, StoreStatus

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
    return Overview(await docs.status(), await docs.maintenance.status())


def snapshot_values(snapshot: Snapshot) -> dict[str, Any]:
    """Return a snapshot as reports have it, without its time."""
    return {
        "libraryId": snapshot.library_id,
        "version": snapshot.version,
        "source": snapshot.source.value,
        "pages": snapshot.pages,
        "totalPages": snapshot.total_pages,
    }
