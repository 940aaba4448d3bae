import asyncio

from tests.engine.fakes import until

from pro_context_engine.domain.model import TocEntry
from pro_context_engine.ingestion.library_backfill import WORKERS, LibraryBackfill
from pro_context_engine.ingestion.library_turns import AT_A_TIME, LibraryTurns

ENTRIES = [TocEntry(f"Page {number}", f"https://docs.example/{number}") for number in range(3 * WORKERS)]


class Pages:
    """Counts the pages that are read; each takes one permission."""

    def __init__(self) -> None:
        self.read = 0
        self.permissions = asyncio.Semaphore(0)

    async def __call__(self, entry: TocEntry) -> bool:
        await self.permissions.acquire()
        self.read += 1
        return True

    def permit(self, number: int) -> None:
        for _ in range(number):
            self.permissions.release()


async def test_libraries_that_no_request_waits_for_are_read_a_few_at_a_time() -> None:
    turns = LibraryTurns()
    libraries = [Pages() for _ in range(AT_A_TIME + 2)]
    fillings = [
        LibraryBackfill(f"acme/{number}", ENTRIES, pages, turns=turns) for number, pages in enumerate(libraries)
    ]
    for filling in fillings:
        await filling.wait(0.01)
    for pages in libraries:
        pages.permit(len(ENTRIES))
    last = fillings[2:]
    await until(lambda: all(filling.ended for filling in last))
    await asyncio.gather(*(filling.wait(None) for filling in fillings))
    assert [pages.read for pages in libraries] == [len(ENTRIES)] * len(libraries)


async def test_a_library_whose_turn_it_is_not_reads_no_further_page_until_another_ends() -> None:
    turns = LibraryTurns(at_a_time=1)
    first, second = Pages(), Pages()
    early, late = (LibraryBackfill("acme/rockets", ENTRIES, pages, turns=turns) for pages in (first, second))
    await early.wait(0.01)
    await late.wait(0.01)
    first.permit(len(ENTRIES))
    await until(lambda: first.read == WORKERS)
    for _ in range(10):
        await asyncio.sleep(0)
    assert first.read == WORKERS
    second.permit(len(ENTRIES))
    await until(lambda: early.ended and late.ended)
    assert first.read == second.read == len(ENTRIES)


async def test_a_library_that_a_request_waits_for_goes_on() -> None:
    turns = LibraryTurns(at_a_time=1)
    first, second = Pages(), Pages()
    early, late = (LibraryBackfill("acme/rockets", ENTRIES, pages, turns=turns) for pages in (first, second))
    await early.wait(0.01)
    await late.wait(0.01)
    first.permit(len(ENTRIES))
    assert await early.wait(None)
    assert not late.ended
    await late.close()


async def test_work_that_is_stopped_gives_its_turn_away() -> None:
    turns = LibraryTurns(at_a_time=1)
    first, second = Pages(), Pages()
    early, late = (LibraryBackfill("acme/rockets", ENTRIES, pages, turns=turns) for pages in (first, second))
    await early.wait(0.01)
    await late.wait(0.01)
    first.permit(len(ENTRIES))
    await late.close()
    await until(lambda: early.ended)
    assert first.read == len(ENTRIES)
