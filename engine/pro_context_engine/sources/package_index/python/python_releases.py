"""The versions of Python packages and their files; implements `interfaces.Releases`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Self

from packaging.utils import InvalidName, canonicalize_name
from packaging.version import Version

from pro_context_engine.domain.errors import LibraryUnknown, PackageIndexUnreachable, VersionUnknown
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.versions.python_versions import exact_version
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.package_index.python.project_page import ReleaseFile
from pro_context_engine.sources.package_index.python.project_pages import ProjectPage, ProjectPages
from pro_context_engine.sources.package_index.version_choice import PythonRelease, choose, newest_first
from pro_context_engine.sources.package_index.version_lists import MOST_NAMED, VersionLists


class _Releases(tuple[PythonRelease, ...]):
    """The releases of one project; implements `version_lists.VersionListing`."""

    __slots__ = ()

    def record(self) -> Mapping[str, Any]:
        return {"versions": [[str(release.version), release.yanked, *release.requires_python] for release in self]}

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self:
        # InvalidVersion is a ValueError.
        return cls(
            PythonRelease(Version(text), bool(yanked), tuple(map(str, requires)))
            for text, yanked, *requires in record["versions"]
        )


class PythonReleases:
    """The choice of Python versions, with at most one request an hour to the index for each package.

    Args:
        pages: the package index.
        folder: stores the lists of versions for the next process.
        clock: returns the current time in UTC.
        kept_for: age up to which a list of versions is used while the index does not answer.
        python: returns the project's current version of Python.
    """

    def __init__(
        self, pages: ProjectPages, folder: PackageFolder, clock: Clock, kept_for: timedelta, python: Callable[[], str]
    ) -> None:
        self._pages = pages
        self._python = python
        self._lists: VersionLists[_Releases, ProjectPage] = VersionLists(
            _Releases, self._read_index, folder, clock, kept_for
        )

    def known(self, library: Library) -> Sequence[str]:
        """Return the versions known so far; see `interfaces.Releases.known`."""
        return newest_first(self._lists.in_memory(package_of(library) or "") or (), MOST_NAMED)

    async def resolve(self, library: Library, wanted: str | None) -> str:
        """Return the exact version for a request; see `interfaces.Releases.resolve`."""
        package = package_of(library)
        if package is None:
            raise LibraryUnknown(library.library_id)
        known = await self._lists.find(package)
        exact = exact_version(wanted) if wanted else None
        if known and exact is not None and (version := choose(known.listing, wanted)):
            return str(version)  # a published version never changes
        try:
            releases = await self._lists.current(library, package, known)
        except PackageIndexUnreachable:
            # The folders do not have every version: one that they lack is not said to be unknown.
            if version := choose(_releases_of(await self._pages.in_folders(package)), wanted, self._python()):
                return str(version)
            raise
        if not releases:
            raise LibraryUnknown(library.library_id)
        version = choose(releases, wanted, self._python())
        if version is None:
            raise VersionUnknown(library.library_id, wanted or "", newest_first(releases, MOST_NAMED))
        return str(version)

    async def page(self, package: str) -> ProjectPage | None:
        """Return the page of a package, read within the last hour; None if no index has it.

        While an index does not answer, the page has the files of folders alone.

        Args:
            package: PEP 503 normalised name.

        Raises:
            PackageIndexUnreachable: an index does not answer, and no folder has the package.
        """
        try:
            return await self._lists.page(package)
        except PackageIndexUnreachable:
            if at_hand := await self._pages.in_folders(package):
                return at_hand
            raise

    async def _read_index(self, package: str) -> tuple[_Releases, ProjectPage | None]:
        page = await self._pages.page(package)
        return await asyncio.to_thread(_releases_of, page), page


def package_of(library: Library) -> str | None:
    """Return the normalised name of the library's main Python package, None if it has none."""
    kind, _, name = library.library_id.partition("/")
    names = [name] if kind == "pypi" else list(library.python_packages)
    try:
        return canonicalize_name(names[0], validate=True) if names else None
    except InvalidName:
        return None


def _releases_of(page: ProjectPage | None) -> _Releases:
    """Return the versions of a page; a version is yanked if all its files are."""
    files: dict[Version, list[ReleaseFile]] = {}
    for file in page.files if page else ():
        files.setdefault(file.version, []).append(file)
    return _Releases(_release(version, of_it) for version, of_it in files.items())


def _release(version: Version, files: Sequence[ReleaseFile]) -> PythonRelease:
    requires_python = tuple(dict.fromkeys(file.requires_python for file in files))
    return PythonRelease(version, all(file.yanked for file in files), requires_python)
