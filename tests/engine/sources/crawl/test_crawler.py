"""A site read along its links, whatever it does to be endless."""

import asyncio
import time
from collections.abc import Sequence

import pytest
from tests.engine.sources.crawl.fake_site import HOST, FakeSite, html

from pro_context_engine.domain.errors import DocsError, FetchFailed, NotDocumentation, PageMissing, UrlRefused
from pro_context_engine.domain.fetching import Admit, Response
from pro_context_engine.domain.model import Page
from pro_context_engine.domain.settings import CrawlLimits
from pro_context_engine.sources.crawl import crawler as crawling
from pro_context_engine.sources.crawl.crawler import MOST_FAILURES, Crawler, CrawlRequest
from pro_context_engine.sources.crawl.manners import Manners


async def crawl(
    site: FakeSite, start: str = "", max_pages: int = 20, depth: int = 5, seconds: float = 30
) -> list[Page]:
    limits = CrawlLimits(delay_seconds=0, total_seconds=seconds)
    crawler = Crawler(site, Manners(site, 0), limits)
    return [page async for page in crawler.pages(CrawlRequest(f"{HOST}/{start}", max_pages, depth))]


def names(pages: Sequence[Page]) -> list[str]:
    return [page.url.removeprefix(f"{HOST}/") for page in pages]


async def test_nearest_pages_first_and_links_as_deep_as_asked() -> None:
    pages = {"": html("Start", "a", "b"), "a": html("A", "c"), "b": html("B", "/"), "c": html("C", "d"), "d": html("D")}
    site = FakeSite(**pages)
    assert names(await crawl(site)) == ["", "a", "b", "c", "d"]
    assert names(await crawl(FakeSite(**pages), depth=0)) == [""]
    assert names(await crawl(FakeSite(**pages), depth=2)) == ["", "a", "b", "c"]


async def test_no_more_pages_than_asked_are_fetched() -> None:
    site = FakeSite(**{"": html("Start", "a", "b"), "a": html("A"), "b": html("B")})
    assert names(await crawl(site, max_pages=2)) == ["", "a"]
    assert site.asked == [f"{HOST}/", f"{HOST}/a"]


@pytest.mark.behavior("crawl/crawl/polite")
async def test_pages_are_asked_for_one_after_the_other_with_pauses() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    site = FakeSite(**{"": html("Start", "a", "b", "/"), "a": html("A"), "b": html("B")})
    manners = Manners(site, CrawlLimits().delay_seconds, timer=lambda: 0.0, sleep=sleep)
    pages = Crawler(site, manners, CrawlLimits()).pages(CrawlRequest(f"{HOST}/", 9, 9))
    assert [len(site.asked) async for _ in pages] == [1, 2, 3]
    assert slept == [0.5, 1.0]


async def test_a_redirect_waits_like_a_link() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    site = FakeSite(new=html("Start"))
    site.moved = {f"{HOST}/": f"{HOST}/old", f"{HOST}/old": f"{HOST}/new"}
    manners = Manners(site, 0.5, timer=lambda: 0.0, sleep=sleep)
    pages = Crawler(site, manners, CrawlLimits()).pages(CrawlRequest(f"{HOST}/", 9, 9))
    assert [page.url async for page in pages] == [f"{HOST}/new"]
    assert slept == [0.5, 1.0]


async def test_other_sites_are_asked_for_nothing() -> None:
    others = (
        "https://other.example/",
        "http://pier.example/x",
        "https://docs.pier.example/",
        "https://pier.example:8443/",
    )
    site = FakeSite(**{"": html("Start", *others, "a"), "a": html("A")})
    site.moved = {f"{HOST}/a": "https://docs.pier.example/a"}
    site.pages["https://docs.pier.example/a"] = html("Other")
    assert names(await crawl(site)) == [""]
    assert site.asked == [f"{HOST}/", f"{HOST}/x", f"{HOST}/a"]
    assert site.robots_asked == [f"{HOST}/robots.txt"]


async def test_on_a_shared_host_the_site_is_one_tenants() -> None:
    site = FakeSite()
    start = "https://alice.github.io/boats/"
    site.pages = {
        start: html("Start", "guide", "../cars/", "https://bob.github.io/"),
        f"{start}guide": html("Guide"),
        "https://alice.github.io/cars/": html("Cars"),
    }
    crawler = Crawler(site, Manners(site, 0), CrawlLimits())
    assert [page.url async for page in crawler.pages(CrawlRequest(start, 9, 9))] == [start, f"{start}guide"]


async def test_where_the_first_page_leads_there_the_site_is() -> None:
    site = FakeSite()
    site.moved = {f"{HOST}/": "https://www.pier.example/start"}
    site.pages = {
        "https://www.pier.example/start": html("Start", "a", f"{HOST}/b"),
        "https://www.pier.example/a": html("A", "start"),
    }
    assert [page.url for page in await crawl(site)] == ["https://www.pier.example/start", "https://www.pier.example/a"]
    assert site.robots_asked == [f"{HOST}/robots.txt", "https://www.pier.example/robots.txt"]


