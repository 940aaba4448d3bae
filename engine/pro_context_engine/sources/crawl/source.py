"""The source of crawled sites: their pages are kept up to date, and no new ones are looked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pro_context_engine.domain.errors import LibraryUnknown
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.model import Library, Page, SourceName, Toc
from pro_context_engine.domain.settings import CrawlLimits
from pro_context_engine.domain.source_traits import SourceTraits
from pro_context_engine.libraries.registry.crawled_sites import crawled_site
from pro_context_engine.sources.crawl.manners import Manners
from pro_context_engine.sources.web_source import WebSource

if TYPE_CHECKING:
    from pro_context_engine.sources.crawl.crawler import Crawler


class CrawledSites(WebSource):
    """The sites that were crawled; implements `interfaces.Source`.

    The pages are in the store alone. A question about a site never starts a crawl: a caller who may ask about libraries
    may not always send requests from this machine.
    """

    name = SourceName.CRAWL
    traits = SourceTraits("crawl", reads_web=True)

    def __init__(self, fetcher: Fetcher, limits: CrawlLimits) -> None:
        """Make the source.

        Args:
            fetcher: how bytes arrive.
            limits: bounds of one crawl.
        """
        super().__init__(fetcher)
        self._limits = limits
        self._manners = Manners(fetcher, limits.delay_seconds)

    @cached_property
    def crawler(self) -> Crawler:
        """Return the crawler, which shares the rules for requests."""
        # Few servers ever crawl.
        from pro_context_engine.sources.crawl.crawler import Crawler  # noqa: PLC0415

        return Crawler(self._fetcher, self._manners, self._limits)

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the library is a site; only the store knows whether it was crawled."""
        return crawled_site(library.library_id) is not None and not version

    def origin(self, library: Library) -> str:
        """Return the address of the site."""
        return library.docs_url or ""

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Return the known table of contents; only a crawl finds more pages.

        Raises:
            LibraryUnknown: the site was never crawled, or its pages have expired.
        """
        if known is None:
            raise LibraryUnknown(library.library_id)
        return known

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        """Fetch one page, if the site allows it; see `interfaces.Source.page`."""
        await self._manners.admit(url)
        return await super().page(library, version, url, known)
