"""The process in which symbol tables are made."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install

from pro_context_engine.concurrency.workers import large_documents
from pro_context_engine.concurrency.workers.process import WorkerMissing
from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.domain.symbols import SymbolTable
from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation
from pro_context_engine.sources.packages.symbols import table_making
from pro_context_engine.sources.packages.symbols.table_making import TableMaking


@pytest.fixture(autouse=True)
async def workers() -> AsyncIterator[None]:
    """End the workers after a test."""
    yield
    await large_documents.close()


@pytest.fixture
def pond(tmp_path: Path) -> InstalledPackage:
    """Give an installed package."""
    install(tmp_path, {"pond.py": "def swim(far): ...\n"})
    return InstalledPackage("pond", "2.0", "", str(tmp_path), str(tmp_path / "pond-2.0.dist-info"))


class OpenPond(PythonDocumentation):
    """A package that notes the tables which this process makes of it."""

    made = 0

    def symbols(self) -> SymbolTable:
        """Return the table, and count it."""
        self.made += 1
        return super().symbols()


async def test_the_table_of_a_large_package_is_made_in_another_process(
    pond: InstalledPackage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_making, "LARGE", 10)
    here = OpenPond(pond)
    table = await TableMaking(PythonDocumentation).table(pond, here)
    assert [symbol.name for symbol in table.symbols] == ["pond", "pond.swim"]
    assert here.made == 0


async def test_the_table_of_a_small_package_is_made_here(pond: InstalledPackage) -> None:
    here = OpenPond(pond)
    assert (await TableMaking(PythonDocumentation).table(pond, here)).symbols
    assert here.made == 1


@pytest.mark.parametrize("large", [10, 1_000])
async def test_of_three_tables_at_a_time_one_is_made_here(
    pond: InstalledPackage, monkeypatch: pytest.MonkeyPatch, large: int
) -> None:
    monkeypatch.setattr(table_making, "LARGE", large)
    here = OpenPond(pond)
    making = TableMaking(PythonDocumentation)
    begun = asyncio.Barrier(3)

    def together(call: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
        async def wait_and_call(*arguments: object) -> object:
            await begun.wait()
            return await call(*arguments)

        return wait_and_call

    # Otherwise the first table could be made before the last one is asked for.
    monkeypatch.setattr(table_making, "work_apart", together(table_making.work_apart))
    monkeypatch.setattr(making._analyses, "call", together(making._analyses.call))
    tables = await asyncio.gather(*(making.table(pond, here) for _ in range(3)))
    assert tables[0] == tables[1] == tables[2]
    assert here.made == 1


async def test_without_a_worker_tables_are_made_here(pond: InstalledPackage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def missing(*_: object) -> bytes:
        raise WorkerMissing

    monkeypatch.setattr(table_making, "work_apart", missing)
    monkeypatch.setattr(table_making, "LARGE", 10)
    here = OpenPond(pond)
    assert (await TableMaking(PythonDocumentation).table(pond, here)).symbols
    assert here.made == 1
