"""What get-docs promises."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urldefrag

import pytest
from tests.contract.product import opened

from pro_context_engine.search.excerpts.token_cost import most_tokens

LANGCHAIN = "langchain-ai/langchain"


@pytest.mark.behavior("toc/get-docs/within-budget", "toc/get-docs/cached-second", "toc/get-docs/related-readable")
async def test_content_stays_within_the_budget_and_leads_further(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="toc") as product:
        sizes = []
        for budget in (500, 999, 4000, 10_000):
            answer = await product.call("get-docs", libraryId=LANGCHAIN, topic="chat models", maxTokens=budget)
            sizes.append(most_tokens(answer["content"]))
            assert sizes[-1] <= budget
        assert sizes[-1] > 2000, "there is too little documentation for small budgets to mean anything"
        assert answer["cached"] is True
        assert answer["source"] in answer["content"]
        assert datetime.fromisoformat(answer["lastUpdated"]).tzinfo
        assert answer["relatedPages"]
        for page in answer["relatedPages"]:
            assert page["url"] != urldefrag(answer["source"]).url
            assert (await product.call("read-page", url=page["url"]))["title"]


@pytest.mark.behavior("toc/get-docs/serves-stale")
async def test_stale_content_is_served(tmp_path: Path) -> None:
    moments = [datetime(2026, 1, 1, tzinfo=UTC)]
    async with opened(tmp_path, "langchain", contract="toc", clock=lambda: moments[-1]) as product:
        await product.docs.warm(LANGCHAIN)
        moments.append(moments[0] + timedelta(hours=25))
        answer = await product.call("get-docs", libraryId=LANGCHAIN, topic="retry strategies")
        assert (answer["stale"], answer["cached"]) == (True, True)
        assert datetime.fromisoformat(answer["lastUpdated"]) == moments[0]


@pytest.mark.behavior("toc/get-docs/version-right", "toc/errors/VERSION_NOT_FOUND")
async def test_installed_library_is_answered_from_the_installed_version(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed", contract="toc") as product:
        for library_id in ("pypi/brightwheel", "brightwheel"):
            answer = await product.call("get-docs", libraryId=library_id, topic="retry a failed delivery")
            assert answer["version"] == "2.4.1"
            assert answer["source"].startswith("pypi://brightwheel/2.4.1/")
        for tool, rest in (
            ("get-docs", {"topic": "x"}),
            ("search-docs", {"query": "x"}),
            ("resolve-library", {"query": "x"}),
        ):
            error = await product.failure(tool, libraryId="pypi/brightwheel", version="0.0.1", **rest)
            assert error == {
                "code": "VERSION_NOT_FOUND",
                "message": "Version '0.0.1' of 'pypi/brightwheel' is not available.",
                "recoverable": True,
                "suggestion": "Available versions: 2.4.1.",
                "details": {"libraryId": "pypi/brightwheel", "version": "0.0.1", "available": ["2.4.1"]},
            }


@pytest.mark.behavior("toc/get-docs/topic-not-found", "toc/errors/TOPIC_NOT_FOUND")
async def test_topic_without_a_match_says_where_to_look(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="toc") as product:
        assert await product.failure("get-docs", libraryId=LANGCHAIN, topic="zzqqxx wwvvkk") == {
            "code": "TOPIC_NOT_FOUND",
            "message": "No documentation found for topic 'zzqqxx wwvvkk'.",
            "recoverable": True,
            "suggestion": "Try search-docs for broader results, or browse the TOC with read-page.",
            "details": {"libraryIds": [LANGCHAIN], "topic": "zzqqxx wwvvkk"},
        }
