"""What was crawled, as a source: its pages are kept up to date like any library's, but no new ones are looked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pro_context_engine.domain.errors import LibraryUnknown
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.model import Library, Page, SourceName, Toc
from pro_context_engine.domain.settings import CrawlLimits
from pro_context_engine.domain.source_traits import SourceTraits
from pro_context_engine.libraries.registry.crawled_sites import crawled_site
from pro_context_engine.sources.crawl.manners import Manners
from pro_context_engine.sources.page_reader import PageReader

if TYPE_CHECKING:
    from pro_context_engine.sources.crawl.crawler import Crawler


class CrawledSites:
    """The sites that were crawled; implements `interfaces.Source`.

    What was found is in the store alone. To ask about a site here never makes a crawl: whoever may ask about libraries
    need not be somebody who may send this machine anywhere.
    """

    name = SourceName.CRAWL
    traits = SourceTraits("crawl", reads_web=True)

    def __init__(self, fetcher: Fetcher, limits: CrawlLimits) -> None:
        """Read sites.

        Args:
            fetcher: how bytes arrive.
            limits: of one crawl.
        """
        self._fetcher = fetcher
        self._limits = limits
        self._manners = Manners(fetcher, limits.delay_seconds)
        self._pages = PageReader(fetcher)

    @cached_property
    def crawler(self) -> Crawler:
        """Return what reads further ones, by the same manners."""
        # Few servers ever crawl.
        from pro_context_engine.sources.crawl.crawler import Crawler  # noqa: PLC0415

        return Crawler(self._fetcher, self._manners, self._limits)

    def version(self, library: Library) -> str | None:
        """Return None: a site does not say which version it documents."""
        return None

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the library is a site; whether it was crawled only the store knows."""
        return crawled_site(library.library_id) is not None and not version

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return None: whose a page is, the stored tables of contents say."""
        return None

    def named_origins(self, url: str) -> Sequence[str]:
        """Return []: the address guard holds for these sites as for all."""
        return []

    def origin(self, library: Library) -> str:
        """Return the address of the site."""
        return library.docs_url or ""

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Give what is known; only a crawl finds out more.

        Raises:
            LibraryUnknown: the site was never crawled, or too long ago.
        """
        if known is None:
            raise LibraryUnknown(library.library_id)
        return known

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        """Fetch one page, if the site allows it; see `interfaces.Source.page`."""
        await self._manners.admit(url)
        return await self._pages.read(url, known=known)
