"""What crawl promises."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contract.product import Product, opened
from tests.worlds.site_server import serve_folder

from pro_context.app import build


def page(title: str, *links: str) -> str:
    """Return a page with these links."""
    anchors = " ".join(f'<a href="{link}">on</a>' for link in links)
    return f"<!doctype html><html><body><main><h1>{title}</h1><p>Words of {title}.</p>{anchors}</main></body></html>"


@contextmanager
def site(folder: Path, pages: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Serve these texts by path."""
    for path, text in pages.items():
        file = folder / "site" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    with serve_folder(folder / "site") as served:
        yield served


@asynccontextmanager
async def crawling(folder: Path, pages: Mapping[str, str]) -> AsyncIterator[tuple[Product, str, list[str]]]:
    with site(folder, pages) as (origin, asked):
        async with opened(folder, contract="crawl", custom={"local/site": f"{origin}/"}) as product:
            yield product, origin, asked


TREE = {
    "index.html": page("Home", "/a", "/b"),
    "a.html": page("A", "/c"),
    "b.html": page("B"),
    "c.html": page("Capstans", "/d"),
    "d.html": page("Derricks"),
}


@pytest.mark.behavior("crawl/crawl/breadth-first", "crawl/crawl/depth")
@pytest.mark.parametrize(
    ("asked_for", "paths"),
    [
        ({}, ["/", "/a", "/b", "/c"]),
        ({"depth": 0}, ["/"]),
        ({"depth": 1}, ["/", "/a", "/b"]),
        ({"depth": 9}, ["/", "/a", "/b", "/c", "/d"]),
        ({"maxPages": 2, "depth": 9}, ["/", "/a"]),
    ],
)
async def test_nearest_pages_come_first(tmp_path: Path, asked_for: dict[str, int], paths: list[str]) -> None:
    async with crawling(tmp_path, TREE) as (product, origin, asked):
        result = await product.call("crawl", url=f"{origin}/", **asked_for)
        assert asked[: len(paths) + 1] == ["/robots.txt", *paths]
        assert [line.split()[2] for line in result["text"].split("\n") if line.startswith("> Source: ")] == [
            f"{origin}{path}" for path in paths
        ]
        assert (result["success"], result["pages"]) == (True, len(paths))


@pytest.mark.behavior("crawl/crawl/breadth-first")
async def test_ten_pages_where_nothing_is_said(tmp_path: Path) -> None:
    pages = {f"p{number}.html": page(f"P{number}") for number in range(15)}
    home = page("Home", *(f"/p{number}" for number in range(15)))
    async with crawling(tmp_path, {"index.html": home, **pages}) as (product, origin, _):
        assert (await product.call("crawl", url=f"{origin}/"))["pages"] == 10


@pytest.mark.behavior("crawl/crawl/within-site")
async def test_no_other_site_is_asked(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "index.html").write_text(page("Other"), encoding="utf-8")
    with serve_folder(other) as (elsewhere, asked_elsewhere):
        async with crawling(tmp_path, {"index.html": page("Home", f"{elsewhere}/", "/redirect/gone")}) as served:
            product, origin, _ = served
            assert (await product.call("crawl", url=f"{origin}/"))["pages"] == 1
        assert asked_elsewhere == []


@pytest.mark.behavior("crawl/crawl/obeys-robots", "crawl/errors/URL_NOT_ALLOWED")
async def test_robots_txt_is_obeyed(tmp_path: Path) -> None:
    robots = "User-agent: pro-context\nDisallow: /b\n"
    home = page("Home", "/a", "/b", "/redirect/b", "/redirect/redirect/b")
    async with crawling(tmp_path, {**TREE, "index.html": home, "robots.txt": robots}) as (product, origin, asked):
        assert (await product.call("crawl", url=f"{origin}/"))["pages"] == 3
        assert "/b" not in asked
        refused = await product.failure("crawl", url=f"{origin}/b")
        assert (refused["code"], refused["recoverable"]) == ("URL_NOT_ALLOWED", False)
        assert refused["details"] == {"url": f"{origin}/b", "reason": "its robots.txt forbids it"}


@pytest.mark.behavior("crawl/crawl/obeys-robots")
async def test_a_huge_robots_txt_is_obeyed(tmp_path: Path) -> None:
    robots = "User-agent: *\nDisallow: /b\n" + "# padding\n" * 64_000
    async with crawling(tmp_path, {**TREE, "robots.txt": robots}) as (product, origin, asked):
        assert (await product.call("crawl", url=f"{origin}/"))["pages"] == 3
        assert "/b" not in asked


@pytest.mark.behavior("crawl/crawl/bounded")
async def test_an_endless_site_and_a_huge_page_are_bounded(tmp_path: Path) -> None:
    links = [f"/calendar?day={day}" for day in range(100)]
    pages = {"index.html": page("Home", *links, "/huge"), "huge.html": page("Huge " + "word " * 1_100_000)}
    async with crawling(tmp_path, {**pages, "calendar.html": page("Day", *links)}) as (product, origin, asked):
        result = await product.call("crawl", url=f"{origin}/", maxPages=1_000_000, depth=1_000)
        assert result["success"]
        assert len(result["text"]) < 210_000
        assert len(asked) < 30


@pytest.mark.behavior("crawl/crawl/tables", "crawl/crawl/names-page")
async def test_tables_come_with_their_cells_and_page(tmp_path: Path) -> None:
    async with opened(tmp_path, "pontoon", contract="crawl") as product:
        result = await product.call("crawl", url=f"{product.world.origin}/")
        assert result["tables"] == [
            {
                "url": f"{product.world.origin}/tariff",
                "headers": ["Length", "Fee"],
                "rows": [["up to 8 m", "12"], ["longer", "19"]],
            }
        ]
        above, _, below = result["text"].partition("# Tariff")
        assert f"> Source: {product.world.origin}/tariff (pontoon/pontoon)" in above.split("---")[-1]
        assert "| longer | 19 |" in below


@pytest.mark.behavior("crawl/crawl/no-page-no-error")
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/no-such-page", "The page does not exist."),
        ("/status/500", "The page could not be read: status 500."),
        ("/redirect/redirect/redirect/redirect/redirect/redirect/a", "The page could not be read: too many redirects."),
        ("/empty", "The page could not be read: empty."),
    ],
)
async def test_where_nothing_comes_the_result_says_why(tmp_path: Path, path: str, reason: str) -> None:
    async with crawling(tmp_path, {"empty.html": "<html><body></body></html>"}) as (product, origin, _):
        result = await product.call("crawl", url=f"{origin}{path}")
        assert result == {**result, "success": False, "url": f"{origin}{path}", "text": reason, "pages": 0}
        assert "libraryId" not in result


@pytest.mark.behavior("crawl/crawl/searchable")
async def test_what_came_is_searched_by_the_contract_full(tmp_path: Path) -> None:
    async with crawling(tmp_path, TREE) as (product, origin, _):
        library = (await product.call("crawl", url=f"{origin}/", depth=9))["libraryId"]
        assert library == "local/site"
        full = replace(product, app=build("full", product.docs))
        answer = await full.call("get-docs", libraries=[{"libraryId": library}], topic="derricks")
        assert answer["source"].startswith(f"{origin}/d")
        found = await full.call("search-docs", query="capstans", libraryIds=[library])
        assert found["results"][0]["url"].startswith(f"{origin}/c")
