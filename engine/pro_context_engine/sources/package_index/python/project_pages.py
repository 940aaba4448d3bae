"""The pages of projects on the package indexes that the user installs from.

The order of the indexes and its reasons: docs/decisions/0015-package-index.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from pro_context_engine.domain.errors import (
    FetchFailed,
    NotDocumentation,
    PackageIndexUnreachable,
    PageMissing,
    UrlRefused,
)
from pro_context_engine.domain.fetching import Credentials, Fetcher
from pro_context_engine.domain.page_address import origin_of
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.index_address import IndexAddress, PackageIndexes
from pro_context_engine.libraries.project.package_index import default_index
from pro_context_engine.sources.package_index.python.index_folder import indexed_files, linked_files
from pro_context_engine.sources.package_index.python.project_page import ACCEPT, PageUnreadable, ReleaseFile, files_of

Indexes = Callable[[], PackageIndexes]
"""A function that reads the indexes in the user's configuration."""


@value_class
class ProjectPage:
    """The published files of a project.

    Attributes:
        index: the index that has it; a folder if no other index has it.
        files: files of folders first, then those of the index in its order; see `_files_beside`.
    """

    index: IndexAddress
    files: tuple[ReleaseFile, ...]

    @property
    def origins(self) -> list[str]:
        """Return the origins that the user's setting exempts from the address guard; see `Fetcher.fetch`."""
        return self.index.exempt_origins

    def proven_origins(self, file: ReleaseFile) -> list[str]:
        """Return the origins in unrouted ranges that are allowed: the hash from a configured index proves the file."""
        return [*self.index.exempt_origins, origin_of(file.url)] if self.index.exempt_origins else []

    @property
    def credentials(self) -> Credentials | None:
        """Return the credentials for the index, None if it needs none."""
        return credentials_of(self.index)


class ProjectPages:
    """A client of the package indexes, which asks one after the other.

    Args:
        indexes: reads the configuration, for each page, in a thread.
        fetcher: fetches bytes.
    """

    def __init__(self, indexes: Indexes, fetcher: Fetcher) -> None:
        self._indexes = indexes
        self._fetcher = fetcher

    async def page(self, package: str) -> ProjectPage | None:
        """Return the project's files from the first index that has it, and from folders; None if it is nowhere.

        Extra indexes come before the main one, and an index that does not answer ends the search: otherwise a stranger
        who registers the name of a private package on the main index could replace it.

        Args:
            package: PEP 503 normalised name.

        Raises:
            PackageIndexUnreachable: an index does not answer with a page.
        """
        indexes, at_hand = await asyncio.to_thread(self._addresses_and_folders, package)
        published = await self._published(indexes, package)
        if published is None or at_hand is None:
            return published or at_hand
        return ProjectPage(published.index, (*at_hand.files, *_files_beside(at_hand.files, published.files)))

    async def in_folders(self, package: str) -> ProjectPage | None:
        """Return the project's files in folders alone, which need no index to answer; None if there are none.

        Args:
            package: PEP 503 normalised name.
        """
        return (await asyncio.to_thread(self._addresses_and_folders, package))[1]

    def _addresses_and_folders(self, package: str) -> tuple[list[IndexAddress], ProjectPage | None]:
        """Return the indexes to ask over the network, in order, and the files in folders."""
        indexes = self._indexes()
        return _in_order(indexes), _in_folders(indexes, package)

    async def _published(self, indexes: Sequence[IndexAddress], package: str) -> ProjectPage | None:
        for index in indexes:
            page = await self._page(index, package)
            if page is not None:
                return page
        return None

    async def _page(self, index: IndexAddress, package: str) -> ProjectPage | None:
        url = f"{index.without_credentials.rstrip('/')}/{package}/"
        try:
            response = await self._fetcher.fetch(
                url,
                origins=index.exempt_origins,
                proven=index.exempt_origins,
                accept=ACCEPT,
                credentials=credentials_of(index),
            )
            files = await asyncio.to_thread(files_of, response.text, response.media_type, response.url, package)
        except PageMissing:
            return None
        except (FetchFailed, UrlRefused, NotDocumentation, PageUnreadable) as fact:
            raise PackageIndexUnreachable.because_of(f"pypi/{package}", fact) from fact
        return ProjectPage(index, tuple(files))


def _in_order(indexes: PackageIndexes) -> list[IndexAddress]:
    """Return the indexes to ask over the network, in order."""
    if indexes.none_at_all:
        return []
    asked = [*indexes.extra, indexes.main or default_index()]
    return [index for index in asked if not index.origin.startswith("file:")]


def _in_folders(indexes: PackageIndexes, package: str) -> ProjectPage | None:
    """Return the project's files in folders, None if there are none; the first folder with a version wins."""
    named = () if indexes.none_at_all else indexes.named
    found = [(index, indexed_files(index, package)) for index in named]
    found += [(links, linked_files(links, package)) for links in indexes.links]
    found = [(index, files) for index, files in found if files]
    return ProjectPage(found[0][0], tuple(chain.from_iterable(files for _, files in found))) if found else None


def _files_beside(at_hand: Sequence[ReleaseFile], published: Sequence[ReleaseFile]) -> Iterator[ReleaseFile]:
    """Yield the published files that join those of folders: of versions that no folder has, and source distributions.

    A folder with wheels alone lacks the documentation of their source distribution. That of an index joins if the index
    has one of the wheels too, by name and digest: otherwise it could be a stranger's project with the same name.
    """
    digests = {file.filename: file.sha256 for file in at_hand if file.sha256}
    copied = {file.version for file in published if file.sha256 and digests.get(file.filename) == file.sha256}
    having = {file.version for file in at_hand}
    complete = {file.version for file in at_hand if not file.is_wheel}
    for file in published:
        if file.version not in having or (not file.is_wheel and file.version in copied - complete):
            yield file


def describe(indexes: PackageIndexes) -> str:
    """Return the indexes in the order of requests, as text without secrets."""
    named = [*(index.display_text for index in indexes.extra), indexes.main.display_text if indexes.main else "PyPI"]
    links = [index.display_text for index in indexes.links if index.folder]
    return ", ".join([*([] if indexes.none_at_all else named), *links]) or "none"


def credentials_of(index: IndexAddress) -> Credentials | None:
    """Return the user information in an index's address, for its own origin only."""
    return Credentials(index.origin, index.authorization) if index.authorization else None
