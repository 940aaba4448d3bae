"""The cache for the database's thread: values are read once until the database changes."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from pro_context_engine.adapters.store.sqlite.thread_cache import ThreadCache


class Reader:
    """Reads values through a cache, and lists the values read from the database."""

    def __init__(self, connection: sqlite3.Connection, most: int = 1_000) -> None:
        self._connection = connection
        self._remembered = ThreadCache(most)
        self.read: list[str] = []

    def __call__(self, *keys: str) -> dict[str, str]:
        return self._remembered.get_all(self._connection, keys, self._values, len)

    def _values(self, keys: Sequence[str]) -> dict[str, str]:
        self.read += keys
        rows = self._connection.execute("SELECT name, value FROM thing").fetchall()
        return {name: value for name, value in rows if name in keys}


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(tmp_path / "things.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE thing (name TEXT PRIMARY KEY, value TEXT)")
        connection.execute("INSERT INTO thing VALUES ('a', 'xx'), ('b', 'yyy'), ('c', 'zzzz')")
        yield connection


def test_what_is_known_is_not_read_again(connection: sqlite3.Connection) -> None:
    reader = Reader(connection)
    assert reader("a") == {"a": "xx"}
    assert reader("a", "b") == {"a": "xx", "b": "yyy"}
    assert reader.read == ["a", "b"]


def test_reading_that_fails_leaves_room_for_what_is_known(connection: sqlite3.Connection) -> None:
    remembered = ThreadCache(10)
    held = {"a": "xxxx", "b": "yyyy"}
    for _ in range(5):
        remembered.get_all(connection, ["a"], lambda keys: {key: held[key] for key in keys}, len)
        with pytest.raises(ZeroDivisionError):
            remembered.get_all(connection, ["a", "b"], lambda _: {"b": str(1 // 0)}, len)
    # Both fit, and what comes after them drives out no more than it must.
    assert remembered.get_all(connection, ["a", "b"], lambda keys: {key: held[key] for key in keys}, len) == held
    assert remembered.get(connection, "c", lambda: "z" * 6, len) == "z" * 6
    assert remembered.get(connection, "b", lambda: "read anew", len) == "yyyy"


def test_what_is_not_there_is_left_out_and_looked_for_again(connection: sqlite3.Connection) -> None:
    reader = Reader(connection)
    assert reader("n") == reader("n") == {}
    assert reader.read == ["n", "n"]


def test_a_write_of_the_same_connection_is_seen(connection: sqlite3.Connection) -> None:
    reader = Reader(connection)
    reader("a")
    connection.execute("UPDATE thing SET value = 'new' WHERE name = 'a'")
    assert reader("a") == {"a": "new"}


def test_a_write_of_another_connection_is_seen(connection: sqlite3.Connection, tmp_path: Path) -> None:
    reader = Reader(connection)
    reader("a")
    with closing(sqlite3.connect(tmp_path / "things.sqlite3")) as other, other:
        other.execute("UPDATE thing SET value = 'new' WHERE name = 'a'")
    other.close()
    assert reader("a") == {"a": "new"}


def test_what_was_used_longest_ago_goes_first(connection: sqlite3.Connection) -> None:
    reader = Reader(connection, most=7)
    reader("a")
    reader("b")
    reader("a")
    reader("c")  # two, three and four are more than seven
    assert reader("a", "c") == {"a": "xx", "c": "zzzz"}
    assert reader.read == ["a", "b", "c"]
    reader("b")
    assert reader.read[-1] == "b"


def test_what_is_larger_than_the_bound_is_given_but_not_kept(connection: sqlite3.Connection) -> None:
    reader = Reader(connection, most=3)
    assert reader("c") == reader("c") == {"c": "zzzz"}
    assert reader.read == ["c", "c"]


def test_what_is_read_for_something_else_is_remembered_too(connection: sqlite3.Connection) -> None:
    inner = Reader(connection)
    outer = inner._remembered

    def longer(keys: Sequence[str]) -> dict[str, str]:
        return {key: f"{inner(key.removeprefix('long '))} and so on" for key in keys}

    for _ in range(2):
        assert outer.get_all(connection, ["long a"], longer, len) == {"long a": "{'a': 'xx'} and so on"}
    assert inner("a") == {"a": "xx"}
    assert inner.read == ["a"]


def test_what_was_read_before_a_change_in_between_is_not_kept(connection: sqlite3.Connection, tmp_path: Path) -> None:
    reader = Reader(connection)

    def while_somebody_writes(keys: Sequence[str]) -> dict[str, str]:
        before = dict(connection.execute("SELECT name, value FROM thing WHERE name = 'a'").fetchall())
        with closing(sqlite3.connect(tmp_path / "things.sqlite3")) as other, other:
            other.execute("UPDATE thing SET value = 'new' WHERE name = 'a'")
        other.close()
        reader("b")
        return before

    assert reader._remembered.get_all(connection, ["a"], while_somebody_writes, len) == {"a": "xx"}
    assert reader("a") == {"a": "new"}
