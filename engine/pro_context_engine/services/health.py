"""The health of the engine: its counts, and the judgement that the health resource gives of them."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime
from enum import StrEnum

from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Registry
from pro_context_engine.domain.results import EngineStatus, SiteKind
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.work_queue import WorkQueue
from pro_context_engine.ingestion.backfills import Backfills
from pro_context_engine.libraries.project_libraries import ProjectLibraries

JUDGED_LOOKUPS = 20
"""Look-ups below which the hit rate is not judged."""

LOW_HIT_RATE = 0.5
"""Share of look-ups answered from the store below which the engine counts as degraded."""


class Health(StrEnum):
    """The state of the engine as a whole."""

    HEALTHY = "healthy"
    DEGRADED = "degraded"
    UNHEALTHY = "unhealthy"


class Availability(StrEnum):
    """The state of the sites of one kind, judged from the fetches."""

    AVAILABLE = "available"
    DEGRADED = "degraded"
    UNAVAILABLE = "unavailable"


def overall(status: EngineStatus) -> Health:
    """Return the state: unhealthy where all fetches fail, degraded where some fail or few look-ups hit the store."""
    network = availability(status.fetch_successes, status.fetch_failures)
    if network is Availability.UNAVAILABLE:
        return Health.UNHEALTHY
    misses = status.lookups >= JUDGED_LOOKUPS and status.hits / status.lookups < LOW_HIT_RATE
    troubled = misses or status.store_failing or network is Availability.DEGRADED
    return Health.DEGRADED if troubled else Health.HEALTHY


def availability(successes: int, failures: int) -> Availability:
    """Return the state that these counts of fetches show; available before the first failure."""
    if not failures:
        return Availability.AVAILABLE
    return Availability.DEGRADED if successes else Availability.UNAVAILABLE


def availability_of(status: EngineStatus, *kinds: SiteKind) -> Availability:
    """Return the state that the fetches from sites of these kinds show."""
    counts = [status.sites.get(kind, (0, 0)) for kind in kinds]
    return availability(sum(successes for successes, _ in counts), sum(failures for _, failures in counts))


def last_fetch_of(status: EngineStatus, *kinds: SiteKind) -> datetime | None:
    """Return the UTC time of the last successful fetch from sites of some kinds, None before the first."""
    return max((status.last_fetches[kind] for kind in kinds if kind in status.last_fetches), default=None)


def entries_by_place(status: EngineStatus) -> tuple[int, int]:
    """Return the number of pages held in memory, which a restart loses, and the number in the store."""
    return (status.stored_pages, 0) if status.store_failing else (0, status.stored_pages)


def hit_rate(status: EngineStatus) -> float:
    """Return the share of look-ups that the store answered, 0..1; 0 before the first."""
    return round(status.hits / status.lookups, 3) if status.lookups else 0


class HealthService:
    """Count look-ups, and report on the engine.

    Args:
        registry: the known libraries.
        project: the libraries of the project.
        backfills: knows which pages are being fetched.
        store: knows the stored snapshots.
        fetcher: counts fetches.
        queue: knows the work that failed.
    """

    def __init__(
        self,
        registry: Registry,
        project: ProjectLibraries,
        backfills: Backfills,
        store: Store,
        fetcher: Fetcher,
        queue: WorkQueue,
    ) -> None:
        self._registry = registry
        self._project = project
        self._backfills = backfills
        self._store = store
        self._fetcher = fetcher
        self._queue = queue
        self._started = time.monotonic()
        self._lookups = 0
        self._hits = 0

    def count(self, *, cached: bool) -> None:
        """Count one look-up of a page or topic, and whether the store answered it."""
        self._lookups += 1
        self._hits += cached

    async def status(self) -> EngineStatus:
        """Return the state and the counts of the engine by now."""
        try:
            snapshots = await self._store.snapshots()
        except StoreUnavailable:
            snapshots = []
        fetches = self._fetcher.health()
        project = await asyncio.to_thread(self._project.with_versions)
        return EngineStatus(
            uptime=int(time.monotonic() - self._started),
            stored_pages=sum(snapshot.pages for snapshot in snapshots),
            lookups=self._lookups,
            hits=self._hits,
            store_failing=self._store.failing,
            fetch_successes=fetches.successes,
            fetch_failures=fetches.failures,
            last_fetch=fetches.last_success,
            registry_version=self._registry.version,
            project_libraries=tuple(library.library_id for library, _ in project),
            sites=fetches.by_kind,
            troubled=fetches.troubled,
            filling=self._backfills.count(),
            last_fetches=fetches.last_by_kind,
            requests_left=fetches.requests_left,
            failed_work=tuple(await self._queue.failed()),
        )
