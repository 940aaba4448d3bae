"""From a full text on a site to an answer, through the whole engine."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.patience import PATIENT
from tests.worlds import serve
from tests.worlds.site_server import serve_folder

from pro_context_engine import DocsEngine, open_engine
from pro_context_engine.domain.settings import CustomSource, Settings

PROSE = "An orchard remembers what was done to each of its trees, and tells it in the order it was done. "


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[DocsEngine]:
    engine = open_engine(settings)
    try:
        yield engine
    finally:
        await engine.close()


def settings_of(tmp_path: Path, location: str) -> Settings:
    kind = "url" if location.startswith("http") else "file"
    return Settings(
        cache_directory=tmp_path / "cache",
        project_directory=tmp_path,
        environment="none",
        patience=PATIENT,
        llms_txt=False,
        docs_sites=False,
        packages=False,
        custom=(CustomSource("own", kind, location, "own/docs"),),
    )


async def answer(engine: DocsEngine, topic: str, library_id: str = "own/docs") -> str:
    return (await engine.passages([(library_id, None)], topic, 2_000)).content


async def test_a_preferred_full_text_is_indexed_and_only_what_it_lacks_is_fetched(tmp_path: Path) -> None:
    with serve("orchard") as world:
        async with opened(replace(world.settings(tmp_path), prefer_full_text=True)) as engine:
            assert "the full text says so" in await answer(engine, "graft a scion", world.library_id)
            assert "only the page of the web" in await answer(engine, "pick kilograms", world.library_id)
            assert "orchard map --row" in await answer(engine, "draw map", world.library_id)
            assert "four degrees" in await answer(engine, "store crate cellar", world.library_id)
            page = await engine.page(f"{world.origin}/docs/grafting.md")
            assert (page.page.title, page.cached) == ("Grafting", True)
            assert "Untie it in June." in page.page.markdown
            assert (await engine.page(f"{world.origin}/docs/storing")).page.title == "Storing"
            toc = (await engine.library(world.library_id)).toc
            assert f"{world.origin}/docs/storing" not in [entry.url for entry in toc.entries]
        assert world.asked.count("/llms-full.txt") == 1
        assert not [
            path for path in world.asked if path.startswith(("/docs/planting", "/docs/grafting", "/docs/water"))
        ]


async def test_without_preference_every_page_is_read_by_itself(tmp_path: Path) -> None:
    with serve("orchard") as world:
        async with opened(world.settings(tmp_path)) as engine:
            assert "the page of the web says so" in await answer(engine, "graft a scion", world.library_id)
        assert "/llms-full.txt" not in world.asked


async def test_a_full_text_that_fails_costs_no_page(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "llms.txt").write_text("- [Grafting](grafting.md)\n")
    (tmp_path / "site" / "grafting.md").write_text("# Grafting\n\nUse wax.\n")
    with serve_folder(tmp_path / "site") as (origin, asked):
        settings = replace(settings_of(tmp_path, f"{origin}/llms.txt"), prefer_full_text=True)
        async with opened(settings) as engine:
            assert "Use wax." in await answer(engine, "grafting wax")
        assert asked == ["/llms.txt", "/llms-full.txt", "/grafting.md"]


@pytest.mark.parametrize("on_disk", [False, True])
async def test_documentation_under_the_name_of_an_index_answers(tmp_path: Path, on_disk: bool) -> None:
    site = tmp_path / "site"
    site.mkdir()
    text = "# Orchard\n\n" + "".join(
        f"# {title}\n\nAbout {title}. {PROSE * 60}\n\n" for title in ("Planting", "Grafting")
    )
    (site / "llms.txt").write_text(text + "# Waxing\n\nMelt the wax at sixty degrees.\n")
    with serve_folder(site) as (origin, asked):
        location = str(site / "llms.txt") if on_disk else f"{origin}/llms.txt"
        async with opened(settings_of(tmp_path, location)) as engine:
            assert "sixty degrees" in await answer(engine, "melt wax")
            toc = (await engine.library("own/docs")).toc
            assert [entry.title for entry in toc.entries] == ["Orchard", "Planting", "Grafting", "Waxing"]
            page = (await engine.page(toc.entries[3].url)).page
            anchor = toc.entries[3].url.partition("#")[2]
            heading = next(heading for heading in page.headings if heading.anchor == anchor)
            assert page.markdown.split("\n")[heading.line - 1] == "# Waxing"
            snapshot = await engine.warm("own/docs")
            assert (snapshot.pages, snapshot.total_pages) == (1, 1)
        assert asked.count("/llms.txt") == (0 if on_disk else 2), "once for the contents, once for the page"


async def test_a_thousand_pages_arrive(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    numbers = range(1_000)
    (site / "llms.txt").write_text("".join(f"- [Tree {number}](trees/{number})\n" for number in numbers))
    text = "".join(f"# Tree {number}\nSource: /trees/{number}\n\nPlanted in row {number}.\n\n" for number in numbers)
    (site / "llms-full.txt").write_text(text)
    with serve_folder(site) as (origin, asked):
        settings = replace(settings_of(tmp_path, f"{origin}/llms.txt"), prefer_full_text=True)
        async with opened(settings) as engine:
            assert (await engine.warm("own/docs")).pages == 1_000
            assert "Planted in row 777." in await answer(engine, "tree 777")
        assert asked == ["/llms.txt", "/llms-full.txt"]
