import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.engine.fakes import ROCKETS, SITE, Bench, FakeSource, bench_of, until

from pro_context_engine.domain.errors import (
    DocsError,
    FetchFailed,
    PageMissing,
    SnapshotExpired,
    TocMissing,
    UrlRefused,
)
from pro_context_engine.domain.model import SourceName
from pro_context_engine.services.page import PageService

ENGINES = f"{SITE}/engines"
UNREACHABLE = FetchFailed(ENGINES, "no answer")


@asynccontextmanager
async def reading_of(*sources: FakeSource) -> AsyncIterator[tuple[Bench, PageService]]:
    async with bench_of(*sources) as bench:
        yield bench, bench.parts.page


async def test_a_page_is_fetched_once_and_then_read_from_the_store() -> None:
    source = FakeSource("engines")
    async with reading_of(source) as (bench, reading):
        cold = await reading.page(f"{ENGINES}#thrust")
        bench.clock.advance(hours=1)
        warm = await reading.page(ENGINES)
    assert (cold.cached, cold.stale, cold.library_id, cold.version) == (False, False, "acme/rockets", "")
    assert (warm.cached, warm.page, warm.fetched_at) == (True, cold.page, cold.fetched_at)
    assert (cold.page.url, cold.page.section) == (ENGINES, "Guides")
    assert source.read == ["engines"]


async def test_a_stale_page_is_served_and_fetched_again_once() -> None:
    source = FakeSource("engines")
    async with reading_of(source) as (bench, reading):
        await reading.page(ENGINES)
        bench.clock.advance(days=2)
        source.edition = 2
        source.gate.clear()
        stale = [await reading.page(ENGINES) for _ in range(3)]
        assert all(one.stale and one.cached and "edition 1" in one.page.markdown for one in stale)
        await until(lambda: source.at_once == 1)
        source.gate.set()
        fresh = stale[0]
        async with asyncio.timeout(60):
            while fresh.stale:
                await asyncio.sleep(0)  # what is at hand is given without a pause
                fresh = await reading.page(ENGINES)
        assert "edition 2" in fresh.page.markdown
        assert source.read == ["engines", "engines"]


async def test_an_expired_page_that_is_no_librarys_fails_for_what_it_is() -> None:
    allowed = FakeSource("engines", name=SourceName.CUSTOM)
    allowed.library_id, allowed.site = "", "https://allowed.example"
    allowed.owned[allowed.url("engines")] = ("", "")
    allowed.toc_fact = TocMissing("", allowed.site)
    async with reading_of(allowed) as (bench, reading):
        assert (await reading.page(allowed.url("engines"))).library_id == ""
        bench.clock.advance(days=30)
        allowed.page_facts["engines"] = UNREACHABLE
        with pytest.raises(FetchFailed):
            await reading.page(allowed.url("engines"))


async def test_a_stale_answer_waits_for_nothing() -> None:
    source = FakeSource("engines")
    async with reading_of(source) as (bench, reading):
        await reading.page(ENGINES)
        bench.clock.advance(days=2)
        source.gate.clear()
        source.toc_gate.clear()
        assert (await reading.page(ENGINES)).stale


async def test_a_stale_page_that_is_unchanged_is_fresh_again_without_being_read() -> None:
    source = FakeSource("engines")
    source.says_same = True
    async with reading_of(source) as (bench, reading):
        first = await reading.page(ENGINES)
        bench.clock.advance(days=2)
        assert (await reading.page(ENGINES)).stale
        await bench.parts.refreshes.finished(ENGINES)
        again = await reading.page(ENGINES)
    assert (again.stale, again.cached, again.page, again.fetched_at) == (False, True, first.page, bench.clock())
    assert (source.given, source.tocs) == (["engines"], 1)


async def test_a_stale_page_that_has_gone_is_missing_from_then_on() -> None:
    source = FakeSource("engines")
    async with reading_of(source) as (bench, reading):
        await reading.page(ENGINES)
        bench.clock.advance(days=2)
        source.page_facts["engines"] = PageMissing(ENGINES)
        assert (await reading.page(ENGINES)).stale
        await bench.parts.refreshes.finished(ENGINES)
        with pytest.raises(PageMissing):
            await reading.page(ENGINES)
        assert await bench.text(ENGINES) is None


async def test_a_page_that_must_not_be_stored_is_read_each_time() -> None:
    source = FakeSource("engines")
    source.storable = False
    async with reading_of(source) as (bench, reading):
        for _ in range(2):
            assert not (await reading.page(ENGINES)).cached
        assert await bench.store.snapshots() == []
    assert (source.read, source.tocs) == (["engines", "engines"], 0)


async def test_an_expired_page_is_fetched_before_it_is_given() -> None:
    source = FakeSource("engines")
    async with reading_of(source) as (bench, reading):
        await reading.page(ENGINES)
        bench.clock.advance(days=8)
        source.edition = 2
        again = await reading.page(ENGINES)
        assert (again.cached, again.stale) == (False, False)
        assert "edition 2" in again.page.markdown


async def test_an_expired_page_that_cannot_be_fetched_is_said_to_be_expired() -> None:
    source = FakeSource("engines")
    async with reading_of(source) as (bench, reading):
        await reading.page(ENGINES)
        bench.clock.advance(days=8)
        source.page_facts["engines"] = UNREACHABLE
        with pytest.raises(SnapshotExpired):
            await reading.page(ENGINES)
        source.page_facts["engines"] = PageMissing(ENGINES)
        with pytest.raises(PageMissing):
            await reading.page(ENGINES)


