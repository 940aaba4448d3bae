"""health: the state of the server."""

from __future__ import annotations

from pro_context_contract import load_contract
from pro_context_contract.full.models import (
    HealthContent,
    HealthContentCache,
    HealthContentFetcher,
    HealthContentFetcherStatus,
    HealthContentStatus,
)
from pro_context_contract.model import MISSING
from pro_context_engine import DocsEngine, availability, entries_by_place, hit_rate, overall


async def handle(docs: DocsEngine) -> HealthContent:
    """Return the state of the cache and the fetcher."""
    status = await docs.status()
    in_memory, stored = entries_by_place(status)
    fetches = status.fetch_successes + status.fetch_failures
    return HealthContent(
        status=HealthContentStatus(overall(status)),
        uptime=status.uptime,
        cache=HealthContentCache(memory_entries=in_memory, persistent_entries=stored, hit_rate=hit_rate(status)),
        fetcher=HealthContentFetcher(
            status=HealthContentFetcherStatus(availability(status.fetch_successes, status.fetch_failures)),
            last_success=status.last_fetch.isoformat() if status.last_fetch else MISSING,
            error_count=status.fetch_failures,
            success_rate=round(status.fetch_successes / fetches, 3) if fetches else 1,
        ),
        version=load_contract("full").version,
        registry_version=status.registry_version,
        project_libraries=list(status.project_libraries),
    )
