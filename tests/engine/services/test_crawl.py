"""Sites that were crawled become libraries."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

import pytest
from tests.engine.fakes import (
    ROCKETS,
    SITE,
    FakeClock,
    FakeEnvironment,
    FakeSource,
    engine_on,
    finder_of,
    parts_of,
    until,
)
from tests.engine.sources.crawl.fake_site import HOST, FakeSite, html
from tests.patience import PATIENT

from pro_context_engine.adapters.store.sqlite import SqliteStore, open_store
from pro_context_engine.documents.pages.markdown_tables import MOST_ROWS
from pro_context_engine.domain.errors import LibraryUnknown, UrlRefused
from pro_context_engine.domain.fetching import Response
from pro_context_engine.domain.interfaces import Source
from pro_context_engine.domain.model import Chunk, Library, Page, SourceName, Validators
from pro_context_engine.domain.settings import CrawlLimits, CustomSource, Settings
from pro_context_engine.engine import DocsEngine
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.services import crawl as crawling
from pro_context_engine.sources.crawl.source import CrawledSites
from pro_context_engine.sources.custom.source import CustomUrlSource

LIBRARY = "site/pier.example"


PIER = Library("local/pier", "pier", "Pier")


class ClosingSite(FakeSite):
    async def refetch(
        self, url: str, known: Validators, *, origins: Sequence[str] = (), **_: object
    ) -> Response | None:
        return await self.fetch(url, origins=origins)

    async def close(self) -> None:
        """Do nothing."""


@asynccontextmanager
async def engine(
    site: FakeSite,
    store: SqliteStore,
    clock: FakeClock,
    most: int = 50,
    custom: Sequence[Source] = (),
    seconds: float = 45.0,
) -> AsyncIterator[DocsEngine]:
    settings = Settings(patience=PATIENT, crawl=CrawlLimits(max_pages=most, delay_seconds=0, total_seconds=seconds))
    crawled = CrawledSites(site, settings.crawl)
    finder = finder_of(Catalogue([ROCKETS, PIER], "registry-v2026-01-01"), FakeEnvironment())
    sources = [*custom, crawled]
    docs = engine_on(
        parts_of(sources, store, finder=finder, fetcher=site, settings=settings, clock=clock, crawled=crawled)
    )
    yield docs
    await docs._parts.ingest.close()


@pytest.fixture
async def store() -> AsyncIterator[SqliteStore]:
    opened = open_store(None)
    yield opened
    await opened.close()


def pier() -> ClosingSite:
    return ClosingSite(
        **{"": html("Pier", "berths", "tides"), "berths": html("Berths for guests"), "tides": html("Tide tables")}
    )


async def test_what_came_is_found_also_by_the_next_process(store: SqliteStore) -> None:
    clock = FakeClock()
    async with engine(pier(), store, clock) as docs:
        crawl = await docs.crawl(f"{HOST}#top", 10, 1)
        assert (crawl.library_id, crawl.pages, crawl.failure) == (LIBRARY, 3, "")
    async with engine(ClosingSite(), store, clock) as docs:
        answer = await docs.passages([(LIBRARY, None)], "berths for guests", 2_000)
        assert answer.passages[0].url == f"{HOST}/berths#berths-for-guests"
        found = await docs.library(LIBRARY)
        assert [entry.url for entry in found.toc.entries] == [f"{HOST}/", f"{HOST}/berths", f"{HOST}/tides"]
        assert (found.library.name, found.toc.source) == ("pier.example", SourceName.CRAWL)
        assert (await docs.page(f"{HOST}/tides")).library_id == LIBRARY
        assert next((await docs.libraries()).part(0, 1)).library.library_id == LIBRARY


async def test_a_second_crawl_adds_to_the_first(store: SqliteStore) -> None:
    site = pier()
    async with engine(site, store, FakeClock()) as docs:
        await docs.crawl(f"{HOST}/", 10, 1)
        site.pages[f"{HOST}/tides"] = html("Tides twice a day")
        site.pages[f"{HOST}/news"] = html("News")
        await docs.crawl(f"{HOST}/tides", 1, 0)
        await docs.crawl(f"{HOST}/news", 1, 0)
        assert len((await docs.library(LIBRARY)).toc.entries) == 4
        assert "twice a day" in (await docs.page(f"{HOST}/tides")).page.markdown
        assert "guests" in (await docs.page(f"{HOST}/berths")).page.markdown


@pytest.mark.parametrize("place", ["", "llms.txt"])
async def test_what_was_crawled_of_an_operators_source_outlives_its_renewals(store: SqliteStore, place: str) -> None:
    clock, site = FakeClock(), pier()
    site.pages[f"{HOST}/llms.txt"] = "# Pier\n\n## Guides\n\n- [Home](/): start\n- [News](/news): new\n"
    site.pages[f"{HOST}/news"] = html("News")
    custom = CustomUrlSource(CustomSource("pier", "url", f"{HOST}/{place}", PIER.library_id), site)
    async with engine(site, store, clock, custom=[custom]) as docs:
        assert (await docs.crawl(f"{HOST}/", 10, 1)).library_id == PIER.library_id
        site.pages[f"{HOST}/llms.txt"] = "# Pier\n\n## Guides\n\n- [Home](/): start\n- [Tides](/tides): listed now\n"
        site.pages[f"{HOST}/"] = html("Pier renewed")
        for _ in range(2):
            clock.advance(hours=25)
            await docs.library(PIER.library_id)
            await docs._parts.refreshes.finished(f"{PIER.library_id}@")
        urls = [entry.url for entry in (await docs.library(PIER.library_id)).toc.entries]
        assert sorted(urls) == [f"{HOST}/", f"{HOST}/berths", f"{HOST}/tides"]
        answer = await docs.passages([(PIER.library_id, None)], "berths for guests", 2_000)
        assert answer.passages[0].url.startswith(f"{HOST}/berths")


async def test_pages_are_added_to_an_operators_list_that_must_not_be_stored(store: SqliteStore) -> None:
    site = pier()
    site.pages[f"{HOST}/llms.txt"] = "# Pier\n\n- [Home](/): start\n"
    site.unstorable = {f"{HOST}/llms.txt"}
    custom = CustomUrlSource(CustomSource("pier", "url", f"{HOST}/llms.txt", PIER.library_id), site)
    async with engine(site, store, FakeClock(), custom=[custom]) as docs:
        assert len((await docs.library(PIER.library_id)).toc.entries) == 1
        assert (await docs.crawl(f"{HOST}/", 10, 1)).pages == 3
        urls = [entry.url for entry in (await docs.library(PIER.library_id)).toc.entries]
        assert sorted(urls) == [f"{HOST}/", f"{HOST}/berths", f"{HOST}/tides"]


def slow_rockets(site: FakeSite) -> FakeSource:
    """Return a source of the operator's that does not give its table of contents, and whose site can be crawled."""
    source = FakeSource("engines", name=SourceName.CUSTOM)
    source.owned = {f"{SITE}/": (ROCKETS.library_id, "")}
    source.toc_gate.clear()
    site.pages[f"{SITE}/"] = html("Rockets")
    return source


