"""A crawler that reads a site along its links, breadth first, within bounds that no site can widen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from hashlib import sha256
from urllib.parse import urldefrag

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.domain.errors import DocsError, FetchFailed, NotDocumentation, UrlRefused
from pro_context_engine.domain.fetching import Fetcher, Response
from pro_context_engine.domain.model import Page
from pro_context_engine.domain.settings import CrawlLimits
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.sources.crawl.frontier import Frontier
from pro_context_engine.sources.crawl.manners import Manners
from pro_context_engine.sources.crawl.page_links import links_of
from pro_context_engine.sources.llms_files.full_text_page import document_page
from pro_context_engine.sources.sites import is_same_publication

log = logging.getLogger("pro_context.crawl")

MOST_FAILURES = 20
"""Pages that may fail before the crawl ends; every site has some broken links."""

MOST_CHARACTERS = 20_000_000
"""Characters of all pages of a crawl together; the page that exceeds the bound is the last one."""


@value_class
class CrawlRequest:
    """A request for the pages of a site.

    Attributes:
        url: where it starts, absolute, without fragment.
        max_pages: the number of pages at most.
        depth: the number of links away from the start that are followed.
        origins: what `Fetcher.fetch` takes.
    """

    url: str
    max_pages: int
    depth: int
    origins: Sequence[str] = ()


@part_class
class Crawler:
    """Reads sites, one page after the other.

    Attributes:
        fetcher: how bytes arrive.
        manners: tell when a page may be asked for.
        limits: bounds of one crawl.
    """

    fetcher: Fetcher
    manners: Manners
    limits: CrawlLimits

    async def pages(self, request: CrawlRequest) -> AsyncGenerator[Page, None]:
        """Give the pages of a site as they arrive; no other site is asked for anything.

        Of pages with identical text, one is given; pages that fail are passed over. The crawl ends when its time is up.

        Raises:
            DocsError: the fact why there is no page at all.
        """
        walk = _Walk(request)
        deadline = asyncio.get_running_loop().time() + self.limits.total_seconds
        while step := walk.next():
            try:
                async with asyncio.timeout_at(deadline):
                    page = await self._step(walk, *step)
            except TimeoutError:
                walk.fail(FetchFailed(request.url, FetchFailed.TOOK_TOO_LONG))
                break
            except DocsError as fact:
                walk.fail(fact)
                continue
            if page is not None:
                walk.give(page)
                yield page
        if not walk.given:
            raise walk.reason

    async def _step(self, walk: _Walk, url: str, depth: int) -> Page | None:
        """Read one page and note its links; return None for a page that was given before."""
        response = await self._response(walk, url)
        if response is None:
            return None
        url, text = response.url, response.text
        if depth < walk.request.depth:
            for link in await work_on(url, len(text), links_of, text, response.media_type, url):
                walk.find(link, depth + 1)
        page = await work_on(url, len(text), document_page, url, text, response.media_type)
        return replace(page, delivery=response.delivery(url)) if walk.is_new(page) else None

    async def _response(self, walk: _Walk, url: str) -> Response | None:
        """Return the response of an address, None where it redirects to a known address."""
        origins = walk.request.origins

        async def admit(target: str) -> None:
            walk.check_redirect(target)
            await self.manners.admit(target, origins)

        await self.manners.admit(url, origins)
        response = await self.fetcher.fetch(url, origins=origins, admit=admit)
        landed = urldefrag(response.url).url
        if landed == url:
            return response
        return replace(response, url=landed) if walk.follow(landed) else None


class _Walk:
    """The progress of one crawl."""

    def __init__(self, request: CrawlRequest) -> None:
        self.request = request
        self.given = 0
        self._characters = 0
        self._start = request.url
        self._facts: list[DocsError] = []
        self._texts: set[bytes] = set()
        self._frontier = Frontier(request.depth)
        self._frontier.add(request.url, 0)

    @property
    def reason(self) -> DocsError:
        """Return the first problem, the reason why there is no page."""
        return self._facts[0] if self._facts else NotDocumentation(self.request.url, "empty")

    @property
    def _is_first(self) -> bool:
        return not self.given and not self._facts and not self._texts

    def next(self) -> tuple[str, int] | None:
        """Return the next address and its depth, None at the end."""
        is_over = self.given >= self.request.max_pages or self._characters > MOST_CHARACTERS
        is_over = is_over or len(self._facts) > MOST_FAILURES
        return None if is_over else self._frontier.next()

    def find(self, url: str, depth: int) -> None:
        """Add the target of a link, if it lies on the site."""
        if is_same_publication(self._start, url):
            self._frontier.add(url, depth)

    def check_redirect(self, target: str) -> None:
        """Check that a redirect stays on the site; a redirect of the first page says where the site is.

        Raises:
            UrlRefused: the redirect leads to another site.
        """
        if not self._is_first and not is_same_publication(self._start, target):
            raise UrlRefused(target, "it is another site")

    def follow(self, landed: str) -> bool:
        """Tell whether the target of a redirect is a new page of the site; the first page says where the site is."""
        if self._is_first:
            self._start = landed
        return is_same_publication(self._start, landed) and self._frontier.note(landed)

    def is_new(self, page: Page) -> bool:
        """Tell whether no page before had the same text."""
        digest = sha256(page.markdown.encode("utf-8", "replace")).digest()
        is_new = digest not in self._texts
        self._texts.add(digest)
        return is_new

    def give(self, page: Page) -> None:
        """Count a page that is given."""
        self.given += 1
        self._characters += len(page.markdown)

    def fail(self, fact: DocsError) -> None:
        """Note why a page failed."""
        log.info("a page is passed over: %s", type(fact).__name__)
        self._facts.append(fact)
