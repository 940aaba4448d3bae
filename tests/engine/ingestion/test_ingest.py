import asyncio
import logging
from dataclasses import replace

import pytest
from tests.engine.fakes import ROCKETS, SITE, FakeSource, bench_of, until
from tests.patience import PATIENT

from pro_context_engine.domain.errors import (
    DocsError,
    FetchFailed,
    NotDocumentation,
    PageMissing,
    SnapshotExpired,
    SourceUnavailable,
    TocMissing,
    VersionUnknown,
)
from pro_context_engine.domain.model import Library, Page, SourceName, TocEntry
from pro_context_engine.ingestion.backoff import PAUSE
from pro_context_engine.ingestion.library_backfill import WORKERS
from pro_context_engine.ingestion.page_intake import with_entry

UNREACHABLE = FetchFailed(f"{SITE}/llms.txt", "no answer")
MISSING = TocMissing(ROCKETS.library_id, f"{SITE}/llms.txt")


def installed(*names: str) -> FakeSource:
    return FakeSource(*names, name=SourceName.INSTALLED, version="1.2.3")


# Opening


async def test_the_first_source_that_has_a_toc_answers() -> None:
    first, second = installed("engines"), FakeSource("engines")
    async with bench_of(first, second) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        assert (opened.source, opened.snapshot.version, opened.cached, opened.stale) == (first, "1.2.3", False, False)
        assert second.tocs == 0


@pytest.mark.parametrize("fact", [MISSING, UNREACHABLE, NotDocumentation(f"{SITE}/llms.txt", "empty")])
async def test_a_source_that_fails_is_passed_over(fact: DocsError) -> None:
    first, second = installed("engines"), FakeSource("engines")
    first.toc_fact = fact
    async with bench_of(first, second) as bench:
        assert (await bench.ingest.open(ROCKETS, None)).source is second


async def test_the_fact_of_the_only_source_is_the_answer() -> None:
    source = FakeSource()
    source.toc_fact = MISSING
    async with bench_of(source) as bench:
        with pytest.raises(TocMissing) as raised:
            await bench.ingest.open(ROCKETS, None)
    assert raised.value is MISSING


@pytest.mark.parametrize(
    ("fact", "transient", "reason"),
    [(UNREACHABLE, True, "no answer"), (MISSING, False, "no table of contents")],
)
async def test_several_failing_sources_are_named(fact: DocsError, transient: bool, reason: str) -> None:
    first, second = installed(), FakeSource()
    first.toc_fact, second.toc_fact = MISSING, fact
    async with bench_of(first, second) as bench:
        with pytest.raises(SourceUnavailable) as raised:
            await bench.ingest.open(ROCKETS, None)
    told = raised.value
    assert (told.library_id, told.tried, told.transient) == ("acme/rockets", ["installed", "llms.txt"], transient)
    assert told.attempts == ["installed: no table of contents", f"llms.txt: {reason}"]


async def test_a_library_without_any_source_is_unavailable() -> None:
    async with bench_of() as bench:
        with pytest.raises(SourceUnavailable) as raised:
            await bench.ingest.open(ROCKETS, None)
    assert (raised.value.tried, raised.value.transient) == ([], False)


async def test_an_unknown_version_is_answered_with_those_there_are() -> None:
    async with bench_of(installed("engines"), FakeSource("engines")) as bench:
        assert (await bench.ingest.open(ROCKETS, "1.2.3")).snapshot.version == "1.2.3"
        with pytest.raises(VersionUnknown) as raised:
            await bench.ingest.open(ROCKETS, "9.9")
    assert (raised.value.version, raised.value.available) == ("9.9", ["1.2.3"])


async def test_what_is_stored_is_served_without_asking_the_source() -> None:
    source = FakeSource("engines", "fins")
    async with bench_of(source) as bench:
        fetched = await bench.ingest.open(ROCKETS, None)
        await bench.restart()
        bench.clock.advance(hours=23)
        stored = await bench.ingest.open(ROCKETS, None)
        assert (stored.cached, stored.stale, stored.toc) == (True, False, fetched.toc)
        assert source.tocs == 1


async def test_what_is_stale_is_served_and_refreshed_once_behind() -> None:
    source = FakeSource("engines", "fins")
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        await bench.backfills.fill(opened, (), None)
        bench.clock.advance(hours=25)
        source.edition, source.names = 2, ["engines", "fins", "nozzles"]
        source.toc_gate.clear()
        askers = [await bench.ingest.open(ROCKETS, None) for _ in range(3)]
        assert all(asker.cached and asker.stale and len(asker.toc.entries) == 2 for asker in askers)
        source.toc_gate.set()
        renewed = await bench.ingest.current(ROCKETS, None)
        assert (renewed.stale, len(renewed.toc.entries), source.tocs) == (False, 3, 2)
        assert "edition 2" in (await bench.text(source.url("engines")) or "")
        assert sorted(source.read) == ["engines", "engines", "fins", "fins"], "what nobody read is not fetched"


