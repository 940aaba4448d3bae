"""The SQLite file: restarts, several processes, damage."""

import asyncio
import logging
import multiprocessing
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME
from pro_context_engine.adapters.store.sqlite.schema import MIGRATIONS
from pro_context_engine.domain.model import Chunk, Page, SourceName, Toc, TocEntry

Tocs = Callable[..., Toc]
Pages = Callable[..., tuple[Page, list[Chunk]]]


async def fill(directory: Path, toc: Toc, page: tuple[Page, list[Chunk]], noon: datetime) -> None:
    store = open_store(directory, clock=lambda: noon)
    await store.put_toc("acme/rockets", toc, noon)
    await store.put_page("acme/rockets", "", *page, noon)
    await store.close()


async def found(directory: Path, term: str) -> int:
    store = open_store(directory)
    hits = await store.search([term], None, 10)
    await store.close()
    return len(hits)


async def test_a_page_that_is_remembered_is_read_again_once_another_process_has_written_it(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await fill(tmp_path, toc_of("start"), page_of("start", "Fuel the tank.\n"), noon)
    # The clock stands: in a later second the first read would note the use of the snapshot, a write after which the
    # page is read again.
    store, other = (open_store(tmp_path, clock=lambda: noon) for _ in range(2))
    url = "https://docs.example/start"
    first, again = await store.page(url), await store.page(url)
    assert first is not None
    assert again is first
    await other.put_page("acme/rockets", "", *page_of("start", "Light the fuse.\n"), noon)
    new = await store.page(url)
    assert new is not None
    assert new.page.markdown == "Light the fuse.\n"
    await other.drop_page("acme/rockets", "", url)
    assert await store.page(url) is None
    for one in (store, other):
        await one.close()


async def test_a_table_of_contents_is_shared_while_pages_are_written_and_read_again_once_it_changed(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await fill(tmp_path, toc_of("start", "end"), page_of("start", "Fuel the tank.\n"), noon)
    store, other = open_store(tmp_path), open_store(tmp_path)
    first = await store.toc("acme/rockets", "")
    for each in (store, other):
        await each.put_page("acme/rockets", "", *page_of("end", "Fuel the tank.\n"), noon)
        assert await store.toc("acme/rockets", "") is first
    for each, name in ((store, "middle"), (other, "ending")):
        await each.put_toc("acme/rockets", toc_of("start", name), noon)
        assert await store.toc("acme/rockets", "") == toc_of("start", name)
    for one in (store, other):
        await one.close()


async def test_reopening_keeps_everything_searchable(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await fill(tmp_path, toc_of("start"), page_of("start", "Fuel the tank.\n"), noon)
    assert await found(tmp_path, "fuel") == 1


async def test_closing_twice_is_allowed(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    await store.close()
    await store.close()


async def test_two_stores_share_one_file(tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime) -> None:
    one, other = open_store(tmp_path), open_store(tmp_path)
    names = [f"page{number}" for number in range(20)]
    await one.put_toc("acme/rockets", toc_of(*names), noon)
    await asyncio.gather(
        *((one, other)[number % 2].put_page("acme/rockets", "", *page_of(name, "Fuel.\n"), noon)
          for number, name in enumerate(names))
    )  # fmt: skip
    for store in (one, other):
        assert len(await store.search(["fuel"], None, 50)) == len(names)
        assert not store.failing
        await store.close()


def _write_from_another_process(directory: str, name: str) -> None:
    async def write() -> None:
        store = open_store(Path(directory))
        moment = datetime.fromisoformat("2026-03-01T12:00:00+00:00")
        url = f"https://docs.example/{name}"
        await store.put_toc(name, Toc((TocEntry(name, url),), SourceName.CUSTOM, "here"), moment)
        chunk = Chunk(name, url, name, "", "", (), "", "Fuel.\n", 2, 1, 0)
        await store.put_page(name, "", Page(url, name, "Fuel.\n"), [chunk], moment)
        assert not store.failing
        await store.close()

    asyncio.run(write())


async def test_processes_that_start_at_once_make_one_store(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    names = ["one", "two", "three"]
    processes = [context.Process(target=_write_from_another_process, args=(str(tmp_path), name)) for name in names]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    store = open_store(tmp_path)
    assert await store.indexed() == sorted(names)
    await store.close()


@pytest.mark.parametrize(
    "damage", [b"this is no database at all, but long enough to be read as one" * 20, b"\x00" * 4096]
)
async def test_a_damaged_file_is_set_aside_and_replaced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: bytes, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    (tmp_path / FILE_NAME).write_bytes(damage)
    await fill(tmp_path, toc_of("start"), page_of("start", "Fuel the tank.\n"), noon)
    assert await found(tmp_path, "fuel") == 1
    (aside,) = await asyncio.to_thread(lambda: list(tmp_path.glob("*.corrupt-*")))
    assert aside.read_bytes() == damage
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


async def test_a_file_truncated_while_closed_is_replaced_or_answers_nothing(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await fill(tmp_path, toc_of("start"), page_of("start", "Fuel the tank.\n"), noon)
    file = tmp_path / FILE_NAME
    file.write_bytes(file.read_bytes()[:5000])
    assert await found(tmp_path, "fuel") == 0


async def test_a_foreign_database_is_left_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other, other:
        other.execute("CREATE TABLE recipe (name)")
    other.close()
    before = (tmp_path / FILE_NAME).read_bytes()
    store = open_store(tmp_path)
    assert await store.snapshots() == []
    assert store.failing
    await store.close()
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert "another program" in caplog.text


async def test_of_a_file_that_did_not_note_what_was_crawled_sites_were(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await fill(tmp_path, replace(toc_of("start"), source=SourceName.CRAWL), page_of("start", "Fuel."), noon)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as older, older:
        older.execute("DROP TABLE package_symbols")
        older.execute("DROP TABLE package_symbol")
        older.execute("ALTER TABLE toc_entry DROP COLUMN crawled")
        older.execute("PRAGMA user_version = 5")
    older.close()
    store = open_store(tmp_path)
    await store.put_toc("acme/nozzles", toc_of("nozzles"), noon)
    stored = [await store.toc(library_id, "") for library_id in ("acme/rockets", "acme/nozzles")]
    assert [toc and [entry.crawled for entry in toc.entries] for toc in stored] == [[True], [False]]
    assert await store.verify() == []
    await store.close()


async def test_a_file_of_a_newer_version_is_left_alone(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await fill(tmp_path, toc_of("start"), page_of("start", "Fuel the tank.\n"), noon)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as newer, newer:
        newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    newer.close()
    assert await found(tmp_path, "fuel") == 0
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as newer, newer:
        assert newer.execute("SELECT count(*) FROM page").fetchone() == (1,)
    newer.close()


@pytest.mark.parametrize("obstacle", ["directory is a file", "file is a directory"])
async def test_where_no_file_can_be_written_the_store_is_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, obstacle: str, toc_of: Tocs, noon: datetime
) -> None:
    directory = tmp_path / "cache"
    if obstacle == "directory is a file":
        directory.write_text("not a directory")
    else:
        (directory / FILE_NAME).mkdir(parents=True)
    store = open_store(directory)
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    assert len(await store.snapshots()) == 1
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    await store.close()


async def test_a_store_that_fails_later_goes_on_in_memory_and_recovers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, toc_of: Tocs, noon: datetime
) -> None:
    store = open_store(tmp_path)
    await store.put_toc("acme/rockets", toc_of("start"), noon)
    intruder = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    intruder.execute("ALTER TABLE snapshot RENAME TO hidden")
    assert await store.snapshots() == []
    unstored = await store.put_toc("acme/kites", toc_of("start"), noon)
    assert unstored.total_pages == 1
    assert store.failing
    intruder.execute("ALTER TABLE hidden RENAME TO snapshot")
    intruder.close()
    assert {snapshot.library_id for snapshot in await store.snapshots()} == {"acme/rockets", "acme/kites"}
    await store.put_toc("acme/kites", toc_of("start"), noon)
    assert not store.failing
    assert {record.levelno for record in caplog.records} == {logging.WARNING}
    assert len(caplog.records) == 4, "reads and writes each say once that they fail, and that they work again"
    await store.close()


@pytest.mark.parametrize("seed", range(12))
async def test_flipped_bits_never_raise_and_never_show_wrong_text(
    tmp_path: Path, seed: int, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    names = [f"page{number}" for number in range(10)]
    texts = {name: f"Fuel burns in {name}.\n" * 30 for name in names}
    store = open_store(tmp_path)
    await store.put_toc("acme/rockets", toc_of(*names), noon)
    for name, text in texts.items():
        await store.put_page("acme/rockets", "", *page_of(name, text), noon)
    await store.close()
    content = bytearray((tmp_path / FILE_NAME).read_bytes())
    random = Random(seed)
    for _ in range(200):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    (tmp_path / FILE_NAME).write_bytes(content)
    store = open_store(tmp_path)
    for name, text in texts.items():
        stored = await store.page(f"https://docs.example/{name}")
        assert stored is None or stored.page.markdown == text
    for hit in await store.search(["fuel"], None, 50):
        assert hit.chunk.text in texts.values()
        assert all(chunk.text in texts.values() for chunk in await store.neighbours(hit))
    await store.put_toc("acme/rockets", toc_of("new"), noon)
    await store.put_page("acme/rockets", "", *page_of("new", "New.\n"), noon)
    await store.close()
