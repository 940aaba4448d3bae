"""A disk that fails at any statement, once or from then on: opening, commit, rollback, checkpoint, and all between."""

import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pro_context_engine.adapters.store.sqlite import SqliteStore, open_store
from pro_context_engine.domain.model import Chunk, Page, Toc
from pro_context_engine.search.index.analysis import analyse

Tocs = Callable[..., Toc]
Pages = Callable[..., tuple[Page, list[Chunk]]]

_connect = sqlite3.connect


def failure(code: str) -> sqlite3.Error:
    """Return an error as SQLite's own."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode, error.sqlite_errorname = getattr(sqlite3, code), code
    return error


# Python's error for SQLITE_NOMEM, and the errors that the driver itself raises, have no code.
FAILURES = (failure("SQLITE_IOERR"), failure("SQLITE_FULL"), sqlite3.OperationalError("no cursor"), MemoryError())


class Disk:
    """Decides which statements on connections to files fail, and with which error."""

    def __init__(self) -> None:
        self.seen = 0
        self._failing = range(0)

    def fail(self, failing: range) -> None:
        """Let the statements of these numbers fail, counted from now."""
        self.seen, self._failing = 0, failing

    def take(self) -> None:
        """Count a statement, and raise an error if it is one of those that fail."""
        self.seen += 1
        if self.seen in self._failing:
            raise FAILURES[self._failing.start % len(FAILURES)]


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()

    class Connection(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            disk.take()
            return super().execute(*arguments)

    def connect(path: Any, **options: Any) -> sqlite3.Connection:
        return _connect(path, **options, **({} if path == ":memory:" else {"factory": Connection}))

    monkeypatch.setattr(sqlite3, "connect", connect)
    return disk


async def use(store: SqliteStore, toc_of: Tocs, page_of: Pages, noon: datetime) -> bool:
    """Fill a library, read from it and clear it; return whether the store took every page."""
    await store.put_toc("acme/rockets", toc_of("start", "fuel"), noon)
    taken = []
    for name in ("start", "fuel"):
        page, chunks = page_of(name, f"Rockets {name}.", "More of it.")
        taken.append(await store.put_page("acme/rockets", "", page, chunks, noon))
        stored = await store.page(page.url, ("acme/rockets", ""))
        assert stored is None or stored.page.title == page.title
    await store.search(analyse("rockets"), None, 5)
    await store.search(analyse("rockets more"), [("acme/rockets", None)], 5)
    await store.pages("acme/rockets", "")
    await store.confirm_toc("acme/rockets", "", noon)
    await store.status()
    await store.clear(["acme/rockets"])
    return all(taken)


@pytest.mark.parametrize("once", [True, False], ids=["once", "from then on"])
async def test_no_failing_statement_reaches_the_caller(
    disk: Disk, once: bool, tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    store = open_store(tmp_path / "sound")
    await use(store, toc_of, page_of, noon)
    await store.close()
    statements = disk.seen
    assert statements > 100
    # All of them would take long; each failure meets another one.
    for number in range(1 if once else 4, statements, 11):
        disk.fail(range(number, number + 1 if once else 10 * statements))
        store = open_store(tmp_path / str(number))
        taken = await use(store, toc_of, page_of, noon)
        await store.close()
        # Memory takes a page that the file cannot, unless the snapshot of the page can no longer be read.
        assert taken or not once
