"""Every code of the catalogue, raised by what it is for and with the advice the catalogue gives."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.contract.product import opened

from pro_context_contract.contract import ContractError
from pro_context_contract.full import errors

LANGCHAIN = "langchain-ai/langchain"


@pytest.mark.behavior("full/errors/PAGE_NOT_FOUND")
async def test_page_not_found(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        url = f"{product.world.origin}/docs/no-such-page"
        assert await product.failure("read-page", url=url) == {
            "code": "PAGE_NOT_FOUND",
            "message": f"Page '{url}' does not exist.",
            "recoverable": False,
            "suggestion": "Check the URL or use get-library-info to refresh the TOC.",
            "details": {"url": url},
        }


@pytest.mark.behavior("full/errors/INVALID_CONTENT")
async def test_invalid_content(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        url = f"{product.world.origin}/status/200"  # answers with nothing
        error = await product.failure("read-page", url=url)
        assert (error["code"], error["recoverable"]) == ("INVALID_CONTENT", False)
        assert error["suggestion"] == "URL does not appear to contain documentation."
        assert error["details"]["url"] == url


@pytest.mark.behavior("full/errors/NETWORK_FETCH_FAILED")
async def test_network_fetch_failed(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        url = f"{product.world.origin}/status/403"
        error = await product.failure("read-page", url=url)
        assert (error["code"], error["recoverable"]) == ("NETWORK_FETCH_FAILED", True)
        assert error["suggestion"] == "Network error. Retry in a few seconds."
        assert error["details"]["url"] == url


@pytest.mark.behavior("full/errors/LLMS_TXT_NOT_FOUND")
async def test_llms_txt_not_found(tmp_path: Path) -> None:
    custom = {"lost/lost": "{origin}/gone/llms.txt"}
    async with opened(tmp_path, "langchain", custom=custom) as product:
        url = f"{product.world.origin}/gone/llms.txt"
        wanted = {
            "code": "LLMS_TXT_NOT_FOUND",
            "message": f"No documentation index at '{url}' for 'lost/lost'.",
            "recoverable": False,
            "suggestion": "Documentation source not found. The library may have changed its URL.",
            "details": {"libraryId": "lost/lost", "url": url},
        }
        assert await product.failure("get-library-info", libraryId="lost/lost") == wanted
        assert await product.failure("get-docs", libraries=[{"libraryId": "lost/lost"}], topic="x") == wanted


@pytest.mark.behavior("full/errors/SOURCE_UNAVAILABLE")
async def test_source_unavailable(tmp_path: Path) -> None:
    async with opened(tmp_path) as product:
        off = "sources.llmsTxt.enabled, sources.github.enabled, sources.docsSites.enabled, sources.package.enabled"
        reason = f"every source that could have it is switched off ({off})"
        assert await product.failure("get-library-info", libraryId=LANGCHAIN) == {
            "code": "SOURCE_UNAVAILABLE",
            "message": f"No documentation source is available for '{LANGCHAIN}': {reason}.",
            "recoverable": False,
            "suggestion": (
                "Switch one of details.setting on in the configuration, "
                "or install the package in the project's environment."
            ),
            "details": {
                "libraryId": LANGCHAIN,
                "tried": [],
                "transient": False,
                "cause": "switched-off",
                "reason": reason,
                "setting": off,
            },
        }
    lasting = errors.SourceUnavailable(library_id=LANGCHAIN, tried=["custom"], transient=False)
    assert lasting.message == f"No documentation source is available for '{LANGCHAIN}'."
    assert lasting.suggestion == (
        "Install the package in the project's environment, "
        "or name a source for it in the configuration (sources.custom)."
    )
    passing = errors.SourceUnavailable(library_id=LANGCHAIN, tried=["custom"], transient=True)
    assert (passing.recoverable, passing.suggestion) == (True, "Try again later.")


@pytest.mark.behavior("full/errors/STALE_CACHE_EXPIRED")
async def test_stale_cache_expired(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    async with opened(tmp_path, "langchain", clock=lambda: now) as product:
        url = f"{product.world.origin}/docs/introduction"
        await product.call("read-page", url=url)
        await product.call("get-library-info", libraryId=LANGCHAIN)
    # The same cache eight days later; the address that was fetched answers no more.
    later = now + timedelta(days=8)
    gone = {LANGCHAIN: f"{url.removesuffix('/docs/introduction')}/llms.txt"}
    async with opened(tmp_path, custom=gone, clock=lambda: later) as product:
        wanted = {
            "code": "STALE_CACHE_EXPIRED",
            "message": f"The stored documentation of '{LANGCHAIN}' is too old to serve.",
            "recoverable": False,
            "suggestion": "Cached content has expired. A fresh fetch is required.",
            "details": {"libraryId": LANGCHAIN},
        }
        assert await product.failure("get-library-info", libraryId=LANGCHAIN) == wanted
        assert await product.failure("get-docs", libraries=[{"libraryId": LANGCHAIN}], topic="chat models") == wanted
        assert await product.failure("read-page", url=url) == wanted


@pytest.mark.behavior("full/errors/INVALID_INPUT")
async def test_invalid_input(tmp_path: Path) -> None:
    async with opened(tmp_path) as product:
        problems = 'query: must be of type string; limit: is not a known argument; a call that fits: {"query": "…"}'
        error = await product.failure("resolve-library", query=3, limit=2)
        assert error == {
            "code": "INVALID_INPUT",
            "message": f"Invalid arguments: {error['details']['problems']}.",
            "recoverable": False,
            "suggestion": "Correct the named arguments and call the tool again.",
            "details": {"problems": error["details"]["problems"]},
        }
        assert sorted(error["details"]["problems"].split("; ")) == sorted(problems.split("; "))


@pytest.mark.behavior("full/errors/VERSION_NOT_FOUND")
async def test_version_not_found(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed", "langchain") as product:
        error = await product.failure("get-library-info", libraryId="pypi/brightwheel", version="0.0.1")
        assert error == {
            "code": "VERSION_NOT_FOUND",
            "message": "Version '0.0.1' of 'pypi/brightwheel' is not available.",
            "recoverable": True,
            "suggestion": "Available versions: 2.4.1.",
            "details": {"libraryId": "pypi/brightwheel", "version": "0.0.1", "available": ["2.4.1"]},
        }
        unversioned = await product.failure("get-library-info", libraryId=LANGCHAIN, version="0.0.1")
        assert unversioned["code"] == "VERSION_NOT_FOUND"
        assert unversioned["suggestion"] == "Leave out the version to get the one that is available."


@pytest.mark.behavior("full/errors/INTERNAL_ERROR")
async def test_internal_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret path")

    async with opened(tmp_path) as product:
        monkeypatch.setattr(product.docs, "suggest", fail)
        with caplog.at_level(logging.ERROR):
            error = await product.failure("resolve-library", query="langchain")
        assert error == {
            "code": "INTERNAL_ERROR",
            "message": "Something went wrong inside the server.",
            "recoverable": False,
            "suggestion": "This has been logged. Try again.",
        }
        assert "a secret path" in caplog.text


@pytest.mark.behavior(
    "full/errors/AUTH_REQUIRED",
    "full/errors/AUTH_INVALID",
    "full/errors/RATE_LIMITED",
    "full/errors/REGISTRY_TIMEOUT",
)
@pytest.mark.parametrize(
    ("error", "code", "recoverable", "suggestion"),
    [
        (errors.AuthRequired(), "AUTH_REQUIRED", False, "Provide API key via Authorization: Bearer header."),
        (errors.AuthInvalid(), "AUTH_INVALID", False, "Check your API key."),
        (errors.RateLimited(retry_after=7), "RATE_LIMITED", True, "Try again after 7 seconds."),
        (
            errors.RegistryTimeout(library_id=LANGCHAIN),
            "REGISTRY_TIMEOUT",
            True,
            "Try again or specify the library ID directly.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isupper() else "",
)
def test_codes_of_other_transports_and_sources(
    error: ContractError, code: str, recoverable: bool, suggestion: str
) -> None:
    payload = error.payload()
    assert (payload["code"], payload["recoverable"], payload["suggestion"]) == (code, recoverable, suggestion)
    assert payload["message"]
    assert payload.get("retryAfter") == payload.get("details", {}).get("retryAfter")
