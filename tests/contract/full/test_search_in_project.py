"""What search-docs promises about the project and the session, in a cache that several projects share."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from tests.contract.product import Product, engine_settings, opened

from pro_context.app import build
from pro_context.protocol.memory_session import MemorySession
from pro_context_engine import open_engine
from pro_context_engine.domain.settings import CustomSource, Patience

METADATA = """Metadata-Version: 2.4
Name: {name}
Version: {version}
Summary: Ropes of {name}
Description-Content-Type: text/markdown

# {name}

Ropes of {name} {version} are tied by hand.

## Knots

Tie a knot with both hands, in the rope of {name} {version}.

## Splices

A splice joins two ropes without a knot.
"""


class Harbour:
    """Projects that share one cache, each with an environment of its own."""

    def __init__(self, folder: Path, stack: AsyncExitStack) -> None:
        self._folder = folder
        self._stack = stack

    def project(self, name: str, **installed: str) -> Product:
        """Open a project whose files need the packages that its environment has, by name and version."""
        project = self._folder / name
        packages = project / ".venv" / "lib" / "python3.12" / "site-packages"
        for package, version in installed.items():
            folder = packages / f"{package}-{version}.dist-info"
            folder.mkdir(parents=True)
            (folder / "METADATA").write_text(METADATA.format(name=package, version=version), "utf-8")
            (folder.parents[3] / "pyvenv.cfg").write_text("version = 3.12.1\n", "utf-8")
        project.mkdir(exist_ok=True)
        if installed:
            (project / "requirements.txt").write_text("\n".join(installed), "utf-8")
        environment = str(project / ".venv") if installed else "none"
        settings = replace(engine_settings((), project), environment=environment)
        docs = open_engine(replace(settings, cache_directory=self._folder / "cache"))
        self._stack.push_async_callback(docs.close)
        return Product(docs, build("full", docs), ())

    def handbooks(self, *names: str) -> Product:
        """Open a server without a project, on handbooks of the operator's: `acme/NAME`."""
        folder = self._folder / "handbooks"
        folder.mkdir()
        for name in names:
            (folder / f"{name}.md").write_text("# Ropes\n\nTie a knot with both hands.\n", "utf-8")
        custom = [CustomSource(name, "file", str(folder / f"{name}.md"), f"acme/{name}") for name in names]
        docs = open_engine(engine_settings((), folder, custom))
        self._stack.push_async_callback(docs.close)
        return Product(docs, build("full", docs), ())


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    async with AsyncExitStack() as stack:
        yield Harbour(tmp_path, stack)


async def warmed(product: Product, *packages: str) -> Product:
    for package in packages:
        await product.docs.warm(f"pypi/{package}")
    return product


async def search(product: Product, query: str = "tie a knot", **arguments: object) -> list[str]:
    found = await product.call("search-docs", query=query, maxResults=20, **arguments)
    return list(dict.fromkeys(f"{one['libraryId']} {one['version']}" for one in found["results"]))


@pytest.mark.behavior("full/search-docs/one-version")
async def test_the_version_of_the_project_alone_is_searched(harbour: Harbour) -> None:
    old = await warmed(harbour.project("old", anchors="1.10.13"), "anchors")
    new = await warmed(harbour.project("new", anchors="2.9"), "anchors")
    assert await search(old) == ["pypi/anchors 1.10.13"]
    assert await search(new) == ["pypi/anchors 2.9"]
    found = await new.call("search-docs", query="tie a knot")
    assert {one["versionMatch"] for one in found["results"]} == {"exact"}


@pytest.mark.behavior("full/search-docs/project-first")
async def test_libraries_of_other_projects_come_after_those_of_this_one(harbour: Harbour) -> None:
    await warmed(harbour.project("others", anchors="1.0", buoys="1.0"), "anchors", "buoys")
    product = await warmed(harbour.project("own", charts="1.0"), "charts")
    assert (await search(product))[0] == "pypi/charts 1.0"
    assert set(await search(product)) == {"pypi/anchors 1.0", "pypi/buoys 1.0", "pypi/charts 1.0"}


