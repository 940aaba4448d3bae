"""The copy of a file into a database: the same rows as pages that are stored there, and what an interruption leaves."""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.postgres import fresh_database, needs_postgres

from pro_context_engine.adapters.store.postgres import copying
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.errors import StoreUnavailable
from pro_context_engine.domain.model import Delivery, Page, SourceName, Toc, TocEntry, Validators
from pro_context_engine.domain.storage import Store

pytestmark = needs_postgres

NOON = datetime(2027, 1, 1, 12, tzinfo=UTC)
LATER = datetime(2027, 1, 2, 12, tzinfo=UTC)
KEY = ("acme/rockets", "2.0")
TEXT = """# Größe {number}

Fuel burns in `Engine.start_up`, version 3.11. See [the next engine](p{next}.md) and [itself](p{number}.md).

## Überblick {{#überblick}}

Wings carry "quoted" text, a backslash \\\\, a tab\tand a null �.
"""


def page_of(number: int) -> Page:
    return Page(
        f"https://docs.example/p{number}.md",
        f"Page {number}",
        TEXT.format(number=number, next=number + 1),
        description="About engines\tand fuel",
        section="Guides",
        delivery=Delivery(f"https://docs.example/p{number}.md", Validators(f'"{number}"', ""), landed="there"),
    )


async def fill(store: Store, numbers: range, *further: Page) -> None:
    pages = [*map(page_of, numbers), *further]
    entries = tuple(TocEntry(page.title, page.url) for page in pages)
    await store.put_toc(KEY[0], Toc(entries, SourceName.CUSTOM, "here", KEY[1]), NOON)
    for page in pages:
        await store.put_page(*KEY, page, chunks_of(page), NOON)
    await store.confirm_page(*KEY, pages[0].url, LATER)


def rows(url: str) -> list[tuple]:
    """Return what a database holds of pages, chunks and links, without the numbers that it gives them."""
    from pro_context_engine.adapters.store.postgres.database_connections import connect

    with connect(url) as connection:
        pages = connection.execute(
            "SELECT address, url, about::text, markdown::text, headings::text, delivery::text, read_at, checked_at, "
            "chunks, terms, bytes FROM pro_context.page ORDER BY address"
        ).fetchall()
        chunks = connection.execute(
            "SELECT address, ordinal, content::text, chunk.headings::text, substr(fields, strpos(fields, E'\\n')) "
            "FROM pro_context.chunk JOIN pro_context.page ON page.id = page_id ORDER BY address, ordinal"
        ).fetchall()
        links = connection.execute(
            "SELECT address, place, link.terms FROM pro_context.link JOIN pro_context.page ON page.id = page_id "
            "ORDER BY address, place, link.terms"
        ).fetchall()
    assert pages
    assert chunks
    assert links
    return [*pages, *chunks, *links]


@pytest.fixture
def url() -> Iterator[str]:
    with fresh_database() as address:
        yield address


async def test_a_copied_page_has_the_rows_of_one_that_is_stored_there(url: str, tmp_path: Path) -> None:
    from pro_context_engine.adapters.store.postgres import open_database

    source, target = open_store(tmp_path), open_database(url)
    await fill(source, range(7))
    (done,) = await copying.copy_store(source, target, lambda _: None)
    assert (done.copied, done.is_whole) == (7, True)
    with fresh_database() as other:
        direct = open_database(other)
        await fill(direct, range(7))
        assert rows(url) == rows(other)
        await direct.close()
    assert await target.verify() == []
    await source.close()
    await target.close()


async def test_a_copy_that_was_interrupted_goes_on_where_it_ended(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pro_context_engine.adapters.store.postgres import open_database
    from pro_context_engine.adapters.store.postgres.database_connections import connect
    from pro_context_engine.adapters.store.postgres.store import PostgresStore

    def numbers() -> dict[str, int]:
        with connect(url) as connection:
            return dict(connection.execute("SELECT address, id FROM pro_context.page").fetchall())

    source, target = open_store(tmp_path), open_database(url)
    await fill(source, range(20))
    monkeypatch.setattr(copying, "AT_ONCE", 3)
    monkeypatch.setattr(copying, "BATCHES", 1)
    plain, left = PostgresStore.put_copies, 4

    async def cut(store: PostgresStore, *copies: object) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise StoreUnavailable(2)
        return await plain(store, *copies)

    monkeypatch.setattr(PostgresStore, "put_copies", cut)
    with pytest.raises(StoreUnavailable):
        await copying.copy_store(source, target, lambda _: None)
    stored = numbers()
    assert len(stored) == 12
    monkeypatch.setattr(PostgresStore, "put_copies", plain)
    (done,) = await copying.copy_store(source, target, lambda _: None)
    assert (done.copied, done.pages, done.is_whole) == (8, 20, True)
    assert stored.items() <= numbers().items()
    assert await target.verify() == []
    await source.close()
    await target.close()


async def test_pages_that_cannot_be_copied_are_told_and_keep_no_others_back(url: str, tmp_path: Path) -> None:
    from pro_context_engine.adapters.store.postgres import open_database

    source, target = open_store(tmp_path), open_database(url)
    long = Page(f"https://docs.example/{'x' * 3_000}", "Long", "Fuel.\n")
    await fill(source, range(6), long)
    await source.close()
    with sqlite3.connect(tmp_path / "documentation.sqlite3") as file:
        file.execute("UPDATE chunk SET text = 'Other.' WHERE page_id = (SELECT id FROM page WHERE url LIKE '%/p3.md')")
        file.execute("UPDATE page SET title = 'Other' WHERE url LIKE '%/p4.md'")
    file.close()
    source = open_store(tmp_path)
    (done,) = await copying.copy_store(source, target, lambda _: None)
    assert (done.copied, done.is_whole) == (4, False)
    assert {address[-5:] for address in await target.pages(*KEY)} == {f"p{number}.md" for number in (0, 1, 2, 5)}
    await source.close()
    await target.close()
