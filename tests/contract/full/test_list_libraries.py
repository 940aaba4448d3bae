"""What list-libraries promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.contract.product import Product, opened

from pro_context_engine import estimated_tokens_of_json


async def everything(product: Product, limit: int, **filters: str) -> list[dict[str, Any]]:
    """Return what paging by so many brings."""
    found: list[dict[str, Any]] = []
    while True:
        page = await product.call("list-libraries", limit=limit, offset=len(found), **filters)
        found += page["libraries"]
        if not page["hasMore"]:
            assert len(found) == page["total"]
            return found


def ids(libraries: list[dict[str, Any]]) -> list[str]:
    return [library["id"] for library in libraries]


@pytest.mark.behavior("full/list-libraries/project-first")
async def test_libraries_of_the_project_come_first(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed", "tideway") as product:
        await product.docs.warm("tideway/tideway")
        listed = await everything(product, 500)
        assert ids(listed)[:2] == ["pypi/brightwheel", "tideway/tideway"]
        assert [library["projectDetected"] for library in listed] == [True, *[False] * (len(listed) - 1)]


@pytest.mark.behavior("full/list-libraries/filters-add-up")
async def test_language_and_category_narrow_together(tmp_path: Path) -> None:
    async with opened(tmp_path) as product:
        python = ids(await everything(product, 500, language="python"))
        web = ids(await everything(product, 500, category="web"))
        both = ids(await everything(product, 500, language="python", category="web"))
        assert both == [library for library in python if library in set(web)]
        assert 0 < len(both) < min(len(python), len(web))


@pytest.mark.behavior("full/list-libraries/pages-join")
async def test_pages_give_every_library_once(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        whole = ids(await everything(product, 500))
        assert len(set(whole)) == len(whole) > 100
        assert ids(await everything(product, 37)) == whole
        beyond = await product.call("list-libraries", offset=len(whole) + 1)
        assert beyond == {"libraries": [], "total": len(whole), "hasMore": False}


@pytest.mark.behavior("full/list-libraries/short-by-default")
async def test_a_list_without_a_limit_is_short(tmp_path: Path) -> None:
    async with opened(tmp_path) as product:
        listed = await product.call("list-libraries")
        assert 20 < len(listed["libraries"]) <= 50
        assert listed["hasMore"]
        assert estimated_tokens_of_json(listed) <= 2_000
        whole = await product.call("list-libraries", limit=50)
        assert listed["libraries"] == whole["libraries"][: len(listed["libraries"])]
