"""The façade as a handler uses it, over a real world and over fakes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from tests.engine.fakes import (
    ROCKETS,
    SITE,
    FakeClock,
    FakeEnvironment,
    FakeSource,
    NoNetwork,
    engine_on,
    finder_of,
    parts_of,
    until,
)

from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.errors import LibraryUnknown, PageMissing, VersionUnknown
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.engine import DocsEngine
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.services.versions import OPENED_AT_ONCE

BOATS = Library("acme/boats", "boats", "Boats", languages=("rust",), categories=("water",))


@asynccontextmanager
async def engine_of(
    *sources: FakeSource, packages: tuple[str, ...] = ()
) -> AsyncIterator[tuple[DocsEngine, FakeClock]]:
    store, clock, fetcher = open_store(None), FakeClock(), NoNetwork()
    finder = finder_of(Catalogue([ROCKETS, BOATS], "registry-v2026-01-01"), FakeEnvironment(*packages))
    docs = engine_on(parts_of(sources, store, finder=finder, fetcher=fetcher, clock=clock))
    await docs.open_parts()
    try:
        yield docs, clock
    finally:
        await docs.close()
        assert fetcher.closed


async def test_a_library_comes_with_its_toc_its_sources_and_its_versions() -> None:
    installed, published = FakeSource(name=SourceName.INSTALLED, version="1.2.3"), FakeSource("engines")
    installed.names = ["readme"]
    async with engine_of(installed, published) as (docs, clock):
        found = await docs.library("rockets")
        assert (found.library, found.toc.version, found.versions) == (ROCKETS, "1.2.3", ("1.2.3",))
        assert found.sources == (SourceName.INSTALLED, SourceName.LLMS_TXT)
        assert (found.fetched_at, found.cached, found.stale) == (clock(), False, False)
        assert (await docs.library("acme/rockets")).cached
        with pytest.raises(VersionUnknown):
            await docs.library("acme/rockets", "9")


@pytest.mark.parametrize(
    "call",
    [
        lambda docs: docs.library("acme/nothing"),
        lambda docs: docs.warm("acme/nothing"),
        lambda docs: docs.passages([("acme/rockets", None), ("acme/nothing", None)], "engines", 1000),
        lambda docs: docs.search("engines", ["acme/rockets", "acme/nothing"], None, 5),
    ],
)
async def test_an_unknown_library_is_refused_before_anything_is_fetched(
    call: Callable[[DocsEngine], Awaitable[object]],
) -> None:
    source = FakeSource("engines")
    async with engine_of(source) as (docs, _):
        with pytest.raises(LibraryUnknown):
            await call(docs)
    assert source.tocs == 0


async def test_one_library_asked_twice_is_opened_once() -> None:
    source = FakeSource("engines")
    async with engine_of(source) as (docs, _):
        await docs.passages([("acme/rockets", None)] * 3, "engines", 1000)
    assert (source.tocs, source.read) == (1, ["engines"])


async def test_what_is_cleared_while_it_is_filled_is_answered_none_the_less() -> None:
    source = FakeSource("engines")
    source.gate.clear()
    async with engine_of(source) as (docs, _):
        answering = asyncio.create_task(docs.passages([("acme/rockets", None)], "engines", 1000))
        await until(lambda: source.at_once == 1)
        assert await docs.maintenance.clear(None)
        source.gate.set()
        assert (await answering).passages
    assert source.tocs == 2


async def test_many_libraries_are_opened_a_few_at_a_time() -> None:
    sources = []
    libraries = [Library(f"many/lib{number}", f"lib{number}", f"Lib {number}") for number in range(OPENED_AT_ONCE + 4)]
    for library in libraries:
        source = FakeSource("engines")
        source.library_id, source.site = library.library_id, f"https://{library.slug}.example"
        sources.append(source)
    store = open_store(None)
    finder = finder_of(Catalogue(libraries), FakeEnvironment())
    docs = engine_on(parts_of(sources, store, finder=finder))
    answer = await docs.passages([(library.library_id, None) for library in libraries], "engines", 10_000)
    assert len({passage.library_id for passage in answer.passages}) > 1
    assert all(source.tocs == 1 for source in sources)
    await docs.close()


async def test_warming_says_what_is_stored() -> None:
    source = FakeSource("engines", "fins")
    source.page_facts["fins"] = PageMissing(f"{SITE}/fins")
    async with engine_of(source) as (docs, clock):
        stored = await docs.warm("rockets")
        assert (stored.library_id, stored.pages, stored.total_pages) == ("acme/rockets", 1, 2)
        clock.advance(days=2)
        source.page_facts.clear()
        source.edition = 2
        renewed = await docs.warm("rockets")
        assert (renewed.pages, renewed.fetched_at) == (2, clock())
        assert "edition 2" in (await docs.page(f"{SITE}/engines")).page.markdown


async def test_libraries_come_with_the_projects_own_first() -> None:
    boats = FakeSource("sails")
    boats.library_id, boats.site = "acme/boats", "https://boats.example"
    async with engine_of(boats, packages=("brightwheel",)) as (docs, _):
        ids = [known.library.library_id for known in await docs.libraries()]
        assert ids == ["pypi/brightwheel", "acme/boats", "acme/rockets"]
        assert [known.project_detected for known in await docs.libraries()] == [True, False, False]
        assert [known.library.library_id for known in await docs.libraries("RUST")] == ["acme/boats"]
        assert [known.library.library_id for known in await docs.libraries(category="Water")] == ["acme/boats"]
        assert len(await docs.libraries("cobol")) == 0
        assert docs.project_libraries()[0][1] == "1.2.3"
        assert docs.project_origins() == [".venv"]


async def test_indexed_libraries_come_before_the_others() -> None:
    source = FakeSource("engines")
    async with engine_of(source) as (docs, _):
        before = [known.library.library_id for known in await docs.libraries()]
        await docs.warm(ROCKETS.library_id)
        after = [known.library.library_id for known in await docs.libraries()]
    assert before == ["acme/boats", "acme/rockets"]
    assert after == ["acme/rockets", "acme/boats"]


async def test_the_status_tells_what_happened() -> None:
    async with engine_of(FakeSource("engines"), packages=("brightwheel",)) as (docs, clock):
        await docs.passages([("rockets", None)], "engines", 1000)
        await docs.passages([("rockets", None)], "engines", 1000)
        await docs.page(f"{SITE}/engines")
        await docs.library("rockets")
        status = await docs.status()
        assert (status.stored_pages, status.lookups, status.hits) == (1, 4, 3)
        assert (status.fetch_successes, status.fetch_failures, status.last_fetch) == (3, 1, clock())
        assert (status.store_failing, status.uptime) == (False, 0)
        assert (status.registry_version, status.project_libraries) == ("registry-v2026-01-01", ("pypi/brightwheel",))


async def test_completion() -> None:
    async with engine_of(FakeSource(name=SourceName.INSTALLED, version="1.2.3")) as (docs, _):
        assert await docs.complete("library", "acme/r", {}) == ["acme/rockets"]
        assert await docs.complete("version", "1.", {"libraryId": "rockets"}) == ["1.2.3"]
        assert await docs.complete("version", "2.", {"libraryId": "rockets"}) == []
        assert await docs.complete("version", "", {"libraryId": "nothing"}) == []
        assert await docs.complete("version", "", {}) == []


async def test_the_installed_version_of_a_library() -> None:
    async with engine_of(packages=("brightwheel",)) as (docs, _):
        (match, *_) = docs.resolve("brightwheel")
        assert docs.installed_version(match.library) == "1.2.3"
        assert docs.installed_version(ROCKETS) is None
