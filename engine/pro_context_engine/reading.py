"""Single pages: from the store while they may be served, else from the source their address belongs to.

Which addresses may be read is decided by the registry, the stored TOCs and the configuration, never by a session.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urldefrag

from pro_context_engine.errors import DocsError, FetchFailed, SnapshotExpired, UrlRefused
from pro_context_engine.freshness import freshness
from pro_context_engine.ingest import Ingest, placed
from pro_context_engine.interfaces import Clock, SnapshotStore, Source
from pro_context_engine.model import Freshness, Library, PageReading, SourceName, StoredPage, TocEntry
from pro_context_engine.registry.addresses import Addresses
from pro_context_engine.settings import Settings
from pro_context_engine.shelf import Shelf


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

    async def page(self, url: str) -> PageReading:
        """Return the page with this URL, its fragment ignored.

        Raises:
            UrlRefused: the URL belongs to no known library's documentation.
            PageMissing: there is no such page.
            SnapshotExpired: it cannot be fetched, and the stored one is past its maximum age.
            DocsError: any other fact of fetching or parsing.
        """
        address = urldefrag(url).url
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
        opened = await self._ingest.open_from(source, library)
        entry = next((entry for entry in opened.toc.entries if entry.url == address), TocEntry("", address))
        page = placed(page, entry)
        await self._ingest.keep(opened, page)
        snapshot = opened.snapshot
        return PageReading(page, snapshot.library_id, snapshot.version, self._clock(), cached=False, stale=False)

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
        return library, self._reader(library, listed[1] if listed else None)

    def _known(self, library_id: str, address: str) -> Library:
        try:
            return self._shelf.library(library_id)
        except DocsError as fact:
            raise UrlRefused(address, "its library is not known here") from fact

    def _site_of(self, address: str) -> str | None:
        if self._addresses is None:
            self._addresses = Addresses(self._shelf.registry.all())
        return self._addresses.owner(address)

    def _reader(self, library: Library, version: str | None) -> Source:
        """Return the source that reads web pages of the library: one that serves it, else the llms.txt one."""
        web = [source for source in self._sources if source.name is not SourceName.INSTALLED]
        return next((source for source in web if source.serves(library, version or None)), web[-1])

    def _age(self, stored: StoredPage) -> Freshness:
        return freshness(stored.fetched_at, self._clock(), self._settings.fresh_for, self._settings.kept_for)
