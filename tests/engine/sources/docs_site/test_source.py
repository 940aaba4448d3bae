"""A documentation site on loopback, read as a library's source, and asked through the whole engine."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.engine.fakes import FakeEnvironment, engine_on, finder_of, parts_of
from tests.worlds import World, serve
from tests.worlds.site_server import serve_folder

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.domain.errors import TocMissing, VersionUnknown
from pro_context_engine.domain.fetching import Response
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.engine import DocsEngine
from pro_context_engine.ingestion import library_backfill
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.sources.docs_site import site_listing
from pro_context_engine.sources.docs_site.source import DocsSiteSource

ANCHOR = "breakwater.tide.TideTable.next_high"


def library_at(url: str) -> Library:
    return Library("acme/breakwater", "breakwater", "Breakwater", languages=("python",), docs_url=url)


@asynccontextmanager
async def site(path: str = "/en/latest/") -> AsyncIterator[tuple[DocsSiteSource, Library, World]]:
    with serve("breakwater") as world:
        fetcher = HttpFetcher()
        yield DocsSiteSource(fetcher, [world.origin]), library_at(world.origin + path), world
        await fetcher.close()


@asynccontextmanager
async def engine_of(path: str = "/en/latest/") -> AsyncIterator[tuple[DocsEngine, World]]:
    with serve("breakwater") as world:
        store, fetcher = open_store(None), HttpFetcher()
        finder = finder_of(Catalogue([library_at(world.origin + path)], "registry-v2026-01-01"), FakeEnvironment())
        sources = [DocsSiteSource(fetcher, [world.origin])]
        docs = engine_on(parts_of(sources, store, finder=finder, fetcher=fetcher))
        try:
            yield docs, world
        finally:
            await docs.close()


async def test_the_inventory_lists_the_site() -> None:
    async with site() as (source, library, world):
        toc = await source.toc(library, None)
    folder = f"{world.origin}/en/latest/"
    assert [(entry.title, entry.url.removeprefix(folder), entry.section) for entry in toc.entries] == [
        ("breakwater", "index.html", ""),
        ("Words of the harbour", "glossary.html", ""),
        ("Mooring a boat", "guide/mooring.html", "Guide"),
        ("Tide tables", "tide.html", ""),
    ]
    assert (toc.source, toc.version) == (SourceName.DOCS_SITE, "3.2")
    assert f"{folder}tide.html#{ANCHOR}" in [symbol.url for symbol in toc.symbols]


async def test_the_edition_is_where_redirects_end() -> None:
    async with site("/redirect/en/latest/") as (source, library, world):
        toc = await source.toc(library, None)
    assert toc.entries[0].url == f"{world.origin}/en/latest/index.html"
    assert world.asked[-1] == "/en/latest/objects.inv"


async def test_the_usual_editions_are_looked_for() -> None:
    async with site("/") as (source, library, _):
        toc = await source.toc(library, None)
    assert toc.version == "3.2"


async def test_a_version_is_read_only_where_its_inventory_says_so() -> None:
    async with site() as (source, library, world):
        toc = await source.toc(library, "3.1")
        assert toc.version == "3.1"
        assert [entry.url for entry in toc.entries if "tide" in entry.url] == [f"{world.origin}/en/3.1/tide.html"]
        with pytest.raises(VersionUnknown) as unknown:
            await source.toc(library, "3.1.7")
        assert unknown.value.available == ["3.1"]


@pytest.mark.parametrize(
    ("start", "titles"),
    [
        ("<a href=boats.html>Boats</a><a href=water.html>Water</a>", ["Start page", "Boats", "Water"]),
        ("<a href=boats.html>Boats</a>", []),
    ],
)
async def test_without_an_inventory_the_start_page_lists_the_site(
    tmp_path: Path, start: str, titles: list[str]
) -> None:
    (tmp_path / "index.html").write_text(f"<!doctype html><title>Harbour</title><nav>{start}</nav>")
    with serve_folder(tmp_path) as (origin, _):
        fetcher = HttpFetcher()
        source = DocsSiteSource(fetcher, [origin])
        if titles:
            toc = await source.toc(library_at(f"{origin}/"), None)
            assert [entry.title for entry in toc.entries] == titles
            assert (toc.version, toc.symbols) == (None, ())
        else:
            with pytest.raises(TocMissing):
                await source.toc(library_at(f"{origin}/"), None)
        await fetcher.close()


def written(folder: Path, pages: dict[str, str]) -> None:
    for name, body in pages.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(f"<!doctype html><html><head>{body}")


def links(*names: str) -> str:
    return "".join(f"<a href={name}.html>{name.title()}</a>" for name in names)


async def listed(folder: Path) -> tuple[list[str], list[str]]:
    """Return the titles of a site's pages, and what was asked for."""
    with serve_folder(folder) as (origin, asked):
        fetcher = HttpFetcher()
        try:
            toc = await DocsSiteSource(fetcher, [origin]).toc(library_at(f"{origin}/index.html"), None)
        finally:
            await fetcher.close()
        return [entry.title for entry in toc.entries], list(asked)


