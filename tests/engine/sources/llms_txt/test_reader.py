import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.worlds import serve
from tests.worlds.site_server import serve_folder

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.domain.errors import DocsError, FetchFailed, NotDocumentation, PageMissing
from pro_context_engine.domain.fetching import Fetcher, FetchHealth, Response
from pro_context_engine.domain.model import Page, SourceName, Toc, Validators
from pro_context_engine.sources.llms_txt.nesting import MOST_SUB_INDEXES
from pro_context_engine.sources.llms_txt.reader import LlmsTxtReader

SITE = "https://docs.example"
INDEX = f"{SITE}/llms.txt"
FULL = f"{SITE}/llms-full.txt"
PROSE = "An orchard remembers what was done to each of its trees, and tells it in the order it was done. "
NAMED = "".join(f"# Page {n}\nSource: /docs/{n}\n\n{PROSE * 40}\n\n" for n in range(3))
HEADED = "".join(f"# Page {n}\n\n{PROSE * 40}\n\n" for n in range(3))
LISTED = "".join(f"- [Page {n}](docs/{n})\n" for n in range(3))


@dataclass
class Site:
    """A fetcher of documents by path; a fact instead of a text is raised."""

    documents: dict[str, str | DocsError]
    storable: bool = True
    asked: list[str] = field(default_factory=list)

    async def fetch(self, url: str, *, origins: Sequence[str] = ()) -> Response:
        path = url.removeprefix(SITE)
        self.asked.append(path)
        document = self.documents.get(path, PageMissing(url))
        if isinstance(document, DocsError):
            raise document
        media_type = "text/html" if document.startswith("<!doctype") else "text/plain"
        return Response(url, 200, media_type, document, etag=f'"{len(document)}"', storable=self.storable)

    async def refetch(self, url: str, known: Validators, *, origins: Sequence[str] = ()) -> Response | None:
        response = await self.fetch(url, origins=origins)
        return None if response.validators == known else response

    def health(self) -> FetchHealth:
        return FetchHealth()

    async def close(self) -> None:
        pass


def reader(site: Site, *, prefer: bool = False) -> LlmsTxtReader:
    fetcher: Fetcher = site  # type: ignore[assignment]
    return LlmsTxtReader(fetcher, lambda _: (), prefer_full_text=prefer)


async def toc_of(llms_txt: LlmsTxtReader, full_text: str | None = None, known: Toc | None = None) -> Toc:
    return await llms_txt.toc("owner/name", INDEX, SourceName.LLMS_TXT, full_text, known)


async def pages_of(
    llms_txt: LlmsTxtReader, toc: Toc, wanted: Sequence[str] | None = None, full_text: str | None = None
) -> list[Page]:
    asked_for = [entry.url for entry in toc.pages] if wanted is None else wanted
    return [page async for page in llms_txt.pages(toc, asked_for, full_text)]


def titles(toc: Toc) -> list[tuple[str, str]]:
    return [(entry.title, entry.url.removeprefix(SITE)) for entry in toc.entries]


PAGES = [(f"Page {n}", f"/docs/{n}") for n in range(3)]


# The table of contents


async def test_an_index_is_read_as_it_is_and_nothing_else_is_asked_for() -> None:
    site = Site({"/llms.txt": LISTED, "/llms-full.txt": NAMED})
    toc = await toc_of(reader(site, prefer=True))
    assert (titles(toc), site.asked) == (PAGES, ["/llms.txt"])
    assert toc.delivery.recognisable


async def test_documentation_under_the_name_of_an_index_lists_its_pages() -> None:
    assert titles(await toc_of(reader(Site({"/llms.txt": NAMED})))) == PAGES


async def test_documentation_without_addresses_lists_its_headings() -> None:
    toc = await toc_of(reader(Site({"/llms.txt": HEADED})))
    assert titles(toc) == [(f"Page {n}", f"/llms.txt#page-{n}") for n in range(3)]
    assert [entry.url for entry in toc.pages] == [INDEX]


@pytest.mark.parametrize("index", ["# Nothing here\n", "# N\n\n- [All of it](/llms-full.txt)\n"])
async def test_an_index_without_pages_takes_its_contents_from_the_full_text(index: str) -> None:
    site = Site({"/llms.txt": index, "/llms-full.txt": NAMED})
    toc = await toc_of(reader(site), full_text=FULL)
    assert (titles(toc), toc.origin) == (PAGES, INDEX)
    assert not toc.delivery.recognisable, "that the index is unchanged says nothing about the full text"


