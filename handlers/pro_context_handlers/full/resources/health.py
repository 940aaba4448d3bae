"""health: how the server is doing."""

from __future__ import annotations

from pydantic import MISSING

from pro_context_contract import load_contract
from pro_context_contract.full.models import (
    HealthContent,
    HealthContentCache,
    HealthContentFetcher,
    HealthContentFetcherStatus,
    HealthContentStatus,
)
from pro_context_engine import DocsEngine, EngineStatus

JUDGED_LOOKUPS = 20
"""Before so many look-ups a hit rate says nothing."""

LOW_HIT_RATE = 0.5


async def handle(docs: DocsEngine) -> HealthContent:
    """Return the state of cache and fetcher (seed 000 section 4.1)."""
    status = await docs.status()
    fetches = status.fetch_successes + status.fetch_failures
    return HealthContent(
        status=_overall(status),
        uptime=status.uptime,
        cache=HealthContentCache(
            memory_entries=status.stored_pages if status.store_failing else 0,
            persistent_entries=0 if status.store_failing else status.stored_pages,
            hit_rate=round(status.hits / status.lookups, 3) if status.lookups else 0,
        ),
        fetcher=HealthContentFetcher(
            status=_fetcher(status),
            last_success=status.last_fetch.isoformat() if status.last_fetch else MISSING,
            error_count=status.fetch_failures,
            success_rate=round(status.fetch_successes / fetches, 3) if fetches else 1,
        ),
        version=load_contract("full").version,
        registry_version=status.registry_version,
        project_libraries=list(status.project_libraries),
    )


def _overall(status: EngineStatus) -> HealthContentStatus:
    if _fetcher(status) is HealthContentFetcherStatus.unavailable:
        return HealthContentStatus.unhealthy
    misses = status.lookups >= JUDGED_LOOKUPS and status.hits / status.lookups < LOW_HIT_RATE
    if misses or status.store_failing or _fetcher(status) is HealthContentFetcherStatus.degraded:
        return HealthContentStatus.degraded
    return HealthContentStatus.healthy


def _fetcher(status: EngineStatus) -> HealthContentFetcherStatus:
    if not status.fetch_failures:
        return HealthContentFetcherStatus.available
    return HealthContentFetcherStatus.degraded if status.fetch_successes else HealthContentFetcherStatus.unavailable
