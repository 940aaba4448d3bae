"""What read-page promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.contract.product import opened
from tests.worlds import serve
from tests.worlds.site_server import serve_folder

from pro_context_engine.search.excerpts.token_cost import most_tokens

LONG_PAGE = "/docs/concepts/chat_models"
NOTE = re.compile(
    r"\n\n\[Content truncated\. (\d+) tokens not shown\. "
    r"Call read-page again with a higher maxTokens limit to see more\.\]$"
)


@pytest.mark.behavior(
    "toc/read-page/section-boundary",
    "toc/read-page/within-budget",
    "toc/read-page/whole-page",
    "toc/read-page/enough-shows-all",
    "toc/read-page/cached-second",
)
async def test_long_page_ends_where_a_section_ends(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="toc") as product:
        url = product.world.origin + LONG_PAGE
        whole = await product.call("read-page", url=url)
        assert (whole["truncated"], whole["cached"], whole["url"]) == (False, False, url)
        again = await product.call("read-page", url=url, maxTokens=whole["contentLength"])
        assert again == {**whole, "cached": True}
        asked = list(product.world.asked)
        lines = whole["content"].split("\n")
        ends = {heading.line - 1 for heading in (await product.docs.page(url)).page.headings}
        shown = set()
        for budget in (500, 700, 1000, 2000, whole["contentLength"] - 1):
            reading = await product.call("read-page", url=url, maxTokens=budget)
            assert (reading["truncated"], reading["contentLength"]) == (True, whole["contentLength"])
            assert most_tokens(reading["content"]) <= budget
            text = NOTE.sub("", reading["content"])
            [missing] = NOTE.findall(reading["content"])
            count = len(text.split("\n"))
            assert text.split("\n") == lines[:count]
            assert any(not "".join(lines[count:end]).strip() for end in ends if end >= count)
            assert int(missing) >= most_tokens("\n".join(lines[count:]))
            shown.add(count)
        assert len(shown) > 2
        assert product.world.asked == asked


async def test_section_larger_than_the_budget_is_cut_between_its_blocks(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    paragraphs = "\n\n".join(f"Paragraph {number} says something of its own." for number in range(400))
    (tmp_path / "site" / "long.md").write_text(f"# Long\n\n## Only\n\n{paragraphs}\n", encoding="utf-8")
    (tmp_path / "site" / "llms.txt").write_text("# Long\n\n- [Long](long.md)\n", encoding="utf-8")
    with serve_folder(tmp_path / "site") as (origin, _):
        async with opened(tmp_path, contract="toc", custom={"acme/long": f"{origin}/llms.txt"}) as product:
            reading = await product.call("read-page", url=f"{origin}/long.md", maxTokens=600)
            text = NOTE.sub("", reading["content"])
            assert reading["truncated"] is True
            assert text.startswith("# Long\n\n## Only\n\nParagraph 0")
            assert text.endswith("says something of its own.")
            assert 300 < most_tokens(reading["content"]) <= 600


@pytest.mark.behavior("toc/read-page/only-documentation", "toc/errors/URL_NOT_ALLOWED")
async def test_foreign_address_is_refused_before_anything_is_fetched(tmp_path: Path) -> None:
    with serve("tideway") as stranger:
        async with opened(tmp_path, "langchain", "installed", contract="toc") as product:
            for url in (
                f"{stranger.origin}/docs/workers.html",
                "https://127.0.0.1/admin",
                "http://10.0.0.1/",
                "http://192.168.1.1/",
                "https://docs.example.org/",
                "file:///etc/passwd",
                "ftp://docs.langchain.com/",
                "pypi://brightwheel-evil/1.0/readme",
                "not a url",
            ):
                error = await product.failure("read-page", url=url)
                assert (error["code"], error["details"]["url"]) == ("URL_NOT_ALLOWED", url)
                assert error["suggestion"] == "Resolve the library first, or add the domain to your config."
            assert product.world.asked == stranger.asked == []
