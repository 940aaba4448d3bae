"""The contract with a PostgreSQL database behind it: the same answers, and an error while the database is away."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from mcp import Client
from tests.contract import server_process
from tests.contract.product import opened
from tests.postgres import database_of, needs_postgres
from tests.worlds import serve

TIDEWAY = "tideway/tideway"


@pytest.fixture(autouse=True)
def without_remembered_databases() -> None:
    database_of.cache_clear()


async def answers(folder: Path) -> list:
    async with opened(folder, "tideway") as product:
        await product.docs.warm(TIDEWAY)
        origin = product.world.origin
        found = await product.call("search-docs", query="worker concurrency", libraryIds=[TIDEWAY])
        page = await product.call("read-page", url=f"{origin}/docs/workers.html")
        results = [(one["title"], one["url"].removeprefix(origin), one["relevance"]) for one in found["results"]]
        return [*results, page["content"].partition("\n")[2].replace(origin, "")]


@needs_postgres
async def test_a_database_gives_the_answers_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from_file = await answers(tmp_path / "file")
    monkeypatch.setattr("tests.postgres.is_behind_contracts", True)
    assert await answers(tmp_path / "database") == from_file
    assert not list((tmp_path / "database").rglob("documentation.sqlite3"))


@needs_postgres
async def test_a_process_over_stdio_serves_from_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.postgres.is_behind_contracts", True)
    with serve("tideway") as world:
        configuration = server_process.configure(tmp_path, "full", [world])
        # One of the pages is missing on the site.
        server_process.outcome(configuration, "warm", TIDEWAY)
        async with Client(server_process.parameters(configuration)) as client:
            result = await client.call_tool("search-docs", {"query": "worker concurrency", "libraryIds": [TIDEWAY]})
        assert not result.is_error
        assert f"{world.origin}/docs/workers.html" in str(result.structured_content)


@pytest.mark.behavior("full/errors/STORE_UNAVAILABLE")
async def test_without_its_database_a_call_says_when_to_ask_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.contract.product.database_of", lambda _: "postgresql://127.0.0.1:1/none")
    async with opened(tmp_path, "tideway") as product:
        started = time.monotonic()
        error = await product.failure("get-docs", libraries=[TIDEWAY], topic="worker concurrency")
        assert time.monotonic() - started < 10
        assert error == {
            "code": "STORE_UNAVAILABLE",
            "message": "The documentation store does not answer.",
            "recoverable": True,
            "suggestion": f"Try again in {error['retryAfter']} seconds.",
            "retryAfter": error["retryAfter"],
            "details": {"retryAfter": error["retryAfter"]},
        }
        assert error["retryAfter"] == 2
        for tool, arguments in {
            "search-docs": {"query": "worker concurrency", "libraryIds": [TIDEWAY]},
            "get-library-info": {"libraryId": TIDEWAY},
            "read-page": {"url": f"{product.world.origin}/docs/workers.html"},
        }.items():
            assert (await product.failure(tool, **arguments))["code"] == "STORE_UNAVAILABLE", tool
        assert not await product.docs.maintenance.writable()
        assert product.world.asked == []


@pytest.mark.parametrize(
    ("contract", "tool", "arguments", "code", "field"),
    [
        ("toc", "get-docs", {"libraryId": TIDEWAY, "topic": "workers"}, "SOURCE_UNAVAILABLE", "details"),
        ("toc", "read-page", {"url": "{origin}/docs/workers.html"}, "SOURCE_UNAVAILABLE", "details"),
        ("lean", "get-library-docs", {"libraryId": "{slug}"}, "LLMS_TXT_FETCH_FAILED", "suggestion"),
        ("lean", "read-page", {"url": "{origin}/docs/workers.html"}, "PAGE_FETCH_FAILED", "suggestion"),
    ],
)
async def test_contracts_without_a_code_for_it_say_when_to_ask_again_with_the_nearest_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    contract: str,
    tool: str,
    arguments: dict,
    code: str,
    field: str,
) -> None:
    monkeypatch.setattr("tests.contract.product.database_of", lambda _: "postgresql://127.0.0.1:1/none")
    async with opened(tmp_path, "tideway", contract=contract) as product:
        origin = product.world.origin
        slug = product.docs.resolve("tideway")[0].library.slug
        written = json.dumps(arguments).replace("{origin}", origin).replace("{slug}", slug)
        error = await product.failure(tool, **json.loads(written))
    assert error["code"] == code
    assert error["recoverable"]
    assert "the documentation store does not answer; ask again in 2 seconds" in str(error[field])


async def test_a_crawl_says_why_it_has_no_page_without_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.contract.product.database_of", lambda _: "postgresql://127.0.0.1:1/none")
    async with opened(tmp_path, "pontoon", contract="crawl") as product:
        found = await product.call("crawl", url=f"{product.world.origin}/", maxPages=2)
    assert not found["success"]
    assert "the documentation store does not answer; ask again in 2 seconds" in found["text"]
