"""Scoped npm packages in every tool, whatever their name has that npm allows: the right package, in valid answers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.contract.product import Product, engine_settings
from tests.contract.shown_sources import shown_sources
from tests.worlds.npm_registry import NpmWorld, serve_npm

from pro_context.app import build
from pro_context_engine import open_engine

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
DIVE = """
/** Dive to a depth, and say how deep. */
export declare function ɵdiveDeep(depth: number): number;
"""
README = "# Otter Kit\n\nWhat otters need.\n\n## Größe und Tiefe: 深さ\n\nHow deep otters dive to a depth."


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NpmWorld]:
    with serve_npm() as world, pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("home")
        patch.setenv("npm_config_registry", world.url)
        patch.setenv("npm_config_userconfig", str(home / "npmrc"))
        patch.setenv("HOME", str(home))
        yield world


def parts(others: str) -> st.SearchStrategy[str]:
    """Return the names that npm allows, which begin with a letter or digit."""
    return st.builds(str.__add__, st.sampled_from(LETTERS), st.text(LETTERS + others, max_size=20))


async def ask_everything(product: Product, name: str, *, as_id: bool) -> None:
    """Ask every tool about a package, in each form of its name; an answer that breaks its schema is a failure."""
    library_id = f"npm/{name.removeprefix('@')}"
    for form in (library_id, f"npm/{name}", name):
        docs = await product.call("get-docs", libraries=[{"libraryId": form}], topic="dive to a depth", maxTokens=1000)
        assert (docs["libraryId"], docs["version"]) == (library_id, "1.2.0")
        for url in (docs["source"], *(one.url for one in shown_sources(docs["content"]))):
            assert url.startswith(f"npm://{name}/1.2.0/")
            page = await product.call("read-page", url=url)
            assert (page["libraryId"], page["version"]) == (library_id, "1.2.0")
        found = await product.call("search-docs", query="dive to a depth", libraryIds=[form])
        assert {result["libraryId"] for result in found["results"]} == {library_id}
        assert all(result["url"].startswith(f"npm://{name}/1.2.0/") for result in found["results"])
        if as_id:
            info = await product.call("get-library-info", libraryId=form)
            assert (info["libraryId"], info["version"]) == (library_id, "1.2.0")
        await product.call("resolve-library", query=form)
    await product.call("list-libraries")


async def asked(folder: Path, name: str, *, as_id: bool) -> None:
    plain = engine_settings((), folder)
    docs = open_engine(replace(plain, packages=True))
    try:
        await ask_everything(Product(docs, build("full", docs), ()), name, as_id=as_id)
    finally:
        await docs.close()


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(scope=parts("-._~"), name=parts("-._~"))
@example(scope="river-bank", name="otter.kit_2~x")
@example(scope="types", name="node")
@example(scope="otter", name="dam~2")
def test_any_scoped_name_is_answered_by_every_tool(registry: NpmWorld, scope: str, name: str) -> None:
    package = f"@{scope}/{name}"
    for version in ("1.1.0", "1.2.0"):
        files = {"README.md": README, "index.d.ts": DIVE}
        registry.add(package, version, files, types="index.d.ts", description="For otters.")
    # The contract's pattern of get-library-info has no `~`.
    with TemporaryDirectory() as folder:
        asyncio.run(asked(Path(folder), package, as_id="~" not in package))
