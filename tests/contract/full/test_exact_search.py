"""What search-docs promises for exact text and patterns."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.contract.product import Product, opened

from pro_context_engine import estimated_tokens
from pro_context_engine.services import exact_scan, exact_search
from pro_context_engine.sources.packages import source_files
from pro_context_handlers.full.tools import search_docs

LANGCHAIN = "langchain-ai/langchain"
WHEEL = "pypi/brightwheel"
SHOWN = re.compile(r"(\d+)([:-]) ?(.*)")


async def lines_of(product: Product, url: str) -> list[str]:
    page = await product.call("read-page", url=url, offset=0, maxLines=5000)
    return str(page["content"]).split("\n")


async def pages_of(product: Product, **arguments: Any) -> list[dict[str, Any]]:
    """Return the results of all pages of a search."""
    results, cursor = list[dict[str, Any]](), {}
    while True:
        found = await product.call("search-docs", **arguments, **cursor)
        results += found["results"]
        if "nextCursor" not in found:
            return results
        cursor = {"cursor": found["nextCursor"]}


@pytest.mark.behavior("full/search-docs/exact-lines", "full/search-docs/readable-results")
@pytest.mark.parametrize(
    ("query", "match", "where"),
    [
        ("retry", "text", {}),
        ("invoke(", "text", {}),
        (r"max_\w+=\d", "pattern", {}),
        ("retries|timeout", "pattern", {"in": "docs"}),
        ("deliver", "text", {"in": "api"}),
        ("deliver", "text", {"in": "source"}),
        (r"def \w+\(self", "pattern", {"in": "source"}),
    ],
)
async def test_each_line_is_the_pages_and_matches(
    query: str, match: str, where: dict[str, str], tmp_path: Path
) -> None:
    async with opened(tmp_path, "langchain", "installed") as product:
        library = LANGCHAIN if where.get("in", "docs") == "docs" else WHEEL
        results = await pages_of(product, query=query, match=match, libraryIds=[library], **where)
        assert results
        seen = []
        for result in results:
            page = result["url"].partition("#")[0]
            lines = await lines_of(product, page)
            shown = [SHOWN.fullmatch(row) for row in result["snippet"].split("\n")]
            assert all(shown)
            matching = [(int(row[1]), row[3]) for row in shown if row and row[2] == ":"]
            assert result["line"] in dict(matching)
            for number, text in matching:
                assert lines[number - 1].rstrip() == text
                assert re.search(query if match == "pattern" else re.escape(query), text, re.IGNORECASE)
                seen.append((page, number))
            read = await product.call("read-page", url=page, offset=result["line"] - 1, maxLines=1)
            assert read["content"].rstrip() == dict(matching)[result["line"]]
            # What an agent has of a result opens the page there too: its address and its line.
            opened_there = await product.call("read-page", url=result["url"], line=result["line"], maxLines=1)
            assert opened_there["content"] == read["content"]
            named = await product.call("read-page", url=f"{page}#L{int(result['line'])}", maxLines=1)
            assert named["content"] == read["content"]
        assert len(seen) == len(set(seen))
        first = await product.call("search-docs", query=query, match=match, libraryIds=[library], **where)
        assert first["totalMatches"] == len(seen)


@pytest.mark.behavior("full/search-docs/source-files")
async def test_a_file_opens_at_the_line_of_its_result(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        # Source has no index of words, so they are looked for as text.
        found = await product.call("search-docs", query="class Courier", libraryIds=[WHEEL], **{"in": "source"})
        [result] = found["results"]
        assert result["url"].startswith("pypi://brightwheel/2.4.1/source/brightwheel/_delivery/courier.py#L")
        assert result["title"] == "courier.py"
        page = await product.call("read-page", url=result["url"], maxLines=1)
        assert page["content"].startswith("class Courier")
        assert (page["offset"], page["libraryId"], page["version"]) == (result["line"] - 1, WHEEL, "2.4.1")
        # The file is not part of the documentation that words are looked for in.
        by_words = await product.call("search-docs", query="courier", libraryIds=[WHEEL], maxResults=20)
        assert not [one for one in by_words["results"] if "/source/" in one["url"]]
        assert (await product.call("read-page", url=result["url"]))["cached"] is False


@pytest.mark.behavior("full/search-docs/source-files")
@pytest.mark.parametrize(
    "path", ["../pyvenv.cfg", "brightwheel-2.4.1.dist-info/RECORD", "/etc/hostname", "brightwheel", "%2e%2e/pyvenv.cfg"]
)
async def test_no_other_file_is_a_page(path: str, tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        error = await product.failure("read-page", url=f"pypi://brightwheel/2.4.1/source/{path}")
        assert error["code"] in ("PAGE_NOT_FOUND", "URL_NOT_ALLOWED")


@pytest.mark.behavior("full/search-docs/definitions-first")
async def test_definitions_and_headings_come_first(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "installed") as product:
        found = await pages_of(product, query="deliver", libraryIds=[WHEEL], **{"in": "source"})
        assert "async def deliver(" in found[0]["snippet"]
        assert found[0]["relevance"] == 1
        found = await pages_of(product, query="retry strategies", match="text", libraryIds=[LANGCHAIN])
        assert re.search(r"^\d+: # Retry Strategies$", found[0]["snippet"], re.M)
        for results in (found, found[1:]):
            assert [one["relevance"] for one in results] == sorted((one["relevance"] for one in results), reverse=True)


@pytest.mark.behavior("full/search-docs/smart-case")
async def test_case_counts_where_the_query_has_capitals(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:

        async def total(query: str, match: str) -> float:
            found = await product.call("search-docs", query=query, match=match, libraryIds=[WHEEL], **{"in": "source"})
            return float(found["totalMatches"])

        for match in ("text", "pattern"):
            assert 0 < await total("Receipt", match) < await total("receipt", match)
        assert await total(r"\Sceipt", "pattern") == await total(r"[^\s]ceipt", "pattern")


@pytest.mark.behavior("full/search-docs/pattern-extra")
async def test_without_re2_the_refusal_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    async with opened(tmp_path, "installed") as product:
        error = await product.failure("search-docs", query="cour.er", match="pattern", libraryIds=[WHEEL])
        assert error["code"] == "INVALID_INPUT"
        assert "pip install 'pro-context[patterns]'" in error["message"]
        assert (await product.call("search-docs", query="courier", match="text", libraryIds=[WHEEL]))["results"]


@pytest.mark.parametrize(
    ("query", "more", "said"),
    [
        ("", {"match": "text"}, "is empty"),
        ("   ", {"match": "pattern"}, "is empty"),
        ("a\0b", {"match": "text"}, "NUL"),
        ("a\nb", {"match": "text"}, "line break"),
        ("(a", {"match": "pattern"}, "missing )"),
        ("(?<=a)b", {"match": "pattern"}, "no pattern of RE2"),
        (".*", {"match": "pattern"}, "every line"),
        ("(a|b|c){900}(.{0,900})x", {"match": "pattern"}, "too large"),
        ("courier", {"match": "text", "in": "source"}, "libraryIds: must name"),
        ("courier", {"match": "text", "cursor": "3-0123456789abcdef"}, "call again without cursor"),
    ],
)
async def test_what_cannot_be_looked_for_is_refused_with_the_reason(
    query: str, more: dict[str, Any], said: str, tmp_path: Path
) -> None:
    async with opened(tmp_path, "installed") as product:
        error = await product.failure("search-docs", query=query, **more)
        assert (error["code"], said in error["message"]) == ("INVALID_INPUT", True), error


@pytest.mark.behavior("full/search-docs/bounded-exact")
async def test_a_search_that_matches_everything_is_cut_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, "installed") as product:
        monkeypatch.setattr(exact_scan, "MOST_LINES", 40)
        arguments = {"query": ".", "match": "pattern", "in": "source", "libraryIds": [WHEEL], "maxResults": 20}
        found = await product.call("search-docs", **arguments)
        assert found["totalMatches"] == 40
        [gap] = found["notSearched"]
        assert gap["libraryId"] == WHEEL
        assert re.fullmatch(r"\d of \d+ files searched, then 40 matching lines were found; .*", gap["reason"])
        monkeypatch.setattr(exact_scan, "MOST_CHARACTERS", 100)
        [gap] = (await product.call("search-docs", **{**arguments, "query": "zzqq"}))["notSearched"]
        assert gap["reason"].startswith("1 of ")


async def test_what_is_not_here_of_a_package_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, "installed") as product:
        monkeypatch.setattr(source_files.PackageSourceFiles, "lack", lambda _: "no JavaScript")
        found = await product.call("search-docs", query="def ", match="text", libraryIds=[WHEEL], **{"in": "source"})
        assert found["notSearched"] == [{"libraryId": WHEEL, "reason": "no JavaScript"}]


@pytest.mark.behavior("full/search-docs/bounded-exact")
@pytest.mark.parametrize("where", ["docs", "source"])
async def test_a_search_ends_when_its_time_is_over(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_search, "MOST_SECONDS", 0.0)
    async with opened(tmp_path, "installed") as product:
        arguments = {"query": "courier", "match": "text", "in": where, "libraryIds": [WHEEL]}
        found = await product.call("search-docs", **arguments)
        [gap] = found["notSearched"]
        assert found["results"] == []
        assert gap["reason"].endswith("then the time for one search was over")


@pytest.mark.behavior("full/search-docs/bounded-exact")
@pytest.mark.parametrize("query", ["e", "the", "self", "import"])
async def test_an_answer_stays_within_its_tokens(query: str, tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "installed") as product:
        for where, library in (("docs", LANGCHAIN), ("source", WHEEL)):
            arguments = {"match": "text", "in": where, "libraryIds": [library], "maxResults": 20}
            found = await product.call("search-docs", query=query, **arguments)
            assert found["results"]
            assert estimated_tokens(json.dumps(found, ensure_ascii=False)) <= 2_000


@pytest.mark.behavior("full/search-docs/first-lines")
@pytest.mark.parametrize("query", ["self", "deliver", "parcel", "return"])
async def test_without_a_number_of_results_the_first_lines_are_short(query: str, tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        asked = {"query": query, "match": "text", "in": "source", "libraryIds": [WHEEL]}
        first = await product.call("search-docs", **asked)
        assert first["results"]
        assert "hint" not in first
        results = json.dumps(first["results"], ensure_ascii=False, separators=(",", ":"))
        assert len(first["results"]) == 1 or estimated_tokens(results) <= search_docs.FIRST_LINES
        # The others follow, nothing twice.
        every = await pages_of(product, **asked)
        assert len({one["url"] for one in every}) == len(every) > len(first["results"])
        shown = [row for one in every for row in one["snippet"].split("\n") if SHOWN.fullmatch(row)[2] == ":"]  # type: ignore[index]
        assert len(shown) == first["totalMatches"]
        # A caller that says how many results it wants has them.
        whole = await product.call("search-docs", **asked, maxResults=5)
        assert len(whole["results"]) == min(5, len(every))


async def test_a_result_says_nothing_that_its_url_says(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        asked = {"query": "deliver", "match": "text", "libraryIds": [WHEEL], "maxResults": 20}
        first, *others = (await product.call("search-docs", **asked, **{"in": "source"}))["results"]
        assert set(first) == {"libraryId", "title", "snippet", "relevance", "url", "line", "versionMatch"}
        assert others
        assert all(set(one) == set(first) - {"versionMatch"} for one in others)
        assert (await product.call("search-docs", **asked))["results"][0].keys() == first.keys()


@pytest.mark.behavior("full/search-docs/parts")
async def test_a_part_of_the_documentation_can_be_searched(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        for match in ("words", "text"):
            found = {
                where: [
                    one["url"]
                    for one in await pages_of(
                        product, query="deliver", match=match, libraryIds=[WHEEL], maxResults=20, **where_
                    )
                ]
                for where, where_ in {"docs": {"in": "docs"}, "api": {"in": "api"}, "both": {}}.items()
            }
            assert found["docs"]
            assert found["api"]
            assert all("/api/" not in url for url in found["docs"])
            assert all("/api/" in url for url in found["api"])
            # The more lines match in all, the more results a page has, each with the anchor of its best line.
            pages = {where: {url.partition("#")[0] for url in urls} for where, urls in found.items()}
            assert pages["both"] == pages["docs"] | pages["api"]


async def test_everything_indexed_is_searched_where_no_library_is_named(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "installed") as product:
        await product.docs.warm(LANGCHAIN)
        await product.docs.warm(WHEEL)
        found = await pages_of(product, query="retry", match="text", maxResults=20)
        assert {one["libraryId"] for one in found} == {LANGCHAIN, WHEEL}
        own = await pages_of(product, query="retry", match="text", scope="project", maxResults=20)
        assert {one["libraryId"] for one in own} == {WHEEL}


async def test_a_miss_names_the_nearest_headings(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        found = await product.call("search-docs", query="Retrie Strategies", match="text", libraryIds=[LANGCHAIN])
        assert (found["results"], found["totalMatches"]) == ([], 0)
        assert "Retry Strategies" in found["nearestHeadings"]


async def test_a_cursor_is_of_one_query(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        asked = {"query": "model", "match": "text", "libraryIds": [LANGCHAIN], "maxResults": 1}
        cursor = (await product.call("search-docs", **asked))["nextCursor"]
        assert (await product.call("search-docs", **asked, cursor=cursor))["results"]
        for other in ({"match": "pattern"}, {"in": "docs"}, {"query": "models"}):
            error = await product.failure("search-docs", **{**asked, **other}, cursor=cursor)
            assert error["code"] == "INVALID_INPUT"


async def test_the_event_loop_is_free_meanwhile(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        search = asyncio.create_task(
            product.call("search-docs", query="e", libraryIds=[WHEEL], match="text", **{"in": "source"})
        )
        turns = 0
        while not search.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > 3
        assert search.result()["results"]


async def test_other_names_of_the_arguments_are_read(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        plain = await product.call("search-docs", query="Courier", match="text", libraryIds=[WHEEL], **{"in": "source"})
        read = await product.call("search-docs", q="Courier", mode="TEXT", libraryId=WHEEL, where="source")
        assert read.pop("readAs")
        assert read == plain
