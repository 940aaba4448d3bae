"""Single pages on their way into the store, each found by its address alone."""

from __future__ import annotations

import logging
from datetime import datetime

from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Page, StoredPage, TocEntry
from pro_context_engine.domain.results import PageReading
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.page_intake import PageIntake, with_entry
from pro_context_engine.ingestion.refreshes import Refreshes
from pro_context_engine.libraries.ownership import Claim, Ownership

log = logging.getLogger("pro_context.reading")


@part_class
class SinglePages:
    """Fetch single pages, and keep each in the snapshot of its library.

    Attributes:
        ingest: opens the library that a page belongs to.
        page_intake: reads a page from its source, and stores it.
        ownership: tells whose documentation an address is.
        refreshes: renews a stale page behind the answer.
        clock: gives the current time in UTC.
    """

    ingest: Ingest
    page_intake: PageIntake
    ownership: Ownership
    refreshes: Refreshes
    clock: Clock

    def refresh(self, address: str, stored: StoredPage) -> None:
        """Fetch a stale page anew behind the answer, once at a time for each address."""
        self.refreshes.start(address, lambda: self.fetch(address, stored))

    async def fetch(self, address: str, stored: StoredPage | None) -> PageReading:
        """Fetch a page, or find it unchanged, and keep it.

        Args:
            address: as `Ownership.address` gives it.
            stored: the stored page, None where there is none.

        Raises:
            UrlRefused: the address belongs to no known library's documentation.
            PageMissing: there is no such page.
            DocsError: any other fact of fetching or parsing.
        """
        claim = await self.ownership.claim(address)
        library, source = claim.library, claim.source
        page = await self.page_intake.read(source, library, claim.version or None, address, stored)
        read_at = self.clock()
        guide_of = None if source.traits.is_package else await self.ingest.package_that_lists(address)
        if page.delivery.storable and not (stored and page is stored.page):
            if guide_of is None:
                page = await self._kept(page, address, claim, read_at)
            else:
                page = await self._kept_as_guide(page, address, guide_of, stored, read_at)
        version = guide_of[1] if guide_of else source.version(library) or claim.version
        return PageReading(page, library.library_id, version, read_at, cached=False, stale=False)

    async def _kept_as_guide(
        self, page: Page, address: str, key: tuple[str, str], stored: StoredPage | None, read_at: datetime
    ) -> Page:
        """Store a guide in the snapshot of the package that lists it (decision 77); return it with its titles."""
        known = stored.page if stored else page
        page = with_entry(page, TocEntry(known.title, address, known.description, known.section))
        await self.page_intake.keep(key, page, read_at)
        return page

    async def _kept(self, page: Page, address: str, claim: Claim, read_at: datetime) -> Page:
        """Store a page in its library's snapshot if that can be opened; return the page with its TOC entry's title."""
        library, source = claim.library, claim.source
        try:
            opened = await self.ingest.open_from(source, library, claim.version or None)
        except DocsError as fact:
            # The page is at hand; a page that is not kept only costs one more fetch when it is read again.
            log.info("a page of %s is not kept: %s", library.library_id, type(fact).__name__)
            return page
        version = source.version(library) or claim.version
        if opened.snapshot.version != version:
            # A page of an unknown version is kept with no version.
            return page
        entry = next((entry for entry in opened.toc.entries if entry.url == address), TocEntry("", address))
        page = with_entry(page, entry)
        await self.page_intake.keep(opened.key, page, read_at)
        return page
