"""Single pages: from the store while they may be served, else from the source their address belongs to.

Which addresses may be read is decided in `ownership`.
"""

from __future__ import annotations

import logging
from datetime import datetime

from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.domain.errors import DocsError, FetchFailed, SnapshotExpired
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Freshness, Page, StoredPage, TocEntry
from pro_context_engine.domain.results import PageReading
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.storage import PageStore
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.page_intake import Intake, placed
from pro_context_engine.libraries.ownership import Claim, Ownership

log = logging.getLogger("pro_context.reading")


class Reading:
    """Give single pages by their address."""

    def __init__(
        self,
        ingest: Ingest,
        pages: PageStore,
        ownership: Ownership,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._ingest = ingest
        self._pages = pages
        self._ownership = ownership
        self._ages = Ages(settings, clock)
        self._intake = Intake(pages, self._ages, clock)
        self._clock = clock
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
        # What is at hand is given at once: to share that would be more work than to do it.
        at_hand = await self._at_hand(address, await self._pages.page(address))
        return at_hand or await self._flights.run(address, lambda: self._page(address))

    async def _at_hand(self, address: str, stored: StoredPage | None) -> PageReading | None:
        """Return the stored page if it may be served, refreshed behind the answer where it is stale."""
        if stored is None:
            return None
        if not stored.library_id:
            # It is nobody's, so only the configuration says whether it may be read.
            await self._ownership.claim(address)
        age = self._ages.of(stored, stored.library_id)
        if age is Freshness.EXPIRED:
            return None
        stale = age is Freshness.STALE
        if stale:
            self._ingest.refresh(address, lambda: self._fetch(address, stored))
        return PageReading(stored.page, *stored.key, stored.fetched_at, cached=True, stale=stale)

    async def _page(self, address: str) -> PageReading:
        # Whoever came before may have stored it meanwhile.
        stored = await self._pages.page(address)
        if at_hand := await self._at_hand(address, stored):
            return at_hand
        try:
            return await self._fetch(address, stored)
        except FetchFailed as fact:
            # A page that is no library's has no snapshot to speak of.
            raise (SnapshotExpired(stored.library_id) if stored and stored.library_id else fact) from fact

    async def _fetch(self, address: str, stored: StoredPage | None) -> PageReading:
        claim = await self._ownership.claim(address)
        library, source = claim.library, claim.source
        page = await self._intake.read(source, library, claim.version or None, address, stored)
        read_at = self._clock()
        if page.delivery.storable and not (stored and page is stored.page):
            page = await self._kept(page, address, claim, read_at)
        version = source.version(library) or claim.version
        return PageReading(page, library.library_id, version, read_at, cached=False, stale=False)

    async def _kept(self, page: Page, address: str, claim: Claim, read_at: datetime) -> Page:
        """Store a page in its library's snapshot if that can be had; return it with what the TOC says about it."""
        library, source = claim.library, claim.source
        try:
            opened = await self._ingest.open_from(source, library, claim.version or None)
        except DocsError as fact:
            # The page is at hand; that it cannot be kept only costs one more fetch when it is read again.
            log.info("a page of %s is not kept: %s", library.library_id, type(fact).__name__)
            return page
        version = source.version(library) or claim.version
        if opened.snapshot.version != version:
            # What nobody says the version of is kept with no version.
            return page
        entry = next((entry for entry in opened.toc.entries if entry.url == address), TocEntry("", address))
        page = placed(page, entry)
        await self._ingest.keep(opened, page, read_at)
        return page
