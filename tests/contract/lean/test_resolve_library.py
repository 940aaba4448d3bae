"""What resolve-library promises."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.contract.product import opened


@pytest.mark.behavior("lean/resolve-library/match-order")
@pytest.mark.parametrize(
    ("query", "library_id", "via"),
    [
        ("langchain-openai", "langchain", "package_name"),
        ("@langchain/openai", "langchainjs", "package_name"),
        ("fastapi/fastapi", "fastapi", "library_id"),
        ("bs4", "beautifulsoup4", "alias"),
        ("fasapi", "fastapi", "fuzzy"),
    ],
)
async def test_the_first_step_that_hits_decides(query: str, library_id: str, via: str, tmp_path: Path) -> None:
    async with opened(tmp_path, contract="lean") as product:
        matches = (await product.call("resolve-library", query=query))["matches"]
        assert (matches[0]["libraryId"], matches[0]["matchedVia"]) == (library_id, via)
        assert {match["matchedVia"] for match in matches} == {via}
        assert (matches[0]["relevance"] == 1) is (via != "fuzzy")


@pytest.mark.behavior("lean/resolve-library/specifier-stripped")
@pytest.mark.parametrize(
    "query",
    [
        "pydantic[email]",
        "pydantic>=2",
        "pydantic==2.9",
        "pydantic~=2.1",
        "pydantic<3",
        "pydantic!=2.0",
        "pydantic^2",
        " PyDantic ",
    ],
)
async def test_specifiers_name_their_package(query: str, tmp_path: Path) -> None:
    async with opened(tmp_path, contract="lean") as product:
        [match] = (await product.call("resolve-library", query=query))["matches"]
        assert (match["libraryId"], match["matchedVia"], match["relevance"]) == ("pydantic", "package_name", 1)


@pytest.mark.behavior("lean/resolve-library/fuzzy-threshold", "lean/resolve-library/no-match-no-error")
async def test_only_near_names_are_taken_for_misspellings(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="lean") as product:
        for query in ("pydantc", "fasapi", "numpi", "reqeusts", "djagno"):
            matches = (await product.call("resolve-library", query=query))["matches"]
            assert matches
            assert all(0.7 <= match["relevance"] < 1 for match in matches), query
        for query in ("req", "zzzzzz", "xyzzy-nonexistent", "   "):
            assert (await product.call("resolve-library", query=query)) == {"matches": []}


@pytest.mark.behavior("lean/resolve-library/remembers", "lean/Session Libraries/accumulates")
async def test_matches_are_remembered_in_order_and_once(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed", contract="lean") as product:
        assert await product.read("Session Libraries") == {"resolvedLibraries": []}
        for query in ("pydantic", "brightwheel", "pydantic>=2", "xyzzy-nonexistent"):
            await product.call("resolve-library", query=query)
        held = (await product.read("Session Libraries"))["resolvedLibraries"]
        assert [(one["libraryId"], one["name"]) for one in held] == [
            ("pydantic", "Pydantic"),
            ("brightwheel", "brightwheel"),
        ]
        assert held[0]["resolvedAt"] <= held[1]["resolvedAt"]
