"""A name leads, or is said to be missing, before the symbol table is made."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.engine.fakes import PATIENT, engine_on, finder_of, parts_of
from tests.worlds.dock import FILES, Index, Published, docks, install

from pro_context_engine.domain.model import Library, Page, Toc
from pro_context_engine.domain.settings import Patience, Settings
from pro_context_engine.domain.symbols import SymbolPlace, SymbolTable
from pro_context_engine.engine import DocsEngine
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.sources.installed.source import InstalledSource
from pro_context_engine.sources.published.source import PublishedSource


async def test_the_table_is_made_behind_an_answer_about_no_name(tmp_path: Path) -> None:
    async with docks(tmp_path) as engine:
        await engine.passages([("harbour/dock", None)], "moor a ship with two lines", 2_000)
        await asyncio.gather(*engine._parts.symbol_intake._tasks.values())
        store: Any = engine._parts.store
        assert await store.has_symbols("harbour/dock", "1.0.0")


class Slow(InstalledSource):
    """A source whose symbol table is never ready, and that may not find definitions."""

    finds = True
    asked_for_the_table = False

    async def symbol_table(self, library: Library, version: str) -> SymbolTable:
        self.asked_for_the_table = True
        await asyncio.Event().wait()
        raise AssertionError

    async def definition_places(
        self, library: Library, version: str, names: Sequence[str]
    ) -> Sequence[SymbolPlace | None]:
        if not self.finds:
            return [None] * len(names)
        assert not self.asked_for_the_table
        return await super().definition_places(library, version, names)


@asynccontextmanager
async def slow_docks(tmp_path: Path, *, finds: bool) -> AsyncIterator[DocsEngine]:
    install(tmp_path / "project/.venv/lib/python3.12/site-packages", "1.0.0", FILES)
    environment = ProjectEnvironment(tmp_path / "project", environ={})
    library = Library("harbour/dock", "dock", "Dock", languages=("python",), python_packages=("dock",))
    source = Slow(environment)
    source.finds = finds
    finder = finder_of(Catalogue([library]), environment)
    # Without definitions the answer waits for the table, in vain.
    patience = PATIENT if finds else Patience(answers=0.5)
    published = PublishedSource(Index(), Published(tmp_path / "published"), lambda: "index")
    engine = engine_on(parts_of([source, published], finder=finder, settings=Settings(patience=patience)))
    try:
        yield engine
    finally:
        await engine.close()


@pytest.mark.parametrize(
    ("topic", "heading"),
    [("moor", "dock › moor"), ("dock.moor", "dock › moor"), ("d.Ship.sink", "dock › Ship › Ship.sink")],
)
async def test_a_name_leads_before_the_table_is_begun(tmp_path: Path, topic: str, heading: str) -> None:
    async with slow_docks(tmp_path, finds=True) as engine:
        answer = await engine.passages([("harbour/dock", None)], topic, 2_000)
        assert answer.passages[0].title == heading
        assert answer.confidence > 0.9


class OnePage(InstalledSource):
    """A source that reads one page at a time, and never finishes any but that of the top module."""

    def __init__(self, environment: ProjectEnvironment) -> None:
        super().__init__(environment)
        self._reading = asyncio.Lock()

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        async with self._reading:
            if not url.endswith("/api/dock"):
                await asyncio.Event().wait()
            return await super().page(library, version, url, known)

    async def pages(self, library: Library, toc: Toc, wanted: Collection[str]) -> AsyncGenerator[Page, None]:
        for _ in ():
            yield


async def test_an_answer_waits_for_the_page_of_a_name_alone_where_only_the_table_is_stored(tmp_path: Path) -> None:
    install(tmp_path / "project/.venv/lib/python3.12/site-packages", "1.0.0", FILES)
    environment = ProjectEnvironment(tmp_path / "project", environ={})
    library = Library("harbour/dock", "dock", "Dock", languages=("python",), python_packages=("dock",))
    finder = finder_of(Catalogue([library]), environment)
    patience = Settings(patience=Patience(answers=0.5))
    engine = engine_on(parts_of([OnePage(environment)], finder=finder, settings=patience))
    try:
        await engine.symbols("harbour/dock")
        answer = await engine.passages([("harbour/dock", None)], "moor", 2_000)
        assert answer.passages[0].title == "dock › moor"
        assert answer.confidence > 0.9
    finally:
        await engine.close()


async def test_a_missing_name_is_said_to_be_missing_before_the_table_is_made(tmp_path: Path) -> None:
    async with slow_docks(tmp_path, finds=False) as engine:
        for topic in ("moor_twice ship", "moor_twice"):
            answer = await engine.passages([("harbour/dock", None)], topic, 2_000)
            first = answer.content.splitlines()[0]
            assert "`moor_twice` is not in harbour/dock 1.0.0: neither a public name nor the text has it." in first
            assert "2.0.0 has it: pypi://dock/2.0.0/source/dock/cranes.py." in first
        answer = await engine.passages([("harbour/dock", None)], "moor_all ship", 2_000)
        assert "is not in" not in answer.content


async def test_words_alone_are_no_certain_answer_to_a_name(tmp_path: Path) -> None:
    async with slow_docks(tmp_path, finds=False) as engine:
        answer = await engine.passages([("harbour/dock", None)], "moor", 2_000)
        assert answer.confidence <= 0.5
        assert answer.indexing
