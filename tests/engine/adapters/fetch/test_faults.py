"""Every fault of the fault server through the whole engine: the right code, in time, and nothing half-read is kept."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.faults.faults import BOUNDS, CONTENT, FAULTS, GOOD, MALFORMED, SLOW, STATUSES, TAG
from tests.faults.server import FaultSite, fault_site
from tests.patience import PATIENT

from pro_context_contract import load_contract
from pro_context_engine import DocsEngine, DocsError, open_engine
from pro_context_engine.domain.results import PageReading
from pro_context_engine.domain.settings import CustomSource, FetchLimits, Settings

LIMITS = FetchLimits(total_seconds=60, connect_seconds=60, first_byte_seconds=60)
"""Nobody waits so long for anything but what is slow for ever; no busy machine is taken for a slow site."""

HASTY = FetchLimits(total_seconds=0.8, connect_seconds=0.5, first_byte_seconds=0.3)
SECONDS = 60
"""After which a test that waits in vain fails."""

FETCH_FAILED = "NETWORK_FETCH_FAILED"
CODES = (
    dict.fromkeys([*BOUNDS, *CONTENT], "INVALID_CONTENT")
    | dict.fromkeys([*SLOW, *MALFORMED, *STATUSES, "gzip-nested"], FETCH_FAILED)
    | dict.fromkeys(["404", "410"], "PAGE_NOT_FOUND")
    | dict.fromkeys(["redirect-to-file", "redirect-to-metadata", "redirect-to-canary"], "URL_NOT_ALLOWED")
)
TEXTS = {
    "json": '"tide": "high"',
    "unknown-charset": "High water",
    "utf-7": "+ADw-script+AD4-",
    "utf-16": "High water",
    "byte-order-mark": "# Tide tables",
    "surrogates": "\N{REPLACEMENT CHARACTER} tables",
    "bad-utf-8": "\N{REPLACEMENT CHARACTER} tables",
    "links": "High water",
}


@dataclass
class Clock:
    """A clock of the test's own."""

    now: datetime = datetime(2026, 11, 21, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Reader:
    """An engine whose one source is the fault server."""

    site: FaultSite
    docs: DocsEngine
    clock: Clock

    async def fails(self, fault: str) -> str:
        """Return the code of the catalogue in which reading a fault ends."""
        with pytest.raises(DocsError) as failure:
            await self.docs.page(self.site.url(fault))
        fact = type(failure.value).__name__
        return next(code for code, entry in load_contract("full").errors.items() if fact in entry.raised_from)

    async def until_fresh(self, url: str) -> PageReading:
        """Read a page until what goes on behind the readings is done."""
        async with asyncio.timeout(SECONDS):
            while (reading := await self.docs.page(url)).stale:  # noqa: ASYNC110 - a refresh tells nobody
                await asyncio.sleep(0)  # what is at hand is given without a pause
        return reading

    async def until_stored(self, pages: int) -> None:
        """Wait until the store has so many pages."""
        async with asyncio.timeout(SECONDS):
            while (await self.docs.status()).stored_pages != pages:  # noqa: ASYNC110 - filling tells nobody
                await asyncio.sleep(0)


@asynccontextmanager
async def reading(folder: Path, limits: FetchLimits = LIMITS) -> AsyncIterator[Reader]:
    async with fault_site() as site:
        source = CustomSource("faults", "url", site.index, "own/faults")
        settings = Settings(
            cache_directory=folder,
            environment="none",
            patience=PATIENT,
            llms_txt=False,
            docs_sites=False,
            custom=(source,),
            fetch=limits,
        )
        clock = Clock()
        docs = open_engine(settings, clock=clock)
        try:
            yield Reader(site, docs, clock)
        finally:
            await docs.close()


@pytest.fixture
async def reader(tmp_path: Path) -> AsyncIterator[Reader]:
    async with reading(tmp_path) as reader:
        yield reader


@pytest.mark.parametrize("fault", sorted(CODES.keys() - TEXTS.keys() - SLOW.keys()))
async def test_a_fault_ends_in_its_code_and_leaves_nothing(reader: Reader, fault: str) -> None:
    assert await reader.fails(fault) == CODES[fault]
    assert (await reader.docs.status()).stored_pages == 0
    assert reader.site.canary_hits == 0
    assert (await reader.docs.page(reader.site.url("good"))).page.markdown.strip() == GOOD.strip()


@pytest.mark.parametrize("fault", sorted(SLOW))
async def test_what_is_slow_for_ever_ends_and_leaves_nothing(tmp_path: Path, fault: str) -> None:
    limits = replace(HASTY)
    async with asyncio.timeout(SECONDS), reading(tmp_path, limits) as reader:
        assert await reader.fails(fault) == CODES[fault]
        assert (await reader.docs.status()).stored_pages == 0
        for bound in ("total_seconds", "connect_seconds", "first_byte_seconds"):  # which the good page shall not feel
            object.__setattr__(limits, bound, getattr(LIMITS, bound))
        assert (await reader.docs.page(reader.site.url("good"))).page.markdown.strip() == GOOD.strip()


@pytest.mark.parametrize("fault", sorted(TEXTS))
async def test_text_of_any_kind_is_valid_when_it_is_kept(reader: Reader, fault: str) -> None:
    text = (await reader.docs.page(reader.site.url(fault))).page.markdown
    assert TEXTS[fault] in text
    assert text == text.encode().decode()
    assert reader.site.canary_hits == 0


@pytest.mark.parametrize("fault", ["down-after", "login-after", "hang-after"])
async def test_a_stale_page_is_served_at_once_whatever_has_become_of_the_site(reader: Reader, fault: str) -> None:
    url = reader.site.url(fault)
    fresh = await reader.docs.page(url)
    reader.clock.now += timedelta(days=2)
    for _ in range(3):
        stale = await reader.docs.page(url)
        assert (stale.page.markdown, stale.cached, stale.stale) == (fresh.page.markdown, True, True)
        await reader.site.until_asked(fault, 2)


async def test_a_page_that_has_gone_is_served_until_that_is_known_and_missing_then(reader: Reader) -> None:
    url = reader.site.url("gone-after")
    await reader.docs.page(url)
    reader.clock.now += timedelta(days=2)
    assert (await reader.docs.page(url)).stale
    await reader.until_stored(0)
    assert await reader.fails("gone-after") == "PAGE_NOT_FOUND"
    assert (await reader.docs.status()).stored_pages == 0


@pytest.mark.parametrize("fault", ["etag-strong", "etag-weak", "etag-unquoted", "last-modified", "always-304"])
async def test_a_stale_page_that_is_unchanged_costs_one_request_and_no_body(reader: Reader, fault: str) -> None:
    url = reader.site.url(fault)
    fresh = await reader.docs.page(url)
    reader.clock.now += timedelta(days=2)
    assert (await reader.docs.page(url)).stale
    again = await reader.until_fresh(url)
    assert (again.page, again.cached, again.fetched_at) == (fresh.page, True, reader.clock.now)
    assert reader.site.asked[fault] == 2
    assert {"if-none-match", "if-modified-since"} & reader.site.requests[-1].headers.keys()


async def test_a_page_that_is_always_unchanged_is_asked_for_whole_before_it_is_too_old(reader: Reader) -> None:
    url = reader.site.url("always-304")
    for _ in range(6):
        await reader.docs.page(url)
        await reader.until_fresh(url)
        reader.clock.now += timedelta(days=1, seconds=1)
    assert (await reader.docs.page(url)).stale
    async with asyncio.timeout(SECONDS):
        while reader.site.asked["always-304"] < 7:
            await reader.docs.page(url)  # a reading joins a refresh that is just ending, and begins none
            await asyncio.sleep(0)
    conditions = [request.headers.get("if-none-match", "") for request in reader.site.requests]
    assert conditions == ["", *[TAG] * 5, ""], "the first whole, the others conditional, the last whole again"


async def test_a_tag_that_is_used_again_for_another_text_hides_it_for_a_while_only(reader: Reader) -> None:
    url = reader.site.url("etag-reused")
    await reader.docs.page(url)
    reader.clock.now += timedelta(days=2)
    await reader.docs.page(url)
    assert "twice a day" in (await reader.until_fresh(url)).page.markdown
    reader.clock.now += timedelta(days=6)
    assert "when it likes" in (await reader.docs.page(url)).page.markdown


async def test_a_page_that_has_changed_is_read_again(reader: Reader) -> None:
    url = reader.site.url("etag-changes")
    await reader.docs.page(url)
    reader.clock.now += timedelta(days=2)
    await reader.docs.page(url)
    assert "when it likes" in (await reader.until_fresh(url)).page.markdown


async def test_what_must_not_be_stored_is_not(reader: Reader) -> None:
    for asked in (1, 2):
        assert "High water" in (await reader.docs.page(reader.site.url("no-store"))).page.markdown
        assert reader.site.asked["no-store"] == asked
    assert (await reader.docs.status()).stored_pages == 0


async def test_a_page_past_its_maximum_age_is_not_served(reader: Reader) -> None:
    await reader.docs.page(reader.site.url("down-after"))
    reader.clock.now += timedelta(days=8)
    assert await reader.fails("down-after") == "STALE_CACHE_EXPIRED"


async def test_a_site_that_fails_again_and_again_is_given_a_rest(reader: Reader) -> None:
    for fault in ("500", "502", "503", "504", "close", "truncated"):
        assert await reader.fails(fault) == FETCH_FAILED
    asked = reader.site.asked.total()
    with pytest.raises(DocsError, match="given a rest"):
        await reader.docs.page(reader.site.url("good"))
    assert reader.site.asked.total() == asked


async def test_a_thousand_readers_of_a_cold_page_ask_the_site_once(reader: Reader) -> None:
    readings = await asyncio.gather(*(reader.docs.page(reader.site.url("good")) for _ in range(1000)))
    assert {reading.page.markdown for reading in readings} == {readings[0].page.markdown}
    assert reader.site.asked == {"good": 1, "/llms.txt": 1}


async def test_a_thousand_readers_of_a_broken_page_all_hear_of_it_at_the_cost_of_one(reader: Reader) -> None:
    reader.site.pause = 2  # until all readers wait for it, also on a busy machine
    readings = [reader.docs.page(reader.site.url("truncated")) for _ in range(1000)]
    outcomes = await asyncio.gather(*readings, return_exceptions=True)
    assert {type(outcome).__name__ for outcome in outcomes} == {"FetchFailed"}
    assert reader.site.asked == {"truncated": 1}


async def test_a_thousand_readers_of_a_cold_index_ask_the_site_once(reader: Reader) -> None:
    libraries = await asyncio.gather(*(reader.docs.library("own/faults") for _ in range(1000)))
    assert {len(library.toc.entries) for library in libraries} == {len(FAULTS)}
    assert reader.site.asked == {"/llms.txt": 1}


async def test_a_reader_who_goes_away_takes_the_page_from_nobody(reader: Reader) -> None:
    leader, *others = [asyncio.create_task(reader.docs.page(reader.site.url("good"))) for _ in range(10)]
    await reader.site.until_asked("good", 1)
    leader.cancel()
    readings = await asyncio.gather(*others)
    assert len(readings) == 9
    assert reader.site.asked["good"] == 1
