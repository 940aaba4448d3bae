"""Every code of the catalogue of `toc`, raised by its cause and with the advice of that contract."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.contract.product import opened
from tests.worlds.site_server import serve_folder

from pro_context_contract import load_contract
from pro_context_contract.contract import ContractError
from pro_context_contract.toc import errors

LANGCHAIN = "langchain-ai/langchain"
SEED = json.loads((Path(__file__).parents[1] / "seeds" / "toc.json").read_text(encoding="utf-8"))
OUR_NAMES = {"{suggestion}": "{closest}", "{list}": "{available}."}
"""What the seed's placeholders are called in the catalogue; a sentence ends with a period."""


def test_advice_is_the_seeds() -> None:
    catalogue = load_contract("toc").errors
    for code, suggestion in SEED["suggestions"].items():
        for theirs, ours in OUR_NAMES.items():
            suggestion = suggestion.replace(theirs, ours)
        assert catalogue[code].suggestion == suggestion


@pytest.mark.behavior("toc/errors/PAGE_NOT_FOUND", "toc/errors/INVALID_CONTENT", "toc/errors/SOURCE_UNAVAILABLE")
@pytest.mark.parametrize(
    ("place", "code", "recoverable"),
    [
        ("/docs/no-such-page", "PAGE_NOT_FOUND", False),
        ("/status/200", "INVALID_CONTENT", False),  # answers with nothing
        ("/status/403", "SOURCE_UNAVAILABLE", True),
    ],
)
async def test_page_that_cannot_be_had(place: str, code: str, recoverable: bool, tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="toc") as product:
        error = await product.failure("read-page", url=product.world.origin + place)
        assert (error["code"], error["recoverable"]) == (code, recoverable)
        assert error.keys() == {"code", "message", "recoverable", "suggestion", "details"}


@pytest.mark.behavior("toc/errors/SOURCE_UNAVAILABLE")
async def test_library_that_cannot_be_had(tmp_path: Path) -> None:
    custom = {"lost/lost": "{origin}/gone/llms.txt", "shut/shut": "{origin}/status/403/llms.txt"}
    async with opened(tmp_path, "langchain", contract="toc", custom=custom) as product:
        for library_id in ("lost/lost", "shut/shut", "pydantic/pydantic"):
            error = await product.failure("get-docs", libraryId=library_id, topic="x")
            assert (error["code"], error["suggestion"]) == ("SOURCE_UNAVAILABLE", "Try again later.")
        # That it cannot be fetched now does not mean that nothing documents it.
        assert (await product.failure("resolve-library", query="x", libraryId="shut/shut"))[
            "code"
        ] == "SOURCE_UNAVAILABLE"


@pytest.mark.behavior("toc/errors/SOURCE_UNAVAILABLE")
async def test_library_of_which_no_page_can_be_had(tmp_path: Path) -> None:
    listing = "# Sea\n\n- [Tides](/status/503.tides.md): when they turn\n- [Winds](/status/404.winds.md)\n"
    (tmp_path / "llms.txt").write_text(listing, encoding="utf-8")
    with serve_folder(tmp_path) as (origin, _):
        async with opened(tmp_path, contract="toc", custom={"sea/sea": f"{origin}/llms.txt"}) as product:
            await product.docs.warm("sea/sea")  # however long that takes
            for tool, asked in (("get-docs", {"topic": "tides"}), ("search-docs", {"query": "tides"})):
                error = await product.failure(tool, libraryId="sea/sea", **asked)
                details = {"libraryId": "sea/sea", "reason": "status 503"}
                assert (error["code"], error["details"]) == ("SOURCE_UNAVAILABLE", details)


async def test_what_is_too_old_to_serve_is_unavailable(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    async with opened(tmp_path, "langchain", contract="toc", clock=lambda: now) as product:
        await product.call("resolve-library", query="langchain")
    gone = {LANGCHAIN: f"{product.world.origin}/llms.txt"}
    async with opened(tmp_path, contract="toc", custom=gone, clock=lambda: now + timedelta(days=8)) as product:
        assert (await product.failure("resolve-library", query="langchain"))["code"] == "SOURCE_UNAVAILABLE"


@pytest.mark.behavior("toc/errors/INVALID_INPUT")
@pytest.mark.parametrize(
    ("tool", "arguments", "problem"),
    [
        ("resolve-library", {}, "query: is required"),
        ("resolve-library", {"query": "x", "language": "rust"}, 'language: must be one of "python"'),
        ("resolve-library", {"query": "x" * 501}, "query: must be at most 500 characters long"),
        ("get-docs", {"libraryId": "a b", "topic": "x"}, "libraryId: must match ^[A-Za-z0-9._/-]+$"),
        ("get-docs", {"libraryId": "x" * 201, "topic": "x"}, "libraryId: must be at most 200 characters long"),
        ("get-docs", {"libraryId": "x", "topic": "x" * 501}, "topic: must be at most 500 characters long"),
        ("get-docs", {"libraryId": "x", "topic": "x", "maxTokens": 499}, "maxTokens: must be at least 500"),
        ("search-docs", {"libraryId": "x", "query": "x" * 501}, "query: must be at most 500 characters long"),
        (
            "search-docs",
            {"libraryId": "x", "query": "x", "version": "1" * 51},
            "version: must be at most 50 characters long",
        ),
        ("search-docs", {"libraryId": "x", "query": "x", "maxResults": 0}, "maxResults: must be at least 1"),
        ("read-page", {"url": "https://x/", "maxTokens": 50_001}, "maxTokens: must be at most 50000"),
        ("list-libraries", {"language": "rust"}, 'language: must be one of "python"'),
    ],
)
async def test_invalid_input(tool: str, arguments: dict[str, Any], problem: str, tmp_path: Path) -> None:
    async with opened(tmp_path, contract="toc") as product:
        assert await product.failure(tool, **arguments) == {
            "code": "INVALID_INPUT",
            "message": f"Invalid arguments: {problem}.",
            "recoverable": False,
            "suggestion": "Correct the named arguments and call the tool again.",
            "details": {"problems": problem},
        }


@pytest.mark.behavior("toc/errors/INTERNAL_ERROR")
async def test_internal_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret path")

    async with opened(tmp_path, contract="toc") as product:
        monkeypatch.setattr(product.docs, "identify", fail)
        with caplog.at_level(logging.ERROR):
            assert await product.failure("resolve-library", query="langchain") == {
                "code": "INTERNAL_ERROR",
                "message": "Something went wrong inside the server.",
                "recoverable": False,
                "suggestion": "This has been logged. Try again.",
            }
        assert "a secret path" in caplog.text


@pytest.mark.behavior("toc/errors/AUTH_REQUIRED", "toc/errors/AUTH_INVALID", "toc/errors/RATE_LIMITED")
@pytest.mark.parametrize(
    ("error", "code", "recoverable"),
    [
        (errors.AuthRequired(), "AUTH_REQUIRED", False),
        (errors.AuthInvalid(), "AUTH_INVALID", False),
        (errors.RateLimited(retry_after=7), "RATE_LIMITED", True),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_codes_of_other_transports(error: ContractError, code: str, recoverable: bool) -> None:
    payload = error.payload()
    assert (payload["code"], payload["recoverable"]) == (code, recoverable)
    assert payload.get("retryAfter") == payload.get("details", {}).get("retryAfter")
