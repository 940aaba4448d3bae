"""What get-library-info promises."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import anyio
import pytest
from tests.contract.product import opened
from tests.server.harbor.wire import LEGACY, connected

LANGCHAIN = "langchain-ai/langchain"


@pytest.mark.behavior("full/get-library-info/section-filter")
async def test_sections_narrow_the_entries_only(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        whole = await product.call("get-library-info", libraryId=LANGCHAIN)
        sections = ["Getting Started", "Concepts", "How-to Guides", "API Reference"]
        assert whole["availableSections"] == sections
        assert "filteredBySections" not in whole
        for wanted in (["Concepts"], ["API Reference", "Getting Started"], ["No Such Section"], []):
            narrowed = await product.call("get-library-info", libraryId=LANGCHAIN, sections=wanted)
            assert narrowed["toc"] == [entry for entry in whole["toc"] if entry["section"] in wanted]
            assert narrowed["availableSections"] == sections
            assert narrowed["filteredBySections"] == wanted


@pytest.mark.behavior("full/get-library-info/remembers")
@pytest.mark.parametrize("version", LEGACY)
async def test_library_joins_the_session_and_clients_are_told(version: str, tmp_path: Path) -> None:
    uri = "pro-context://session/resolved-libraries"
    call = {"name": "get-library-info", "arguments": {"libraryId": LANGCHAIN}}
    async with opened(tmp_path, "langchain") as product, connected(product.app, version) as wire:
        before = await wire.result("resources/read", {"uri": uri})
        assert "LangChain" not in before["contents"][0]["text"]
        await wire.result("tools/call", call)
        with anyio.fail_after(60):
            await wire.notified("notifications/resources/list_changed")
            assert (await wire.notified("notifications/resources/updated"))["params"] == {"uri": uri}
        after = await wire.result("resources/read", {"uri": uri})
        assert "LangChain" in after["contents"][0]["text"]


@pytest.mark.behavior("full/get-library-info/names-version")
async def test_version_is_named_where_the_source_knows_it(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed", "langchain") as product:
        installed = await product.call("get-library-info", libraryId="pypi/brightwheel")
        assert (installed["version"], installed["availableVersions"]) == ("2.4.1", ["2.4.1"])
        assert "version" not in await product.call("get-library-info", libraryId=LANGCHAIN)


@pytest.mark.behavior("full/get-library-info/unknown-library", "full/errors/LIBRARY_NOT_FOUND")
async def test_unknown_library_is_answered_with_the_closest(tmp_path: Path) -> None:
    async with opened(tmp_path) as product:
        error = await product.failure("get-library-info", libraryId="langchan")
        assert error == {
            "code": "LIBRARY_NOT_FOUND",
            "message": "Library 'langchan' not found in registry.",
            "recoverable": True,
            "suggestion": f"Did you mean '{LANGCHAIN}'? Use resolve-library to discover libraries.",
            "details": {"libraryId": "langchan", "closest": LANGCHAIN},
        }
        far = await product.failure("get-library-info", libraryId="zzqqxx-wwvvkk")
        assert far["suggestion"] == "Use resolve-library to discover libraries."
        assert far["details"] == {"libraryId": "zzqqxx-wwvvkk"}


@pytest.mark.behavior("full/get-library-info/symbol-tree")
async def test_a_module_or_class_as_a_section_gives_its_members(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed") as product:
        whole = await product.call("get-library-info", libraryId="pypi/brightwheel")
        members = await product.call("get-library-info", libraryId="pypi/brightwheel", sections=["brightwheel"])
        assert members["filteredBySections"] == ["brightwheel"]
        assert members["availableSections"] == whole["availableSections"]
        assert members["toc"]
        for entry in members["toc"]:
            assert entry["section"] == "brightwheel"
            assert entry["title"].startswith("brightwheel.")
            page = await product.call("read-page", url=entry["url"], maxLines=1)
            assert entry["title"].rpartition(".")[2] in page["content"]
        both = await product.call(
            "get-library-info", libraryId="pypi/brightwheel", sections=[whole["availableSections"][0], "brightwheel"]
        )
        assert len(both["toc"]) > len(members["toc"])
        none = await product.call("get-library-info", libraryId="pypi/brightwheel", sections=["no such section"])
        assert none["toc"] == []


@pytest.mark.behavior(
    "full/get-library-info/pages-through",
    "full/get-library-info/guides-first",
    "full/get-library-info/topic-narrows",
)
async def test_pages_join_and_a_topic_narrows(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain") as product:
        whole = await product.call("get-library-info", libraryId=LANGCHAIN, maxTokens=20_000)
        assert whole["totalEntries"] == len(whole["toc"])
        assert "nextCursor" not in whole
        sections = [entry["section"] for entry in whole["toc"]]
        assert sections[-1] == "API Reference"
        assert len(dict.fromkeys(sections)) == 1 + sum(one != two for one, two in pairwise(sections))
        page = await product.call("get-library-info", libraryId=LANGCHAIN, maxTokens=200)
        read = page["toc"]
        while "nextCursor" in page:
            assert page["availableSections"] == whole["availableSections"]
            page = await product.call("get-library-info", libraryId=LANGCHAIN, maxTokens=200, cursor=page["nextCursor"])
            read += page["toc"]
        assert read == whole["toc"]
        about = await product.call("get-library-info", libraryId=LANGCHAIN, topic="chat models")
        assert 0 < about["totalEntries"] < whole["totalEntries"]
        assert "Chat" in about["toc"][0]["title"]
        refused = await product.failure("get-library-info", libraryId=LANGCHAIN, cursor="3-0000000000000000")
        assert refused["code"] == "INVALID_INPUT"