async def test_a_full_text_that_is_only_guessed_is_asked_for_when_preferred() -> None:
    site = Site({"/llms.txt": "# Nothing here\n", "/llms-full.txt": NAMED})
    assert titles(await toc_of(reader(site))) == []
    assert site.asked == ["/llms.txt"]
    assert titles(await toc_of(reader(site, prefer=True))) == PAGES


async def test_an_index_without_pages_or_full_text_keeps_what_it_has() -> None:
    site = Site({"/llms.txt": "- [All of it](/llms-full.txt)\n"})
    assert titles(await toc_of(reader(site))) == [("All of it", "/llms-full.txt")]


async def test_sub_indexes_are_merged_and_a_failing_one_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    site = Site(
        {
            "/llms.txt": "- [Intro](/intro)\n" + "".join(f"- [{name.upper()}](/{name}/llms.txt)\n" for name in "abcd"),
            "/a/llms.txt": "- [One](one)\n- [Deeper](/a/b/llms.txt)\n- [Intro](/intro)\n",
            "/b/llms.txt": FetchFailed("u", "status 500"),
            "/c/llms.txt": "<!doctype html><p>Not found",
            "/d/llms.txt": HEADED,
            "/a/b/llms.txt": "- [Too deep](deep)\n",
        }
    )
    toc = await toc_of(reader(site))
    assert titles(toc)[:3] == [("Intro", "/intro"), ("One", "/a/one"), ("Page 0", "/d/llms.txt#page-0")]
    assert [entry.section for entry in toc.entries] == ["", "A", "D", "D", "D"]
    assert sorted(site.asked) == ["/a/llms.txt", "/b/llms.txt", "/c/llms.txt", "/d/llms.txt", "/llms.txt"]
    assert not toc.delivery.recognisable
    assert caplog.text.count("left out") == 2
    assert "Not found" not in caplog.text


async def test_if_every_sub_index_fails_their_links_are_no_pages() -> None:
    site = Site({"/llms.txt": "- [A](/a/llms.txt)\n"})
    assert titles(await toc_of(reader(site, prefer=True))) == []


async def test_the_number_of_sub_indexes_is_bounded() -> None:
    links = "".join(f"- [{n}](/{n}/llms.txt)\n" for n in range(2 * MOST_SUB_INDEXES))
    site = Site({"/llms.txt": f"- [Intro](/intro)\n{links}"})
    assert titles(await toc_of(reader(site))) == [("Intro", "/intro")]
    assert len(site.asked) == 1 + MOST_SUB_INDEXES


async def test_what_is_known_and_unchanged_is_given_back() -> None:
    llms_txt = reader(Site({"/llms.txt": LISTED}))
    known = await toc_of(llms_txt)
    assert await toc_of(llms_txt, known=known) is known


async def test_what_may_not_be_stored_below_may_not_be_stored_above() -> None:
    site = Site({"/llms.txt": "- [A](/a/llms.txt)\n", "/a/llms.txt": "- [One](one)\n"}, storable=False)
    assert not (await toc_of(reader(site))).delivery.storable


# Pages out of full texts


async def test_a_preferred_full_text_gives_the_pages_it_has() -> None:
    site = Site({"/llms.txt": LISTED + "- [Page 3](docs/3.md)\n", "/llms-full.txt": NAMED})
    llms_txt = reader(site, prefer=True)
    pages = await pages_of(llms_txt, await toc_of(llms_txt))
    assert [(page.title, page.url.removeprefix(SITE)) for page in pages] == PAGES
    assert all(page.markdown.count(PROSE.strip()) == 40 for page in pages)
    assert site.asked == ["/llms.txt", "/llms-full.txt"]


async def test_the_full_text_that_is_known_goes_before_the_guess() -> None:
    site = Site({"/llms.txt": LISTED, "/all.txt": NAMED})
    llms_txt = reader(site, prefer=True)
    assert len(await pages_of(llms_txt, await toc_of(llms_txt), full_text=f"{SITE}/all.txt")) == 3
    assert "/llms-full.txt" not in site.asked


async def test_without_preference_no_full_text_is_asked_for() -> None:
    site = Site({"/llms.txt": LISTED, "/llms-full.txt": NAMED})
    llms_txt = reader(site)
    assert await pages_of(llms_txt, await toc_of(llms_txt), full_text=FULL) == []
    assert site.asked == ["/llms.txt"]


