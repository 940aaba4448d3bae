"""The overflow in memory: it answers beside the file while that fails, and is emptied once the file has settled."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.adapters.store.sqlite.open_file import FILE_NAME
from pro_context_engine.domain.model import Chunk, Page, Toc

Tocs = Callable[..., Toc]
Pages = Callable[..., tuple[Page, list[Chunk]]]


@contextmanager
def failing_writes(directory: Path) -> Iterator[None]:
    """Let every write of a page or snapshot fail, and every read succeed."""
    with closing(sqlite3.connect(directory / FILE_NAME, isolation_level=None)) as intruder:
        for table in ("snapshot", "page"):
            refusal = "BEGIN SELECT RAISE(ABORT, 'refused'); END"
            intruder.execute(f"CREATE TRIGGER no_{table} BEFORE INSERT ON {table} {refusal}")
        yield
        for table in ("snapshot", "page"):
            intruder.execute(f"DROP TRIGGER no_{table}")


async def test_the_overflow_is_merged_with_the_file_and_emptied_a_minute_after_its_last_use(
    tmp_path: Path, toc_of: Tocs, page_of: Pages, noon: datetime
) -> None:
    now = noon
    store = open_store(tmp_path, clock=lambda: now)
    await store.put_toc("acme/rockets", toc_of("start", "more"), noon)
    assert await store.put_page("acme/rockets", "", *page_of("start", "Fuel of old.\n"), noon)
    with failing_writes(tmp_path):
        await store.put_toc("acme/kites", toc_of("wind"), noon)
        assert await store.put_page("acme/kites", "", *page_of("wind", "Wind for fuel.\n"), noon)
        assert await store.put_page("acme/rockets", "", *page_of("start", "Fuel of now.\n"), noon)
        assert store.failing
    libraries = {"acme/rockets", "acme/kites"}
    for minutes in (0, 1):
        now = noon + timedelta(minutes=minutes)
        await store.put_toc("acme/rockets", toc_of("start", "more"), noon)
        assert not store.failing
        assert {snapshot.library_id for snapshot in await store.snapshots()} == libraries == set(await store.indexed())
        texts = {hit.chunk.text for hit in await store.search(["fuel"], None, 10)}
        assert texts == {"Fuel of now.\n", "Wind for fuel.\n"}
    now += timedelta(seconds=1)
    await store.put_toc("acme/rockets", toc_of("start", "more"), noon)
    assert await store.indexed() == ["acme/rockets"]
    assert [hit.chunk.text for hit in await store.search(["fuel"], None, 10)] == ["Fuel of old.\n"]
    assert await store.verify() == []
    await store.close()
