"""What read-page promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.contract.product import Product, opened
from tests.worlds import serve

SUGGESTION = "Resolve the library first with get-library-info — its llms.txt URLs are auto-added to the allowlist."
LONG_PAGE = "/docs/concepts/chat_models"


async def read_on(product: Product, url: str, max_lines: int) -> list[dict[str, Any]]:
    """Return the readings of a page from its first line to its last."""
    readings = [await product.call("read-page", url=url, maxLines=max_lines)]
    while readings[-1]["hasMore"]:
        offset = readings[-1]["offset"] + readings[-1]["linesReturned"]
        readings.append(await product.call("read-page", url=url, maxLines=max_lines, offset=offset))
    return readings


@pytest.mark.behavior("full/read-page/pages-join")
@pytest.mark.parametrize("max_lines", [1, 7, 200, 5000])
async def test_reading_on_gives_every_line_once(max_lines: int, tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        url = product.world.origin + LONG_PAGE
        [whole] = await read_on(product, url, 5000)
        lines = whole["content"].split("\n")
        assert whole["totalLines"] == whole["linesReturned"] == len(lines) > 400
        readings = await read_on(product, url, max_lines)
        assert "\n".join(reading["content"] for reading in readings) == whole["content"]
        assert [reading["linesReturned"] for reading in readings[:-1]] == [max_lines] * (len(readings) - 1)
        assert {reading["totalLines"] for reading in readings} == {len(lines)}
        beyond = await product.call("read-page", url=url, offset=len(lines))
        assert (beyond["content"], beyond["linesReturned"], beyond["hasMore"]) == ("", 0, False)


@pytest.mark.behavior("full/read-page/opens-at-anchor")
async def test_a_page_opens_at_the_anchor_of_its_address(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        url = product.world.origin + LONG_PAGE
        whole = await product.call("read-page", url=url, maxLines=5000)
        lines = whole["content"].split("\n")
        for heading in whole["headings"]:
            opening = await product.call("read-page", url=f"{url}#{heading['anchor']}", maxLines=3)
            assert opening["offset"] == heading["line"] - 1
            assert opening["content"] == "\n".join(lines[heading["line"] - 1 : heading["line"] + 2])
            assert (opening["url"], opening["headings"]) == (url, whole["headings"])
            top = await product.call("read-page", url=f"{url}#{heading['anchor']}", maxLines=3, offset=0)
            assert (top["offset"], top["headings"]) == (0, whole["headings"])
        unknown = await product.call("read-page", url=f"{url}#no-such-section", maxLines=3)
        assert (unknown["offset"], unknown["headings"]) == (0, whole["headings"])


@pytest.mark.behavior("full/read-page/cached-second")
async def test_second_reading_is_served_from_the_cache(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        url = product.world.origin + LONG_PAGE
        first = await product.call("read-page", url=url)
        asked = list(product.world.asked)
        second = await product.call("read-page", url=f"{url}#messages", offset=200)
        assert (first["cached"], second["cached"]) == (False, True)
        assert second["cachedAt"] == first["cachedAt"]
        assert product.world.asked == asked


@pytest.mark.behavior("full/read-page/only-documentation", "full/errors/URL_NOT_ALLOWED")
async def test_foreign_address_is_refused_before_anything_is_fetched(tmp_path: Path) -> None:
    with serve("tideway") as stranger:
        async with opened(tmp_path, "langchain", "installed") as product:
            own = product.world.origin
            port = stranger.origin.rpartition(":")[2]
            for url in (
                f"{stranger.origin}/docs/workers.html",
                f"{own}@127.0.0.1:{port}/docs/workers.html",
                f"http://user@127.0.0.1:{port}/docs/workers.html",
                f"{own}/docs/../../secret",
                f"{own}/docs/%2e%2e/secret",
                "https://127.0.0.1/admin",
                "https://169.254.169.254/latest/meta-data/",
                "https://docs.example.org/",
                "file:///etc/passwd",
                "pypi://brightwheel-evil/1.0/readme",
                "data:text/plain,hello",
            ):
                error = await product.failure("read-page", url=url)
                assert error["code"] == "URL_NOT_ALLOWED", url
                assert error["recoverable"] is True
                assert error["suggestion"] == SUGGESTION
                assert error["details"]["url"] == url
            assert product.world.asked == stranger.asked == []


@pytest.mark.behavior("full/read-page/outline-first")
async def test_first_lines_come_with_the_outline_of_the_whole_page(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        url = product.world.origin + LONG_PAGE
        [whole] = await read_on(product, url, 5000)
        lines = whole["content"].split("\n")
        first = await product.call("read-page", url=url, maxLines=10)
        assert first["headings"] == whole["headings"]
        assert max(heading["line"] for heading in first["headings"]) > 200
        for heading in first["headings"]:
            assert lines[heading["line"] - 1].startswith("#" * heading["level"] + " ")
            assert heading["title"] in lines[heading["line"] - 1].replace("`", "")
        in_fence, marked = False, 0
        for line in lines:
            in_fence ^= line.startswith("```")
            marked += not in_fence and line.startswith(("# ", "## ", "### ", "#### "))
        assert len(first["headings"]) == marked
        assert "headings" not in await product.call("read-page", url=url, maxLines=10, offset=10)
