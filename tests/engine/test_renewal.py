"""What has been stored, over days: found unchanged, read anew, gone upstream, not to be stored, too much to store."""

import asyncio
import logging

import pytest
from tests.engine.fakes import ROCKETS, SITE, Bench, FakeSource, bench_of, until

from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.errors import (
    DocsError,
    FetchFailed,
    NotDocumentation,
    PageMissing,
    SnapshotExpired,
    TocMissing,
)
from pro_context_engine.ingestion.backoff import PAUSE
from pro_context_engine.ingestion.library_backfill import WORKERS
from pro_context_engine.ingestion.opened_library import OpenedLibrary

DOWN = FetchFailed(f"{SITE}/llms.txt", "status 503")


async def filled(bench: Bench) -> OpenedLibrary:
    """Have the library as an answer would after its last refresh, with all its pages."""
    opened = await bench.ingest.current(ROCKETS, None)
    await bench.backfills.fill(opened, (), None)
    return opened


async def terms_found(bench: Bench, term: str) -> int:
    return len(await bench.store.search([term], [(ROCKETS.library_id, "")], 10))


# Unchanged


async def test_what_is_unchanged_is_fresh_again_and_nothing_is_read() -> None:
    source = FakeSource("engines", "fins")
    source.says_same = True
    async with bench_of(source) as bench:
        await filled(bench)
        source.read.clear()
        bench.clock.advance(hours=25)
        renewed = await filled(bench)
        assert (renewed.stale, renewed.snapshot.fetched_at) == (False, bench.clock())
        assert sorted(source.read) == ["engines", "fins"], "each page is asked for once"
        assert sorted(source.given) == ["engines", "fins"], "none is given twice"
        assert {dates.fetched_at for dates in (await bench.store.pages(*renewed.key)).values()} == {bench.clock()}
        bench.clock.advance(hours=23)
        assert not (await filled(bench)).stale
        assert (source.tocs, len(source.read)) == (2, 2)


async def test_what_has_changed_is_read_among_what_has_not() -> None:
    source = FakeSource("engines", "fins")
    source.says_same = True
    async with bench_of(source) as bench:
        await filled(bench)
        bench.clock.advance(hours=25)
        source.edition, source.names = 2, ["engines", "fins", "nozzles"]
        await filled(bench)
        assert "edition 2" in (await bench.text(source.url("engines")) or "")
        assert await bench.text(source.url("nozzles"))


async def test_a_source_that_always_says_unchanged_is_not_believed_beyond_the_maximum_age() -> None:
    source = FakeSource("engines")
    source.says_same, source.tag = True, "for ever"
    async with bench_of(source) as bench:
        await filled(bench)
        source.edition, source.names = 2, ["engines", "fins"]
        for day in range(1, 8):
            bench.clock.advance(hours=24, seconds=1)
            opened = await filled(bench)
            assert not opened.stale
            if day < 6:
                assert "edition 1" in (await bench.text(source.url("engines")) or "")
        assert "edition 2" in (await bench.text(source.url("engines")) or "")
        assert len(opened.toc.entries) == 2


async def test_what_was_not_read_for_the_maximum_age_is_not_served_however_often_it_was_confirmed() -> None:
    source = FakeSource("engines")
    source.says_same, source.tag = True, "for ever"
    async with bench_of(source) as bench:
        await filled(bench)
        for _ in range(5):
            bench.clock.advance(hours=24, seconds=1)
            await filled(bench)
        bench.clock.advance(days=2)
        source.toc_fact = DOWN
        with pytest.raises(SnapshotExpired):
            await bench.ingest.open(ROCKETS, None)
        assert await bench.ingest.searchable() == {}


async def test_two_libraries_that_share_a_page_each_have_their_own_renewed() -> None:
    first, second = FakeSource("engines"), FakeSource("engines")
    first.says_same = True
    second.library_id = "acme/boats"
    async with bench_of(first, second) as bench:
        opened = await filled(bench)
        bench.clock.advance(hours=1)
        await bench.store.put_toc("acme/boats", opened.toc, bench.clock())
        stored = await bench.store.page(first.url("engines"))
        assert stored is not None
        await bench.store.put_page("acme/boats", "", stored.page, [], bench.clock())
        bench.clock.advance(hours=24)
        await filled(bench)
        renewed = await bench.store.page(first.url("engines"), opened.key)
        assert renewed is not None
        assert renewed.fetched_at == bench.clock()


# Gone, or failing


async def test_a_page_that_has_gone_leaves_the_store_and_the_index() -> None:
    source = FakeSource("engines", "fins")
    async with bench_of(source) as bench:
        await filled(bench)
        assert await terms_found(bench, "fin")
        bench.clock.advance(days=2)
        source.page_facts["fins"] = PageMissing(source.url("fins"))
        await filled(bench)
        assert await bench.text(source.url("fins")) is None
        assert not await terms_found(bench, "fin")
        assert await terms_found(bench, "engin")


@pytest.mark.parametrize("fact", [FetchFailed("u", "status 503"), NotDocumentation("u", "a login page")])
async def test_nothing_but_its_absence_takes_a_page_away(fact: DocsError) -> None:
    source = FakeSource("engines", "fins")
    async with bench_of(source) as bench:
        await filled(bench)
        bench.clock.advance(days=2)
        source.page_facts["fins"] = fact
        await filled(bench)
        assert "edition 1" in (await bench.text(source.url("fins")) or "")
        assert await terms_found(bench, "fin")


