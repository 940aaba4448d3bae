"""The sources of documents that the operator's configuration names: an address, a file or a folder."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.domain.errors import NotDocumentation, PageMissing, TocMissing
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.model import Library, Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.page_address import address_of, origin_of
from pro_context_engine.domain.settings import CustomSource
from pro_context_engine.domain.source_traits import CONFIGURED_ADDRESS, SourceTraits
from pro_context_engine.sources.custom.document_folder import Folder
from pro_context_engine.sources.llms_files.link_list import parse_index, title_of_url
from pro_context_engine.sources.web_source import WebSource

if TYPE_CHECKING:
    from pro_context_engine.sources.llms_txt.reader import LlmsTxtReader

# Text in a path that a server may resolve to another folder than a reader sees.
_AMBIGUOUS = re.compile(r"(?:^|/)\.\.?(?:/|$)|\\|%(?:2e|2f|5c|25)", re.IGNORECASE)


class CustomUrlSource(WebSource):
    """An llms.txt (an address that ends in ".txt") or a single page; implements `Source` and `FullTextSource`.

    Its exact origin may be plain http, on any port and on the operator's own network, unless it must be public.
    Links to other origins go through the address guard like those of any source.

    Args:
        custom: the operator's configuration, of type "url".
        fetcher: how bytes arrive.
        prefer_full_text: whether indexing tries a full text before single pages.
    """

    name = SourceName.CUSTOM

    def __init__(self, custom: CustomSource, fetcher: Fetcher, *, prefer_full_text: bool = False) -> None:
        super().__init__(fetcher)
        self.traits = _traits(custom)
        self._custom = custom
        self._prefer_full_text = prefer_full_text
        self._address = address_of(custom.location)
        self._origin = origin_of(self._address)
        self._prefix = self._origin + urlsplit(self._address).path.rpartition("/")[0] + "/"

    @cached_property
    def _reader(self) -> LlmsTxtReader:
        # Stored documentation needs no reader.
        from pro_context_engine.sources.llms_txt.reader import LlmsTxtReader  # noqa: PLC0415

        return LlmsTxtReader(self._fetcher, self.named_origins, prefer_full_text=self._prefer_full_text)

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the configuration names this source for the library."""
        return library.library_id == self._custom.library_id and not version

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return the library if the URL is the configured one or lies in its folder."""
        below = url.startswith(self._prefix) and not _AMBIGUOUS.search(url[len(self._origin) :])
        return (self._custom.library_id, "") if below or url == self._address else None

    def named_origins(self, url: str) -> Sequence[str]:
        """Return the source's own origin for its pages, [] for pages elsewhere."""
        return [self._origin] if origin_of(address_of(url)) == self._origin and not self._custom.public_only else []

    def origin(self, library: Library) -> str:
        """Return the configured address."""
        return self._custom.location

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Fetch and read the llms.txt, or name the single page; see `interfaces.Source.toc`."""
        location = self._custom.location
        if urlsplit(location).path.endswith(".txt"):
            return await self._reader.toc(library.library_id, location, self.name, known=known)
        # Of a known page, only its delivery is known here.
        standing = Page(location, "", "", delivery=known.delivery) if known else None
        try:
            page = await self.page(library, version, location, standing)
        except PageMissing:
            raise TocMissing(library.library_id, location) from None
        if known and page is standing:
            return known
        entry = TocEntry(page.title or title_of_url(location), location)
        return Toc((entry,), self.name, origin=location, delivery=page.delivery)

    def pages(self, library: Library, toc: Toc, wanted: Collection[str]) -> AsyncGenerator[Page, None]:
        """Give pages out of full texts; see `interfaces.FullTextSource.pages`."""
        return self._reader.pages(toc, wanted)


class CustomFileSource(WebSource):
    """An llms.txt, a Markdown file, or a folder of them on disk; implements `interfaces.Source`.

    Pages on disk have `file://` addresses and lie in the configured folder, or in the folder of the configured file.

    Args:
        custom: the operator's configuration, of type "file".
        fetcher: fetches the pages of the web that an llms.txt links to.
    """

    name = SourceName.CUSTOM

    def __init__(self, custom: CustomSource, fetcher: Fetcher) -> None:
        super().__init__(fetcher)
        self.traits = _traits(custom)
        self._custom = custom
        self._location = Path(custom.location)

    @property
    def _folder(self) -> Folder:
        # Read each time: the operator may make the folder after the start.
        return Folder(self._location if self._location.is_dir() else self._location.parent)

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the configuration names this source for the library."""
        return library.library_id == self._custom.library_id and not version

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return the library if the URL is a document of the configured folder, or the configured file."""
        single = not self._location.is_dir() and self._location.suffix != ".txt"
        owned = url == self._folder.url(self._location) if single else self._folder.holds(url)
        return (self._custom.library_id, "") if owned else None

    def origin(self, library: Library) -> str:
        """Return the configured path."""
        return str(self._location)

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Read the llms.txt, or list the files; see `interfaces.Source.toc`."""
        try:
            entries = await self._entries()
        except PageMissing:
            raise TocMissing(library.library_id, self._location.absolute().as_uri()) from None
        return Toc(entries, self.name, origin=str(self._location))

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        """Read one file, or fetch one page of the web; see `interfaces.Source.page`."""
        if not url.startswith("file:"):
            return await super().page(library, version, url, known)
        return await self._file(url)

    async def _file(self, url: str) -> Page:
        # Stored documentation needs no reader.
        from pro_context_engine.sources.llms_files.full_text_page import document_page  # noqa: PLC0415

        text, media_type = await asyncio.to_thread(self._folder.read, url)
        return await work_on(url, len(text), document_page, url, text, media_type)

    async def _entries(self) -> tuple[TocEntry, ...]:
        index, urls = await asyncio.to_thread(self._find_documents)
        if not index:
            return tuple([entry for url in urls if (entry := await self._entry(url))])
        text, _ = await asyncio.to_thread(self._folder.read, index)
        return await asyncio.to_thread(self._entries_inside, await work_on(index, len(text), _read_index, text, index))

    def _entries_inside(self, entries: Sequence[TocEntry]) -> tuple[TocEntry, ...]:
        """Return the entries without the files outside the folder."""
        folder = self._folder
        return tuple(entry for entry in entries if not entry.url.startswith("file:") or folder.holds(entry.url))

    def _find_documents(self) -> tuple[str, list[str]]:
        """Return the address of the index, "" if there is none, and the addresses of the documents."""
        folder = self._folder
        if not self._location.exists():
            raise PageMissing(folder.url(self._location))
        index = self._location / "llms.txt" if self._location.is_dir() else self._location
        if index.suffix == ".txt" and index.exists():
            return folder.url(index), []
        return "", folder.documents() if self._location.is_dir() else [folder.url(self._location)]

    async def _entry(self, url: str) -> TocEntry | None:
        """Return the entry of a file, None if it holds no page."""
        try:
            page = await self._file(url)
        except (NotDocumentation, PageMissing):
            return None
        return TocEntry(page.title or title_of_url(url), url)


def _traits(custom: CustomSource) -> SourceTraits:
    return SourceTraits(custom.name, reads_web=True, is_configured=True, address_rule=CONFIGURED_ADDRESS)


def _read_index(text: str, url: str) -> tuple[TocEntry, ...]:
    """Return the entries of an index on disk: pages of the web, files, or its own pages."""
    from pro_context_engine.sources.llms_files.full_text_page import contents_of, is_full_text  # noqa: PLC0415

    if is_full_text(text):
        return contents_of(url, text)[0]
    return parse_index(text, url, schemes=("http", "https", "file"))[2]