@pytest.mark.parametrize("path", ["/llms.txt", "/sub/llms.txt"])
async def test_documentation_under_the_name_of_an_index_gives_its_pages_unasked(path: str) -> None:
    site = Site({"/llms.txt": "- [Sub](/sub/llms.txt)\n", path: NAMED})
    llms_txt = reader(site)
    assert [page.url.removeprefix(SITE) for page in await pages_of(llms_txt, await toc_of(llms_txt))] == [
        url for _, url in PAGES
    ]


async def test_for_few_pages_no_full_text_is_read() -> None:
    site = Site({"/llms.txt": LISTED, "/llms-full.txt": NAMED})
    llms_txt = reader(site, prefer=True)
    assert await pages_of(llms_txt, await toc_of(llms_txt), wanted=[f"{SITE}/docs/1"]) == []
    assert site.asked == ["/llms.txt"]


async def test_headings_of_a_file_count_as_one_page() -> None:
    site = Site(
        {"/llms.txt": LISTED + "- [Sub](/sub/llms.txt)\n", "/sub/llms.txt": HEADED * 5, "/llms-full.txt": NAMED}
    )
    llms_txt = reader(site, prefer=True)
    toc = await toc_of(llms_txt)
    assert len(toc.entries) == 18
    assert len(await pages_of(llms_txt, toc, wanted=[entry.url for entry in toc.entries[:3]])) == 3


async def test_only_what_is_wanted_or_not_listed_is_given() -> None:
    site = Site({"/llms.txt": LISTED, "/llms-full.txt": NAMED + "# Cellar\nSource: /docs/cellar\n\nCold.\n"})
    llms_txt = reader(site, prefer=True)
    pages = await pages_of(llms_txt, await toc_of(llms_txt), wanted=[f"{SITE}/docs/0", f"{SITE}/docs/2"])
    assert [page.title for page in pages] == ["Page 0", "Page 2", "Cellar"]


@pytest.mark.parametrize(
    "document",
    [
        FetchFailed(FULL, "truncated"),
        NotDocumentation(FULL, "larger than the limit"),
        PageMissing(FULL),
        "<!doctype html><title>Not found</title><h1>Page 0</h1>",
        "No page in here.",
    ],
)
async def test_a_full_text_that_is_of_no_use_gives_nothing(
    document: str | DocsError, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    site = Site({"/llms.txt": LISTED, "/llms-full.txt": document})
    llms_txt = reader(site, prefer=True)
    assert await pages_of(llms_txt, await toc_of(llms_txt)) == []
    assert ("left out" in caplog.text) is (document != "No page in here.")


async def test_what_may_not_be_stored_is_not_indexed_from_a_full_text() -> None:
    site = Site({"/llms.txt": LISTED, "/llms-full.txt": NAMED}, storable=False)
    llms_txt = reader(site, prefer=True)
    assert await pages_of(llms_txt, await toc_of(llms_txt)) == []


# On a real connection


async def test_a_world_with_a_full_text_and_a_sub_index() -> None:
    fetcher = HttpFetcher()
    with serve("orchard") as world:
        llms_txt = LlmsTxtReader(fetcher, lambda _: [world.origin], prefer_full_text=True)
        toc = await llms_txt.toc(world.library_id, f"{world.origin}/llms.txt", SourceName.CUSTOM)
        pages = [page async for page in llms_txt.pages(toc, [entry.url for entry in toc.entries])]
        await fetcher.close()
    assert [(entry.title, entry.section) for entry in toc.entries] == [
        ("Planting", "Guides"),
        ("Grafting", "Guides"),
        ("Watering", "Guides"),
        ("Picking", "Guides"),
        ("orchard map", "Command line"),
        ("orchard log", "Command line"),
    ]
    assert [page.url.removeprefix(world.origin) for page in pages] == [
        "/docs/planting",
        "/docs/grafting.md",
        "/docs/watering",
        "/docs/storing",
    ]


async def test_a_full_text_over_the_cap_or_cut_short_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "llms.txt").write_text(LISTED)
    (tmp_path / "llms-full.txt").write_text(NAMED + "x" * 5_000_000)
    fetcher = HttpFetcher()
    with serve_folder(tmp_path) as (origin, asked):
        llms_txt = LlmsTxtReader(fetcher, lambda _: [origin], prefer_full_text=True)
        toc = await llms_txt.toc("owner/name", f"{origin}/llms.txt", SourceName.CUSTOM)
        assert [page async for page in llms_txt.pages(toc, [entry.url for entry in toc.entries])] == []
        await fetcher.close()
    assert asked == ["/llms.txt", "/llms-full.txt"]
