"""How well the engine does, judged from its counts (seed 000 section 4.1, seed 003 section 6.1)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pro_context_engine.domain.results import EngineStatus, SiteKind

JUDGED_LOOKUPS = 20
"""Before so many look-ups a hit rate says nothing."""

LOW_HIT_RATE = 0.5


class Health(StrEnum):
    """How the engine does as a whole."""

    HEALTHY = "healthy"
    DEGRADED = "degraded"
    UNHEALTHY = "unhealthy"


class Availability(StrEnum):
    """How the fetches from somewhere go."""

    AVAILABLE = "available"
    DEGRADED = "degraded"
    UNAVAILABLE = "unavailable"


def overall(status: EngineStatus) -> Health:
    """Return how the engine does: badly where all fetches fail, not well where some do or little is found stored."""
    network = availability(status.fetch_successes, status.fetch_failures)
    if network is Availability.UNAVAILABLE:
        return Health.UNHEALTHY
    misses = status.lookups >= JUDGED_LOOKUPS and status.hits / status.lookups < LOW_HIT_RATE
    troubled = misses or status.store_failing or network is Availability.DEGRADED
    return Health.DEGRADED if troubled else Health.HEALTHY


def availability(successes: int, failures: int) -> Availability:
    """Return what fetches so far tell; without any, all is well."""
    if not failures:
        return Availability.AVAILABLE
    return Availability.DEGRADED if successes else Availability.UNAVAILABLE


def availability_of(status: EngineStatus, *kinds: SiteKind) -> Availability:
    """Return what the fetches from sites of some kinds tell."""
    counts = [status.sites.get(kind, (0, 0)) for kind in kinds]
    return availability(sum(successes for successes, _ in counts), sum(failures for _, failures in counts))


def last_fetch_of(status: EngineStatus, *kinds: SiteKind) -> datetime | None:
    """Return the UTC time of the last successful fetch from sites of some kinds, None before the first."""
    return max((status.last_fetches[kind] for kind in kinds if kind in status.last_fetches), default=None)


def entries_by_place(status: EngineStatus) -> tuple[int, int]:
    """Return how many pages are held in memory, where they would be lost, and how many in the store."""
    return (status.stored_pages, 0) if status.store_failing else (0, status.stored_pages)


def hit_rate(status: EngineStatus) -> float:
    """Return the share of look-ups that the store answered, 0..1; 0 before the first."""
    return round(status.hits / status.lookups, 3) if status.lookups else 0
