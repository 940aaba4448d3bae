from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from pro_context_engine.domain.errors import DocsError, FetchFailed, PageMissing, TocMissing
from pro_context_engine.domain.fetching import FetchHealth, Response
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.sources.llms_txt.source import LlmsTxtSource
from pro_context_engine.sources.page_reader import twin_of

INDEX = "https://docs.example/llms.txt"
LIBRARY = Library("owner/name", "name", "Name", llms_txt_url=INDEX)


@dataclass
class FakeFetcher:
    """Gives what it was told to give, 404 for the rest."""

    documents: dict[str, tuple[str, str]] = field(default_factory=dict)
    failing: dict[str, DocsError] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    async def fetch(self, url: str, *, origins: Sequence[str] = ()) -> Response:
        self.asked.append(url)
        assert not origins
        if url in self.failing:
            raise self.failing[url]
        if url not in self.documents:
            raise PageMissing(url)
        media_type, text = self.documents[url]
        return Response(url, 200, media_type, text)

    def health(self) -> FetchHealth:
        return FetchHealth()

    async def close(self) -> None:
        pass


def source(**documents: str) -> tuple[LlmsTxtSource, FakeFetcher]:
    """A source over documents named by path, with `__` for a slash and `_` for a dot."""
    fetcher = FakeFetcher()
    for name, text in documents.items():
        path = name.replace("__", "/").replace("_", ".")
        media_type = "text/html" if text.startswith("<") else "text/markdown"
        fetcher.documents[f"https://docs.example/{path}"] = (media_type, text)
    return LlmsTxtSource(fetcher), fetcher


def test_it_serves_what_the_registry_knows_an_index_for() -> None:
    llms_txt, _ = source()
    assert llms_txt.serves(LIBRARY, None)
    assert not llms_txt.serves(LIBRARY, "1.2.3"), "an index does not say which version it documents"
    assert not llms_txt.serves(Library("o/n", "n", "N"), None)
    assert llms_txt.version(LIBRARY) is None
    assert llms_txt.owner("https://docs.example/a") is None


async def test_the_index_becomes_a_toc() -> None:
    llms_txt, _ = source(llms_txt="# N\n## A\n- [One](one.md): First\n")
    toc = await llms_txt.toc(LIBRARY, None)
    assert (toc.source, toc.origin, toc.version) == (SourceName.LLMS_TXT, INDEX, None)
    assert [(entry.title, entry.url) for entry in toc.entries] == [("One", "https://docs.example/one.md")]


@pytest.mark.parametrize("documents", [{}, {"llms_txt": "<html><p>Not found</p></html>"}])
async def test_a_missing_index_is_reported_as_such(documents: dict[str, str]) -> None:
    llms_txt, _ = source(**documents)
    with pytest.raises(TocMissing):
        await llms_txt.toc(LIBRARY, None)


async def test_the_markdown_twin_is_preferred_and_the_address_stays() -> None:
    llms_txt, fetcher = source(guide="<html><h1>Html</h1></html>", guide_md="# Markdown\n\nText.")
    page = await llms_txt.page(LIBRARY, None, "https://docs.example/guide")
    assert (page.url, page.title) == ("https://docs.example/guide", "Markdown")
    assert fetcher.asked == ["https://docs.example/guide.md"]


@pytest.mark.parametrize("twin", [None, "<html><p>Not found, but with status 200</p></html>"])
async def test_without_a_twin_the_page_itself_is_read(twin: str | None) -> None:
    documents = {"guide": "<html><main><h1>Html</h1><p>Some text of the page.</p></main></html>"}
    llms_txt, _ = source(**documents, **({"guide_md": twin} if twin else {}))
    page = await llms_txt.page(LIBRARY, None, "https://docs.example/guide")
    assert (page.title, page.headings[0].title) == ("Html", "Html")


async def test_a_twin_that_fails_in_any_way_does_not_hide_the_page() -> None:
    llms_txt, fetcher = source(guide="# Page\n\nText.")
    fetcher.failing["https://docs.example/guide.md"] = FetchFailed("u", "status 403")
    assert (await llms_txt.page(LIBRARY, None, "https://docs.example/guide")).title == "Page"


@pytest.mark.parametrize("reason", [FetchFailed.TOOK_TOO_LONG, FetchFailed.NO_CONNECTION])
async def test_a_host_that_does_not_answer_is_not_waited_for_twice(reason: str) -> None:
    llms_txt, fetcher = source(guide="# Guide")
    fetcher.failing = {"https://docs.example/guide.md": FetchFailed("https://docs.example/guide.md", reason)}
    with pytest.raises(FetchFailed) as failure:
        await llms_txt.page(LIBRARY, None, "https://docs.example/guide")
    assert failure.value.url == "https://docs.example/guide"
    assert fetcher.asked == ["https://docs.example/guide.md"]


async def test_a_host_without_twins_is_soon_no_longer_asked() -> None:
    llms_txt, fetcher = source(**{f"p{n}": f"# Page {n}\n\nText." for n in range(10)})
    for number in range(10):
        await llms_txt.page(LIBRARY, None, f"https://docs.example/p{number}")
    assert sum(url.endswith(".md") for url in fetcher.asked) == 3


async def test_a_host_that_has_twins_is_always_asked() -> None:
    llms_txt, fetcher = source(a_md="# A\n\nText.", **{f"p{n}": "# P\n\nText." for n in range(10)})
    await llms_txt.page(LIBRARY, None, "https://docs.example/a")
    for number in range(10):
        await llms_txt.page(LIBRARY, None, f"https://docs.example/p{number}")
    assert sum(url.endswith(".md") for url in fetcher.asked) == 11


async def test_a_page_that_is_nowhere_is_missing() -> None:
    llms_txt, _ = source()
    with pytest.raises(PageMissing):
        await llms_txt.page(LIBRARY, None, "https://docs.example/gone")


@pytest.mark.parametrize(
    ("url", "twin"),
    [
        ("https://d.example/a", "https://d.example/a.md"),
        ("https://d.example/a/", "https://d.example/a.md"),
        ("https://d.example/a.html", "https://d.example/a.html.md"),
        ("https://d.example/a.md", None),
        ("https://d.example/a.txt", None),
        ("https://d.example/v1.2", None),
        ("https://d.example/", None),
        ("https://d.example/a?b=c", None),
    ],
)
def test_which_pages_may_have_a_twin(url: str, twin: str | None) -> None:
    assert twin_of(url) == twin
