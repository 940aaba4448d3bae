"""A site and an installed package answer through `lean` with the facts that `full` answers with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.contract.product import opened


@pytest.mark.parametrize(
    ("world", "library_id", "slug", "query"),
    [
        ("langchain", "langchain-ai/langchain", "langchain", "langchain-openai"),
        ("installed", "pypi/brightwheel", "brightwheel", "brightwheel"),
    ],
)
async def test_both_contracts_say_the_same(world: str, library_id: str, slug: str, query: str, tmp_path: Path) -> None:
    async with opened(tmp_path, world) as product:
        [match] = (await product.call("resolve-library", query=query))["results"]
        info = await product.call("get-library-info", libraryId=library_id)
        page = await product.call("read-page", url=info["toc"][0]["url"], maxLines=5000)
        async with opened(tmp_path / "lean", world, contract="lean") as lean:
            own = lean.world.origin, product.world.origin
            [lean_match] = (await lean.call("resolve-library", query=query))["matches"]
            found = await lean.call("get-library-docs", libraryId=slug)
            links = [url.replace(*own) for url in re.findall(r"\]\(<?([^)>]+)>?\)", found["content"])]
            reading = await lean.call("read-page", url=info["toc"][0]["url"].replace(*reversed(own)))
    assert (match["libraryId"], lean_match["libraryId"]) == (library_id, slug)
    for field in ("name", "languages", "relevance", "matchedVia"):
        assert lean_match[field] == match[field]
    assert sorted(links) == sorted(entry["url"] for entry in info["toc"])
    assert reading["content"].rstrip("\n").replace(*own) == page["content"]
    assert reading["headings"] == page["headings"]
