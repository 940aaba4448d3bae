"""What is remembered of a database: read once, until something is written."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from pro_context_engine.store.remembering import Remembered


class Reader:
    """Counts what it reads."""

    def __init__(self, connection: sqlite3.Connection, most: int = 1_000) -> None:
        self._connection = connection
        self._remembered = Remembered(most)
        self.read: list[str] = []

    def __call__(self, *keys: str) -> dict[str, str]:
        return self._remembered.get_all(self._connection, keys, self._values, len)

    def _values(self, keys: Sequence[str]) -> dict[str, str]:
        self.read += keys
        rows = self._connection.execute("SELECT name, value FROM thing").fetchall()
        return {name: value for name, value in rows if name in keys}


@pytest.fixture
def connection(tmp_path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(tmp_path / "things.sqlite3", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE thing (name TEXT PRIMARY KEY, value TEXT)")
    connection.execute("INSERT INTO thing VALUES ('a', 'xx'), ('b', 'yyy'), ('c', 'zzzz')")
    return connection


def test_what_is_known_is_not_read_again(connection: sqlite3.Connection) -> None:
    reader = Reader(connection)
    assert reader("a") == {"a": "xx"}
    assert reader("a", "b") == {"a": "xx", "b": "yyy"}
    assert reader.read == ["a", "b"]


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
    with sqlite3.connect(tmp_path / "things.sqlite3") as other:
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
