"""The owners of addresses, and the rules that say so: the one place that decides which pages may be read.

The configuration, the stored TOCs and the registry decide, never a session.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from urllib.parse import urlsplit

from pro_context_engine.domain.errors import DocsError, UrlRefused
from pro_context_engine.domain.interfaces import AliasingSource, Source
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.page_address import address_of
from pro_context_engine.domain.storage import SnapshotStore
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.registry.current_registry import Derived
from pro_context_engine.libraries.registry.site_owners import Addresses

NOBODYS = "it belongs to no known library's documentation"


NO_LIBRARY = Library(library_id="", slug="", name="")
"""The owner of pages that may be read although they belong to no library."""


class ClaimedBy(StrEnum):
    """The reason why an address belongs to a library, or may be read without one."""

    SOURCE = "source"
    STORED_TOC = "stored-toc"
    SITE = "site"
    ALLOWLIST = "allowlist"


@value_class
class Claim:
    """The library that an address belongs to, the source that reads it, and the reason.

    `version` is "" where no exact version is known.
    """

    library: Library
    source: Source
    by: ClaimedBy
    version: str = ""


class Ownership:
    """Finds the owners of addresses.

    Args:
        sources: in the order they are asked.
        store: its tables of contents name pages.
        finder: finds the known libraries.
    """

    def __init__(self, sources: Sequence[Source], store: SnapshotStore, finder: LibraryFinder) -> None:
        self._sources = sources
        # Found once: a check for the methods of a protocol takes longer than a cached page.
        self._aliasing = [source for source in sources if isinstance(source, AliasingSource)]
        self._store = store
        self._finder = finder
        self._addresses = Derived(finder.registry, Addresses)

    async def address(self, url: str) -> str:
        """Return the address by which a page is known.

        Raises:
            UrlRefused: the text is no URL.
        """
        address = address_of(url)
        for source in self._aliasing:
            known = source.address(address)
            if known != address and await self._store.owner(address) is None:
                return known
        return address

    def is_page_url(self, url: str) -> bool:
        """Tell whether a URL has the form of a page's address."""
        try:
            return urlsplit(url).scheme in ("http", "https") or any(source.owner(url) for source in self._sources)
        except ValueError:
            return False

    async def claim(self, address: str) -> Claim:
        """Return the owner of an address.

        Args:
            address: a result of `address`.

        Raises:
            UrlRefused: the address belongs to no known library's documentation, or no configured source reads it.
        """
        allowing = None
        claims: list[Claim] = []
        for source in self._sources:
            owner = source.owner(address)
            if owner == ("", ""):
                allowing = source
            elif owner is not None:
                version = owner[1] or await self._listed_version(owner[0], address)
                claims.append(Claim(self._library(owner[0], address), source, ClaimedBy.SOURCE, version))
        if claims:
            # The installed source and the package index claim the same pages, but may have different versions.
            return next(
                (claim for claim in claims if claim.source.serves(claim.library, claim.version or None)), claims[0]
            )
        listed = await self._store.owner(address)
        library_id = listed[0] if listed else self._site_of(address)
        if library_id is None and allowing is not None:
            return Claim(NO_LIBRARY, allowing, ClaimedBy.ALLOWLIST)
        if library_id is None:
            raise UrlRefused(address, NOBODYS)
        library = self._library(library_id, address)
        return Claim(library, self._reader(library, address), ClaimedBy.STORED_TOC if listed else ClaimedBy.SITE)

    async def _listed_version(self, library_id: str, address: str) -> str:
        """Return the version of the library's stored TOC that names the page, "" if none does."""
        listed = await self._store.owner(address)
        return listed[1] if listed and listed[0] == library_id else ""

    def _library(self, library_id: str, address: str) -> Library:
        try:
            return self._finder.library(library_id)
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