@pytest.mark.behavior("full/search-docs/project-first")
@pytest.mark.parametrize("tool", ["get-docs", "read-page", "get-library-info", "search-docs"])
async def test_a_library_that_the_session_has_used_comes_first_in_this_session(tool: str, harbour: Harbour) -> None:
    product = harbour.handbooks("anchors", "buoys")
    for name in ("anchors", "buoys"):
        await product.docs.warm(f"acme/{name}")
    found = await product.call("search-docs", query="tie a knot")
    assert [one["libraryId"] for one in found["results"]] == ["acme/anchors", "acme/buoys"]
    arguments: dict[str, object] = {
        "get-docs": {"libraries": [{"libraryId": "acme/buoys"}], "topic": "knots"},
        "read-page": {"url": found["results"][1]["url"]},
        "get-library-info": {"libraryId": "acme/buoys"},
        "search-docs": {"query": "knots", "libraryIds": ["acme/buoys"]},
    }[tool]
    await product.call(tool, **arguments)
    other = replace(product, session=MemorySession())
    for one, first in ((product, "acme/buoys"), (other, "acme/anchors")):
        found = await one.call("search-docs", query="tie a knot")
        assert found["results"][0]["libraryId"] == first


@pytest.mark.behavior("full/search-docs/pages-through")
async def test_a_cursor_holds_though_a_result_was_read_meanwhile(harbour: Harbour) -> None:
    product = harbour.handbooks("anchors", "buoys", "charts")
    for name in ("anchors", "buoys", "charts"):
        await product.docs.warm(f"acme/{name}")
    whole = (await product.call("search-docs", query="tie a knot"))["results"]
    first = await product.call("search-docs", query="tie a knot", maxResults=1)
    await product.call("read-page", url=whole[2]["url"])
    rest = await product.call("search-docs", query="tie a knot", maxResults=20, cursor=first["nextCursor"])
    assert [*first["results"], *rest["results"]] == whole


@pytest.mark.behavior("full/search-docs/stays-in-project")
async def test_scope_project_searches_the_libraries_of_the_project(harbour: Harbour) -> None:
    await warmed(harbour.project("others", anchors="1.0"), "anchors")
    product = await warmed(harbour.project("own", charts="1.0"), "charts")
    assert await search(product, scope="project") == ["pypi/charts 1.0"]
    assert len(await search(product, scope="all")) == 2
    found = await product.call("search-docs", query="tie a knot", scope="project", libraryIds=["pypi/charts"])
    assert found["searchedLibraries"] == ["pypi/charts"]


@pytest.mark.behavior("full/search-docs/stays-in-project")
async def test_scope_project_without_a_project_is_refused_with_what_to_do(harbour: Harbour) -> None:
    product = harbour.handbooks("anchors")
    error = await product.failure("search-docs", query="tie a knot", scope="project")
    assert error["code"] == "INVALID_INPUT"
    assert "no manifest, lock file or environment is known; name libraryIds, or leave scope out" in error["message"]
    found = await product.call("search-docs", query="tie a knot", scope="project", libraryIds=["acme/anchors"])
    assert found["searchedLibraries"] == ["acme/anchors"]


@pytest.mark.behavior("full/search-docs/names-gaps")
async def test_dependencies_that_are_not_indexed_are_named(harbour: Harbour) -> None:
    product = await warmed(harbour.project("own", anchors="1.0", buoys="1.0"), "anchors")
    for scope in ("project", "all"):
        found = await product.call("search-docs", query="tie a knot", scope=scope)
        assert found["notSearched"] == [{"libraryId": "pypi/buoys", "reason": "not indexed"}]
    await product.call("search-docs", query="tie a knot", libraryIds=["pypi/buoys"])
    assert "notSearched" not in await product.call("search-docs", query="tie a knot")


@pytest.mark.behavior("full/search-docs/names-gaps")
async def test_named_libraries_that_have_no_page_yet_are_named(tmp_path: Path) -> None:
    async with opened(tmp_path, "langchain", "tideway", patience=Patience(searches=0.0001)) as product:
        await product.docs.warm("langchain-ai/langchain")
        names = ["langchain-ai/langchain", "tideway/tideway"]
        tideway = product.worlds[1]
        tideway.is_open.clear()
        found = await product.call("search-docs", query="retries after a failure", libraryIds=names)
        assert found["searchedLibraries"] == names[:1]
        [gap] = found["notSearched"]
        assert gap["libraryId"] == "tideway/tideway"
        assert re.fullmatch(r"being indexed: 0 of \d+ pages searched; ask again soon", gap["reason"])
        tideway.is_open.set()
        await product.docs.warm("tideway/tideway")
        found = await product.call("search-docs", query="retries after a failure", libraryIds=names)
        assert found["searchedLibraries"] == names
        assert "notSearched" not in found
