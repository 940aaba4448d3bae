"""What get-library-docs promises."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.contract.product import opened
from tests.worlds import FOLDER

LANGCHAIN = "langchain-ai/langchain"


@pytest.mark.behavior("lean/get-library-docs/as-published", "lean/get-library-docs/cached-second")
async def test_llms_txt_comes_as_it_is_published_and_then_from_the_cache(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="lean") as product:
        published = (FOLDER / "langchain" / "llms.txt").read_text(encoding="utf-8")
        first = await product.call("get-library-docs", libraryId="langchain")
        assert first["content"] == published.replace("{origin}", product.world.origin)
        assert (first["cached"], first["cachedAt"], first["stale"]) == (False, None, False)
        asked = list(product.world.asked)
        second = await product.call("get-library-docs", libraryId="langchain")
        assert second == {**first, "cached": True, "cachedAt": second["cachedAt"]}
        assert datetime.fromisoformat(second["cachedAt"]).tzinfo
        assert product.world.asked == asked
    # What survives a restart is the text too.
    async with opened(tmp_path, contract="lean", custom={LANGCHAIN: f"{product.world.origin}/llms.txt"}) as product:
        again = await product.call("get-library-docs", libraryId="langchain")
        assert (again["cached"], again["content"]) == (True, first["content"])


@pytest.mark.behavior("lean/get-library-docs/same-format")
@pytest.mark.parametrize(("world", "library_id"), [("installed", "brightwheel"), ("tideway", "tideway/tideway")])
async def test_tables_of_contents_of_other_sources_look_the_same(world: str, library_id: str, tmp_path: Path) -> None:
    async with opened(tmp_path, world, contract="lean") as product:
        index = await product.docs.llms_txt(library_id)
        found = await product.docs.library(library_id)
        links = re.findall(r"^- \[(.+)\]\(<?([^>)]+)>?\)", index.text, flags=re.MULTILINE)
        assert index.text.startswith("# ")
        assert sorted(url for _, url in links) == sorted(entry.url for entry in found.toc.entries)
        assert {entry.section for entry in found.toc.entries if entry.section} == set(
            re.findall(r"^## (.+)$", index.text, flags=re.MULTILINE)
        )


async def test_every_link_of_an_installed_package_can_be_read(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed", contract="lean") as product:
        found = await product.call("get-library-docs", libraryId="brightwheel")
        urls = re.findall(r"\((pypi://[^)]+)\)", found["content"])
        assert urls
        for url in urls:
            assert (await product.call("read-page", url=url))["content"]


@pytest.mark.behavior("lean/get-library-docs/serves-stale")
async def test_stale_content_is_served(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    moments = [now]
    async with opened(tmp_path, "langchain", contract="lean", clock=lambda: moments[-1]) as product:
        first = await product.call("get-library-docs", libraryId="langchain")
        moments.append(now + timedelta(hours=25))
        stale = await product.call("get-library-docs", libraryId="langchain")
        assert (stale["stale"], stale["cached"], stale["content"]) == (True, True, first["content"])
        assert datetime.fromisoformat(stale["cachedAt"]) == now
