"""The cache for the event loop: values come without the database's thread until the database changes."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest

from pro_context_engine.adapters.store.loop_cache import LoopCache
from pro_context_engine.adapters.store.sqlite.database import Database

PLACES: dict[str, Callable[[Path], Path | None]] = {
    "file": lambda folder: folder / "things.sqlite3",
    "memory": lambda _: None,
}


class Reader:
    """Reads values through a cache, and lists the values read from the database."""

    def __init__(self, database: Database, most: int = 1_000) -> None:
        self._at_hand = LoopCache(database, most)
        self.read: list[str] = []

    async def __call__(self, name: str) -> str | None:
        return await self._at_hand.get(name, lambda connection: self._value(connection, name), "failed", _size)

    def _value(self, connection: sqlite3.Connection, name: str) -> str | None:
        self.read.append(name)
        row = connection.execute("SELECT value FROM thing WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])


def _size(value: str | None) -> int:
    return len(value or "")


def _writing(value: str) -> Callable[[sqlite3.Connection], object]:
    return lambda connection: connection.execute("INSERT OR REPLACE INTO thing VALUES ('a', ?)", (value,))


def write_elsewhere(path: Path, value: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        _writing(value)(other)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "things.sqlite3"


@pytest.fixture(params=PLACES)
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    async for opened in _opened(PLACES[request.param](tmp_path)):
        yield opened


@pytest.fixture
async def file(path: Path) -> AsyncIterator[Database]:
    async for opened in _opened(path):
        yield opened


async def _opened(path: Path | None) -> AsyncIterator[Database]:
    opened = Database(path)
    await opened.write(lambda connection: connection.execute("CREATE TABLE thing (name TEXT PRIMARY KEY, value TEXT)"))
    await opened.write(_writing("old"))
    yield opened
    await opened.close()


async def test_what_is_at_hand_is_not_read_again(database: Database) -> None:
    reader = Reader(database)
    assert [await reader("a"), await reader("a")] == ["old", "old"]
    assert [await reader("n"), await reader("n")] == [None, None]
    assert reader.read == ["a", "n"]


async def test_it_does_not_wait_for_what_the_database_does(database: Database) -> None:
    reader, release = Reader(database), threading.Event()
    await reader("a")
    busy = asyncio.ensure_future(database.read(lambda _: release.wait(60), otherwise=False))
    try:
        assert await reader("a") == "old"
    finally:
        release.set()
    assert await busy


async def test_a_write_is_seen(database: Database) -> None:
    reader = Reader(database)
    await reader("a")
    await database.write(_writing("new"))
    assert await reader("a") == "new"


async def test_a_write_that_comes_to_nothing_leaves_the_old(database: Database) -> None:
    reader = Reader(database)
    await reader("a")

    def failing(connection: sqlite3.Connection) -> None:
        _writing("new")(connection)
        raise ValueError

    assert not await database.write(failing)
    assert await reader("a") == "old"


async def test_a_write_of_another_process_is_seen(file: Database, path: Path) -> None:
    reader = Reader(file)
    await reader("a")
    write_elsewhere(path, "new")
    assert await reader("a") == "new"


async def test_what_was_read_before_a_write_in_between_is_not_kept(file: Database, path: Path) -> None:
    at_hand = LoopCache(file, 1_000)

    def read_late(connection: sqlite3.Connection) -> str:
        (value,) = connection.execute("SELECT value FROM thing WHERE name = 'a'").fetchone()
        write_elsewhere(path, f"{value}er")
        return str(value)

    assert await at_hand.get("a", read_late, "failed", _size) == "old"
    assert await at_hand.get("a", read_late, "failed", _size) == "older"


async def test_what_was_read_while_another_saw_the_write_is_not_kept(file: Database, path: Path) -> None:
    at_hand, read, go_on = LoopCache(file, 1_000), threading.Event(), threading.Event()

    def read_slowly(connection: sqlite3.Connection) -> str:
        (value,) = connection.execute("SELECT value FROM thing WHERE name = 'a'").fetchone()
        read.set()
        go_on.wait(60)
        return str(value)

    slow = asyncio.ensure_future(at_hand.get("a", read_slowly, "failed", _size))
    await asyncio.to_thread(read.wait, 60)
    write_elsewhere(path, "new")
    other = asyncio.ensure_future(at_hand.get("b", lambda _: "b", "failed", _size))
    await asyncio.sleep(0)  # it has looked at the state
    go_on.set()
    assert [await slow, await other] == ["old", "b"]
    assert await at_hand.get("a", read_slowly, "failed", _size) == "new"


async def test_what_fails_is_not_kept(database: Database) -> None:
    reader = Reader(database)
    await database.write(lambda connection: connection.execute("ALTER TABLE thing RENAME TO other"))
    assert [await reader("a"), await reader("a")] == ["failed", "failed"]
    await database.write(lambda connection: connection.execute("ALTER TABLE other RENAME TO thing"))
    assert await reader("a") == "old"


async def test_a_file_that_cannot_be_looked_at_is_read(file: Database, path: Path) -> None:
    reader = Reader(file)
    await reader("a")
    file._watch.close()  # type: ignore[union-attr]
    assert await reader("a") == await reader("a") == "old"
    assert reader.read == ["a", "a", "a"]
    file._watch = sqlite3.connect(path)
    assert await reader("a") == await reader("a") == "old"
    assert reader.read == ["a", "a", "a", "a"]


async def test_what_was_used_longest_ago_goes_first(database: Database) -> None:
    reader = Reader(database, most=6)
    await database.write(lambda connection: connection.execute("INSERT INTO thing VALUES ('b', 'bbb'), ('c', 'ccc')"))
    for name in ("a", "b", "a", "c", "a", "b"):  # two of them have room
        await reader(name)
    assert reader.read == ["a", "b", "c", "b"]
