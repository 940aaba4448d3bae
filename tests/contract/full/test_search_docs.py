"""What search-docs promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.contract.product import opened

from pro_context_engine import shortest_snippet
from pro_context_engine.domain.settings import Patience
from pro_context_handlers.full.tools.search_docs import SHORT_SNIPPET

LANGCHAIN = "langchain-ai/langchain"
TIDEWAY = "tideway/tideway"


@pytest.mark.behavior("full/search-docs/only-indexed")
async def test_only_what_was_fetched_is_searched(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "tideway") as product:
        await product.docs.warm(LANGCHAIN)
        found = await product.call("search-docs", query="retries after a failure", maxResults=20)
        assert found["searchedLibraries"] == [LANGCHAIN]
        assert {result["libraryId"] for result in found["results"]} == {LANGCHAIN}
        assert product.worlds[1].asked == []
        await product.docs.warm(TIDEWAY)
        found = await product.call("search-docs", query="retries after a failure", maxResults=20)
        assert found["searchedLibraries"] == [LANGCHAIN, TIDEWAY]
        assert {result["libraryId"] for result in found["results"]} == {LANGCHAIN, TIDEWAY}


@pytest.mark.behavior("full/search-docs/indexes-on-demand", "full/errors/INDEXING_IN_PROGRESS")
async def test_naming_a_library_starts_its_indexing(tmp_path: Path) -> None:
    async with opened(tmp_path, "tideway", patience=Patience(searches=0)) as product:
        error = await product.failure("search-docs", query="worker concurrency", libraryIds=[TIDEWAY])
        assert error == {
            "code": "INDEXING_IN_PROGRESS",
            "message": f"The documentation of '{TIDEWAY}' is being indexed.",
            "recoverable": True,
            "suggestion": f"Try again in {error['retryAfter']} seconds.",
            "retryAfter": error["details"]["retryAfter"],
            "details": {"libraryId": TIDEWAY, "retryAfter": error["retryAfter"]},
        }
        assert 1 <= error["retryAfter"] <= 60
        await product.docs.warm(TIDEWAY)  # joins the indexing that is under way
        pages = [path for path in product.world.asked if path.startswith("/docs/")]
        assert len(pages) == len(set(pages))
        found = await product.call("search-docs", query="worker concurrency", libraryIds=[TIDEWAY])
        assert found["results"][0]["url"].startswith(f"{product.world.origin}/docs/workers.html")


@pytest.mark.behavior("full/search-docs/readable-results")
async def test_every_result_can_be_read(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "installed") as product:
        libraries = [LANGCHAIN, "pypi/brightwheel"]
        found = await product.call("search-docs", query="retry", libraryIds=libraries, maxResults=20)
        assert {result["libraryId"] for result in found["results"]} == set(libraries)
        for result in found["results"]:
            page = await product.call("read-page", url=result["url"])
            assert (page["title"], page["libraryId"]) == (result["title"], result["libraryId"])
            anchor = result["url"].partition("#")[2]
            assert not anchor or anchor in {heading["anchor"] for heading in page["headings"]}


@pytest.mark.behavior("full/search-docs/no-results-no-error")
@pytest.mark.parametrize("query", ["zzqqxx wwvvkk", "", "?!"])
async def test_query_without_a_match_is_an_empty_list(query: str, tmp_path: Path) -> None:
    async with opened(tmp_path, "tideway") as product:
        found = await product.call("search-docs", query=query, libraryIds=[TIDEWAY])
        assert (found["results"], found["totalMatches"], found["searchedLibraries"]) == ([], 0, [TIDEWAY])


@pytest.mark.behavior("full/search-docs/honest-miss")
async def test_query_without_a_match_is_told_what_comes_nearest(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        await product.docs.warm(LANGCHAIN)
        found = await product.call("search-docs", query="chatt modles")
        assert found["results"] == []
        assert found["nearestHeadings"][0] == "Chat Models"
        assert "nearestHeadings" not in await product.call("search-docs", query="chat models")


@pytest.mark.behavior("full/search-docs/highlighted")
async def test_snippets_show_the_match_in_bold_outside_of_code_and_links(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        await product.docs.warm(LANGCHAIN)
        found = await product.call("search-docs", query="retry model timeout", maxResults=20)
        snippets = [result["snippet"] for result in found["results"]]
        assert "**" in snippets[0]
        assert any("```" in snippet for snippet in snippets)
        for snippet in snippets:
            prose = "".join(snippet.split("```")[::2])
            assert "**" not in "".join(snippet.split("```")[1::2])
            assert all("**" not in code for code in prose.split("`")[1::2])


@pytest.mark.behavior("full/search-docs/pages-through")
async def test_cursor_pages_through_everything(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        await product.docs.warm(LANGCHAIN)
        whole = await product.call("search-docs", query="model", maxResults=20)
        assert whole["totalMatches"] > 6
        seen, cursor = [], {}
        assert (await product.call("search-docs", query="model", maxResults=20, cursor="")) == whole
        while len(seen) < len(whole["results"]):
            page = await product.call("search-docs", query="model", maxResults=3, **cursor)
            assert len(page["results"]) == min(3, whole["totalMatches"] - len(seen))
            seen += page["results"]
            cursor = {"cursor": page["nextCursor"]} if "nextCursor" in page else {}
        # Each page says the name of a library with its first result.
        for one in (*seen, *whole["results"]):
            one.pop("libraryName", None)
        for one, among_many in zip(seen, whole["results"], strict=False):
            assert among_many in (one, in_short(one))


def in_short(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result as one of the last among many shows it."""
    short = {**result, "snippet": shortest_snippet(result["snippet"], SHORT_SNIPPET)}
    return {name: value for name, value in short.items() if name != "section"}