async def test_a_slow_source_holds_up_its_own_crawl_alone(store: SqliteStore) -> None:
    site = pier()
    source = slow_rockets(site)
    async with engine(site, store, FakeClock(), custom=[source]) as docs:
        slow = asyncio.create_task(docs.crawl(f"{SITE}/", 1, 0))
        await until(lambda: source.tocs > 0)
        async with asyncio.timeout(30):
            assert (await docs.crawl(f"{HOST}/", 10, 1)).library_id == LIBRARY
        assert not slow.done()
        source.toc_gate.set()
        assert (await slow).library_id == ROCKETS.library_id
        assert [entry.url for entry in (await docs.library(ROCKETS.library_id)).toc.entries] == [
            source.url("engines"),
            f"{SITE}/",
        ]


async def test_a_source_that_is_too_slow_for_a_crawl_is_read_behind_it(store: SqliteStore) -> None:
    site = pier()
    source = slow_rockets(site)
    async with engine(site, store, FakeClock(), custom=[source], seconds=0.5) as docs:
        async with asyncio.timeout(30):
            assert (await docs.crawl(f"{SITE}/", 1, 0)).library_id == ROCKETS.library_id
        assert [entry.url for entry in (await docs.library(ROCKETS.library_id)).toc.entries] == [f"{SITE}/"]
        source.toc_gate.set()
        await docs._parts.refreshes.finished(f"{ROCKETS.library_id}@")
        entries = (await docs.library(ROCKETS.library_id)).toc.entries
        assert [entry.url for entry in entries] == [source.url("engines"), f"{SITE}/"]
        assert "About Rockets" in (await docs.page(f"{SITE}/")).page.markdown


@pytest.mark.parametrize("library_id", ["site/other.example", "site/", "site/a b", "site/../x"])
async def test_a_site_that_was_never_crawled_is_no_library_and_asked_for_nothing(
    store: SqliteStore, library_id: str
) -> None:
    site = pier()
    async with engine(site, store, FakeClock()) as docs:
        with pytest.raises(LibraryUnknown):
            await docs.library(library_id)
    assert (site.asked, site.robots_asked) == ([], [])


async def test_what_expired_is_crawled_anew(store: SqliteStore) -> None:
    clock, site = FakeClock(), pier()
    async with engine(site, store, clock) as docs:
        await docs.crawl(f"{HOST}/", 10, 1)
        clock.advance(days=8)
        assert (await docs.crawl(f"{HOST}/tides", 1, 0)).pages == 1
        assert [entry.url for entry in (await docs.library(LIBRARY)).toc.entries] == [f"{HOST}/tides"]


