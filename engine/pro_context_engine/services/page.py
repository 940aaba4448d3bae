"""Single pages, read by their address."""

from __future__ import annotations

from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.domain.errors import FetchFailed, SnapshotExpired
from pro_context_engine.domain.model import Freshness, StoredPage
from pro_context_engine.domain.results import PageReading
from pro_context_engine.domain.storage import PageStore
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.single_pages import SinglePages
from pro_context_engine.libraries.ownership import Ownership


class PageService:
    """Give single pages by their address: from the store while they may be served, else from their source.

    Args:
        pages: the store.
        single_pages: fetches a page and keeps it.
        ownership: tells whose documentation an address is.
        ages: tells how old a stored page is.
    """

    def __init__(self, pages: PageStore, single_pages: SinglePages, ownership: Ownership, ages: Ages) -> None:
        self._pages = pages
        self._single_pages = single_pages
        self._ownership = ownership
        self._ages = ages
        self._flights: SingleFlight[PageReading] = SingleFlight()

    async def page(self, url: str) -> PageReading:
        """Return the page with this URL, its fragment ignored; read once for all who ask at the same time.

        Raises:
            UrlRefused: the URL belongs to no known library's documentation.
            PageMissing: there is no such page.
            SnapshotExpired: it cannot be fetched, and the stored one is past its maximum age.
            DocsError: any other fact of fetching or parsing.
        """
        address = await self._ownership.address(url)
        # A stored page is given at once: to share that would be more work than to do it.
        at_hand = await self._at_hand(address, await self._pages.page(address))
        return at_hand or await self._flights.run(address, lambda: self._page(address))

    async def _at_hand(self, address: str, stored: StoredPage | None) -> PageReading | None:
        """Return the stored page if it may be served, refreshed behind the answer where it is stale."""
        if stored is None:
            return None
        if not stored.library_id:
            # The page is no library's, so only the configuration says whether it may be read.
            await self._ownership.claim(address)
        age = self._ages.of(stored, stored.library_id)
        if age is Freshness.EXPIRED:
            return None
        stale = age is Freshness.STALE
        if stale:
            self._single_pages.refresh(address, stored)
        return PageReading(stored.page, *stored.key, stored.fetched_at, cached=True, stale=stale)

    async def _page(self, address: str) -> PageReading:
        # An earlier request may have stored it meanwhile.
        stored = await self._pages.page(address)
        if at_hand := await self._at_hand(address, stored):
            return at_hand
        try:
            return await self._single_pages.fetch(address, stored)
        except FetchFailed as fact:
            # A page that is no library's belongs to no snapshot.
            raise (SnapshotExpired(stored.library_id) if stored and stored.library_id else fact) from fact
