"""The guides of packages, from the source distributions of the same versions, or from other sources (decision 77)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.domain.causes import Cause
from pro_context_engine.domain.errors import DocsError, NotDocumentation, PageMissing
from pro_context_engine.domain.model import InstalledPackage, Library, Page, TocEntry
from pro_context_engine.domain.recent_values import RecentValues
from pro_context_engine.sources.package_index.package_downloads import PackageDownloads
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.packages.guides.guides_elsewhere import GuidesElsewhere
from pro_context_engine.sources.packages.package_urls import PackageUrl
from pro_context_engine.sources.packages.toc_sections import OVERVIEW

if TYPE_CHECKING:
    from pro_context_engine.sources.packages.guides.guide_documentation import GuideDocumentation

_KEPT_OPEN = 8
_DIRECT_URL = "direct_url.json"


class PackageGuides:
    """The guides of published packages; each is downloaded once, then read from the disk.

    Attributes:
        elsewhere: the guides of packages without any in their source distribution.

    Args:
        downloads: downloads source distributions, and keeps the documentation in them.
        folder: stores it.
        elsewhere: see the attribute.
    """

    def __init__(self, downloads: PackageDownloads, folder: PackageFolder, elsewhere: GuidesElsewhere) -> None:
        self._downloads = downloads
        self._folder = folder
        self.elsewhere = elsewhere
        self._opened: RecentValues[tuple[str, str], GuideDocumentation] = RecentValues(_KEPT_OPEN)
        self._lock = Lock()

    def are_at_hand(self, name: str, version: str) -> bool:
        """Tell whether all sources of guides were read before, with or without guides in them; the call may block."""
        is_read = self._folder.package(name, version) is not None
        return is_read and self.elsewhere.are_known(name, version)

    def entries(self, name: str, version: str) -> list[TocEntry]:
        """Return the guides of a version that are at hand, or known from elsewhere; the call may block."""
        own = self.at_hand(name, version)
        return (own.entries() if own else []) or self.elsewhere.entries(name, version)

    def at_hand(self, name: str, version: str) -> GuideDocumentation | None:
        """Return the guides of a version, None if its source distribution was not downloaded; the call may block."""
        kept = self._folder.package(name, version)
        if kept is None:
            return None
        # The readers of documents would slow the start of a server.
        from pro_context_engine.sources.packages.guides.guide_documentation import GuideDocumentation  # noqa: PLC0415

        with self._lock:
            key = (kept.location, version)
            opened = self._opened.get(key) or GuideDocumentation(Path(kept.location), name, version)
            return self._opened.keep(key, opened)

    async def bring(self, library: Library, name: str, version: str) -> bool:
        """Have the guides of a version at hand, and remember where there are none.

        Args:
            library: the library that the package belongs to.
            name: normalised name of the package.
            version: exact version.

        Returns:
            Whether the source distribution, or a list of guides from elsewhere, is at hand now.

        Raises:
            DocsError: the fact why the source distribution cannot be downloaded now; see `PackageDownloads.package`.
        """
        fact: DocsError | None = None
        is_at_hand = False
        try:
            is_at_hand = await self._download(name, version)
        except DocsError as failure:
            fact = failure
        own = await asyncio.to_thread(self.at_hand, name, version)
        needed = own is None or not await asyncio.to_thread(own.entries)
        is_at_hand = await self.elsewhere.bring(library, name, version, needed=needed) or is_at_hand
        if fact and not is_at_hand:
            raise fact
        return is_at_hand

    async def _download(self, name: str, version: str) -> bool:
        """Download a source distribution, and remember where there is none that can be read.

        Returns:
            Whether it is at hand now.
        """
        try:
            await self._downloads.package(name, version)
        except PageMissing:
            await asyncio.to_thread(self._folder.note_absent, name, version)
            return False
        except NotDocumentation as fact:
            if fact.cause == Cause.UNREADABLE:  # not if it is only larger than a limit that may be raised
                await asyncio.to_thread(self._folder.note_absent, name, version)
            raise
        return True

    async def page(self, url: str, parsed: PackageUrl, api_names: Callable[[], Collection[str]]) -> Page | None:
        """Return a guide as a page, None if it is not at hand.

        Args:
            url: address of the page.
            parsed: its parts.
            api_names: returns the modules with an API page, to which the guide may link.

        Raises:
            NotDocumentation: the text is empty, or beyond the bounds of a page.
        """
        from pro_context_engine.sources.packages.guides.guide_documentation import guide_page  # noqa: PLC0415

        guides = await asyncio.to_thread(self.at_hand, parsed.package, parsed.version)
        source = await asyncio.to_thread(guides.source, parsed.path, api_names) if guides else None
        if guides is None or source is None:
            return None
        page = await work_on(url, len(source), guide_page, url, parsed.path, source)
        return await asyncio.to_thread(guides.with_addresses, parsed.path, page)


def with_guides(entries: Sequence[TocEntry], guides: Sequence[TocEntry]) -> list[TocEntry]:
    """Return a package's table of contents with its guides: README, guides, bundled documents, API reference.

    Args:
        entries: of the package.
        guides: of its source distribution; a bundled document with the same address is one of them, and one of the
            same name in a folder of the same name is what it was copied from.
    """
    listed = {_place(guide.url) for guide in guides}
    own = [entry for entry in entries if _place(entry.url) not in listed]
    overview = [entry for entry in own if entry.section == OVERVIEW]
    return [*overview, *guides, *(entry for entry in own if entry.section != OVERVIEW)]


def _place(url: str) -> str:
    """Return the folder and the name of a document in one spelling; the whole address of any other page."""
    path = url.partition("/docs/")[2]
    return "/".join(path.lower().replace("_", "-").split("/")[-2:]) if "/" in path else url


def is_from_index(package: InstalledPackage) -> bool:
    """Tell whether an installed package came from an index.

    The installer notes any other origin (PEP 610). The name of such a package may mean another one on an index.
    """
    return not (Path(package.metadata_directory) / _DIRECT_URL).exists()
