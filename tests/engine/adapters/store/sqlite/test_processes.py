"""Processes that are killed, and processes that share one file."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.adapters.store.sqlite.checksums import checksum
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME
from pro_context_engine.domain.model import Delivery
from pro_context_engine.search.index.analysis import analyse

PROGRAM = Path(__file__).with_name("processes.py")
SECONDS = 300
"""A test that waits longer fails."""
STATEMENTS = 60
"""More statements than opening a file takes, so that the last processes survive."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(PROGRAM), program, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lines_of(program: str, *arguments: object) -> list[str]:
    output, errors = start(program, *arguments).communicate(timeout=SECONDS)
    assert errors == ""
    return output.splitlines()


async def test_what_was_acknowledged_survives_twenty_kills(tmp_path: Path) -> None:
    acknowledged = await asyncio.to_thread(lines_of, "killed", tmp_path)
    assert len({name.partition("-")[0] for name in acknowledged}) == 20
    store = open_store(tmp_path)
    assert await store.verify() == []
    for name in acknowledged:
        text = f"Word{name.replace('-', '')} burns.\n" * 40
        stored = await store.page(f"https://docs.example/{name}")
        assert stored is not None
        assert stored.page.markdown == text
        hits = await store.search(analyse(text.split()[0]), None, 10)
        assert [hit.chunk.text for hit in hits] == [text]
    assert not store.failing
    await store.close()


def state_of(file: Path) -> tuple[object, ...]:
    """Return all content that opening a file may change; fail if the file is not sound."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        schema = tuple(connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY name"))
        counted = ("page", "terms_version", "extra")
        tables = [table for table, _ in schema if table in counted]
        rows = [connection.execute(f"SELECT count(*), max(rowid) FROM {table}").fetchone() for table in tables]
        version = connection.execute("SELECT version FROM terms_version").fetchall() if schema else []
        pragmas = [connection.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "application_id")]
        return (schema, *rows, *version, *pragmas)


def make_first_version(file: Path) -> None:
    """Take a file back to the first version of the tables."""
    with closing(sqlite3.connect(file)) as connection:
        columns = "library_id, version, source, origin, fetched_at, '', toc_checksum"
        for row, *values in connection.execute(f"SELECT id, {columns} FROM snapshot").fetchall():
            found = (checksum(values), row)
            connection.execute("UPDATE snapshot SET fingerprint = '', checksum = ? WHERE id = ?", found)
        connection.execute("DROP TABLE page_check")
        connection.execute("DROP TABLE symbol")
        connection.execute("DROP TABLE package_symbols")
        connection.execute("DROP TABLE package_symbol")
        connection.execute("DROP TABLE toc_text")
        connection.execute("DROP TABLE link")
        connection.execute("DROP TABLE page_length")
        connection.execute("ALTER TABLE chunk DROP COLUMN headings")
        connection.execute("ALTER TABLE toc_entry DROP COLUMN crawled")
        connection.execute("PRAGMA user_version = 1")
        connection.commit()


async def test_a_file_of_the_first_version_keeps_what_it_holds(tmp_path: Path) -> None:
    assert await asyncio.to_thread(lines_of, "writer", tmp_path, "rockets", 3) == []
    make_first_version(tmp_path / FILE_NAME)
    store = open_store(tmp_path)
    assert await store.verify() == []
    (snapshot,) = await store.snapshots()
    assert (snapshot.pages, snapshot.read_at) == (3, snapshot.fetched_at)
    toc = await store.toc("rockets", "")
    assert toc is not None
    assert toc.delivery == Delivery()
    later = snapshot.read_at + timedelta(days=1)
    for url, dates in (await store.pages("rockets", "")).items():
        assert dates.fetched_at == dates.read_at == snapshot.read_at
        await store.confirm_page("rockets", "", url, later)
    await store.confirm_toc("rockets", "", later)
    (renewed,) = await store.snapshots()
    assert (renewed.fetched_at, renewed.read_at) == (later, snapshot.read_at)
    assert {dates.fetched_at for dates in (await store.pages("rockets", "")).values()} == {later}
    assert await store.verify() == []
    await store.close()


@pytest.mark.parametrize("change", ["nothing", "upgrade", "migration", "rules"])
def test_a_kill_at_any_statement_of_opening_leaves_the_file_as_it_was_or_as_it_will_be(
    tmp_path: Path, change: str
) -> None:
    base, lives = tmp_path / "base", tmp_path / "lives"
    folders = [lives / str(number) for number in range(STATEMENTS)]
    base.mkdir()
    if change == "nothing":  # but the file itself is new
        sqlite3.connect(base / FILE_NAME).close()
    else:
        assert lines_of("writer", base, "rockets", 3) == []
    if change == "upgrade":
        make_first_version(base / FILE_NAME)
    for folder in folders:
        shutil.copytree(base, folder)
    killed = [line == "True" for line in lines_of("prepared-in-parts", lives, change)]
    assert True in killed
    assert not killed[-1]
    before, after = state_of(base / FILE_NAME), state_of(folders[-1] / FILE_NAME)
    assert before != after
    assert {state_of(folder / FILE_NAME) for folder in folders} == {before, after}


def test_writers_that_share_a_file_never_meet_a_locked_one(tmp_path: Path) -> None:
    writers = [start("writer", tmp_path, library, 150) for library in ("rockets", "kites", "boats")]
    for writer in writers:
        output, errors = writer.communicate(timeout=SECONDS)
        assert (writer.returncode, output, errors) == (0, "", "")
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        assert connection.execute("SELECT count(*) FROM page").fetchone() == (450,)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