async def test_a_stale_answer_waits_for_no_page() -> None:
    source = FakeSource("engines")
    async with bench_of(source) as bench:
        await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        bench.clock.advance(days=2)
        source.gate.clear()
        stale = await bench.ingest.open(ROCKETS, None)
        assert not await bench.backfills.fill(stale, (), None)


async def test_a_failed_refresh_keeps_what_is_stored(caplog: pytest.LogCaptureFixture) -> None:
    source = FakeSource("engines")
    async with bench_of(source) as bench:
        await bench.ingest.open(ROCKETS, None)
        bench.clock.advance(days=2)
        source.toc_fact = UNREACHABLE
        with caplog.at_level(logging.INFO, "pro_context.freshness"):
            current = await bench.ingest.current(ROCKETS, None)
        assert (current.cached, current.stale) == (True, True)
        assert "refresh of acme/rockets@ failed: FetchFailed" in caplog.text


async def test_what_is_expired_is_fetched_again_with_its_pages() -> None:
    source = FakeSource("engines")
    async with bench_of(source) as bench:
        await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        bench.clock.advance(days=8)
        source.edition = 2
        opened = await bench.ingest.open(ROCKETS, None)
        assert (opened.cached, opened.stale) == (False, False)
        assert await bench.backfills.fill(opened, (), None)
        assert "edition 2" in (await bench.text(source.url("engines")) or "")


@pytest.mark.parametrize("others", [0, 1])
async def test_an_expired_snapshot_that_cannot_be_fetched_again_is_said_to_be_expired(others: int) -> None:
    source, other = FakeSource("engines"), installed()
    other.toc_fact = MISSING
    async with bench_of(*[other] * others, source) as bench:
        await bench.ingest.open(ROCKETS, None)
        bench.clock.advance(days=8)
        source.toc_fact = UNREACHABLE
        with pytest.raises(SnapshotExpired):
            await bench.ingest.open(ROCKETS, None)


async def test_a_clock_set_back_changes_nothing() -> None:
    source = FakeSource("engines")
    async with bench_of(source) as bench:
        await bench.ingest.open(ROCKETS, None)
        bench.clock.advance(days=-400)
        opened = await bench.ingest.open(ROCKETS, None)
        assert (opened.cached, opened.stale, source.tocs) == (True, False, 1)


async def test_one_source_does_not_serve_what_another_stored() -> None:
    custom, published = FakeSource("engines", name=SourceName.CUSTOM), FakeSource("fins")
    custom.toc_fact = UNREACHABLE
    async with bench_of(custom, published) as bench:
        assert (await bench.ingest.open(ROCKETS, None)).source is published
        custom.toc_fact = None
        assert (await bench.ingest.open(ROCKETS, None)).source is custom


async def test_a_source_that_hangs_delays_no_answer_from_what_is_stored() -> None:
    custom, published = FakeSource("engines", name=SourceName.CUSTOM), FakeSource("fins")
    custom.toc_fact = UNREACHABLE
    async with bench_of(custom, published, patience=replace(PATIENT, sources=0)) as bench:
        await bench.ingest.open(ROCKETS, None)
        custom.toc_fact = None
        custom.toc_gate.clear()
        for _ in range(2):
            opened = await bench.ingest.open(ROCKETS, None)
            assert (opened.source, opened.cached) == (published, True)
        assert custom.tocs == 2, "it is asked behind the answers, once at a time"
        custom.toc_gate.set()
        await until(lambda: not bench.parts.refreshes.underway("acme/rockets@ from custom"))
        assert (await bench.ingest.open(ROCKETS, None)).source is custom


async def test_a_source_that_failed_is_left_alone_while_another_one_has_given_what_is_stored() -> None:
    custom, published = FakeSource("engines", name=SourceName.CUSTOM), FakeSource("fins")
    custom.toc_fact = UNREACHABLE
    async with bench_of(custom, published) as bench:
        for _ in range(5):
            assert (await bench.ingest.open(ROCKETS, None)).source is published
        assert custom.tocs == 2
        bench.clock.advance(seconds=PAUSE.total_seconds() + 1)
        custom.toc_fact = None
        assert (await bench.ingest.open(ROCKETS, None)).source is custom


# Opening for single pages


async def test_a_source_without_toc_keeps_single_pages_under_an_empty_one() -> None:
    source = FakeSource("engines")
    source.toc_fact = MISSING
    async with bench_of(source) as bench:
        opened = await bench.ingest.open_from(source, ROCKETS)
        assert opened.toc.entries == ()
        page = Page(f"{SITE}/one", "One", "# One\n")
        assert await bench.store.put_page(*opened.key, page, (), bench.clock())
        assert (await bench.ingest.open_from(source, ROCKETS)).cached
        with pytest.raises(TocMissing):
            await bench.ingest.open(ROCKETS, None)
        source.toc_fact = None
        assert (await bench.ingest.open(ROCKETS, None)).toc.entries


