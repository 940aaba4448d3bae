"""Single pages: from the store while they may be served, else from the source their address belongs to.

Which addresses may be read is decided by the registry, the stored TOCs and the configuration, never by a session.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from urllib.parse import urldefrag

from pro_context_engine.answers import PageReading
from pro_context_engine.errors import DocsError, FetchFailed, SnapshotExpired, UrlRefused
from pro_context_engine.freshness import freshness
from pro_context_engine.ingest import Ingest, placed
from pro_context_engine.interfaces import Clock, SnapshotStore, Source
from pro_context_engine.model import Freshness, Library, SourceName, StoredPage, TocEntry
from pro_context_engine.registry.addresses import Addresses
from pro_context_engine.settings import Settings
from pro_context_engine.shelf import Shelf
from pro_context_engine.single_flight import SingleFlight

log = logging.getLogger("pro_context.reading")


class Reading:
    """Give single pages by their address."""

    def __init__(
        self,
        ingest: Ingest,
        store: SnapshotStore,
        sources: Sequence[Source],
        shelf: Shelf,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._ingest = ingest
        self._store = store
        self._sources = sources
        self._shelf = shelf
        self._settings = settings
        self._clock = clock
        self._addresses: Addresses | None = None
        self._flights: SingleFlight[PageReading] = SingleFlight()

    async def page(self, url: str) -> PageReading:
        """Return the page with this URL, its fragment ignored; read once for all who ask at the same time.

        Raises:
            UrlRefused: the URL belongs to no known library's documentation.
            PageMissing: there is no such page.
            SnapshotExpired: it cannot be fetched, and the stored one is past its maximum age.
            DocsError: any other fact of fetching or parsing.
        """
        address = _address(url)
        return await self._flights.run(address, lambda: self._page(address))

    async def _page(self, address: str) -> PageReading:
        stored = await self._store.page(address)
        age = None if stored is None else self._age(stored)
        if stored is not None and age is not Freshness.EXPIRED:
            if age is Freshness.STALE:
                self._ingest.refresh(address, lambda: self._fetch(address))
            stale = age is Freshness.STALE
            return PageReading(
                stored.page, stored.library_id, stored.version, stored.fetched_at, cached=True, stale=stale
            )
        try:
            return await self._fetch(address)
        except FetchFailed as fact:
            raise (SnapshotExpired(stored.library_id) if stored else fact) from fact

    async def _fetch(self, address: str) -> PageReading:
        library, source = await self._owner(address)
        page = await source.page(library, None, address)
        version, fetched_at = source.version(library) or "", self._clock()
        try:
            opened = await self._ingest.open_from(source, library)
        except DocsError as fact:
            # The page is at hand; that it cannot be kept only costs one more fetch when it is read again.
            log.info("a page of %s is not kept: %s", library.library_id, type(fact).__name__)
        else:
            entry = next((entry for entry in opened.toc.entries if entry.url == address), TocEntry("", address))
            page = placed(page, entry)
            fetched_at = await self._ingest.keep(opened, page)
        return PageReading(page, library.library_id, version, fetched_at, cached=False, stale=False)

    async def _owner(self, address: str) -> tuple[Library, Source]:
        """Return whose documentation the address is, and the source that reads it."""
        for source in self._sources:
            owner = source.owner(address)
            if owner is not None:
                return self._known(owner[0], address), source
        listed = await self._store.owner(address)
        library_id = listed[0] if listed else self._site_of(address)
        if library_id is None:
            raise UrlRefused(address, "it belongs to no known library's documentation")
        library = self._known(library_id, address)
        return library, self._reader(library, address)

    def _known(self, library_id: str, address: str) -> Library:
        try:
            return self._shelf.library(library_id)
        except DocsError as fact:
            raise UrlRefused(address, "its library is not known here") from fact

    def _site_of(self, address: str) -> str | None:
        if self._addresses is None:
            self._addresses = Addresses(self._shelf.registry.all())
        return self._addresses.owner(address)

    def _reader(self, library: Library, address: str) -> Source:
        """Return the source that reads web pages of the library: one that serves it, else the llms.txt one."""
        web = [source for source in self._sources if source.name is not SourceName.INSTALLED]
        serving = [source for source in web if source.serves(library, None)]
        serving += [source for source in web if source.name is SourceName.LLMS_TXT]
        if not serving:
            raise UrlRefused(address, "no source that reads web pages is configured")
        return serving[0]

    def _age(self, stored: StoredPage) -> Freshness:
        return freshness(stored.fetched_at, self._clock(), self._settings.fresh_for, self._settings.kept_for)


def _address(url: str) -> str:
    """Return the URL without its fragment."""
    try:
        return urldefrag(url).url
    except ValueError as error:
        raise UrlRefused(url, "not a URL") from error
