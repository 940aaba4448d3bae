"""A site with an llms.txt, a repository and an installed package answer through every contract with the same facts."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.contract.product import Product, engine_settings
from tests.worlds import World, serve
from tests.worlds.forge import serve_forge

from pro_context.app import build
from pro_context_contract import CONTRACTS, load_contract
from pro_context_engine import open_engine
from pro_context_engine.domain.settings import CustomSource, GitHub, Settings

REPOSITORY = {
    "README.md": "# Quarry\n\nCuts stone.\n",
    "docs/index.md": "# Quarry\n\nCuts stone of every kind.\n\n## Install\n\nTake a hammer.\n",
    "docs/saws.md": "# Saws\n\nA saw cuts slowly.\n\n## Blades\n\nOf steel.\n",
}

Facts = Mapping[str, Any]
"""What a contract tells of a library: `id`, `name`, `pages`, the `texts` of some, and more."""

Place = tuple[str, Settings]
"""Where a world's pages are, "" for nowhere, and settings that know it."""


@contextmanager
def world_of(name: str, folder: Path) -> Iterator[Place]:
    with serve(name) as world:
        yield world.origin, engine_settings([world], folder)


@contextmanager
def repository(name: str, folder: Path) -> Iterator[Place]:
    with serve_forge({"acme/quarry": {"HEAD": REPOSITORY, "v2.0.0": REPOSITORY}}) as forge:
        source = CustomSource("quarry", "github", f"{forge.origin}/acme/quarry", "acme/quarry")
        known = engine_settings([], folder, [source])
        yield forge.origin, replace(known, github=GitHub(url=forge.origin))


WORLDS: Mapping[str, tuple[Callable[[str, Path], Any], str]] = {
    "langchain": (world_of, "langchain-ai/langchain"),
    "installed": (world_of, "brightwheel"),
    "repository": (repository, "quarry"),
}
"""How each is opened, and what its library is asked for by."""


@asynccontextmanager
async def opened(contract: str, world: str, folder: Path) -> AsyncIterator[tuple[Product, str]]:
    """Open a contract on a world, with an engine and a cache of its own; give where its pages are, too."""
    opening, _ = WORLDS[world]
    with opening(world, folder) as (origin, settings):
        docs = open_engine(settings)
        try:
            yield Product(docs, build(contract, docs), list[World]()), origin
        finally:
            await docs.close()


async def of_full(product: Product, query: str) -> Facts:
    [match] = (await product.call("resolve-library", query=query))["results"]
    info = await product.call("get-library-info", libraryId=match["libraryId"])
    urls = [entry["url"] for entry in info["toc"]]
    pages = [await product.call("read-page", url=url, maxLines=5000) for url in urls[:2]]
    said = {key: match[key] for key in ("name", "languages", "relevance", "matchedVia")}
    return {
        **said,
        "id": match["libraryId"],
        "pages": sorted(urls),
        "titles": sorted(entry["title"] for entry in info["toc"]),
        "texts": [page["content"].strip() for page in pages],
        "headings": [page["headings"] for page in pages],
        **({"version": info["version"]} if "version" in info else {}),
    }


async def of_lean(product: Product, query: str) -> Facts:
    [match] = (await product.call("resolve-library", query=query))["matches"]
    found = await product.call("get-library-docs", libraryId=match["libraryId"])
    urls = re.findall(r"\]\(<?([^)>]+)>?\)", found["content"])
    pages = [await product.call("read-page", url=url) for url in urls[:2]]
    said = {key: match[key] for key in ("name", "languages", "relevance", "matchedVia")}
    return {
        **said,
        "id": match["libraryId"],
        "pages": sorted(urls),
        "texts": [page["content"].strip() for page in pages],
        "headings": [page["headings"] for page in pages],
    }


async def of_toc(product: Product, query: str) -> Facts:
    found = await product.call("resolve-library", query=query)
    urls = [entry["url"] for entry in found["toc"]]
    pages = [await product.call("read-page", url=url, maxTokens=50000) for url in urls[:2]]
    return {
        "id": found["libraryId"],
        "name": found["name"],
        "pages": sorted(urls),
        "titles": sorted(entry["title"] for entry in found["toc"]),
        "texts": [page["content"].strip() for page in pages],
        **({"version": found["version"]} if "version" in found else {}),
    }


READERS: Mapping[str, Callable[[Product, str], Awaitable[Facts]]] = {"full": of_full, "lean": of_lean, "toc": of_toc}


async def facts(contract: str, world: str, folder: Path) -> Facts:
    """Return what a contract tells of a world, wherever its server happens to be."""
    query = WORLDS[world][1]
    async with opened(contract, world, folder) as (product, origin):
        told = json.dumps(await READERS[contract](product, query))
        [library] = [match.library for match in product.docs.resolve(query)]
    whole: dict[str, Any] = json.loads(told.replace(origin, "{origin}") if origin else told)
    # Lean names libraries by their slugs.
    assert whole["id"] in (library.library_id, library.slug)
    return {**whole, "id": library.library_id}


def test_every_contract_that_finds_libraries_is_asked() -> None:
    finding = {name for name in CONTRACTS if "resolve-library" in {tool["name"] for tool in load_contract(name).tools}}
    assert finding <= READERS.keys()


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("contract", [name for name in READERS if name != "full" and name in CONTRACTS])
async def test_contracts_tell_the_same(contract: str, world: str, tmp_path: Path) -> None:
    theirs = await facts(contract, world, tmp_path / contract)
    ours = await facts("full", world, tmp_path / "full")
    shared = theirs.keys() & ours.keys()
    assert shared >= {"id", "name", "pages", "texts"}
    assert {key: theirs[key] for key in shared} == {key: ours[key] for key in shared}
    assert len(ours["texts"]) == 2
