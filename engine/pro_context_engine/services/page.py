"""Single pages, read by their address."""

from __future__ import annotations

from dataclasses import field, replace

from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.documents.pages.fragments import (
    anchor_of,
    heading_at,
    heading_of_owner,
    line_at,
    line_of_member,
)
from pro_context_engine.domain.errors import FetchFailed, SnapshotExpired
from pro_context_engine.domain.model import Freshness, Heading, StoredPage
from pro_context_engine.domain.page_address import address_of
from pro_context_engine.domain.results import PageReading
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.domain.work_leases import WorkLeases
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.server_turns import in_turn
from pro_context_engine.ingestion.single_pages import SinglePages
from pro_context_engine.libraries.ownership import Ownership
from pro_context_engine.search.index.dotted_names import endings
from pro_context_engine.services.inherited_members import InheritedMembers


@part_class
class PageService:
    """Give single pages by their address: from the store while they may be served, else from their source.

    Attributes:
        store: keeps pages, and the places of symbols.
        inherited_members: finds members that classes inherit.
        single_pages: fetches a page and keeps it.
        ownership: tells whose documentation an address is.
        ages: tells how old a stored page is.
        leases: tell which server fetches what.
    """

    store: Store
    inherited_members: InheritedMembers
    single_pages: SinglePages
    ownership: Ownership
    ages: Ages
    leases: WorkLeases
    _flights: SingleFlight[PageReading] = field(init=False, default_factory=SingleFlight)

    async def page(self, url: str) -> PageReading:
        """Return the page with this URL; read once for all who ask at the same time.

        The fragment only tells where the page opens: at a heading, at the heading of a symbol by any of its paths, at
        the line of a member in the section of its class, or at a line (`#L12`) where no heading has this anchor.

        Raises:
            UrlRefused: the URL belongs to no known library's documentation.
            PageMissing: there is no such page.
            SnapshotExpired: it cannot be fetched, and the stored one is past its maximum age.
            DocsError: any other fact of fetching or parsing.
        """
        address = await self.ownership.address(url)
        # A stored page is given at once: to share that would be more work than to do it.
        at_hand = await self._at_hand(address, await self.store.page(address))
        reading = at_hand or await self._flights.run(address, lambda: self._page(address))
        anchor = anchor_of(url)
        return replace(reading, opens_at=await self._line_of(anchor, reading)) if anchor else reading

    async def _line_of(self, anchor: str, reading: PageReading) -> int:
        """Return the 0-based line that an anchor of a page names, 0 if the page does not have it."""
        page = reading.page
        heading = heading_at(page.headings, anchor)
        if heading is None and (line := line_at(anchor)):
            return min(line - 1, page.markdown.rstrip("\n").count("\n"))
        if heading is not None:
            return heading.line - 1
        heading = await self._heading_of_symbol(anchor, reading) or heading_of_owner(page.headings, anchor)
        return line_of_member(page.markdown, page.headings, heading, anchor) - 1 if heading else 0

    async def _heading_of_symbol(self, anchor: str, reading: PageReading) -> Heading | None:
        """Return the heading of a symbol by any of its paths, also of an inherited member by that of an heir."""
        headings, key = reading.page.headings, (reading.library_id, reading.version)
        # A member is stored under one path of its owner.
        names = list(dict.fromkeys([anchor, *endings(anchor)]))
        places = [place for found in await self.store.find_symbols(*key, names) for place in found]
        if not places and (inherited := await self.inherited_members.named(key, anchor)):
            places = [inherited.place]
        on_page = (place.url for place in places if address_of(place.url) == reading.page.url)
        return next((one for url in on_page if (one := heading_at(headings, anchor_of(url)))), None)

    async def _at_hand(self, address: str, stored: StoredPage | None) -> PageReading | None:
        """Return the stored page if it may be served, refreshed behind the answer where it is stale."""
        if stored is None:
            return None
        if not stored.library_id:
            # The page is no library's, so only the configuration says whether it may be read.
            await self.ownership.claim(address)
        age = self.ages.of(stored, stored.library_id)
        if age is Freshness.EXPIRED:
            return None
        stale = age is Freshness.STALE
        if stale:
            self.single_pages.refresh(address, stored)
        return PageReading(stored.page, *stored.key, stored.fetched_at, cached=True, stale=stale)

    async def _page(self, address: str) -> PageReading:
        async with in_turn(self.leases, f"page {address}"):
            return await self._read(address)

    async def _read(self, address: str) -> PageReading:
        # An earlier request, or another server, may have stored it meanwhile.
        stored = await self.store.page(address)
        if at_hand := await self._at_hand(address, stored):
            return at_hand
        try:
            return await self.single_pages.fetch(address, stored)
        except FetchFailed as fact:
            # A page that is no library's belongs to no snapshot.
            raise (SnapshotExpired(stored.library_id) if stored and stored.library_id else fact) from fact
