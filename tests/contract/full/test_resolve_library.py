"""What resolve-library promises."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.contract.product import opened


@pytest.mark.behavior("full/resolve-library/exact-first")
async def test_exact_name_is_first_and_certain(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        for query, library_id in (
            ("langchain", "langchain-ai/langchain"),
            ("LangChain-AI/LangChain", "langchain-ai/langchain"),
            ("pypi/langchain", "langchain-ai/langchain"),
            ("langchain[openai]>=0.3", "langchain-ai/langchain"),
            ("brightwheel", "pypi/brightwheel"),
        ):
            first = (await product.call("resolve-library", query=query))["results"][0]
            assert (first["libraryId"], first["relevance"]) == (library_id, 1), query
        alias = (await product.call("resolve-library", query="bs4"))["results"][0]
        assert (alias["matchedVia"], alias["relevance"]) == ("alias", 1)


@pytest.mark.behavior("full/resolve-library/exact-first")
async def test_every_library_is_found_by_its_own_id(tmp_path: Path) -> None:
    async with opened(tmp_path) as product:
        listed = await product.call("list-libraries", limit=500)
        assert len(listed["libraries"]) > 100
        for library in listed["libraries"]:
            first = (await product.call("resolve-library", query=library["id"]))["results"][0]
            assert first["relevance"] == 1
            assert first["libraryId"] == library["id"]


@pytest.mark.behavior("full/resolve-library/typos-found")
@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("langchan", "langchain"),
        ("lagnchain", "langchain"),
        ("pydantc", "pydantic"),
        ("fastpai", "fastapi"),
        ("djagno", "django"),
        ("sqlalchmey", "sqlalchemy"),
        ("tensrflow", "tensorflow"),
        ("beautifullsoup4", "beautifulsoup4"),
    ],
)
async def test_typing_errors_still_find_the_library(typed: str, name: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as product:
        meant = (await product.call("resolve-library", query=name))["results"][0]
        first = (await product.call("resolve-library", query=typed))["results"][0]
        assert meant["relevance"] == 1
        assert first["libraryId"] == meant["libraryId"]
        assert 0.5 <= first["relevance"] < 1
        assert first["matchedVia"] == "fuzzy"


@pytest.mark.behavior("full/resolve-library/near-miss-low")
@pytest.mark.parametrize("name", ["quuxlib", "pyfoobarbaz", "zenithorm", "acme-internal-sdk", "xyzzy-nonexistent-qqq"])
async def test_name_that_no_library_has_gives_nothing_certain(name: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as product:
        results = (await product.call("resolve-library", query=name))["results"]
        assert all(result["relevance"] < 0.5 for result in results), results


@pytest.mark.behavior("full/resolve-library/language-narrows")
@pytest.mark.parametrize("language", ["python", "javascript", "Python"])
async def test_only_libraries_of_the_language(language: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as product:
        anything = (await product.call("resolve-library", query="web framework"))["results"]
        assert {language.lower() in result["languages"] for result in anything} == {True, False}
        narrowed = (await product.call("resolve-library", query="web framework", language=language))["results"]
        assert narrowed
        assert all(language.lower() in result["languages"] for result in narrowed)
        nobody = await product.call("resolve-library", query="web framework", language="klingon")
        assert nobody == {"results": []}


@pytest.mark.behavior("full/resolve-library/no-match-no-error")
@pytest.mark.parametrize("query", ["xyzzy-nonexistent-qqq", "", " ", "?!", "\u0000", "🙃"])
async def test_query_without_a_match_is_an_empty_list(query: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as product:
        assert await product.call("resolve-library", query=query) == {"results": []}


@pytest.mark.behavior("full/resolve-library/api-names")
async def test_the_name_of_an_api_gives_the_indexed_library_that_has_it(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        assert (await product.call("resolve-library", query="DeliveryKey"))["results"] == []
        table = await product.docs.symbols("pypi/brightwheel")
        symbol = next(one for one in table.symbols if one.kind == "class")
        [result] = (await product.call("resolve-library", query=symbol.last_name))["results"]
        assert (result["libraryId"], result["relevance"]) == ("pypi/brightwheel", 0.9)
        assert result["reason"].startswith(f"`{symbol.last_name}` is the name of a public class of pypi/brightwheel 2")
        assert "matchedVia" not in result
