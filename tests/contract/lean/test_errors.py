"""Every code of the catalogue of `lean`, raised by its cause, in the envelope of that contract."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from tests.contract.product import opened

LANGCHAIN = "langchain-ai/langchain"


@pytest.mark.behavior("lean/errors/LIBRARY_NOT_FOUND")
async def test_library_not_found_word_for_word(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="lean") as product:
        envelope = await product.app.dispatcher.call("get-library-docs", {"libraryId": "langchan"}, product.session)
        [content] = envelope["content"]
        assert envelope["isError"] is True
        assert json.loads(content["text"]) == {
            "error": {
                "code": "LIBRARY_NOT_FOUND",
                "message": "Library 'langchan' not found in registry.",
                "suggestion": "Call resolve-library with your query to find the correct library ID.",
                "recoverable": False,
            }
        }


@pytest.mark.behavior("lean/errors/LLMS_TXT_FETCH_FAILED")
@pytest.mark.parametrize("place", ["/status/404/llms.txt", "/gone/llms.txt", "/status/403.txt"])
async def test_llms_txt_fetch_failed(place: str, tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="lean", custom={"lost": "{origin}" + place}) as product:
        error = await product.failure("get-library-docs", libraryId="lost")
        assert (error["code"], error["recoverable"]) == ("LLMS_TXT_FETCH_FAILED", True)
        assert error.keys() == {"code", "message", "suggestion", "recoverable"}


@pytest.mark.behavior("lean/errors/PAGE_NOT_FOUND", "lean/errors/PAGE_FETCH_FAILED")
@pytest.mark.parametrize(
    ("place", "code", "recoverable"),
    [
        ("/docs/no-such-page", "PAGE_NOT_FOUND", False),
        ("/status/403", "PAGE_FETCH_FAILED", True),
        ("/status/200", "PAGE_FETCH_FAILED", True),  # answers with nothing
        ("/" + "redirect/" * 30 + "docs/introduction", "PAGE_FETCH_FAILED", True),
    ],
)
async def test_page_that_cannot_be_had(place: str, code: str, recoverable: bool, tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="lean") as product:
        error = await product.failure("read-page", url=product.world.origin + place)
        assert (error["code"], error["recoverable"]) == (code, recoverable)


async def test_what_is_too_old_to_serve_is_a_failed_fetch(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    async with opened(tmp_path, "langchain", contract="lean", clock=lambda: now) as product:
        url = f"{product.world.origin}/docs/introduction"
        await product.call("get-library-docs", libraryId="langchain")
        await product.call("read-page", url=url)
    gone = {LANGCHAIN: f"{product.world.origin}/llms.txt"}
    async with opened(tmp_path, contract="lean", custom=gone, clock=lambda: now + timedelta(days=8)) as product:
        error = await product.failure("get-library-docs", libraryId="langchain")
        assert error["code"] == "LLMS_TXT_FETCH_FAILED"
        assert (await product.failure("read-page", url=url))["code"] == "PAGE_FETCH_FAILED"


@pytest.mark.behavior("lean/errors/INVALID_INPUT")
@pytest.mark.parametrize(
    ("tool", "arguments", "problem"),
    [
        ("resolve-library", {"query": ""}, "query: must be at least 1 character long"),
        ("resolve-library", {"query": "x" * 501}, "query: must be at most 500 characters long"),
        ("resolve-library", {}, "query: is required"),
        ("get-library-docs", {"libraryId": LANGCHAIN}, "libraryId: must match ^[a-z0-9][a-z0-9_-]*$"),
        ("read-page", {"url": "https://docs.example/" + "x" * 2048}, "url: must be at most 2048 characters long"),
    ],
)
async def test_invalid_input(tool: str, arguments: dict[str, str], problem: str, tmp_path: Path) -> None:
    async with opened(tmp_path, contract="lean") as product:
        assert await product.failure(tool, **arguments) == {
            "code": "INVALID_INPUT",
            "message": f"Invalid arguments: {problem}.",
            "suggestion": "Correct the named arguments and call the tool again.",
            "recoverable": False,
        }


async def test_unforeseen_failures_are_errors_of_the_protocol(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret path")

    async with opened(tmp_path, contract="lean") as product:
        monkeypatch.setattr(product.docs, "resolve", fail)
        with caplog.at_level(logging.ERROR):
            async with Client(product.server()) as client:
                with pytest.raises(MCPError) as failure:
                    await client.call_tool("resolve-library", {"query": "langchain"})
    assert (failure.value.error.code, failure.value.error.message) == (-32603, "Internal error")
    assert "a secret path" in caplog.text