async def test_a_page_that_cannot_be_fetched_reports_why() -> None:
    source = FakeSource("engines")
    source.page_facts["engines"] = UNREACHABLE
    async with reading_of(source) as (_, reading):
        with pytest.raises(FetchFailed):
            await reading.page(ENGINES)


@pytest.mark.parametrize("fact", [TocMissing("acme/rockets", f"{SITE}/llms.txt"), None])
async def test_a_missing_page_leaves_nothing_behind(fact: DocsError | None) -> None:
    source = FakeSource("engines")
    source.toc_fact = fact
    async with reading_of(source) as (bench, reading):
        with pytest.raises(PageMissing):
            await reading.page(f"{SITE}/fins")
        assert await bench.store.snapshots() == []


async def test_a_page_of_a_library_without_toc_is_kept_too() -> None:
    source = FakeSource("engines")
    source.toc_fact = TocMissing("acme/rockets", f"{SITE}/llms.txt")
    async with reading_of(source) as (_, reading):
        await reading.page(ENGINES)
        assert (await reading.page(ENGINES)).cached
    assert source.read == ["engines"]


async def test_a_page_at_hand_is_given_though_the_toc_is_out_of_reach() -> None:
    source = FakeSource("engines")
    source.toc_fact = FetchFailed(f"{SITE}/llms.txt", "no answer")
    async with reading_of(source) as (bench, reading):
        assert "edition 1" in (await reading.page(ENGINES)).page.markdown
        assert await bench.store.snapshots() == []


# Whose page it is


async def test_a_source_knows_its_own_addresses() -> None:
    own, published = FakeSource("engines", name=SourceName.INSTALLED, version="1.2.3"), FakeSource("engines")
    own.owned = {"pypi://rockets/1.2.3/engines": ("acme/rockets", "1.2.3")}
    async with reading_of(own, published) as (_, reading):
        found = await reading.page("pypi://rockets/1.2.3/engines")
        assert (found.library_id, found.version) == ("acme/rockets", "1.2.3")
    assert (own.read, published.read) == (["engines"], [])


async def test_a_toc_may_name_pages_of_another_site() -> None:
    source = FakeSource("engines")
    source.site = "https://elsewhere.example"
    async with reading_of(source) as (bench, reading):
        with pytest.raises(UrlRefused):
            await reading.page("https://elsewhere.example/engines")
        await bench.ingest.open(ROCKETS, None)
        assert (await reading.page("https://elsewhere.example/engines")).library_id == "acme/rockets"
        with pytest.raises(UrlRefused):
            await reading.page("https://elsewhere.example/other")


@pytest.mark.parametrize("url", [f"{SITE}:443/engines", f"{SITE.upper()}/engines", f"{ENGINES}#start"])
async def test_a_page_is_one_however_its_url_is_spelt(url: str) -> None:
    source = FakeSource("engines")
    async with reading_of(source) as (_, reading):
        assert [(await reading.page(spelt)).cached for spelt in (url, ENGINES, url)] == [False, True, True]
    assert source.read == ["engines"]


async def test_a_blank_in_a_url_is_the_one_that_is_encoded() -> None:
    source = FakeSource("two%20engines")
    async with reading_of(source) as (_, reading):
        assert (await reading.page(f"{SITE}/two engines")).page.url == f"{SITE}/two%20engines"
    assert source.read == ["two%20engines"]


@pytest.mark.parametrize(
    "site", ["https://Elsewhere.example", "https://elsewhere.example:443", "https://elsewhere.example/of rockets"]
)
async def test_what_a_toc_names_may_be_read_as_it_is_written_there(site: str) -> None:
    source = FakeSource("engines")
    source.site = site
    async with reading_of(source) as (bench, reading):
        await bench.ingest.open(ROCKETS, None)
        assert (await reading.page(f"{site}/engines")).library_id == "acme/rockets"


async def test_the_web_source_that_serves_the_library_reads_its_site() -> None:
    custom, published = FakeSource("engines", name=SourceName.CUSTOM), FakeSource("engines")
    async with reading_of(custom, published) as (_, reading):
        await reading.page(ENGINES)
    assert (custom.read, published.read) == (["engines"], [])
    custom.library_id = "acme/other"
    async with reading_of(custom, published) as (_, reading):
        await reading.page(ENGINES)
    assert published.read == ["engines"]


@pytest.mark.parametrize(
    "url",
    [
        "https://nobody.example/engines",
        "http://docs.rockets.example/engines",
        "https://docs.rockets.example/../engines",
        "file:///etc/passwd",
        "https://[",
        "http://127.0.0.1/engines",
        "engines",
        "",
    ],
)
async def test_what_belongs_to_nobody_is_refused_and_not_fetched(url: str) -> None:
    source = FakeSource("engines")
    async with reading_of(source) as (bench, reading):
        with pytest.raises(UrlRefused) as raised:
            await reading.page(url)
        assert raised.value.url == url
        assert (source.read, source.tocs, await bench.store.snapshots()) == ([], 0, [])


async def test_a_source_may_name_a_library_that_is_not_known_here() -> None:
    source = FakeSource("engines")
    source.owned = {"pypi://boats/1/engines": ("pypi/boats", "1")}
    async with reading_of(source) as (_, reading):
        with pytest.raises(UrlRefused):
            await reading.page("pypi://boats/1/engines")
    assert source.read == []


@pytest.mark.parametrize("names", [[], [SourceName.INSTALLED]])
async def test_without_a_source_for_web_pages_none_is_read(names: list[SourceName]) -> None:
    sources = [FakeSource("engines", name=name) for name in names]
    async with reading_of(*sources) as (_, reading):
        with pytest.raises(UrlRefused, match="no source that reads web pages"):
            await reading.page(ENGINES)
    assert all(source.read == [] for source in sources)
