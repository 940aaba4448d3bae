"""What `toc` answers and finds is what `full` answers and finds; that both list and read the same is shown for all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.contract.product import opened


@pytest.mark.parametrize(
    ("world", "library_id", "topic"),
    [
        ("langchain", "langchain-ai/langchain", "retry strategies"),
        ("installed", "pypi/brightwheel", "retry a failed delivery"),
    ],
)
async def test_both_contracts_answer_the_same(world: str, library_id: str, topic: str, tmp_path: Path) -> None:
    async with opened(tmp_path, world) as product:
        await product.docs.warm(library_id)
        answer = await product.call("get-docs", libraries=[{"libraryId": library_id}], topic=topic)
        search = await product.call("search-docs", libraryIds=[library_id], query=topic)
    async with opened(tmp_path / "toc", world, contract="toc") as toc:
        await toc.docs.warm(library_id)
        said = await toc.call("get-docs", libraryId=library_id, topic=topic)
        found = await toc.call("search-docs", libraryId=library_id, query=topic)
    theirs = json.dumps([answer, search]).replace(product.world.origin or "nowhere", "{origin}")
    ours = json.dumps([said, found]).replace(toc.world.origin or "nowhere", "{origin}")
    [answer, search], [said, found] = json.loads(theirs), json.loads(ours)
    for field in ("source", "confidence", "version", "relatedPages", "stale"):
        assert said.get(field) == answer.get(field)
    for field in ("title", "snippet", "relevance", "url"):
        assert [one[field] for one in found["results"]] == [one[field] for one in search["results"]]
    assert found["totalMatches"] == search["totalMatches"]