async def test_what_a_site_forbids_to_store_is_given_and_not_kept(store: SqliteStore) -> None:
    site = pier()
    site.storable = False
    async with engine(site, store, FakeClock()) as docs:
        crawl = await docs.crawl(f"{HOST}/", 10, 1)
        assert (crawl.library_id, crawl.pages) == ("", 3)
        assert crawl.text.startswith("> Warning: 3 of 3 pages could not be kept: no search finds them.")
        with pytest.raises(LibraryUnknown):
            await docs.library(LIBRARY)


async def test_of_what_there_is_no_room_for_the_answer_says_so(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_page, taken = store.put_page, list[str]()

    async def put_one(library_id: str, version: str, page: Page, chunks: Sequence[Chunk], read_at: datetime) -> bool:
        taken.append(page.url)
        return len(taken) == 1 and await put_page(library_id, version, page, chunks, read_at)

    monkeypatch.setattr(store, "put_page", put_one)
    async with engine(pier(), store, FakeClock()) as docs:
        crawl = await docs.crawl(f"{HOST}/", 10, 1)
        assert (crawl.library_id, crawl.pages) == (LIBRARY, 3)
        assert crawl.text.startswith("> Warning: 2 of 3 pages could not be kept")


async def test_the_operators_bound_holds_whatever_is_asked(store: SqliteStore) -> None:
    async with engine(pier(), store, FakeClock(), most=2) as docs:
        assert (await docs.crawl(f"{HOST}/", 1_000_000, 9)).pages == 2


async def test_long_text_is_cut_and_says_so_and_is_kept_whole(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawling, "MOST_TEXT", 60)
    async with engine(pier(), store, FakeClock()) as docs:
        crawl = await docs.crawl(f"{HOST}/", 10, 1)
        assert (crawl.pages, "Berths for guests" in crawl.text) == (3, False)
        assert crawl.text.startswith("> Warning: The text is cut")
        assert "2 further pages" in crawl.text
        assert "guests" in (await docs.page(f"{HOST}/berths")).page.markdown


async def test_no_more_tables_than_the_bound(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawling, "MOST_TABLES", 3)
    table = "<table><tr><th>a</th></tr><tr><td>1</td></tr></table><p>and</p>"
    site = ClosingSite(**{"": f"<html><main><h1>Tables</h1>{table * 9}</main></html>"})
    async with engine(site, store, FakeClock()) as docs:
        crawl = await docs.crawl(f"{HOST}/", 1, 0)
        assert len(crawl.tables) == 3
        assert "> Warning: Of the tables, only the first 3 are given by cells." in crawl.text
        monkeypatch.setattr(crawling, "MOST_TABLES", 9)
        crawl = await docs.crawl(f"{HOST}/", 1, 0)
        assert (len(crawl.tables), "Warning" in crawl.text) == (9, False)


async def test_rows_beyond_the_bound_are_spoken_of(store: SqliteStore) -> None:
    rows = "".join(f"<tr><td>{n}</td></tr>" for n in range(MOST_ROWS + 50))
    site = ClosingSite(**{"": f"<html><main><h1>Rows</h1><table><tr><th>a</th></tr>{rows}</table></main></html>"})
    async with engine(site, store, FakeClock()) as docs:
        crawl = await docs.crawl(f"{HOST}/", 1, 0)
    assert [len(table.rows) for _, table in crawl.tables] == [MOST_ROWS]
    assert f"> Warning: Of a table, only the first {MOST_ROWS} rows are given by cells." in crawl.text


async def test_tables_come_whole_wherever_they_stand(store: SqliteStore) -> None:
    cells = "".join(
        f"<tr><td><a href='#{n}'>a{n}</a></td><td><code>b{n}</code></td><td>c{n}</td></tr>" for n in range(600)
    )
    table = f"<table><tr><th>a</th><th>b</th><th>c</th></tr>{cells}</table>"
    note = f"<div class='admonition note'><p class='admonition-title'>Note</p>{table}</div>"
    site = ClosingSite(**{"": f"<html><main><h1>Tables</h1>{table}<ul><li>item{table}</li></ul>{note}</main></html>"})
    async with engine(site, store, FakeClock()) as docs:
        tables = [found for _, found in (await docs.crawl(f"{HOST}/", 1, 0)).tables]
    assert [found.headers for found in tables] == [("a", "b", "c")] * 3
    assert [list(found.rows) for found in tables] == [[(f"a{n}", f"b{n}", f"c{n}") for n in range(600)]] * 3


@pytest.mark.parametrize(
    "url", ["ftp://pier.example/", "mailto:a@pier.example", "https://github.com/", "http://[::1", "https:///x", "pier"]
)
async def test_what_is_nobodys_site_is_refused(store: SqliteStore, url: str) -> None:
    site = pier()
    async with engine(site, store, FakeClock()) as docs:
        with pytest.raises(UrlRefused):
            await docs.crawl(url, 1, 0)
    assert site.asked == []