async def test_robots_txt_holds_for_links_and_for_redirects() -> None:
    site = FakeSite("User-agent: *\nDisallow: /private\n", **{"": html("Start", "private", "a", "b")})
    site.moved = {f"{HOST}/a": f"{HOST}/private/a", f"{HOST}/b": f"{HOST}/private/b", f"{HOST}/private/b": f"{HOST}/c"}
    site.page_of = lambda url: html("Private")
    assert names(await crawl(site)) == [""]
    assert site.asked == [f"{HOST}/", f"{HOST}/a", f"{HOST}/b"]


async def test_where_robots_txt_forbids_what_the_first_page_leads_to_it_is_refused() -> None:
    site = FakeSite("User-agent: *\nDisallow: /private\n")
    site.moved = {f"{HOST}/": f"{HOST}/private"}
    with pytest.raises(UrlRefused, match="robots"):
        await crawl(site)
    assert site.asked == [f"{HOST}/"]


async def test_pages_that_say_the_same_are_given_once_and_still_lead_on() -> None:
    site = FakeSite(**{"": html("Start", "a", "b")})
    site.pages[f"{HOST}/a"] = site.pages[f"{HOST}/b"] = html("Same")
    assert names(await crawl(site)) == ["", "a"]


async def test_pages_that_fail_are_passed_over() -> None:
    site = FakeSite(**{"": html("Start", "gone", "slow", "picture", "a"), "a": html("A")})
    site.pages[f"{HOST}/slow"] = FetchFailed(HOST, FetchFailed.TOOK_TOO_LONG)
    site.pages[f"{HOST}/picture"] = NotDocumentation(HOST, "binary content")
    assert names(await crawl(site)) == ["", "a"]


@pytest.mark.parametrize(
    "fact", [PageMissing(f"{HOST}/"), FetchFailed(f"{HOST}/", "status 500"), UrlRefused(f"{HOST}/", "plain http")]
)
async def test_what_is_wrong_with_the_only_page_is_told(fact: DocsError) -> None:
    site = FakeSite()
    site.pages[f"{HOST}/"] = fact
    with pytest.raises(type(fact)):
        await crawl(site)


async def test_a_first_page_without_text_still_leads_on() -> None:
    site = FakeSite(**{"": "<html><body><nav><a href='/a'>a</a></nav></body></html>", "a": html("A")})
    assert names(await crawl(site)) == ["a"]


async def test_endless_sites_end() -> None:
    """A calendar, a maze of paths that never repeat, a chain, and links into the void."""
    calendar, chain, maze = FakeSite(), FakeSite(), FakeSite()
    calendar.page_of = lambda url: html(url, f"?day={len(calendar.asked)}")
    chain.page_of = lambda url: html(url, f"p{len(chain.asked)}")
    maze.page_of = lambda url: html(url, *(f"{HOST}/m{len(maze.asked)}-{number}" for number in range(100)))
    void = FakeSite(**{"": html("Start", *(f"v{number}" for number in range(500)))})
    assert len(await crawl(calendar, max_pages=1_000, depth=10_000)) <= 22
    assert len(await crawl(chain, max_pages=40, depth=10_000)) == 40
    assert len(await crawl(maze, max_pages=40, depth=10_000)) == 40
    assert names(await crawl(void)) == [""]
    assert len(void.asked) == MOST_FAILURES + 2


async def test_a_site_that_only_redirects_to_itself_ends() -> None:
    site = FakeSite(**{"": html("Start", *(f"r{number}" for number in range(50)))})
    site.moved = {f"{HOST}/r{number}": f"{HOST}/" for number in range(50)}
    assert names(await crawl(site, max_pages=10)) == [""]


async def test_huge_pages_end_the_crawl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawling, "MOST_CHARACTERS", 5_000)
    site = FakeSite()
    site.page_of = lambda url: html(f"{url} " + "word " * 300, f"p{len(site.asked)}")
    assert len(await crawl(site, depth=100)) == 2


async def test_when_the_time_is_up_what_has_come_is_given() -> None:
    class Slow(FakeSite):
        async def fetch(self, url: str, *, origins: Sequence[str] = (), admit: Admit | None = None) -> Response:
            if url.endswith("/slow"):
                await asyncio.Event().wait()
            return await super().fetch(url, origins=origins, admit=admit)

    begun = time.monotonic()
    slow = Slow(**{"": html("Start", "slow", "a"), "a": html("A")})
    assert names(await crawl(slow, seconds=0.3)) == [""]
    with pytest.raises(FetchFailed, match="took too long"):
        await crawl(Slow(), "slow", seconds=0.05)
    assert time.monotonic() - begun < 60
