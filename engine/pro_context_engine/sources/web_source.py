"""The common part of the sources whose pages are read from the web as they are now."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.model import Library, Page
from pro_context_engine.sources.page_reader import PageReader


class WebSource:
    """A source that knows no versions, claims no addresses by their form, and names no origins unless it says so.

    Args:
        fetcher: how bytes arrive.
    """

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._pages = PageReader(fetcher)

    def version(self, library: Library) -> str | None:
        """Return None: nothing says which version a page documents."""
        return None

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return None: pages are known by the stored TOC that names them."""
        return None

    def named_origins(self, url: str) -> Sequence[str]:
        """Return []: the configuration names no origin, so that the address guard holds as for all."""
        return []

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        """Fetch one page; see `interfaces.Source.page`."""
        return await self._pages.read(url, self.named_origins(url), known)
