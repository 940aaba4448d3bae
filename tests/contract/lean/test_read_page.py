"""What read-page promises."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.contract.product import opened
from tests.worlds import serve
from tests.worlds.site_server import serve_folder

LONG_PAGE = "/docs/concepts/chat_models"


@pytest.mark.behavior("lean/read-page/whole-page", "lean/read-page/cached-second")
async def test_page_is_whole_and_its_headings_stand_where_they_are_said_to(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="lean") as product:
        url = product.world.origin + LONG_PAGE
        first = await product.call("read-page", url=url)
        lines = first["content"].split("\n")
        assert len(lines) > 400
        in_fence, marked = False, []
        for number, line in enumerate(lines, 1):
            in_fence ^= line.startswith("```")
            if not in_fence and line.startswith(("# ", "## ", "### ", "#### ")):
                marked.append((len(line) - len(line.lstrip("#")), number))
        assert [(heading["level"], heading["line"]) for heading in first["headings"]] == marked
        assert (first["cached"], first["cachedAt"]) == (False, None)
        asked = list(product.world.asked)
        second = await product.call("read-page", url=url)
        assert second == {**first, "cached": True, "cachedAt": second["cachedAt"]}
        assert second["cachedAt"]
        assert product.world.asked == asked


@pytest.mark.behavior("lean/read-page/unique-anchors")
async def test_equal_titles_get_anchors_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    sections = "### Browser Mode\n\nText.\n\n" * 3
    (tmp_path / "site" / "modes.md").write_text(f"# Modes\n\n{sections}##### Too deep\n", encoding="utf-8")
    (tmp_path / "site" / "llms.txt").write_text("# Modes\n\n- [Modes](modes.md)\n", encoding="utf-8")
    with serve_folder(tmp_path / "site") as (origin, _):
        async with opened(tmp_path, contract="lean", custom={"acme/modes": f"{origin}/llms.txt"}) as product:
            url = f"{origin}/modes.md"
            reading = await product.call("read-page", url=url)
            assert [(heading["title"], heading["anchor"], heading["line"]) for heading in reading["headings"]] == [
                ("Modes", "modes", 1),
                ("Browser Mode", "browser-mode", 3),
                ("Browser Mode", "browser-mode-2", 7),
                ("Browser Mode", "browser-mode-3", 11),
            ]


@pytest.mark.behavior("lean/read-page/only-documentation", "lean/errors/URL_NOT_ALLOWED")
async def test_foreign_address_is_refused_before_anything_is_fetched(tmp_path: Path) -> None:
    with serve("tideway") as stranger:
        async with opened(tmp_path, "langchain", "installed", contract="lean") as product:
            for url in (
                f"{stranger.origin}/docs/workers.html",
                "https://127.0.0.1/admin",
                "https://169.254.169.254/latest/meta-data/",
                "https://internal.example.com/docs",
                "pypi://brightwheel-evil/1.0/readme",
            ):
                assert await product.failure("read-page", url=url) == {
                    "code": "URL_NOT_ALLOWED",
                    "message": f"URL '{url}' is not permitted.",
                    "suggestion": (
                        "Only URLs from known documentation domains are allowed. "
                        "Use get-library-docs to obtain valid documentation URLs."
                    ),
                    "recoverable": False,
                }
            assert product.world.asked == stranger.asked == []


@pytest.mark.behavior("lean/read-page/final-url")
async def test_url_is_the_one_that_redirects_lead_to(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="lean") as product:
        for cached in (False, True):
            reading = await product.call("read-page", url=f"{product.world.origin}/redirect{LONG_PAGE}")
            assert (reading["url"], reading["cached"]) == (product.world.origin + LONG_PAGE, cached)


async def test_redirect_to_a_foreign_address_is_refused(tmp_path: Path) -> None:
    with serve("tideway") as stranger:
        async with opened(tmp_path, "langchain", contract="lean") as product:
            url = f"{product.world.origin}/redirect//{stranger.origin.removeprefix('http://')}/docs/workers.html"
            assert (await product.failure("read-page", url=url))["code"] == "URL_NOT_ALLOWED"
            assert stranger.asked == []


@pytest.mark.behavior("lean/read-page/schemes", "lean/errors/INVALID_INPUT")
@pytest.mark.parametrize(
    "url",
    [
        "ftp://docs.langchain.com/index.md",
        "file:///etc/passwd",
        "data:text/plain,hello",
        "docs/index.md",
        "",
        "http://[",
        "//docs.langchain.com/index.md",
    ],
)
async def test_other_schemes_are_invalid_input(url: str, tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "installed", contract="lean") as product:
        assert await product.failure("read-page", url=url) == {
            "code": "INVALID_INPUT",
            "message": "Invalid arguments: url: must use http or https.",
            "suggestion": "Correct the named arguments and call the tool again.",
            "recoverable": False,
        }
