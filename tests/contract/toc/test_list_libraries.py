"""What list-libraries promises."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.contract.product import opened
from tests.contract.toc.packages import publish, with_index
from tests.worlds.package_index import PackageIndex


@pytest.mark.behavior("toc/list-libraries/project-first", "toc/list-libraries/first-100")
async def test_libraries_of_the_project_come_first(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed", "tideway", contract="toc") as product:
        await product.docs.warm("tideway/tideway")
        listed = await product.call("list-libraries")
        assert [library["id"] for library in listed["libraries"]][:2] == ["pypi/brightwheel", "tideway/tideway"]
        assert [library["projectDetected"] for library in listed["libraries"]] == [True, *[False] * 99]
        assert (listed["truncated"], listed["total"]) == (True, len(await product.docs.libraries()))


@pytest.mark.behavior("toc/list-libraries/project-first")
async def test_what_the_package_index_gave_is_listed_as_long_as_it_is_stored(
    tmp_path: Path, index: PackageIndex
) -> None:
    publish(index, "1.0")
    async with with_index(tmp_path) as product:
        before = (await product.call("list-libraries"))["total"]
        await product.docs.warm("pypi/brook-kit")
        listed = await product.call("list-libraries")
        assert (listed["libraries"][0]["id"], listed["total"]) == ("pypi/brook-kit", before + 1)
    index.asked.clear()
    async with with_index(tmp_path) as product:
        assert await product.call("list-libraries") == listed
        assert (await product.call("list-libraries", language="python"))["libraries"][0] == listed["libraries"][0]
        assert index.asked == []


@pytest.mark.behavior("toc/list-libraries/filters-add-up", "toc/list-libraries/first-100")
async def test_language_and_category_narrow_together(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="toc") as product:
        web = await product.call("list-libraries", category="web")
        both = await product.call("list-libraries", language="python", category="web")
        assert 0 < both["total"] < web["total"]
        assert {library["language"] for library in both["libraries"]} == {"python"}
        assert all("web" in library["categories"] for library in both["libraries"])
        none = await product.call("list-libraries", category="no such category")
        assert none == {"libraries": [], "total": 0, "truncated": False}


@pytest.mark.behavior("toc/list-libraries/filters-add-up", "full/list-libraries/category-words")
@pytest.mark.parametrize("contract", ["toc", "full"])
async def test_one_word_of_a_category_is_enough(contract: str, tmp_path: Path) -> None:
    async with opened(tmp_path, contract=contract) as product:
        whole = await product.call("list-libraries", category="ai-ml")
        assert whole["total"] > 100
        for category in ("ai", "AI", "ml", "AI-ML"):
            assert await product.call("list-libraries", category=category) == whole
        for category in ("a", "i-m", "-"):
            assert (await product.call("list-libraries", category=category))["total"] == 0


@pytest.mark.behavior("full/list-libraries/read-as")
async def test_an_empty_category_is_none_in_toc_and_no_filter_in_full(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="toc") as product:
        assert (await product.call("list-libraries", category=""))["total"] == 0
    async with opened(tmp_path) as product:
        assert await product.call("list-libraries", category="") == await product.call("list-libraries")