async def test_the_pages_of_chapters_are_listed_after_them(tmp_path: Path) -> None:
    chapters = {"boats.html": links("moor", "water", "row", "index"), "water.html": links("tide", "row")}
    written(tmp_path, {"index.html": links("boats", "missing", "water"), **chapters})
    assert (await listed(tmp_path))[0] == ["Start page", "Boats", "Moor", "Row", "Missing", "Water", "Tide"]


async def test_where_pages_repeat_one_menu_a_few_tell_so(tmp_path: Path) -> None:
    names = [f"page{number}" for number in range(60)]
    written(tmp_path, {f"{name}.html": links(*names) for name in ["index", *names]})
    titles, asked = await listed(tmp_path)
    assert len(titles) == 61
    assert len([path for path in asked if "page" in path]) < 20


async def test_pages_that_take_too_long_list_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_listing, "MOST_SECONDS", 0.05)
    texts = {"boats.html": links("moor"), "index.html": links("boats", "water")}

    async def fetch(url: str) -> Response:
        name = url.rpartition("/")[2]
        if name not in texts:
            await asyncio.Event().wait()
        return Response(url, 200, "text/html", texts[name])

    entries = await site_listing.listed_pages(await fetch("https://docs.example/index.html"), fetch)
    assert [entry.title for entry in entries] == ["Start page", "Boats", "Moor", "Water"]


async def test_frames_list_a_site(tmp_path: Path) -> None:
    written(
        tmp_path,
        {"index.html": "<frameset><frame src=toc.html><frame src=cover.html>", "toc.html": links("boats", "water")},
    )
    assert (await listed(tmp_path))[0] == ["Start page", "Boats", "Water"]


async def test_a_start_page_may_lead_on(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "index.html": '<meta http-equiv="refresh" content="0; url=3.1/index.html">',
            "3.1/index.html": links("boats", "water"),
        },
    )
    titles, asked = await listed(tmp_path)
    assert titles == ["Start page", "Boats", "Water"]
    assert "/3.1/objects.inv" in asked


async def test_a_signature_reads_under_its_own_heading() -> None:
    async with site() as (source, library, world):
        page = await source.page(library, None, f"{world.origin}/en/latest/tide.html")
    headings = {heading.anchor: (heading.title, heading.level) for heading in page.headings}
    assert headings == {
        "module-breakwater.tide": ("Tide tables", 1),
        "the-table": ("The table", 2),
        "breakwater.tide.TideTable": ("breakwater.tide.TideTable", 3),
        ANCHOR: ("TideTable.next_high", 4),
        "breakwater.tide.TideTable.__len__": ("TideTable.__len__", 4),
        "breakwater.tide.TideTable.harbour": ("TideTable.harbour", 4),
        "columns": ("Columns", 2),
    }
    assert "```python\nclass breakwater.tide.TideTable(harbour, *, __zone=None)\n```" in page.markdown
    assert "```python\nnext_high(after)\n```" in page.markdown
    for noise in ("¶", "[source]", "Permalink", "Navigation", "Nobody", "genindex"):
        assert noise not in page.markdown


@pytest.mark.parametrize(
    "query", ["TideTable.next_high", "breakwater.tide.TideTable.next_high()", "bw.TideTable.next_high"]
)
async def test_a_dotted_name_finds_where_it_is_documented(query: str) -> None:
    async with engine_of() as (docs, world):
        await docs.warm("acme/breakwater")
        found = await docs.search(query, ["acme/breakwater"], None, 5)
        assert found.results[0].url == f"{world.origin}/en/latest/tide.html#{ANCHOR}"


async def test_the_page_of_a_name_is_read_first_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_backfill, "WORKERS", 1)  # of several requests at once any may arrive first
    async with engine_of() as (docs, world):
        await docs.passages([("acme/breakwater", None)], "TideTable.next_high", 2_000)
        pages = [path for path in world.asked if path.endswith(".html")]
        assert pages[0] == "/en/latest/tide.html"
        answer = await docs.passages([("acme/breakwater", None)], "neap tide", 2_000)
        assert answer.passages[0].url == f"{world.origin}/en/latest/glossary.html#term-neap-tide"
        answer = await docs.passages([("acme/breakwater", None)], "neap tide, TideTable.harbour", 400)
        named = [passage.url.partition("#")[0] for passage in answer.passages] + [one.url for one in answer.related]
        assert f"{world.origin}/en/latest/tide.html" in named


async def test_each_version_has_its_own_pages() -> None:
    async with engine_of() as (docs, world):
        old = await docs.passages([("acme/breakwater", "3.1")], "tide table every", 2_000)
        assert "every week" in old.content
        assert old.passages[0].version == "3.1"
        new = await docs.passages([("acme/breakwater", None)], "tide table every", 2_000)
        assert "every day" in new.content
        assert new.passages[0].version == "3.2"
        asked = len(world.asked)
        again = await docs.library("acme/breakwater")
        assert (again.toc.version, again.cached, len(world.asked)) == ("3.2", True, asked)
