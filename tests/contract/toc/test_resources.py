"""What the resources promise."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.contract.product import opened

LANGCHAIN = "langchain-ai/langchain"


@pytest.mark.behavior("toc/health/degraded-on-errors")
async def test_health_follows_the_fetches_of_each_adapter(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="toc") as product:
        new = await product.read("health")
        assert (new["status"], new["projectLibraries"], new["version"]) == ("healthy", [], "0.1.1")
        assert new["cache"] == {"memoryEntries": 0, "sqliteEntries": 0, "hitRate": 0}
        assert new["adapters"] == {"llms-txt": {"status": "available"}, "github": {"status": "available"}}
        await product.failure("read-page", url=f"{product.world.origin}/status/403")
        failed = await product.read("health")
        assert (failed["status"], failed["adapters"]["llms-txt"]) == ("unhealthy", {"status": "unavailable"})
        await product.call("resolve-library", query="langchain")
        mixed = await product.read("health")
        assert (mixed["status"], mixed["adapters"]["llms-txt"]["status"]) == ("degraded", "degraded")
        assert mixed["adapters"]["llms-txt"]["lastSuccess"]
        assert mixed["adapters"]["github"] == {"status": "available"}


@pytest.mark.behavior("toc/libraries/project-only")
async def test_libraries_are_those_of_the_project(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed", "langchain", contract="toc") as product:
        await product.docs.warm(LANGCHAIN)
        assert await product.read("libraries") == {
            "libraries": [{"id": "pypi/brightwheel", "name": "brightwheel", "version": "2.4.1"}],
            "detectedFrom": ["environment"],
        }
