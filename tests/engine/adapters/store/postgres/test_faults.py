"""Faults at every statement of a write: the database has all of it or nothing, and what was acknowledged is there."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.postgres import fresh_database, needs_postgres

from pro_context_engine.adapters.store.page_copy import PageCopy
from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.model import Chunk, Dates, Page, Toc
from pro_context_engine.domain.shared_registry import RegistryName
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.work_queue import task_of

pytestmark = needs_postgres

Tocs = Callable[..., Toc]
Pages = Callable[..., tuple[Page, list[Chunk]]]
Write = Callable[[Any, Tocs, Pages, datetime], Awaitable[object]]

KEY = ("acme/rockets", "")
URL = "https://docs.example/start"
STATE = (
    "SELECT library_id, origin, fetched_at, read_at FROM pro_context.snapshot ORDER BY 1",
    "SELECT entries::text FROM pro_context.toc ORDER BY 1",
    "SELECT address, markdown::text, read_at, checked_at, chunks, bytes FROM pro_context.page ORDER BY 1",
    "SELECT content::text, substr(fields, strpos(fields, E'\\n')) FROM pro_context.chunk ORDER BY 1",
    "SELECT place, terms FROM pro_context.link ORDER BY 1, 2",
    "SELECT task FROM pro_context.task",
    "SELECT version, content FROM pro_context.registry",
)
MOST_STATEMENTS = 60
REGISTRY = RegistryName("registry-v2027-01-01", "0" * 64, kept=False)


def copies(page_of: Pages, noon: datetime) -> list[PageCopy]:
    made = [page_of(name, f"Copied {name}.\n") for name in ("start", "more")]
    return [PageCopy(page, Dates(noon, noon), chunks, [["copied"] * 6], [("fuel", "tank")]) for page, chunks in made]


WRITES: dict[str, Write] = {
    "table of contents": lambda store, toc_of, _, noon: store.put_toc(
        KEY[0], toc_of("start", "new"), noon + timedelta(days=1)
    ),
    "check of the table": lambda store, _, __, noon: store.confirm_toc(*KEY, noon + timedelta(days=2)),
    "page": lambda store, _, page_of, noon: store.put_page(*KEY, *page_of("start", "New.\n", "Wings.\n"), noon),
    "copied pages": lambda store, _, page_of, noon: store.put_copies(*KEY, copies(page_of, noon)),
    "check of a page": lambda store, _, __, noon: store.confirm_page(*KEY, URL, noon + timedelta(days=3)),
    "deletion of a page": lambda store, *_: store.drop_page(*KEY, URL),
    "registry": lambda store, *_: store.registry.put(REGISTRY, b"{}", if_newer=True),
    "task": lambda store, *_: store.queue.put(task_of(*KEY)),
}
ONE_STATEMENT = ("task",)
"""Writes that no conflict can undo."""


class Faults:
    """Decides which statement fails, and how.

    Attributes:
        left: number of the statement that fails, counted down; none fails below 1.
    """

    def __init__(self) -> None:
        self.left = 0
        self.kind = ""

    def before(self, connection: Any) -> None:
        import psycopg

        self.left -= 1
        if self.left:
            return
        if self.kind == "cut before":
            connection.close()
            raise psycopg.OperationalError("cut")
        if self.kind.isalnum():
            raise psycopg.errors.lookup(self.kind)

    def after(self, connection: Any) -> None:
        import psycopg

        if not self.left and self.kind == "cut after":
            self.left = -1
            connection.close()
            raise psycopg.OperationalError("cut")


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    import psycopg

    faults, execute, copy = Faults(), psycopg.Cursor.execute, psycopg.Cursor.copy

    def executed(cursor: Any, *arguments: object, **options: object) -> object:
        faults.before(cursor.connection)
        done = execute(cursor, *arguments, **options)
        faults.after(cursor.connection)
        return done

    def copied(cursor: Any, *arguments: object, **options: object) -> object:
        faults.before(cursor.connection)
        return copy(cursor, *arguments, **options)

    monkeypatch.setattr(psycopg.Cursor, "execute", executed)
    monkeypatch.setattr(psycopg.Cursor, "copy", copied)
    return faults


@pytest.fixture
async def stored(toc_of: Tocs, page_of: Pages, noon: datetime) -> AsyncIterator[tuple[Store, Any, Callable[[], list]]]:
    """Open a store with a page, a connection to its database, and a function that returns what the database has."""
    from pro_context_engine.adapters.store.postgres import open_database
    from pro_context_engine.adapters.store.postgres.database_connections import connect

    with fresh_database() as url, connect(url) as looking:
        store = open_database(url, connections=1)
        await fill(store, toc_of, page_of, noon)
        yield store, looking, lambda: [looking.execute(query).fetchall() for query in map(str.encode, STATE)]
        await store.close()


@pytest.mark.parametrize("kind", ["cut before", "cut after", "40001", "40P01", "57014", "53100"])
@pytest.mark.parametrize("write", WRITES)
async def test_a_write_is_done_whole_or_not_at_all(
    write: str, kind: str, stored: tuple, faults: Faults, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    store, looking, state = stored
    old = state()
    done: list[list] = []
    for number in range(1, MOST_STATEMENTS):
        faults.kind, faults.left = kind, number
        try:
            await WRITES[write](store, toc_of, page_of, noon)
            is_acknowledged = True
        except StoreUnavailable:
            is_acknowledged = False
        is_over, faults.left = faults.left > 0, 0
        new = state()
        assert await store.verify() == []
        if is_acknowledged:
            assert new != old
            done.append(new)
        elif new != old:
            # It was done, and its answer was lost, or a read behind it.
            done.append(new)
        assert all(one == done[0] for one in done)
        if is_over:
            break
        looking.execute("TRUNCATE pro_context.task, pro_context.registry")
        await fill(store, toc_of, page_of, noon)
        assert state() == old
    assert is_over
    # A conflict is tried once more, and a connection that was lost before the end.
    least = {"cut before": number - 1, "40001": number, "40P01": number}
    assert len(done) >= (1 if write in ONE_STATEMENT else least.get(kind, 1))


async def fill(store: Store, toc_of: Tocs, page_of: Pages, noon: datetime) -> None:
    """Let the store have one page and nothing else."""
    await store.clear(None)
    await store.put_toc(KEY[0], toc_of("start", "more"), noon)
    await store.put_page(*KEY, *page_of("start", "Old [fuel](fuel).\n"), noon)