@pytest.mark.behavior("full/search-docs/pages-through")
@pytest.mark.parametrize("cursor", ["next", "3-0123456789abcdef", "0-0123456789abcdef"])
async def test_cursor_of_nothing_is_refused_with_what_to_do(cursor: str, tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        await product.docs.warm(LANGCHAIN)
        error = await product.failure("search-docs", query="model", cursor=cursor)
        assert error["code"] == "INVALID_INPUT"
        assert "call again without cursor" in error["message"]


async def test_everything_indexed_is_searched_and_named(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "tideway") as product:
        await product.docs.warm(LANGCHAIN)
        await product.docs.warm(TIDEWAY)
        found = await product.call("search-docs", query="retries after a failure", maxResults=20)
        names = {one["libraryId"]: one["libraryName"] for one in found["results"] if "libraryName" in one}
        assert names.keys() == {LANGCHAIN, TIDEWAY}
        assert names[LANGCHAIN] == "LangChain"
        assert any(" › " in result.get("headingPath", "") or result.get("headingPath") for result in found["results"])


@pytest.mark.behavior("full/search-docs/long-questions")
async def test_of_a_long_query_its_question_counts(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        await product.docs.warm(LANGCHAIN)
        found = await product.call("search-docs", query="We sail every day. " * 40 + "How do retry strategies work?")
        assert found["results"][0]["title"] == "Retry Strategies"
        assert "How do retry strategies work?" in found["readAs"]


@pytest.mark.behavior("full/search-docs/said-once")
async def test_what_holds_for_all_results_of_a_library_is_said_with_the_first(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        found = await product.call("search-docs", query="deliver a parcel", libraryIds=["pypi/brightwheel"])
        first, *others = found["results"]
        assert others
        assert first["versionReason"]
        assert all(not {"versionReason", "libraryName"} & one.keys() for one in others)
        assert all(one["version"] == "2.4.1" for one in others)
        assert "searchedTotal" not in found


@pytest.mark.behavior("full/search-docs/other-languages")
@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("Wie kann ich mit Courier noch einmal senden?", "German"),
        ("¿Cómo hago para enviar otra vez con Courier?", "Spanish"),
        ("Comment faire pour envoyer avec Courier ?", "French"),
        ("如何使用 Courier 重新发送", "Chinese"),
        ("Courier で再送信するにはどうすればいいですか", "Japanese"),
    ],
)
async def test_a_query_in_another_language_is_searched_by_its_names(query: str, language: str, tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        found = await product.call("search-docs", query=query, libraryIds=["pypi/brightwheel"])
        assert any("Courier" in one.get("headingPath", "") for one in found["results"])
        assert found["hint"].startswith(f"The query is in {language}, and most documentation is in English")
        assert "hint" not in await product.call("search-docs", query="Courier", libraryIds=["pypi/brightwheel"])
