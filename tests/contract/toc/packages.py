"""The contract where packages document libraries, and a package for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from tests.contract.product import Product, engine_settings
from tests.worlds.distributions import wheel
from tests.worlds.package_index import PackageIndex

from pro_context.app import build
from pro_context_engine import open_engine


@asynccontextmanager
async def with_index(folder: Path) -> AsyncIterator[Product]:
    """Open the contract where nothing but the package index documents anything."""
    docs = open_engine(replace(engine_settings([], folder), packages=True))
    try:
        yield Product(docs, build("toc", docs), [])
    finally:
        await docs.close()


def publish(index: PackageIndex, *versions: str) -> None:
    for version in versions:
        index.add("brook-kit", wheel("brook-kit", version, {"brook/__init__.py": '"""Brooks."""\n'}, readme="# Brook"))
