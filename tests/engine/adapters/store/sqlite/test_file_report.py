import asyncio
import os
import signal
import sqlite3
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.adapters.store.sqlite.file_report import Condition, examine
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME
from pro_context_engine.domain.model import Chunk, Page, SourceName, Toc, TocEntry

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
URL = "https://docs.example/start"


async def fill(directory: Path) -> Path:
    store = open_store(directory)
    await store.put_toc("acme/rockets", Toc((TocEntry("Start", URL),), SourceName.LLMS_TXT, URL), NOON)
    chunk = Chunk("one", URL, "Start", "", "", (), "", "Fuel.\n", 2, 1, 0)
    await store.put_page("acme/rockets", "", Page(URL, "Start", "Fuel.\n"), [chunk], NOON)
    await store.close()
    return directory / FILE_NAME


def left(directory: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(directory.iterdir()) if not file.name.endswith("-shm")}


def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert examine(tmp_path / "cache").condition is Condition.MISSING
    assert list(tmp_path.iterdir()) == []


async def test_a_sound_store_is_left_as_it_is(tmp_path: Path) -> None:
    file = await fill(tmp_path)
    before = left(tmp_path)
    found = examine(tmp_path)
    assert (found.condition, found.pages, found.newest, found.problems) == (Condition.SOUND, 1, NOON, ())
    assert found.size == file.stat().st_size
    assert left(tmp_path) == before


async def test_a_store_in_use_is_read_with_what_is_in_its_journal(tmp_path: Path) -> None:
    await fill(tmp_path)
    store = open_store(tmp_path)
    other = Page(f"{URL}/more", "More", "More fuel.\n")
    await store.put_page("acme/rockets", "", other, [], NOON)
    assert (examine(tmp_path).condition, examine(tmp_path).pages) == (Condition.SOUND, 2)
    await store.close()


async def test_what_a_killed_process_left_is_not_touched(tmp_path: Path) -> None:
    file = await fill(tmp_path)
    script = (
        "import os, signal, sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "connection.execute('UPDATE snapshot SET origin = origin')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", script, str(file))
    assert await process.wait() == -signal.SIGKILL
    before = left(tmp_path)
    assert f"{FILE_NAME}-wal" in before
    assert examine(tmp_path).condition is Condition.SOUND
    assert left(tmp_path) == before


async def test_damage_is_named_and_nothing_set_aside(tmp_path: Path) -> None:
    file = await fill(tmp_path)
    content = bytearray(file.read_bytes())
    place = content.rindex(b"Fuel.")
    content[place : place + 5] = b"Food."
    file.write_bytes(content)
    found = examine(tmp_path)
    assert found.condition is Condition.DAMAGED
    assert any("checksum" in problem for problem in found.problems)
    assert list(left(tmp_path)) == [FILE_NAME]


def test_what_is_no_database_is_damaged(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"not a database, but long enough to be read as one" * 100)
    assert examine(tmp_path).condition is Condition.DAMAGED


def test_a_database_of_somebody_else(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    assert examine(tmp_path).condition is Condition.FOREIGN


async def test_an_older_store_is_no_damage(tmp_path: Path) -> None:
    file = await fill(tmp_path)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE terms_version SET version = version - 1")
    connection.commit()
    connection.close()
    assert examine(tmp_path).condition is Condition.OUTDATED


def test_a_folder_in_the_files_place(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    assert examine(tmp_path).condition is Condition.UNREADABLE


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_closed_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0)
    try:
        assert examine(tmp_path).condition is Condition.UNREADABLE
    finally:
        tmp_path.chmod(0o700)
