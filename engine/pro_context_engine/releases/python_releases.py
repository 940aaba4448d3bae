"""Which versions of Python packages there are, and their files; implements `interfaces.Releases`."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from packaging.utils import InvalidName, canonicalize_name
from packaging.version import Version

from pro_context_engine.errors import LibraryUnknown, PackageIndexUnreachable, VersionUnknown
from pro_context_engine.interfaces import Clock
from pro_context_engine.model import Library
from pro_context_engine.releases.package_folder import PackageFolder
from pro_context_engine.releases.project_pages import ProjectPage, ProjectPages
from pro_context_engine.releases.version_choice import Release, chosen, exact_version, newest_first
from pro_context_engine.single_flight import SingleFlight

FRESH_FOR = timedelta(hours=1)
"""Age up to which a list of versions is taken as it is (seed 003 section 9.4)."""

MOST_NAMED = 20
"""So many versions are named where somebody asks for one that there is not."""

_MOST_REMEMBERED = 20


@dataclass(frozen=True, slots=True)
class _Listed:
    """The versions of one package at a time (UTC), and the page that lists them if this process has read it."""

    releases: tuple[Release, ...]
    read_at: datetime
    page: ProjectPage | None = None


class PythonReleases:
    """Finds out which version is meant, asking the package index at most once an hour for each package.

    Args:
        pages: the package index.
        folder: what the index said is kept there, so that the next process need not ask.
        clock: gives the current time in UTC.
        kept_for: age up to which a list of versions is used while the index does not answer.
    """

    def __init__(self, pages: ProjectPages, folder: PackageFolder, clock: Clock, kept_for: timedelta) -> None:
        self._pages = pages
        self._folder = folder
        self._clock = clock
        self._kept_for = kept_for
        self._remembered: OrderedDict[str, _Listed] = OrderedDict()
        self._flights: SingleFlight[_Listed] = SingleFlight()

    def known(self, library: Library) -> Sequence[str]:
        """Return the versions known by now; see `interfaces.Releases.known`."""
        listed = self._remembered.get(package_of(library) or "")
        return newest_first(listed.releases, MOST_NAMED) if listed else []

    async def resolve(self, library: Library, wanted: str | None) -> str:
        """Return the exact version that is meant; see `interfaces.Releases.resolve`."""
        package = package_of(library)
        if package is None:
            raise LibraryUnknown(library.library_id)
        known = self._remembered.get(package) or await asyncio.to_thread(self._kept, package)
        exact = exact_version(wanted) if wanted else None
        if known and exact is not None and (version := chosen(known.releases, wanted)):
            return str(version)  # what was published once stays
        listed = await self._current(library, package, known)
        if not listed.releases:
            raise LibraryUnknown(library.library_id)
        version = chosen(listed.releases, wanted)
        if version is None:
            raise VersionUnknown(library.library_id, wanted or "", newest_first(listed.releases, MOST_NAMED))
        return str(version)

    async def page(self, package: str) -> ProjectPage | None:
        """Return what the index says of a package, read within the last hour; None if no index has it.

        Args:
            package: PEP 503 normalised name.

        Raises:
            PackageIndexUnreachable: an index does not answer.
        """
        listed = self._remembered.get(package)
        if listed and listed.page and self._age(listed) <= FRESH_FOR:
            return listed.page
        return (await self._flights.run(package, lambda: self._ask(package))).page

    async def _current(self, library: Library, package: str, known: _Listed | None) -> _Listed:
        """Return the known versions, asked for anew after an hour."""
        if known and self._age(known) <= FRESH_FOR:
            return known
        try:
            return await self._flights.run(package, lambda: self._ask(package))
        except PackageIndexUnreachable as fact:
            if known and self._age(known) <= self._kept_for:
                return known
            raise PackageIndexUnreachable(library.library_id) from fact

    async def _ask(self, package: str) -> _Listed:
        page = await self._pages.page(package)
        releases = await asyncio.to_thread(_releases_of, page)
        listed = _Listed(releases, self._clock(), page)
        if releases:
            await asyncio.to_thread(self._keep, package, listed)
        self._remember(package, listed)
        return listed

    def _remember(self, package: str, listed: _Listed) -> None:
        self._remembered[package] = listed
        self._remembered.move_to_end(package)
        if len(self._remembered) > _MOST_REMEMBERED:
            self._remembered.popitem(last=False)

    def _keep(self, package: str, listed: _Listed) -> None:
        record = {
            "readAt": listed.read_at.isoformat(),
            "versions": [[str(release.version), release.yanked] for release in listed.releases],
        }
        self._folder.write_versions(package, record)

    def _kept(self, package: str) -> _Listed | None:
        """Return what an earlier process was told, None if that cannot be read."""
        try:
            record = self._folder.read_versions(package)
            releases = tuple(Release(Version(text), bool(yanked)) for text, yanked in record["versions"])
            listed = _Listed(releases, datetime.fromisoformat(record["readAt"]))
            self._age(listed)
        except (KeyError, TypeError, ValueError):  # InvalidVersion is one
            return None
        return listed

    def _age(self, listed: _Listed) -> timedelta:
        return self._clock() - listed.read_at


def package_of(library: Library) -> str | None:
    """Return the normalised name of the library's main Python package, None if it has none."""
    kind, _, name = library.library_id.partition("/")
    names = [name] if kind == "pypi" else list(library.python_packages)
    try:
        return canonicalize_name(names[0], validate=True) if names else None
    except InvalidName:
        return None


def _releases_of(page: ProjectPage | None) -> tuple[Release, ...]:
    """Return the versions of a page; one is taken back if all its files are."""
    yanked: dict[Version, bool] = {}
    for file in page.files if page else ():
        yanked[file.version] = yanked.get(file.version, True) and file.yanked
    return tuple(Release(version, taken_back) for version, taken_back in yanked.items())
