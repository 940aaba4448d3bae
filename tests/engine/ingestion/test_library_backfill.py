import asyncio
import logging

import pytest
from tests.engine.fakes import until

from pro_context_engine.concurrency import progress
from pro_context_engine.domain.errors import NotDocumentation
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.ingestion.library_backfill import WORKERS, LibraryBackfill

ENTRIES = [TocEntry(f"Page {number}", f"https://docs.example/{number}") for number in range(20)]


class Reader:
    """Notes what is read; waits at the gate while it is shut."""

    def __init__(self, *, open_gate: bool = True) -> None:
        self.read: list[str] = []
        self.gate = asyncio.Event()
        self.at_once = self.most_at_once = 0
        self.last = ""
        if open_gate:
            self.gate.set()

    async def __call__(self, entry: TocEntry) -> bool:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.read.append(entry.url)
        await self.gate.wait()
        self.at_once -= 1
        return entry.url != self.last


async def test_everything_is_read_once() -> None:
    reader = Reader()
    filling = LibraryBackfill("acme/rockets", [*ENTRIES, ENTRIES[0]], reader)
    assert not filling.ended
    assert await filling.wait(None)
    assert filling.ended
    assert sorted(reader.read) == sorted(entry.url for entry in ENTRIES)


async def test_wanted_pages_come_first_in_their_order() -> None:
    reader = Reader()
    filling = LibraryBackfill("acme/rockets", ENTRIES, reader)
    filling.hurry([ENTRIES[17], TocEntry("Elsewhere", "https://other.example/"), ENTRIES[3]])
    await filling.wait(None)
    assert reader.read[:2] == [ENTRIES[17].url, ENTRIES[3].url]
    assert len(reader.read) == len(ENTRIES)


async def test_a_later_asker_can_hurry_what_still_waits() -> None:
    reader = Reader(open_gate=False)
    filling = LibraryBackfill("acme/rockets", ENTRIES, reader)
    await filling.wait(0.01)
    filling.hurry([ENTRIES[0], ENTRIES[-1]])
    reader.gate.set()
    await filling.wait(None)
    assert reader.read[WORKERS] == ENTRIES[-1].url
    assert reader.read.count(ENTRIES[0].url) == 1


async def test_few_are_read_at_the_same_time() -> None:
    reader = Reader(open_gate=False)
    filling = LibraryBackfill("acme/rockets", ENTRIES, reader)
    assert not await filling.wait(0.01)
    assert reader.at_once == WORKERS
    reader.gate.set()
    await filling.wait(None)
    assert reader.most_at_once == WORKERS


@pytest.mark.parametrize("trouble", [NotDocumentation("https://docs.example/3", "a picture"), ZeroDivisionError()])
async def test_a_failing_page_costs_no_other(trouble: Exception, caplog: pytest.LogCaptureFixture) -> None:
    read = []

    async def reader(entry: TocEntry) -> bool:
        if entry is ENTRIES[3]:
            raise trouble
        read.append(entry)
        return True

    with caplog.at_level(logging.INFO, "pro_context.ingest"):
        assert await LibraryBackfill("acme/rockets", ENTRIES, reader).wait(None)
    assert len(read) == len(ENTRIES) - 1
    assert "a page of acme/rockets is left out" in caplog.text


async def test_the_work_outlives_the_patience_and_the_asker() -> None:
    reader = Reader(open_gate=False)
    filling = LibraryBackfill("acme/rockets", ENTRIES, reader)
    assert not await filling.wait(0.01)
    asker = asyncio.create_task(filling.wait(None))
    await asyncio.sleep(0)
    asker.cancel()
    await asyncio.gather(asker, return_exceptions=True)
    assert asker.cancelled()
    reader.gate.set()
    assert await filling.wait(None)
    assert len(reader.read) == len(ENTRIES)


async def test_closing_stops_the_work_and_disturbs_no_asker() -> None:
    reader = Reader(open_gate=False)
    filling = LibraryBackfill("acme/rockets", ENTRIES, reader)
    asker = asyncio.create_task(filling.wait(None))
    await until(lambda: reader.at_once == WORKERS)
    await filling.close()
    assert await asker
    assert filling.ended
    assert len(reader.read) == WORKERS


async def test_a_page_after_which_none_can_follow_ends_the_work() -> None:
    reader = Reader()
    reader.last = ENTRIES[3].url
    filling = LibraryBackfill("acme/rockets", ENTRIES, reader)
    assert await filling.wait(None)
    assert len(reader.read) <= 3 + WORKERS


async def test_closing_before_the_start_is_allowed() -> None:
    await LibraryBackfill("acme/rockets", ENTRIES, Reader()).close()


async def test_each_asker_hears_how_far_the_work_is_and_nobody_hears_for_another() -> None:
    reader, first, second = Reader(open_gate=False), [], []
    filling = LibraryBackfill("acme/rockets", ENTRIES, reader)
    with progress.listen(lambda *report: first.append(report)):
        await filling.wait(0.01)
    heard = len(first)
    reader.gate.set()
    with progress.listen(lambda *report: second.append(report)):
        await filling.wait(None)
    assert first[0] == second[0] == (0, len(ENTRIES), "indexing pages")
    assert len(first) == heard


async def test_the_work_itself_reports_to_no_asker() -> None:
    heard: list[str] = []

    async def reader(entry: TocEntry) -> bool:
        progress.report(0, 1, "reading a page")
        return True

    with progress.listen(lambda done, total, what: heard.append(what)):
        await LibraryBackfill("acme/rockets", ENTRIES, reader).wait(None)
    assert set(heard) == {"indexing pages"}


async def test_an_asker_may_wait_for_some_pages_alone() -> None:
    wanted, gate = ENTRIES[3], asyncio.Event()

    async def reader(entry: TocEntry) -> bool:
        if entry != wanted:
            await gate.wait()
        return True

    backfill = LibraryBackfill("lib", ENTRIES, reader)
    backfill.hurry([wanted])
    assert not await backfill.wait(None, {wanted.url, "https://elsewhere.example/"})
    gate.set()
    assert await backfill.wait(None)
