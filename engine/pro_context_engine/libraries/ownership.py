"""Whose documentation an address is, and which rule says so: the one place that decides what may be read.

The configuration, the stored TOCs and the registry decide, never a session.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from pro_context_engine.domain.errors import DocsError, UrlRefused
from pro_context_engine.domain.interfaces import AliasingSource, Source
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.page_address import address_of
from pro_context_engine.domain.storage import SnapshotStore
from pro_context_engine.libraries.finder import Shelf
from pro_context_engine.libraries.registry.current import Derived
from pro_context_engine.libraries.registry.site_owners import Addresses

NOBODYS = "it belongs to no known library's documentation"


NO_LIBRARY = Library(library_id="", slug="", name="")
"""Whose the pages are that may be read though they are no library's."""


class ClaimedBy(StrEnum):
    """What makes an address a library's, or readable though it is no library's."""

    SOURCE = "source"
    STORED_TOC = "stored-toc"
    SITE = "site"
    ALLOWLIST = "allowlist"


@dataclass(frozen=True, slots=True)
class Claim:
    """Whose documentation an address is, the source that reads it, and what says so.

    `version` is "" where the claim is for no exact one.
    """

    library: Library
    source: Source
    by: ClaimedBy
    version: str = ""


class Ownership:
    """Find whose documentation an address is.

    Args:
        sources: in the order they are asked.
        store: whose tables of contents name pages.
        shelf: which libraries are known.
    """

    def __init__(self, sources: Sequence[Source], store: SnapshotStore, shelf: Shelf) -> None:
        self._sources = sources
        # Found once: to ask whether something has the methods of a protocol takes longer than a cached page.
        self._aliasing = [source for source in sources if isinstance(source, AliasingSource)]
        self._store = store
        self._shelf = shelf
        self._addresses = Derived(shelf.registry, Addresses)

    async def address(self, url: str) -> str:
        """Return the address by which a page is known.

        Raises:
            UrlRefused: it is no URL.
        """
        address = address_of(url)
        for source in self._aliasing:
            known = source.address(address)
            if known != address and await self._store.owner(address) is None:
                return known
        return address

    def is_page_url(self, url: str) -> bool:
        """Tell whether a URL has the form of a page's, whoever's it is."""
        try:
            return urlsplit(url).scheme in ("http", "https") or any(source.owner(url) for source in self._sources)
        except ValueError:
            return False

    async def claim(self, address: str) -> Claim:
        """Return whose documentation an address is.

        Args:
            address: as `address` gives it.

        Raises:
            UrlRefused: it belongs to no known library's documentation, or nothing configured reads it.
        """
        allowing = None
        claims: list[Claim] = []
        for source in self._sources:
            owner = source.owner(address)
            if owner == ("", ""):
                allowing = source
            elif owner is not None:
                version = owner[1] or await self._listed_version(owner[0], address)
                claims.append(Claim(self._known(owner[0], address), source, ClaimedBy.SOURCE, version))
        if claims:
            # A package's page is the installed source's and the index's, who may not have the same versions.
            return next(
                (claim for claim in claims if claim.source.serves(claim.library, claim.version or None)), claims[0]
            )
        listed = await self._store.owner(address)
        library_id = listed[0] if listed else self._site_of(address)
        if library_id is None and allowing is not None:
            return Claim(NO_LIBRARY, allowing, ClaimedBy.ALLOWLIST)
        if library_id is None:
            raise UrlRefused(address, NOBODYS)
        library = self._known(library_id, address)
        return Claim(library, self._reader(library, address), ClaimedBy.STORED_TOC if listed else ClaimedBy.SITE)

    async def _listed_version(self, library_id: str, address: str) -> str:
        """Return the version of the library's stored TOC that names the page, "" if none does."""
        listed = await self._store.owner(address)
        return listed[1] if listed and listed[0] == library_id else ""

    def _known(self, library_id: str, address: str) -> Library:
        try:
            return self._shelf.library(library_id)
        except DocsError as fact:
            raise UrlRefused(address, "its library is not known here") from fact

    def _site_of(self, address: str) -> str | None:
        return self._addresses().owner(address)

    def _reader(self, library: Library, address: str) -> Source:
        """Return the source that reads web pages of the library: one that serves it, else one that reads any site."""
        web = [source for source in self._sources if source.traits.reads_web]
        serving = [source for source in web if source.serves(library, None)]
        serving += [source for source in web if source.traits.reads_any_site]
        if not serving:
            raise UrlRefused(address, "no source that reads web pages is configured")
        return serving[0]
