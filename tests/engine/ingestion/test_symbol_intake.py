"""Symbol tables: made once, also for many requests, and not again where they failed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.engine.fakes import ROCKETS, Bench, FakeSource, bench_of

from pro_context_engine.domain.errors import IndexingUnderway, SourceUnavailable
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.symbols import PackageSymbol, SymbolKind, SymbolPlace, SymbolTable
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.symbol_intake import SymbolIntake

TABLE = SymbolTable(
    "rockets",
    "1.0",
    (
        PackageSymbol(
            "rockets.launch",
            SymbolKind.FUNCTION,
            paths=("rockets.pads.launch", "rockets.pads.go"),
            url="pypi://rockets/1.0/api/rockets#launch",
            path_urls=(("rockets.pads.go", "pypi://rockets/1.0/api/rockets.pads#go"),),
        ),
        PackageSymbol("rockets.hidden", SymbolKind.FUNCTION),
    ),
)


class Packaged(FakeSource):
    """A source with a symbol table, or with a fault in its place, and nothing else of a package."""

    def __init__(self) -> None:
        super().__init__("guide", name=SourceName.INSTALLED, version="1.0")
        self.fault: Exception | None = None
        self.made = 0
        self.table_gate = asyncio.Event()
        self.table_gate.set()

    async def symbol_table(self, library: Library, version: str) -> SymbolTable:
        self.made += 1
        await self.table_gate.wait()
        if self.fault:
            raise self.fault
        return TABLE

    async def _refuse(self, *_: object) -> None:
        raise AssertionError("nothing but the table is needed")

    package_files = source_files = files_at_hand = declarations = definition_places = names_in_texts = _refuse


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    async with bench_of(Packaged()) as made:
        yield made


async def opened(bench: Bench) -> OpenedLibrary:
    return await bench.ingest.open(ROCKETS, None)


async def test_a_table_is_made_once_for_all_requests(bench: Bench) -> None:
    source = bench.sources[0]
    assert isinstance(source, Packaged)
    intake, library = SymbolIntake(bench.store), await opened(bench)
    source.table_gate.clear()
    assert not await intake.prepare(library, 0)
    source.table_gate.set()
    assert await asyncio.gather(*(intake.prepare(library, 60) for _ in range(5))) == [True] * 5
    assert await intake.table(library) == TABLE
    assert await SymbolIntake(bench.store).prepare(library, 60)
    assert source.made == 1


async def test_a_table_is_made_behind_the_answer(bench: Bench) -> None:
    source = bench.sources[0]
    assert isinstance(source, Packaged)
    intake, library = SymbolIntake(bench.store), await opened(bench)
    for _ in range(3):
        intake.start(library)
    await asyncio.gather(*intake._tasks.values())
    intake.start(library)
    assert await bench.store.has_symbols(*library.key)
    assert (source.made, len(intake._tasks)) == (1, 0)


async def test_work_that_is_not_done_at_the_end_is_given_up(bench: Bench) -> None:
    source = bench.sources[0]
    assert isinstance(source, Packaged)
    intake, library = SymbolIntake(bench.store), await opened(bench)
    source.table_gate.clear()
    intake.start(library)
    assert not await intake.prepare(library, 0)
    await intake.close()
    assert not await bench.store.has_symbols(*library.key)


async def test_every_path_leads_to_its_place(bench: Bench) -> None:
    library = await opened(bench)
    assert await SymbolIntake(bench.store).prepare(library, 60)

    async def urls(name: str) -> list[str]:
        (places,) = await bench.store.find_symbols(*library.key, [name])
        return [place.url.rpartition("/")[2] for place in places]

    assert await urls("launch") == await urls("Launch") == await urls("pads.launch") == ["rockets#launch"]
    assert await urls("go") == await urls("rockets.pads.go") == ["rockets.pads#go"]
    assert await urls("hidden") == await urls("aunch") == []


async def test_ranks_are_kept_by_the_place(bench: Bench) -> None:
    library = await opened(bench)
    assert await bench.store.symbol_ranks(*library.key) == {}
    assert await SymbolIntake(bench.store).prepare(library, 60)
    ranks = await bench.store.symbol_ranks(*library.key)
    ((place, *_),) = await bench.store.find_symbols(*library.key, ["launch"])
    assert ranks[place.url] == place.rank
    assert {url.partition("#")[0].rpartition("/")[2] for url in ranks} == {"rockets", "rockets.pads"}


async def test_ranks_are_those_of_the_table_that_is_stored(bench: Bench) -> None:
    library = await opened(bench)

    async def ranks(*stored: int) -> dict[str, int]:
        places = [("a.b", SymbolPlace("a.b", "function", "pypi://rockets/a#b", rank)) for rank in stored]
        await bench.store.put_symbol_table(*library.key, bytes(stored), places)
        return dict(await bench.store.symbol_ranks(*library.key))

    assert await ranks(3) == {"pypi://rockets/a#b": 3}
    assert await ranks(1) == {"pypi://rockets/a#b": 1}
    await bench.store.clear(None)
    assert await bench.store.symbol_ranks(*library.key) == {}


async def test_a_table_goes_with_its_snapshot(bench: Bench) -> None:
    intake, library = SymbolIntake(bench.store), await opened(bench)
    assert await intake.prepare(library, 60)
    await bench.store.clear(None)
    assert await bench.store.symbol_table(*library.key) == b""
    assert await bench.store.find_symbols(*library.key, ["launch"]) == []
    again = await opened(bench)
    intake.forget(again)
    assert await intake.prepare(again, 60)
    assert await bench.store.find_symbols(*library.key, ["launch"])


async def test_a_fault_is_logged_once_and_not_met_again(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    source = bench.sources[0]
    assert isinstance(source, Packaged)
    source.fault = RuntimeError("a broken package")
    intake, library = SymbolIntake(bench.store), await opened(bench)
    for _ in range(2):
        assert not await intake.prepare(library, 60)
        assert await intake.table(library) is None
    assert source.made == 1
    assert caplog.text.count("no symbol table of acme/rockets") == 1


async def test_the_reason_is_said_why_there_is_no_table(bench: Bench) -> None:
    source = bench.sources[0]
    assert isinstance(source, Packaged)
    intake, library = SymbolIntake(bench.store), await opened(bench)
    source.table_gate.clear()
    assert await intake.table(library, 0) is None
    with pytest.raises(IndexingUnderway):
        intake.raise_why_lacking(library)
    source.fault = RuntimeError("a broken package")
    source.table_gate.set()
    assert await intake.table(library) is None
    with pytest.raises(SourceUnavailable) as raised:
        intake.raise_why_lacking(library)
    assert raised.value.reason == "the names of its package cannot be read"
    async with bench_of(FakeSource("guide", name=SourceName.INSTALLED, version="1.0")) as other:
        with pytest.raises(SourceUnavailable) as raised:
            intake.raise_why_lacking(await opened(other))
    assert raised.value.reason == "its documentation is of no package"
