"""The documentation site that the registry or the configuration names for a library."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from urllib.parse import urljoin

from packaging.version import InvalidVersion, Version

from pro_context_engine.domain.errors import (
    DocsError,
    FetchFailed,
    NotDocumentation,
    PageMissing,
    TocMissing,
    VersionUnknown,
)
from pro_context_engine.domain.fetching import Fetcher, Response
from pro_context_engine.domain.model import Library, SourceName, Toc, TocEntry
from pro_context_engine.domain.source_traits import SourceTraits
from pro_context_engine.sources.docs_site.inventory import MAX_BYTES, Inventory, NotAnInventory, parse_inventory
from pro_context_engine.sources.docs_site.inventory_toc import entries_of, symbols_of
from pro_context_engine.sources.web_source import WebSource

log = logging.getLogger("pro_context.sources")


# Read the Docs, and sites with the same form of addresses: /en/latest/, /stable/, /en/2.0/.
_EDITION = re.compile(r"(?:/[a-z]{2}(?:[-_][a-zA-Z]{2,4})?)?/(?:latest|stable|main|master|dev|current)(?:/.*)?$")
_NAMED = re.compile(r"/[^/]+\.html?$")
_NEWEST = ("en/stable/", "en/latest/", "stable/", "latest/")
_FORMS = ("en/{}/", "{}/", "en/v{}/", "v{}/")
_VERSION = re.compile(r"[\w.!+-]{1,60}")
_MOST_HEAD = 100_000


def root_of(docs_url: str) -> str:
    """Return the address that all editions of a site share, without "/" at its end."""
    return _EDITION.sub("", _NAMED.sub("", docs_url.rstrip("/"))).rstrip("/")


def newest_folders(docs_url: str) -> list[str]:
    """Return the folders that may hold the current edition, likeliest first."""
    return [f"{root_of(docs_url)}/{folder}" for folder in _NEWEST]


def version_folders(docs_url: str, version: str, pattern: str | None) -> list[str]:
    """Return the folders that may hold the edition of a version, likeliest first.

    Args:
        docs_url: the site.
        version: exact.
        pattern: the form of its addresses in the registry, such as `docs.example.org/en/{version}/`; None if unknown.

    Returns:
        Folders below the root of the site.
    """
    if not _VERSION.fullmatch(version):
        return []
    root = root_of(docs_url)
    names = list(dict.fromkeys([version, ".".join(version.split(".")[:2])]))
    folders = [f"https://{pattern.replace('{version}', name).strip('/')}/" for name in names if pattern]
    folders += [f"{root}/{form.format(name)}" for name in names for form in _FORMS]
    return [folder for folder in dict.fromkeys(folders) if folder.startswith(f"{root}/") and "{" not in folder]


class DocsSiteSource(WebSource):
    """HTML documentation as its publisher shows it to people; implements `interfaces.Source`.

    The inventory of a site (`objects.inv`) lists its pages and names its version; without one, the links of the start
    page list them. An inventory is read each time, since it is small beside the pages, which are asked for one by one.

    Args:
        fetcher: how bytes arrive.
        origins: the exact origins that the configuration names.
    """

    name = SourceName.DOCS_SITE
    traits = SourceTraits("docs-site", reads_web=True, reads_any_site=True, reads_registry=True)

    def __init__(self, fetcher: Fetcher, origins: Sequence[str] = ()) -> None:
        super().__init__(fetcher)
        self._origins = list(origins)

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether a site is known; only its inventories tell which versions it has."""
        return library.docs_url is not None

    def named_origins(self, url: str) -> Sequence[str]:
        """Return the exact origins that the configuration names."""
        return self._origins

    def origin(self, library: Library) -> str:
        """Return the address of the site, the same for all editions."""
        return root_of(library.docs_url or "")

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Read the inventory or the start page; see `interfaces.Source.toc`.

        Raises:
            VersionUnknown: the site has no inventory of the version.
            TocMissing: there is neither an inventory nor a start page with links.
            DocsError: any fact of `Fetcher.fetch` about the start page.
        """
        if library.docs_url is None:
            raise TocMissing(library.library_id, "")
        if version is not None:
            return await self._edition(library, library.docs_url, version)
        start = await self._start(library.docs_url)
        # Redirects lead to the edition that the publisher shows to every reader.
        folder = urljoin(start.url if start else library.docs_url, ".")
        inventory = await self._inventory(folder)
        for other in newest_folders(library.docs_url) if inventory is None else ():
            if inventory := await self._inventory(other):
                folder = other
                break
        entries = await asyncio.to_thread(entries_of, inventory, folder) if inventory else ()
        if not entries and start and start.media_type == "text/html":
            entries = await self._listed(start)
        if not entries:
            raise TocMissing(library.library_id, library.docs_url or "")
        symbols = await asyncio.to_thread(symbols_of, inventory, folder) if inventory else ()
        version = inventory.version or None if inventory else None
        return Toc(entries, self.name, self.origin(library), version, symbols=symbols)

    async def _edition(self, library: Library, docs_url: str, version: str) -> Toc:
        """Return the table of contents of the edition whose inventory names the version."""
        documented: list[str] = []
        for folder in version_folders(docs_url, version, library.version_pattern):
            inventory = await self._inventory(folder)
            if inventory and _is_same_version(inventory.version, version):
                entries = await asyncio.to_thread(entries_of, inventory, folder)
                symbols = await asyncio.to_thread(symbols_of, inventory, folder)
                return Toc(entries, self.name, folder, version, symbols=symbols)
            if inventory and inventory.version:
                documented.append(inventory.version)
        raise VersionUnknown(library.library_id, version, list(dict.fromkeys(documented)))

    async def _listed(self, start: Response) -> tuple[TocEntry, ...]:
        """Return the pages that a site lists by its links."""
        # Most sites have an inventory.
        from pro_context_engine.sources.docs_site.site_listing import listed_pages  # noqa: PLC0415

        return await listed_pages(start, self._fetch)

    async def _fetch(self, url: str) -> Response:
        return await self._fetcher.fetch(url, origins=self._origins)

    async def _start(self, url: str) -> Response | None:
        """Return the site's start page, None where there is no documentation."""
        try:
            start = await self._fetch(url)
        except (PageMissing, NotDocumentation):
            return None
        if "refresh" not in start.text[:_MOST_HEAD]:
            return start
        # Most start pages lead nowhere.
        from pro_context_engine.sources.docs_site.site_listing import shown_page  # noqa: PLC0415

        return await shown_page(start, self._fetch)

    async def _inventory(self, folder: str) -> Inventory | None:
        """Return the inventory in a folder, None if there is no readable one."""
        body = bytearray()
        try:
            # A redirected inventory too can only name pages of this folder.
            await self._fetcher.download(
                f"{folder}objects.inv", body.extend, max_bytes=MAX_BYTES, origins=self._origins
            )
            return await asyncio.to_thread(parse_inventory, bytes(body))
        except FetchFailed as fact:
            if fact.unreachable:
                raise
            return None
        except (DocsError, NotAnInventory) as problem:
            log.info("a site has no inventory: %s", type(problem).__name__)
            return None


def _is_same_version(documented: str, version: str) -> bool:
    try:
        return Version(documented) == Version(version)
    except InvalidVersion:
        return documented == version