async def test_documentation_whose_toc_has_gone_is_served_until_it_expires() -> None:
    source = FakeSource("engines")
    async with bench_of(source) as bench:
        await filled(bench)
        source.toc_fact = TocMissing(ROCKETS.library_id, f"{SITE}/llms.txt")
        for _ in range(6):
            bench.clock.advance(days=1, seconds=1)
            assert (await filled(bench)).stale
            assert await terms_found(bench, "engin")
        bench.clock.advance(days=1)
        with pytest.raises(SnapshotExpired):
            await bench.ingest.open(ROCKETS, None)


async def test_a_refresh_that_failed_is_not_tried_again_at_once() -> None:
    source = FakeSource("engines")
    async with bench_of(source) as bench:
        await filled(bench)
        bench.clock.advance(days=2)
        source.toc_fact = DOWN
        for _ in range(5):
            assert (await bench.ingest.current(ROCKETS, None)).stale
        assert source.tocs == 2
        bench.clock.now += PAUSE
        source.toc_fact = None
        assert not (await bench.ingest.current(ROCKETS, None)).stale


# Not to be stored


async def test_a_page_that_must_not_be_stored_is_not_and_costs_one_request_a_day() -> None:
    source = FakeSource("engines")
    source.storable = False
    async with bench_of(source) as bench:
        for _ in range(3):
            await filled(bench)
        assert (source.tocs, source.read) == (1, ["engines"])
        assert await bench.text(source.url("engines")) is None
        assert not await terms_found(bench, "engin")
        bench.clock.advance(hours=24, seconds=1)
        await filled(bench)
        assert (source.tocs, source.read) == (2, ["engines", "engines"])


async def test_a_toc_that_must_not_be_stored_is_known_to_this_process_only() -> None:
    source = FakeSource("engines", "fins")
    source.storable = False
    async with bench_of(source) as bench:
        assert len((await filled(bench)).toc.entries) == 2
        assert (await bench.ingest.open(ROCKETS, None)).cached
        stored = await bench.store.toc(ROCKETS.library_id, "")
        assert stored is not None
        assert stored.entries == ()
        await bench.restart()
        assert len((await bench.ingest.open(ROCKETS, None)).toc.entries) == 2
        assert source.tocs == 2


async def test_pages_that_may_be_stored_survive_a_toc_that_may_not() -> None:
    source = FakeSource("engines")
    async with bench_of(source) as bench:
        await filled(bench)
        bench.clock.advance(hours=25)
        source.toc_storable = False
        await filled(bench)
        await bench.restart()
        source.read.clear()
        await filled(bench)
        assert await terms_found(bench, "engin")
        assert source.read == []


async def test_a_stored_page_that_must_not_be_stored_any_longer_goes() -> None:
    source = FakeSource("engines")
    async with bench_of(source) as bench:
        await filled(bench)
        bench.clock.advance(hours=25)
        source.storable = False
        await filled(bench)
        assert await bench.text(source.url("engines")) is None


# From elsewhere


async def test_what_came_from_another_address_is_not_served() -> None:
    source = FakeSource("engines")
    async with bench_of(source) as bench:
        await filled(bench)
        await bench.restart()
        source.site = "https://new.rockets.example"
        moved = await filled(bench)
        assert (moved.cached, moved.snapshot.origin) == (False, "https://new.rockets.example/llms.txt")
        assert await bench.text(f"{SITE}/engines") is None
        assert await bench.text("https://new.rockets.example/engines")
        source.site, source.toc_fact = SITE, DOWN
        with pytest.raises(FetchFailed):
            await bench.ingest.open(ROCKETS, None)


# Too much


async def test_a_library_larger_than_the_store_keeps_what_fits_and_reads_the_rest_no_more(
    caplog: pytest.LogCaptureFixture,
) -> None:
    source = FakeSource(*(f"page-{number}" for number in range(100)))
    source.padding = "Fuel burns in the tank.\n" * 200
    async with bench_of(source, store=open_store(None, 300_000)) as bench:
        with caplog.at_level(logging.WARNING, "pro_context.store"):
            opened = await filled(bench)
        kept = set(await bench.store.pages(*opened.key))
        assert 5 < len(kept) < 50
        assert len(source.read) <= len(kept) + WORKERS
        assert "full" in caplog.text
        source.read.clear()
        for _ in range(5):
            assert not await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        assert source.read == []
        for _ in range(3):
            bench.clock.now += PAUSE
            await filled(bench)
        assert len(source.read) <= 3 * WORKERS
        assert set(await bench.store.pages(*opened.key)) == kept
        bench.clock.advance(hours=25)
        source.edition = 2
        await filled(bench)
        texts = [await bench.text(url) or "" for url in kept]
        assert all("edition 2" in text for text in texts), "what is kept is renewed"


async def test_a_library_that_is_cleared_while_it_is_filled_is_filled_when_it_is_asked_for_again() -> None:
    source = FakeSource(*(f"page-{number}" for number in range(40)))
    source.gate.clear()
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        filling = asyncio.create_task(bench.backfills.fill(opened, (), None))
        await until(lambda: source.at_once == WORKERS)
        await bench.store.clear(None)
        source.gate.set()
        await filling
        assert len(source.read) == WORKERS
        again = await filled(bench)
        assert len(await bench.store.pages(*again.key)) == 40
