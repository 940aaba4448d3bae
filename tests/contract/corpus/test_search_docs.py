"""The promises of the contract `corpus` for search_docs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contract.product import Product, engine_settings, opened, served
from tests.engine.corpus.trees import write

from pro_context import app
from pro_context_contract import load_contract
from pro_context_engine import open_engine
from pro_context_engine.corpus.building import build


def filters() -> dict[str, object]:
    [tool, _] = served("corpus").tools
    published = load_contract("corpus").tools[0]["inputSchema"]["properties"]
    return {name: schema for name, schema in tool["inputSchema"]["properties"].items() if name not in published}


@pytest.mark.behavior("corpus/search_docs/taxonomy")
def test_each_key_of_the_taxonomy_is_an_argument() -> None:
    assert filters() == {
        "language": {
            "type": "string",
            "description": "Filter results by language.",
            "enum": ["go", "java", "python", "typescript"],
        },
        "scope": {
            "type": "string",
            "description": "Filter results by scope.",
            "enum": ["global-guide", "sdk-specific"],
        },
    }
    [tool, _] = served("corpus").tools
    assert tool["inputSchema"]["additionalProperties"] is False


async def refused(product: Product, **arguments: object) -> str:
    error = await product.failure("search_docs", query="token", **arguments)
    assert error["code"] == "INVALID_INPUT"
    return str(error["message"])


@pytest.mark.behavior("corpus/errors/INVALID_INPUT")
async def test_what_is_no_value_of_the_taxonomy_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="corpus") as product:
        assert "language" in await refused(product, language="Go")
        assert "colour" in await refused(product, colour="red")
        assert "limit" in await refused(product, limit=51)


@pytest.mark.behavior("corpus/search_docs/filters", "corpus/search_docs/global-guides")
async def test_filters_and_the_guides_for_every_language(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="corpus") as product:
        every = await product.call("search_docs", query="caller token", limit=50)
        assert {hit["metadata"].get("language", "") for hit in every["hits"]} == {
            "",
            "go",
            "java",
            "python",
            "typescript",
        }
        with_guides = await product.call("search_docs", query="caller token", language="go", limit=50)
        assert {hit["filepath"].rpartition("/")[0] for hit in with_guides["hits"]} == {"guides", "sdks/go"}
        alone = await product.call("search_docs", query="caller token", language="go", scope="sdk-specific")
        assert {hit["filepath"] for hit in alone["hits"]} == {"sdks/go/auth.md"}


@pytest.mark.behavior("corpus/search_docs/pages-through")
async def test_cursors_lead_through_every_hit(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="corpus") as product:
        whole = await product.call("search_docs", query="token", limit=50)
        assert whole["next_cursor"] is None
        seen, more = [], {}
        while True:
            page = await product.call("search_docs", query="token", limit=3, **more)
            seen += page["hits"]
            if page["next_cursor"] is None:
                break
            more = {"cursor": page["next_cursor"]}
        assert seen == whole["hits"]


@pytest.mark.behavior("corpus/search_docs/signed-cursors", "corpus/errors/CURSOR_INVALID")
async def test_a_cursor_that_is_not_of_this_search_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="corpus") as product:
        cursor = (await product.call("search_docs", query="token", limit=1))["next_cursor"]
        for arguments in (
            {"query": "token", "cursor": f"{cursor[:-3]}AAA"},
            {"query": "tokens", "cursor": cursor},
            {"query": "token", "cursor": cursor, "language": "go"},
        ):
            assert (await product.failure("search_docs", **arguments))["code"] == "CURSOR_INVALID"


@pytest.mark.behavior("corpus/errors/CURSOR_STALE")
async def test_a_cursor_of_an_earlier_build_is_stale(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="corpus") as product:
        cursor = (await product.call("search_docs", query="token", limit=1))["next_cursor"]
    build(write(tmp_path / "docs", {"a.md": "# Token\n\nA token.\n"}), tmp_path / "index")
    docs = open_engine(replace(engine_settings((), tmp_path), corpus=tmp_path / "index"))
    try:
        product = Product(docs, app.build("corpus", docs), ())
        error = await product.failure("search_docs", query="token", cursor=cursor)
        assert error["code"] == "CURSOR_STALE"
        assert "stale" in error["message"]
    finally:
        await docs.close()


@pytest.mark.behavior("corpus/search_docs/hint")
async def test_a_search_without_hits_says_what_to_try(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="corpus") as product:
        found = await product.call("search_docs", query="paginate", language="go", scope="sdk-specific")
        assert found["hits"] == []
        assert found["hint"] == {
            "message": "0 results found for language 'go' and scope 'sdk-specific'.",
            "suggested_filters": {"scope": ["global-guide"]},
        }
        nothing = await product.call("search_docs", query="zzqqxx", language="go")
        assert nothing["hint"]["message"].startswith("0 results found for language 'go'.")
        assert nothing["hint"]["suggested_filters"] == {}


async def test_the_result_is_one_block_of_json(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="corpus") as product:
        envelope = await product.app.dispatcher.call("search_docs", {"query": "token"}, product.session)
        [block] = envelope["content"]
        assert set(json.loads(block["text"])) == {"hits", "next_cursor", "hint"}
        assert not envelope.get("isError")