async def test_an_empty_toc_never_takes_the_place_of_a_real_one() -> None:
    custom, published = FakeSource(name=SourceName.CUSTOM), FakeSource("fins")
    custom.toc_fact = MISSING
    async with bench_of(custom, published) as bench:
        await bench.ingest.open(ROCKETS, None)
        with pytest.raises(TocMissing):
            await bench.ingest.open_from(custom, ROCKETS)
        assert (await bench.ingest.open(ROCKETS, None)).cached


# Filling


async def test_filling_stores_and_indexes_every_page_once() -> None:
    source = FakeSource("engines", "fins")
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        assert await bench.backfills.fill(opened, (), None)
        assert not await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        assert sorted(source.read) == ["engines", "fins"]
        assert [hit.chunk.page_url for hit in await bench.store.search(["fin"], [opened.key], 10)]


async def test_wanted_pages_are_read_first() -> None:
    source = FakeSource(*(f"page-{number}" for number in range(30)))
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        await bench.backfills.fill(opened, [opened.toc.entries[21], opened.toc.entries[9]], None)
        assert source.read[:2] == ["page-21", "page-9"]
        assert source.most_at_once <= WORKERS


async def test_askers_at_the_same_time_share_the_work() -> None:
    source = FakeSource("engines", "fins")
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        assert await asyncio.gather(*(bench.backfills.fill(opened, (), None) for _ in range(5))) == [True] * 5
        assert sorted(source.read) == ["engines", "fins"]


async def test_patience_ends_and_the_work_goes_on() -> None:
    source = FakeSource("engines")
    source.gate.clear()
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        assert await bench.backfills.fill(opened, (), 0.01)
        assert bench.backfills.underway(opened)
        source.gate.set()
        await until(lambda: not bench.backfills.underway(opened))
        assert await bench.text(source.url("engines"))
        assert source.read == ["engines"]


@pytest.mark.parametrize("patience", [None, 0.01])
async def test_a_page_that_failed_is_left_alone_for_a_while(patience: float | None) -> None:
    source = FakeSource("engines", "fins")
    source.page_facts["fins"] = PageMissing(source.url("fins"))
    if patience:
        source.gate.clear()
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        await bench.backfills.fill(opened, (), patience)
        source.gate.set()
        await until(lambda: not bench.backfills.underway(opened))
        assert not await bench.backfills.fill(opened, (), None)
        assert source.read.count("fins") == 1
        del source.page_facts["fins"]
        bench.clock.now += PAUSE
        assert await bench.backfills.fill(opened, (), None)
        assert await bench.text(source.url("fins"))


async def test_the_next_process_goes_on_with_what_is_missing() -> None:
    source = FakeSource("engines", "fins")
    source.page_facts["fins"] = PageMissing(source.url("fins"))
    async with bench_of(source) as bench:
        await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        await bench.restart()
        source.page_facts.clear()
        source.read.clear()
        assert await bench.backfills.fill(await bench.ingest.open(ROCKETS, None), (), None)
        assert source.read == ["fins"]


async def test_closing_stops_the_work() -> None:
    source = FakeSource("engines")
    source.gate.clear()
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        await bench.backfills.fill(opened, (), 0.01)
        await bench.ingest.close()
        assert not bench.backfills.underway(opened)
        assert source.at_once == 0


async def test_two_libraries_that_share_a_site_both_get_its_pages() -> None:
    first, second = FakeSource("engines"), FakeSource("engines")
    second.library_id = "acme/boats"
    boats = Library("acme/boats", "boats", "Boats")
    async with bench_of(first, second) as bench:
        for library in (ROCKETS, boats):
            opened = await bench.ingest.open(library, None)
            assert await bench.backfills.fill(opened, (), None)
            assert await bench.store.search(["engin"], [opened.key], 10)
        again = await bench.ingest.open(ROCKETS, None)
        assert not await bench.backfills.fill(again, (), None)


async def test_only_what_may_be_served_is_searchable() -> None:
    source = FakeSource("engines")
    async with bench_of(source) as bench:
        opened = await bench.ingest.open(ROCKETS, None)
        assert await bench.ingest.searchable() == {}
        await bench.backfills.fill(opened, (), None)
        assert list(await bench.ingest.searchable()) == [("acme/rockets", "")]
        bench.clock.advance(days=7, seconds=1)
        assert await bench.ingest.searchable() == {}


# Placing


def test_a_page_keeps_what_it_says_and_takes_the_rest_from_its_entry() -> None:
    entry = TocEntry("Entry title", f"{SITE}/a", "Entry description", "Guides")
    page = with_entry(Page(f"{SITE}/a/", "Own title", "text"), entry)
    assert (page.title, page.description, page.section) == ("Own title", "Entry description", "Guides")
    assert page.url == entry.url, "the TOC names the page, or it would be missing for ever"
