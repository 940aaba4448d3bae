"""A full disk, a locked or damaged file: the store goes on without it, and says so in the log."""

import asyncio
import logging
import os
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pro_context_engine.adapters.store.sqlite import SqliteStore, damage, database, migration, open_store
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME
from pro_context_engine.domain.model import Chunk, Delivery, Page, Toc
from pro_context_engine.search.index.analysis import analyse

Tocs = Callable[..., Toc]
Pages = Callable[..., tuple[Page, list[Chunk]]]

LONG = "Fuel burns in the tank.\n" * 2_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of three megabytes, where that is allowed."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("mounting a small file system is not allowed here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


class Limited:
    """Limits the size of the files that are opened meanwhile."""

    def __init__(self) -> None:
        self.connections: list[sqlite3.Connection] = []

    def connect(self, *arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = _connect(*arguments, **options)
        if arguments[0] != ":memory:":
            self.connections.append(connection)
        return connection

    def set(self, disk_pages: int) -> None:
        for connection in self.connections:
            connection.execute(f"PRAGMA max_page_count = {disk_pages}")


_connect = sqlite3.connect


async def overflow(store: SqliteStore, toc_of: Tocs, page_of: Pages, noon: datetime) -> list[str]:
    """Store pages until the file has failed to take four; return their names."""
    names = [f"page{number}" for number in range(60)]
    await store.put_toc("acme/rockets", toc_of(*names), noon)
    failed: list[str] = []
    for name in names:
        await store.put_page("acme/rockets", "", *page_of(name, f"Only {name}word.\n{LONG}"), noon)
        failed += [name] if store.failing else []
        if len(failed) == 4:
            return failed
    raise AssertionError("it never was full")


async def assert_all_served(
    store: SqliteStore, failed: list[str], toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    """Assert that the pages stored before, during and after the failure are served."""
    pages = await store.pages("acme/rockets", "")
    assert f"https://docs.example/{failed[-1]}" in pages
    for name in ("page0", *failed):
        stored = await store.page(f"https://docs.example/{name}")
        assert stored is not None
        assert stored.page.markdown.startswith(f"Only {name}word.")
        (hit,) = await store.search(analyse(f"{name}word"), [("acme/rockets", None)], 10)
        assert await store.neighbours(hit) == [hit.chunk]
        assert await store.beginning(hit, hit.chunk.heading_path) == hit.chunk
    await store.put_toc("acme/kites", toc_of("kite"), noon)
    await store.put_page("acme/kites", "", *page_of("kite", f"Wind.\n{LONG}"), noon)
    assert (await store.search(["wind"], [("acme/kites", "")], 10))[0].library_id == "acme/kites"
    assert await store.owner("https://docs.example/kite") == ("acme/kites", "")
    assert {"acme/kites", "acme/rockets"} == set(await store.indexed())
    assert {snapshot.library_id for snapshot in await store.snapshots()} == {"acme/kites", "acme/rockets"}


async def test_a_full_disk_costs_no_answer_and_is_used_again_when_there_is_room(
    small_disk: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 2_400_000)
    store = open_store(small_disk)
    failed = await overflow(store, toc_of, page_of, noon)
    await assert_all_served(store, failed, toc_of, page_of, noon)
    ballast.unlink()
    await store.put_toc("acme/rockets", toc_of("page0", "new"), noon)
    await store.put_page("acme/rockets", "", *page_of("new", "New.\n"), noon)
    assert not store.failing
    assert await store.verify() == []
    await store.close()
    store = open_store(small_disk)
    assert set(await store.pages("acme/rockets", "")) == {"https://docs.example/page0", "https://docs.example/new"}
    await store.close()


async def test_a_file_that_may_not_grow_costs_no_answer(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    limited = Limited()
    monkeypatch.setattr(sqlite3, "connect", limited.connect)
    store = open_store(tmp_path)
    limited.set(200)
    failed = await overflow(store, toc_of, page_of, noon)
    await assert_all_served(store, failed, toc_of, page_of, noon)
    assert "SQLITE_FULL" in caplog.text
    limited.set(100_000)
    await store.put_page("acme/rockets", "", *page_of("page59", "Last.\n"), noon)
    assert not store.failing
    assert not damage.marked(tmp_path / FILE_NAME)
    await store.close()
    # One line when it fails, one when it works again, however many operations there were.
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2


async def test_a_file_locked_by_another_process_delays_only_the_first_write(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 2.0)
    monkeypatch.setattr(database, "IMPATIENT_SECONDS", 0.0)
    store = open_store(tmp_path)
    await store.put_toc("acme/rockets", toc_of("start", "more"), noon)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        for _ in range(20):
            await store.put_page("acme/rockets", "", *page_of("start", "Fuel.\n"), noon)
        assert time.monotonic() - started < 10 * database.BUSY_SECONDS
        assert store.failing
        assert len(await store.search(["fuel"], None, 10)) == 1
        other.execute("ROLLBACK")
    await store.put_page("acme/rockets", "", *page_of("more", "Fuel.\n"), noon)
    assert not store.failing
    await store.close()


async def put_three(directory: Path, toc_of: Tocs, page_of: Pages, noon: datetime) -> None:
    names = ("start", "more", "last")
    store = open_store(directory)
    await store.put_toc("acme/rockets", toc_of(*names), noon)
    for name in names:
        page, chunks = page_of(name, f"Fuel for {name}.\n")
        await store.put_page("acme/rockets", "", replace(page, delivery=Delivery(page.url)), chunks, noon)
    assert await store.verify() == []
    await store.close()


def remount(disk: Path, option: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{option}", str(disk)], check=True)


async def test_a_read_only_disk_costs_no_answer(small_disk: Path, toc_of: Tocs, page_of: Pages, noon: datetime) -> None:
    await put_three(small_disk, toc_of, page_of, noon)
    remount(small_disk, "ro")
    store = open_store(small_disk)
    await store.put_toc("acme/kites", toc_of("kite"), noon)
    await store.put_page("acme/kites", "", *page_of("kite", "Wind.\n"), noon)
    assert len(await store.search(["wind"], [("acme/kites", "")], 10)) == 1
    assert store.failing
    await store.close()
    remount(small_disk, "rw")
    store = open_store(small_disk)
    assert not store.failing
    assert len(await store.search(["fuel"], None, 10)) == 3
    await store.close()


DAMAGES = {
    "text of a page": ("UPDATE page SET markdown = 'Other.'", "pages have another checksum (3)"),
    "title of a page": ("UPDATE page SET title = 'Other'", "chunks have another checksum (3)"),
    "text of a chunk": ("UPDATE chunk SET text = 'Other.'", "chunks have another checksum (3)"),
    "bytes that are no text": ("UPDATE chunk SET text = CAST(x'ff' AS TEXT)", "chunks have another checksum"),
    "name of a snapshot": ("UPDATE snapshot SET library_id = 'other'", "snapshots or tables of contents"),
    "checks of pages": ("UPDATE page_check SET etag = 'other'", "checks have another checksum (3)"),
    "checks of no page": ("PRAGMA foreign_keys = OFF; DELETE FROM chunk; DELETE FROM page", "belong to nothing (6)"),
    "table of contents": ("UPDATE toc_entry SET url = 'other'", "snapshots or tables of contents"),
    "text of a table of contents": (
        "INSERT INTO toc_text (snapshot_id, text, checksum) SELECT id, '# Rockets', 1 FROM snapshot",
        "texts of tables of contents have another checksum (1)",
    ),
    "chunks of no page": ("PRAGMA foreign_keys = OFF; DELETE FROM page", "rows belong to nothing (9)"),
    "chunks not indexed": ("DELETE FROM chunk_terms", "chunks are not in the index (3)"),
    "terms of no chunk": ("DROP TRIGGER chunk_deleted; DELETE FROM chunk", "entries of the index belong to no chunk"),
    "terms of another snapshot": ("UPDATE chunk_terms SET scope = 'snapshot9'", "to another snapshot (3)"),
    "the index itself": ("DELETE FROM chunk_terms_data WHERE id > 10", "the index is damaged"),
    "a table that is missing": ("DROP TABLE chunk_terms", "the tables are not the expected ones"),
}


@pytest.mark.parametrize(("statements", "problem"), DAMAGES.values(), ids=DAMAGES)
async def test_damage_is_found_named_and_set_aside(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime, statements: str, problem: str
) -> None:
    await put_three(tmp_path, toc_of, page_of, noon)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as intruder:
        intruder.executescript(statements)
    store = open_store(tmp_path)
    assert problem in " ".join(await store.verify())
    await store.close()
    store = open_store(tmp_path)
    assert "is set aside as" in (await store.status()).trouble
    assert await store.snapshots() == []
    await store.close()
    store = open_store(tmp_path)
    assert await store.verify() == []
    assert not store.failing
    await store.close()
    assert len(await asyncio.to_thread(lambda: list(tmp_path.glob("*.corrupt-*")))) == 1


async def test_no_damaged_row_is_shown(tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime) -> None:
    await put_three(tmp_path, toc_of, page_of, noon)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as intruder:
        intruder.executescript("UPDATE page SET title = 'Wrong'; UPDATE toc_entry SET title = 'Wrong'")
        intruder.executescript("UPDATE snapshot SET fetched_at = '2030-01-01T00:00:00+00:00'")
    store = open_store(tmp_path)
    assert await store.toc("acme/rockets", "") is None
    assert await store.snapshots() == []
    assert await store.snapshot("acme/rockets", "") is None
    assert await store.page("https://docs.example/start") is None
    assert await store.search(["fuel"], None, 10) == []
    await store.close()


async def test_a_damaged_check_is_as_good_as_none(tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime) -> None:
    await put_three(tmp_path, toc_of, page_of, noon)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as intruder:
        intruder.executescript("UPDATE page_check SET checked_at = '2030-01-01T00:00:00+00:00'")
    store = open_store(tmp_path)
    stored = await store.page("https://docs.example/start")
    assert stored is not None
    assert (stored.fetched_at, stored.page.delivery) == (noon, Delivery())
    await store.close()


async def test_damage_met_while_the_file_is_in_use_is_set_aside_at_the_next_start(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await put_three(tmp_path, toc_of, page_of, noon)
    file = tmp_path / FILE_NAME
    with closing(sqlite3.connect(file)) as intruder:
        (root,) = intruder.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'page'").fetchone()
        (size,) = intruder.execute("PRAGMA page_size").fetchone()
    content = file.read_bytes()
    file.write_bytes(content[: (root - 1) * size] + os.urandom(size) + content[root * size :])
    store = open_store(tmp_path)
    await store.page("https://docs.example/start")
    await store.search(["fuel"], None, 10)
    await store.close()
    store = open_store(tmp_path)
    assert "is set aside as" in (await store.status()).trouble
    await put_three(tmp_path, toc_of, page_of, noon)
    await store.close()


async def test_a_sound_file_is_kept_whatever_was_suspected(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    await put_three(tmp_path, toc_of, page_of, noon)
    damage.mark(tmp_path / FILE_NAME)
    store = open_store(tmp_path)
    assert len(await store.search(["fuel"], None, 10)) == 3
    assert not damage.marked(tmp_path / FILE_NAME)
    await store.close()


async def test_a_file_indexed_by_other_rules_is_emptied(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put_three(tmp_path, toc_of, page_of, noon)
    monkeypatch.setattr(migration, "TERMS_VERSION", 1_000)
    store = open_store(tmp_path)
    assert await store.snapshots() == []
    assert await store.search(["fuel"], None, 10) == []
    assert await store.verify() == []
    await store.close()
    await put_three(tmp_path, toc_of, page_of, noon)
    assert await asyncio.to_thread(lambda: list(tmp_path.glob("*.corrupt-*"))) == []


async def test_only_the_latest_damaged_file_is_kept(tmp_path: Path) -> None:
    for content in (b"one" * 1000, b"two" * 1000):
        (tmp_path / FILE_NAME).write_bytes(content)
        await open_store(tmp_path).close()
    (aside,) = await asyncio.to_thread(lambda: list(tmp_path.glob("*.corrupt-*")))
    assert aside.read_bytes().startswith(b"two")
