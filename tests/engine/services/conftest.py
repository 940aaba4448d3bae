"""The package of ships, and a site that is indexed, for the tests of several services."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from tests.worlds import serve
from tests.worlds.dock import docks

from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.domain.results import Answer

Ask = Callable[[str], Awaitable[Answer]]


@pytest.fixture
async def dock(tmp_path: Path) -> AsyncIterator[Ask]:
    async with docks(tmp_path) as engine:

        async def ask(topic: str) -> Answer:
            return await engine.passages([("harbour/dock", None)], topic, 2_000)

        yield ask


@pytest.fixture
async def langchain(tmp_path: Path) -> AsyncIterator[DocsEngine]:
    with serve("langchain") as world:
        docs = open_engine(world.settings(tmp_path))
        await docs.warm(world.library_id)
        yield docs
        await docs.close()
