"""What search-docs promises."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.contract.product import opened

LANGCHAIN = "langchain-ai/langchain"
TIDEWAY = "tideway/tideway"


@pytest.mark.behavior("toc/search-docs/indexes-on-demand", "toc/errors/INDEXING_IN_PROGRESS")
async def test_library_that_is_not_indexed_is_being_indexed(tmp_path: Path) -> None:
    async with opened(tmp_path, "tideway", contract="toc") as product:
        error = await product.failure("search-docs", libraryId=TIDEWAY, query="worker concurrency")
        assert error == {
            "code": "INDEXING_IN_PROGRESS",
            "message": f"The documentation of '{TIDEWAY}' is being indexed.",
            "recoverable": True,
            "suggestion": f"Try again in {error['retryAfter']} seconds.",
            "retryAfter": error["retryAfter"],
            "details": {"libraryId": TIDEWAY, "retryAfter": error["retryAfter"]},
        }
        assert 1 <= error["retryAfter"] <= 60
        await product.docs.warm(TIDEWAY)  # joins the indexing that is under way
        pages = [path for path in product.world.asked if path.startswith("/docs/")]
        assert len(pages) == len(set(pages))
        found = await product.call("search-docs", libraryId=TIDEWAY, query="worker concurrency")
        assert found["results"][0]["url"].startswith(f"{product.world.origin}/docs/workers.html")


@pytest.mark.behavior("toc/search-docs/indexes-on-demand")
async def test_library_of_which_one_page_was_read_is_not_searched_as_if_that_were_all(tmp_path: Path) -> None:
    async with opened(tmp_path, "tideway", contract="toc") as product:
        toc = (await product.call("resolve-library", query="", libraryId=TIDEWAY))["toc"]
        await product.call("read-page", url=toc[0]["url"])
        error = await product.failure("search-docs", libraryId=TIDEWAY, query="worker concurrency")
        assert error["code"] == "INDEXING_IN_PROGRESS"
        await product.docs.warm(TIDEWAY)
        assert (await product.call("search-docs", libraryId=TIDEWAY, query="worker concurrency"))["results"]


@pytest.mark.behavior("toc/search-docs/readable-results", "toc/search-docs/best-first", "toc/search-docs/section-path")
async def test_results_come_by_relevance_and_can_be_read(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="toc") as product:
        await product.docs.warm(LANGCHAIN)
        found = await product.call("search-docs", libraryId=LANGCHAIN, query="retry model timeout", maxResults=20)
        results = found["results"]
        assert len(results) == min(20, found["totalMatches"]) > 2
        assert [one["relevance"] for one in results] == sorted((one["relevance"] for one in results), reverse=True)
        fewer = await product.call("search-docs", libraryId=LANGCHAIN, query="retry model timeout", maxResults=2)
        assert (fewer["results"], fewer["totalMatches"]) == (results[:2], found["totalMatches"])
        entries = {entry.url: entry for entry in (await product.docs.library(LANGCHAIN)).toc.entries}
        for result in results:
            address, _, anchor = result["url"].partition("#")
            page = await product.docs.page(result["url"])
            assert page.page.title == result["title"]
            section, *headings = result["section"].split(" › ")
            assert section == entries[address].section
            titles = {heading.anchor: heading.title for heading in page.page.headings}
            assert not headings or headings[-1] in titles.values()
            assert not anchor or anchor in titles


@pytest.mark.behavior("toc/search-docs/no-results-no-error")
@pytest.mark.parametrize("query", ["zzqqxx wwvvkk", "", "?!"])
async def test_query_without_a_match_is_an_empty_list(query: str, tmp_path: Path) -> None:
    async with opened(tmp_path, "tideway", contract="toc") as product:
        await product.docs.warm(TIDEWAY)
        found = await product.call("search-docs", libraryId=TIDEWAY, query=query)
        assert (found["results"], found["totalMatches"]) == ([], 0)
