"""The package indexes that the user installs from, asked for a project's files.

In which order, and why: docs/decisions/0015-package-index.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from pro_context_engine.errors import FetchFailed, NotDocumentation, PackageIndexUnreachable, PageMissing, UrlRefused
from pro_context_engine.fetching import Credentials, Fetcher
from pro_context_engine.project.index_address import IndexAddress, PackageIndexes
from pro_context_engine.project.package_index import default_index
from pro_context_engine.releases.project_page import ACCEPT, PageUnreadable, ReleaseFile, files_of

Indexes = Callable[[], PackageIndexes]
"""Read which indexes the user's configuration names."""


@dataclass(frozen=True, slots=True)
class ProjectPage:
    """What one index says of a project.

    Attributes:
        index: which.
        files: in its order.
    """

    index: IndexAddress
    files: tuple[ReleaseFile, ...]

    @property
    def origins(self) -> list[str]:
        """Return the origins that the user's own word exempts from the address guard; see `Fetcher.fetch`."""
        return origins_of(self.index)

    @property
    def credentials(self) -> Credentials | None:
        """Return what the index is to be asked with, None for nothing."""
        return credentials_of(self.index)


class ProjectPages:
    """Asks for projects' pages, one index after the other.

    Args:
        indexes: read anew for each page, on a thread of its own.
        fetcher: how bytes arrive.
    """

    def __init__(self, indexes: Indexes, fetcher: Fetcher) -> None:
        self._indexes = indexes
        self._fetcher = fetcher

    async def page(self, package: str) -> ProjectPage | None:
        """Return the page of the first index that has the project, None if none has it.

        Extra indexes go before the main one, and one that does not answer ends the search: else whoever registers the
        name of a private package on the main one would be read in its place.

        Args:
            package: PEP 503 normalised name.

        Raises:
            PackageIndexUnreachable: an index does not answer as one.
        """
        for index in await asyncio.to_thread(self._in_order):
            page = await self._page(index, package)
            if page is not None:
                return page
        return None

    def _in_order(self) -> list[IndexAddress]:
        indexes = self._indexes()
        if indexes.none_at_all:
            return []
        named = [*indexes.extra, indexes.main or default_index()]
        # Folders are for installers: what is built for this machine alone is installed in its environment.
        return [index for index in named if not index.origin.startswith("file:")]

    async def _page(self, index: IndexAddress, package: str) -> ProjectPage | None:
        url = f"{index.without_credentials.rstrip('/')}/{package}/"
        try:
            response = await self._fetcher.fetch(
                url, origins=origins_of(index), accept=ACCEPT, credentials=credentials_of(index)
            )
            files = await asyncio.to_thread(files_of, response.text, response.media_type, response.url, package)
        except PageMissing:
            return None
        except (FetchFailed, UrlRefused, NotDocumentation, PageUnreadable) as fact:
            raise PackageIndexUnreachable(f"pypi/{package}") from fact
        return ProjectPage(index, tuple(files))


def described(indexes: PackageIndexes) -> str:
    """Return the indexes in the order they are asked, as they may be shown."""
    named = [*(index.shown for index in indexes.extra), indexes.main.shown if indexes.main else "PyPI"]
    return "none" if indexes.none_at_all else ", ".join(named)


def origins_of(index: IndexAddress) -> list[str]:
    """Return what an index's address exempts from the address guard: nothing where a project's file names it."""
    return [] if index.of_project or not index.origin else [index.origin]


def credentials_of(index: IndexAddress) -> Credentials | None:
    """Return the user information of an index's address, for its own origin alone."""
    return Credentials(index.origin, index.authorization) if index.authorization else None
