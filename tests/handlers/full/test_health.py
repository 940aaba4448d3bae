from datetime import UTC, datetime
from typing import Any, cast

import pytest

from pro_context_contract import load_contract
from pro_context_engine import DocsEngine, EngineStatus
from pro_context_handlers.full.resources import health

NEW = EngineStatus(0, 0, 0, 0, False, 0, 0, None, "registry-v2026-01-01", ("pypi/brightwheel",))
SUCCESS = datetime(2026, 3, 1, tzinfo=UTC)


class Docs:
    def __init__(self, status: EngineStatus) -> None:
        self._status = status

    async def status(self) -> EngineStatus:
        return self._status


async def health_of(**changes: Any) -> dict[str, Any]:
    fields = {name: getattr(NEW, name) for name in NEW.__slots__} | changes
    content = await health.handle(cast(DocsEngine, Docs(EngineStatus(**fields))))
    return content.to_json()


async def test_a_new_server_is_healthy_and_has_no_last_success() -> None:
    assert await health_of() == {
        "status": "healthy",
        "uptime": 0,
        "cache": {"memoryEntries": 0, "persistentEntries": 0, "hitRate": 0},
        "fetcher": {"status": "available", "errorCount": 0, "successRate": 1},
        "version": load_contract("full").version,
        "registryVersion": "registry-v2026-01-01",
        "projectLibraries": ["pypi/brightwheel"],
    }


@pytest.mark.parametrize(
    ("changes", "overall", "fetcher"),
    [
        ({"fetch_successes": 3}, "healthy", "available"),
        ({"fetch_successes": 3, "fetch_failures": 1}, "degraded", "degraded"),
        ({"fetch_failures": 1}, "unhealthy", "unavailable"),
        ({"store_failing": True}, "degraded", "available"),
        ({"lookups": 19, "hits": 0}, "healthy", "available"),
        ({"lookups": 20, "hits": 9}, "degraded", "available"),
        ({"lookups": 20, "hits": 10}, "healthy", "available"),
    ],
)
async def test_what_makes_it_unwell(changes: dict[str, Any], overall: str, fetcher: str) -> None:
    content = await health_of(**changes)
    assert (content["status"], content["fetcher"]["status"]) == (overall, fetcher)


async def test_rates_and_times() -> None:
    content = await health_of(
        lookups=3, hits=1, stored_pages=7, fetch_successes=2, fetch_failures=1, last_fetch=SUCCESS
    )
    assert content["cache"] == {"memoryEntries": 0, "persistentEntries": 7, "hitRate": 0.333}
    assert content["fetcher"]["successRate"] == 0.667
    assert content["fetcher"]["lastSuccess"] == SUCCESS.isoformat()


async def test_pages_that_will_not_survive_count_as_in_memory() -> None:
    content = await health_of(store_failing=True, stored_pages=7)
    assert (content["cache"]["memoryEntries"], content["cache"]["persistentEntries"]) == (7, 0)
