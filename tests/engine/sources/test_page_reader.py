"""Pages that are known: asked for where they came from, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from pro_context_engine.domain.errors import DocsError, FetchFailed, PageMissing
from pro_context_engine.domain.fetching import FetchHealth, Response
from pro_context_engine.domain.model import Delivery, Page, Validators
from pro_context_engine.sources.page_reader import PageReader

PAGE = "https://docs.example/guide"
TWIN = f"{PAGE}.md"
ORIGINS = ["https://docs.example"]
HTML = "<html><main><h1>Html</h1><p>Some text of the page.</p></main></html>"


@dataclass
class FakeSite:
    """Documents with a tag each; says 304 to whoever knows the tag."""

    documents: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    fact: DocsError | None = None
    storable: bool = True

    def put(self, url: str, text: str, tag: str = "") -> None:
        self.documents[url] = ("text/html" if text.startswith("<") else "text/markdown", text, tag)

    async def fetch(self, url: str, *, origins: Sequence[str] = ()) -> Response:
        assert list(origins) == ORIGINS
        self.asked.append(url)
        if self.fact:
            raise self.fact
        if url not in self.documents:
            raise PageMissing(url)
        media_type, text, tag = self.documents[url]
        return Response(url, 200, media_type, text, etag=tag, storable=self.storable)

    async def refetch(self, url: str, known: Validators, *, origins: Sequence[str] = ()) -> Response | None:
        assert known != Validators(), "a condition without a validator is none"
        response = await self.fetch(url, origins=origins)
        return None if response.etag == known.etag else response

    def health(self) -> FetchHealth:
        return FetchHealth()

    async def close(self) -> None:
        pass


async def known(site: FakeSite) -> Page:
    """Read the page for the first time."""
    page = await PageReader(site).read(PAGE, ORIGINS)
    site.asked.clear()
    return page


async def test_a_page_says_how_it_came() -> None:
    site = FakeSite()
    site.put(PAGE, HTML, '"h"')
    assert (await known(site)).delivery == Delivery(PAGE, Validators('"h"'))
    site.put(TWIN, "# Twin", '"t"')
    site.storable = False
    assert (await known(site)).delivery == Delivery(TWIN, Validators('"t"'), storable=False)


@pytest.mark.parametrize("address", [PAGE, TWIN])
async def test_an_unchanged_page_costs_one_request_where_it_came_from(address: str) -> None:
    site = FakeSite()
    site.put(address, "# Text", '"1"')
    page = await known(site)
    assert await PageReader(site).read(PAGE, ORIGINS, page) is page
    assert site.asked == [address]


@pytest.mark.parametrize("address", [PAGE, TWIN])
@pytest.mark.parametrize("tag", ["", '"1"'])
async def test_a_changed_page_costs_one_request_too(address: str, tag: str) -> None:
    site = FakeSite()
    site.put(address, "# Old", tag)
    page = await known(site)
    site.put(address, "# New", tag.replace("1", "2"))
    new = await PageReader(site).read(PAGE, ORIGINS, page)
    assert (new.title, new.url, new.delivery.url) == ("New", PAGE, address)
    assert site.asked == [address]


async def test_a_page_whose_twin_has_gone_is_read_at_its_own_address() -> None:
    site = FakeSite()
    site.put(TWIN, "# Twin", '"1"')
    page = await known(site)
    del site.documents[TWIN]
    site.put(PAGE, HTML)
    new = await PageReader(site).read(PAGE, ORIGINS, page)
    assert (new.title, new.delivery.url) == ("Html", PAGE)
    assert site.asked == [TWIN, PAGE]


async def test_a_web_page_in_the_place_of_a_twin_is_not_taken_for_it() -> None:
    site = FakeSite()
    site.put(TWIN, "# Twin", '"1"')
    page = await known(site)
    site.put(TWIN, "<html><main><h1>Not found</h1><p>But with status 200.</p></main></html>")
    site.put(PAGE, HTML)
    assert (await PageReader(site).read(PAGE, ORIGINS, page)).title == "Html"


async def test_a_page_is_missing_when_neither_it_nor_its_twin_is_there() -> None:
    site = FakeSite()
    site.put(TWIN, "# Twin", '"1"')
    page = await known(site)
    site.documents.clear()
    with pytest.raises(PageMissing) as missing:
        await PageReader(site).read(PAGE, ORIGINS, page)
    assert missing.value.url == PAGE


async def test_a_site_that_fails_is_asked_once() -> None:
    site = FakeSite()
    site.put(TWIN, "# Twin", '"1"')
    page = await known(site)
    site.fact = FetchFailed(TWIN, "status 503")
    with pytest.raises(FetchFailed):
        await PageReader(site).read(PAGE, ORIGINS, page)
    assert site.asked == [TWIN]
