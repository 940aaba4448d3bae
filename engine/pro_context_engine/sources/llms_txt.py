"""The llms.txt that the registry knows for a library."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pro_context_engine.errors import PageMissing, TocMissing
from pro_context_engine.interfaces import Fetcher
from pro_context_engine.model import Library, Page, SourceName, Toc
from pro_context_engine.sources.llms_txt_index import parse_index
from pro_context_engine.sources.page_reader import PageReader


class LlmsTxtSource:
    """Documentation as its publisher offers it to language models; implements `interfaces.Source`.

    Args:
        fetcher: how bytes arrive.
    """

    name = SourceName.LLMS_TXT

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._pages = PageReader(fetcher)

    def version(self, library: Library) -> str | None:
        """Return None: an llms.txt does not say which version it documents."""
        return None

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the registry knows an llms.txt; it is no answer to a wish for one exact version."""
        return library.llms_txt_url is not None and not version

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return None: pages are known by the stored TOC that names them."""
        return None

    async def toc(self, library: Library, version: str | None) -> Toc:
        """Fetch and read the library's llms.txt; see `interfaces.Source.toc`."""
        if library.llms_txt_url is None:
            raise TocMissing(library.library_id, "")
        return await fetch_index(self._fetcher, library.library_id, library.llms_txt_url, self.name)

    async def page(self, library: Library, version: str | None, url: str) -> Page:
        """Fetch one page; see `interfaces.Source.page`."""
        return await self._pages.read(url)


async def fetch_index(
    fetcher: Fetcher, library_id: str, url: str, source: SourceName, origins: Sequence[str] = ()
) -> Toc:
    """Fetch an llms.txt and read it as a table of contents.

    Args:
        fetcher: how bytes arrive.
        library_id: for the facts.
        url: the llms.txt.
        source: who asks.
        origins: what `Fetcher.fetch` takes.

    Returns:
        The TOC; without entries where the file has no links. Relative links are resolved where redirects ended.

    Raises:
        TocMissing: nothing is there, or an HTML page, as sites show for a missing file.
        DocsError: any other fact of `Fetcher.fetch`.
    """
    try:
        response = await fetcher.fetch(url, origins=origins)
    except PageMissing:
        raise TocMissing(library_id, url) from None
    if response.media_type == "text/html":
        raise TocMissing(library_id, url)
    _, _, entries = await asyncio.to_thread(parse_index, response.text, response.url)
    return Toc(entries, source, origin=url)
