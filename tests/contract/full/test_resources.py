"""What the resources promise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.contract.product import opened

LANGCHAIN = "langchain-ai/langchain"


@pytest.mark.behavior("full/health/degraded-on-errors")
async def test_health_follows_the_fetches(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        health = await product.read("health")
        assert (health["status"], health["fetcher"]) == (
            "healthy",
            {"status": "available", "errorCount": 0, "successRate": 1},
        )
        await product.failure("read-page", url=f"{product.world.origin}/status/403")
        health = await product.read("health")
        assert (health["status"], health["fetcher"]["status"]) == ("unhealthy", "unavailable")
        assert health["fetcher"]["errorCount"] > 0
        assert health["fetcher"]["successRate"] == 0
        await product.call("get-library-info", libraryId=LANGCHAIN)
        health = await product.read("health")
        assert (health["status"], health["fetcher"]["status"]) == ("degraded", "degraded")
        assert 0 < health["fetcher"]["successRate"] < 1
        assert health["fetcher"]["lastSuccess"]


@pytest.mark.behavior("full/libraries/project-only")
async def test_libraries_are_those_of_the_project(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed", "langchain") as product:
        assert await product.read("libraries") == {
            "libraries": [{"id": "pypi/brightwheel", "name": "brightwheel", "version": "2.4.1"}],
            "detectedFrom": ["environment"],
        }
    async with opened(tmp_path, "langchain") as product:
        await product.docs.warm(LANGCHAIN)
        assert await product.read("libraries") == {"libraries": [], "detectedFrom": []}


@pytest.mark.behavior("full/library-toc/same-toc")
async def test_markdown_lists_the_entries_of_get_library_info(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "installed", "tideway") as product:
        for library_id in (LANGCHAIN, "pypi/brightwheel", "tideway/tideway"):
            text = await product.read("library-toc", libraryId=library_id)
            found = await product.call("get-library-info", libraryId=library_id)
            section, listed = "", []
            for line in text.splitlines():
                if line.startswith("## "):
                    section = line.removeprefix("## ")
                elif link := re.match(r"- \[(.*?)\]\((\S+)\)(?: — (.*))?$", line):
                    entry = {"title": link[1], "url": link[2], "description": link[3], "section": section}
                    listed.append({key: value for key, value in entry.items() if value})
            assert sorted(listed, key=str) == sorted(found["toc"], key=str)
            assert text.startswith(f"# {found['name']} Documentation\n")


@pytest.mark.behavior("full/resolved-libraries/accumulates")
async def test_resolved_libraries_accumulate_in_order(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "installed") as product:
        assert await product.read("resolved-libraries") == {"libraries": []}
        for library_id in ("pypi/brightwheel", LANGCHAIN, "pypi/brightwheel"):
            await product.call("get-library-info", libraryId=library_id)
        await product.failure("get-library-info", libraryId="langchan")
        assert await product.read("resolved-libraries") == {
            "libraries": [
                {"id": "pypi/brightwheel", "name": "brightwheel", "languages": ["python"]},
                {"id": LANGCHAIN, "name": "LangChain", "languages": ["python"]},
            ]
        }
