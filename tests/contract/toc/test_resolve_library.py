"""What resolve-library promises."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from tests.contract.product import opened
from tests.contract.toc.packages import publish, with_index
from tests.server.harbor.wire import LEGACY, connected
from tests.worlds.package_index import PackageIndex
from tests.worlds.site_server import serve_folder

LANGCHAIN = "langchain-ai/langchain"


@pytest.mark.behavior("toc/resolve-library/best-match")
async def test_best_match_is_returned_with_the_others_as_alternatives(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="toc") as product:
        for query in ("langchain", "langchan", "langchain[openai]>=0.3", "python langchain"):
            assert (await product.call("resolve-library", query=query))["libraryId"] == LANGCHAIN
        found = await product.call("resolve-library", query="web framework", language="python")
        ranked = product.docs.resolve("web framework", "python")
        ids = [match.library.library_id for match in ranked if match.relevance >= 0.5]
        assert [found["libraryId"], *(other["id"] for other in found["alternatives"])] == ids
        assert len(ids) > 2
        assert all(other["name"] for other in found["alternatives"])


@pytest.mark.behavior("toc/resolve-library/best-match")
async def test_alternatives_of_an_exact_name_have_it_in_theirs(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="toc") as product:
        for query in ("pydantic", "Pydantic v2", "pydantic[email]>=2"):
            found = await product.call("resolve-library", query=query)
            assert found["libraryId"] == "pydantic/pydantic"
            near = ["pydantic/pydantic-settings", "pydantic/pydantic-ai", "pydantic/pydantic-extra-types"]
            assert [other["id"] for other in found["alternatives"]] == near
        for query in ("pydantik", "pydantic/pydantic"):
            assert (await product.call("resolve-library", query=query))["alternatives"] == []
        many = (await product.call("resolve-library", query="django", language="python"))["alternatives"]
        assert len(many) == 9
        assert all("django" in other["id"] for other in many)


@pytest.mark.behavior("toc/resolve-library/known-id")
async def test_known_id_is_taken_as_it_is(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="toc") as product:
        found = await product.call("resolve-library", query="fastapi", libraryId=LANGCHAIN)
        assert (found["libraryId"], found["alternatives"]) == (LANGCHAIN, [])
        assert found["toc"] == (await product.call("resolve-library", query="langchain"))["toc"]


@pytest.mark.behavior("toc/resolve-library/unregistered", "toc/resolve-library/versions")
async def test_name_the_registry_lacks_is_looked_up_on_the_package_index(tmp_path: Path, index: PackageIndex) -> None:
    publish(index, *(f"1.{minor}" for minor in range(12)), "2.0rc1")
    async with with_index(tmp_path) as product:
        found = await product.call("resolve-library", query="brook-kit>=1")
        assert (found["libraryId"], found["sources"]) == ("pypi/brook-kit", ["package"])
        assert (found["defaultVersion"], found["version"]) == ("1.11", "1.11")
        assert found["availableVersions"] == [f"1.{minor}" for minor in range(11, 1, -1)]
        older = await product.call("resolve-library", query="brook-kit", version="1.3.x")
        assert (older["version"], older["defaultVersion"]) == ("1.3", "1.11")
        assert all(entry["url"].startswith("pypi://brook-kit/1.3/") for entry in older["toc"])
        missing = await product.failure("resolve-library", query="brook-kit", version="9")
        assert missing["suggestion"].startswith("Available versions: 1.11, 1.10, ")
        assert (await product.failure("resolve-library", query="zzqqxx-wwvvkk"))["code"] == "LIBRARY_NOT_FOUND"
    # What an earlier process was told is not asked for again within the hour.
    index.asked.clear()
    async with with_index(tmp_path) as product:
        again = await product.call("resolve-library", query="brook-kit")
        assert again["availableVersions"] == found["availableVersions"]
        assert index.asked == []


@pytest.mark.behavior("toc/errors/REGISTRY_TIMEOUT")
async def test_index_that_does_not_answer_is_said(tmp_path: Path, index: PackageIndex) -> None:
    index.down = True
    async with with_index(tmp_path) as product:
        error = await product.failure("resolve-library", query="brook-kit")
        assert (error["code"], error["recoverable"]) == ("REGISTRY_TIMEOUT", True)
        assert error["suggestion"] == "Try again or specify the library ID directly."


@pytest.mark.behavior("toc/resolve-library/unknown-library", "toc/errors/LIBRARY_NOT_FOUND")
async def test_unknown_library_is_answered_with_the_closest(tmp_path: Path) -> None:
    async with opened(tmp_path, contract="toc") as product:
        assert await product.failure("resolve-library", query="x", libraryId="langchan") == {
            "code": "LIBRARY_NOT_FOUND",
            "message": "Library 'langchan' is not known.",
            "recoverable": True,
            "suggestion": f"Did you mean '{LANGCHAIN}'?",
            "details": {"libraryId": "langchan", "closest": LANGCHAIN},
        }
        for query in ("xyzzy-nonexistent-qqq", "", "  ", "?!", "🙃"):
            error = await product.failure("resolve-library", query=query)
            assert error["code"] == "LIBRARY_NOT_FOUND"
            assert error["suggestion"].startswith("Check the spelling")


@pytest.mark.behavior("toc/resolve-library/unknown-library")
async def test_name_that_the_package_index_lacks_too_is_answered_with_the_closest(
    tmp_path: Path, index: PackageIndex
) -> None:
    async with with_index(tmp_path) as product:
        for query in ("djangorest", "djangorest>=3"):
            error = await product.failure("resolve-library", query=query)
            assert error["suggestion"] == "Did you mean 'encode/django-rest-framework'?"
        assert "/simple/djangorest/" in index.asked
    async with opened(tmp_path, contract="toc") as product:
        assert (await product.failure("resolve-library", query="djangorest"))["suggestion"] == error["suggestion"]


@pytest.mark.behavior("toc/resolve-library/version-right")
async def test_toc_is_of_the_installed_version(tmp_path: Path) -> None:
    async with opened(tmp_path, "installed", contract="toc") as product:
        for version in ({}, {"version": "2.4.1"}, {"version": "2.x"}):
            found = await product.call("resolve-library", query="brightwheel", **version)
            assert (found["version"], found["defaultVersion"]) == ("2.4.1", "2.4.1")
            assert all(entry["url"].startswith("pypi://brightwheel/2.4.1/") for entry in found["toc"])


@pytest.mark.behavior("toc/resolve-library/toc-of-100", "toc/library-toc/same-toc")
async def test_large_toc_is_cut_to_what_is_asked_about_and_whole_in_the_resource(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    sections = {"Blog": 90, "Getting Started": 5, "Recipes": 60, "API Reference": 70, "Optional": 3}
    lines = ["# Acme"]
    for section, size in sections.items():
        lines += [
            "",
            f"## {section}",
            *(f"- [{section} {n}]({section[:3].lower()}{n}.md): About {n}." for n in range(size)),
        ]
    (tmp_path / "site" / "llms.txt").write_text("\n".join(lines), encoding="utf-8")
    with serve_folder(tmp_path / "site") as (origin, _):
        async with opened(tmp_path, contract="toc", custom={"acme/acme": f"{origin}/llms.txt"}) as product:
            found = await product.call("resolve-library", query="x", libraryId="acme/acme")
            assert (len(found["toc"]), found["tocTruncated"]) == (100, True)
            counts = {section: sum(entry["section"] == section for entry in found["toc"]) for section in sections}
            assert counts == {"Blog": 0, "Getting Started": 5, "Recipes": 25, "API Reference": 70, "Optional": 0}
            whole = await product.read("library-toc", libraryId="acme/acme")
            assert whole.startswith("# acme Documentation\n")
            listed = [entry.title for entry in (await product.docs.library("acme/acme")).toc.entries]
            assert len(listed) == sum(sections.values())
            assert all(f"- [{title}](" in whole for title in listed)
            titles = [entry["title"] for entry in found["toc"]]
            assert titles == [title for title in listed if title in set(titles)]


@pytest.mark.behavior("toc/resolve-library/undocumented")
async def test_undocumented_library_comes_with_a_note_instead_of_a_toc(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", contract="toc", custom={"lost/lost": "{origin}/gone/llms.txt"}) as product:
        for arguments in ({"query": "pydantic"}, {"query": "x", "libraryId": "lost/lost"}):
            found = await product.call("resolve-library", **arguments)
            assert "toc" not in found
            assert found["note"] == "No documentation of this library is indexed."
            assert found["sources"] == []
        assert [entry.library_id for entry in await product.session.resolved()] == []


@pytest.mark.behavior("toc/resolve-library/registers-toc", "toc/library-toc/listed")
@pytest.mark.parametrize("version", LEGACY)
async def test_toc_becomes_a_resource_and_clients_are_told(version: str, tmp_path: Path) -> None:
    uri = f"library://{LANGCHAIN}/toc"
    (tmp_path / "requirements.txt").write_text("brightwheel\n")
    async with (
        opened(tmp_path, "langchain", "installed", contract="toc") as product,
        connected(product.app, version) as wire,
    ):
        before = [entry["uri"] for entry in (await wire.result("resources/list"))["resources"]]
        assert before[-1] == "library://pypi/brightwheel/toc"
        for query in ("langchain", "brightwheel"):
            await wire.result("tools/call", {"name": "resolve-library", "arguments": {"query": query}})
        with anyio.fail_after(60):
            await wire.notified("notifications/resources/list_changed")
        listed = (await wire.result("resources/list"))["resources"]
        assert [entry["uri"] for entry in listed] == [*before, uri]
        assert listed[-1]["title"] == "LangChain: Library Table of Contents"
        read = await wire.result("resources/read", {"uri": uri})
        assert "# LangChain Documentation\n" in read["contents"][0]["text"]
