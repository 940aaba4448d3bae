"""A site read along its links, breadth first, within bounds that no site can widen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from urllib.parse import urldefrag

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.domain.errors import DocsError, FetchFailed, NotDocumentation, UrlRefused
from pro_context_engine.domain.fetching import Fetcher, Response
from pro_context_engine.domain.model import Page
from pro_context_engine.domain.settings import CrawlLimits
from pro_context_engine.sources.crawl.frontier import Frontier
from pro_context_engine.sources.crawl.manners import Manners
from pro_context_engine.sources.crawl.page_links import links_of
from pro_context_engine.sources.llms_txt.full_text_page import document_page
from pro_context_engine.sources.sites import same_publication

log = logging.getLogger("pro_context.crawl")

MOST_FAILURES = 20
"""Pages that may fail before the rest is left alone; links into the void are part of every site."""

MOST_CHARACTERS = 20_000_000
"""Of all pages of a crawl; the one that goes beyond is the last."""


@dataclass(frozen=True, slots=True)
class Errand:
    """What a crawl is to bring.

    Attributes:
        url: where it starts, absolute, without fragment.
        max_pages: so many pages at most.
        depth: links away from the start that are followed.
        origins: what `Fetcher.fetch` takes.
    """

    url: str
    max_pages: int
    depth: int
    origins: Sequence[str] = ()


class Crawler:
    """Reads sites, one page after the other.

    Args:
        fetcher: how bytes arrive.
        manners: when they may be asked for.
        limits: of one crawl.
    """

    def __init__(self, fetcher: Fetcher, manners: Manners, limits: CrawlLimits) -> None:
        self._fetcher = fetcher
        self._manners = manners
        self._limits = limits

    async def pages(self, errand: Errand) -> AsyncGenerator[Page, None]:
        """Give the pages of a site as they come, the first one first; no other site is asked for anything.

        Of pages that are word for word the same, one is given; those that fail are passed over. When the time is up
        nothing more comes.

        Raises:
            DocsError: the fact why there is no page at all.
        """
        walk = _Walk(errand)
        deadline = asyncio.get_running_loop().time() + self._limits.total_seconds
        while step := walk.next():
            try:
                async with asyncio.timeout_at(deadline):
                    page = await self._step(walk, *step)
            except TimeoutError:
                walk.fail(FetchFailed(errand.url, FetchFailed.TOOK_TOO_LONG))
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
        """Read one page and note where its links lead; return None where it is one that was given."""
        response = await self._response(walk, url)
        if response is None:
            return None
        url, text = response.url, response.text
        if depth < walk.errand.depth:
            for link in await work_on(url, len(text), links_of, text, response.media_type, url):
                walk.find(link, depth + 1)
        page = await work_on(url, len(text), document_page, url, text, response.media_type)
        return replace(page, delivery=response.delivery(url)) if walk.is_new(page) else None

    async def _response(self, walk: _Walk, url: str) -> Response | None:
        """Return what an address gives, None where it leads to one that is known."""
        origins = walk.errand.origins

        async def admit(target: str) -> None:
            walk.check_redirect(target)
            await self._manners.admit(target, origins)

        await self._manners.admit(url, origins)
        response = await self._fetcher.fetch(url, origins=origins, admit=admit)
        landed = urldefrag(response.url).url
        if landed == url:
            return response
        return replace(response, url=landed) if walk.follow(landed) else None


class _Walk:
    """How far a crawl has come."""

    def __init__(self, errand: Errand) -> None:
        self.errand = errand
        self.given = 0
        self._characters = 0
        self._start = errand.url
        self._facts: list[DocsError] = []
        self._texts: set[bytes] = set()
        self._frontier = Frontier(errand.depth)
        self._frontier.add(errand.url, 0)

    @property
    def reason(self) -> DocsError:
        """Return why nothing came: what was wrong first."""
        return self._facts[0] if self._facts else NotDocumentation(self.errand.url, "empty")

    @property
    def _is_first(self) -> bool:
        return not self.given and not self._facts and not self._texts

    def next(self) -> tuple[str, int] | None:
        """Return the next address and its depth, None at the end."""
        is_over = self.given >= self.errand.max_pages or self._characters > MOST_CHARACTERS
        is_over = is_over or len(self._facts) > MOST_FAILURES
        return None if is_over else self._frontier.next()

    def find(self, url: str, depth: int) -> None:
        """Take note of where a link leads."""
        if same_publication(self._start, url):
            self._frontier.add(url, depth)

    def check_redirect(self, target: str) -> None:
        """Check that a redirect stays within the site; where the first page leads, there the site is.

        Raises:
            UrlRefused: it leads away.
        """
        if not self._is_first and not same_publication(self._start, target):
            raise UrlRefused(target, "it is another site")

    def follow(self, landed: str) -> bool:
        """Tell whether a page counts that a redirect led to; where the first one leads, there the site is."""
        if self._is_first:
            self._start = landed
        return same_publication(self._start, landed) and self._frontier.note(landed)

    def is_new(self, page: Page) -> bool:
        """Tell whether a page says anything that no page before said."""
        digest = sha256(page.markdown.encode("utf-8", "replace")).digest()
        is_new = digest not in self._texts
        self._texts.add(digest)
        return is_new

    def give(self, page: Page) -> None:
        """Take note of a page that is given."""
        self.given += 1
        self._characters += len(page.markdown)

    def fail(self, fact: DocsError) -> None:
        """Take note of what is wrong with a page."""
        log.info("a page is passed over: %s", type(fact).__name__)
        self._facts.append(fact)
