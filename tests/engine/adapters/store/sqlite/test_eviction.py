"""The bound on the store's size: the snapshots used longest ago are deleted first."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pro_context_engine.adapters.store.sqlite import SqliteStore, open_store
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME
from pro_context_engine.domain.model import Chunk, Page, Toc

Tocs = Callable[..., Toc]
Pages = Callable[..., tuple[Page, list[Chunk]]]

BOUND = 600_000
PAGES = 20
TEXT = "Fuel burns in the tank.\n" * 100


class Hours:
    """A clock that a test sets forward."""

    def __init__(self, noon: datetime) -> None:
        self.now = noon

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, hours: float) -> None:
        self.now += timedelta(hours=hours)


@pytest.fixture
def clock(noon: datetime) -> Hours:
    return Hours(noon)


async def fill(store: SqliteStore, library: str, toc: Toc, page_of: Pages, clock: Hours) -> None:
    await store.put_toc(library, toc, clock())
    for number in range(PAGES):
        await store.put_page(library, "", *page_of(f"page{number}", TEXT), clock())


async def pages_of(store: SqliteStore) -> dict[str, int]:
    return {snapshot.library_id: snapshot.pages for snapshot in await store.snapshots()}


def toc_with_all(toc_of: Tocs) -> Toc:
    return toc_of(*(f"page{number}" for number in range(PAGES)))


async def test_what_was_used_longest_ago_goes_and_the_file_keeps_its_bound(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, clock: Hours
) -> None:
    store = open_store(tmp_path, BOUND, clock)
    for number in range(12):
        await fill(store, f"acme/rockets{number}", toc_with_all(toc_of), page_of, clock)
        clock.pass_(1)
        assert (tmp_path / FILE_NAME).stat().st_size < BOUND * 1.2
    left = await pages_of(store)
    assert "acme/rockets0" not in left
    assert left["acme/rockets11"] == PAGES
    assert await store.verify() == []
    assert not store.failing
    await store.close()


@pytest.mark.parametrize("way", ["its contents", "a page of it"])
async def test_reading_makes_a_snapshot_recently_used(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, clock: Hours, way: str
) -> None:
    store = open_store(tmp_path, BOUND, clock)
    await fill(store, "acme/kites", toc_of("kite"), page_of, clock)
    await store.put_page("acme/kites", "", *page_of("kite", TEXT), clock())
    for number in range(8):
        clock.pass_(2)
        if way == "its contents":
            assert await store.toc("acme/kites", "") is not None
        else:
            assert await store.page("https://docs.example/kite") is not None
        await fill(store, f"acme/rockets{number}", toc_with_all(toc_of), page_of, clock)
    left = await pages_of(store)
    assert "acme/kites" in left
    assert "acme/rockets0" not in left
    await store.close()


async def test_reading_over_and_over_writes_once_an_hour(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, clock: Hours
) -> None:
    reader, other = open_store(tmp_path, BOUND, clock), open_store(tmp_path, BOUND, clock)
    await reader.put_toc("acme/kites", toc_of("kite"), clock())
    await reader.toc("acme/kites", "")
    log = tmp_path / f"{FILE_NAME}-wal"
    before = log.stat().st_size
    for _ in range(50):
        await reader.toc("acme/kites", "")
    assert log.stat().st_size == before
    clock.pass_(1.1)
    await reader.toc("acme/kites", "")
    assert log.stat().st_size > before
    await reader.close()
    await other.close()


async def test_what_is_being_filled_stays_even_if_it_is_too_large_for_the_bound(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, clock: Hours, caplog: pytest.LogCaptureFixture
) -> None:
    store = open_store(tmp_path, 240_000, clock)
    names = [f"page{number}" for number in range(60)]
    for library in ("acme/rockets", "acme/kites"):
        await store.put_toc(library, toc_of(*names), clock())
    for name in names:
        for library in ("acme/rockets", "acme/kites"):
            await store.put_page(library, "", *page_of(name, TEXT), clock())
    left = await pages_of(store)
    assert left["acme/rockets"] > 3
    assert left["acme/kites"] > 3
    assert (tmp_path / FILE_NAME).stat().st_size < 300_000
    assert not await store.put_page("acme/kites", "", *page_of("page59", TEXT), clock())
    assert await store.put_page("acme/kites", "", *page_of("page0", "Renewed.\n"), clock()), "it needs no more room"
    assert len(await store.pages("acme/kites", "")) == left["acme/kites"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    await store.close()


async def test_a_lower_bound_shrinks_the_file_with_the_next_writes(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, clock: Hours
) -> None:
    store = open_store(tmp_path, 10 * BOUND, clock)
    for number in range(8):
        await fill(store, f"acme/rockets{number}", toc_with_all(toc_of), page_of, clock)
    await store.close()
    clock.pass_(1)
    store = open_store(tmp_path, BOUND, clock)
    for number in range(3):
        await fill(store, f"acme/kites{number}", toc_with_all(toc_of), page_of, clock)
        clock.pass_(1)
    await store.close()
    assert (tmp_path / FILE_NAME).stat().st_size < BOUND * 1.2
