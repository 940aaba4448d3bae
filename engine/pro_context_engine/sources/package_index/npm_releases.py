"""Which versions of npm packages there are, and their files; implements `interfaces.Releases`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from pro_context_engine.domain.errors import LibraryUnknown, PageMissing, VersionUnknown
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.versions.npm_versions import npm_version
from pro_context_engine.libraries.project.requirements import Ecosystem, package_name
from pro_context_engine.libraries.registry import name_keys
from pro_context_engine.sources.package_index.archives import ArchiveRefused
from pro_context_engine.sources.package_index.npm_registry import NpmRegistry, Published
from pro_context_engine.sources.package_index.npm_unpacking import unpack_npm
from pro_context_engine.sources.package_index.package_downloads import PackageFile
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.package_index.packument import NpmListing
from pro_context_engine.sources.package_index.version_lists import MOST_NAMED, VersionLists


class NpmReleases:
    """Finds out which version is meant, asking the registry at most once an hour for each package.

    Args:
        registry: of the user's configuration.
        folder: what the registry said is kept there, so that the next process need not ask.
        clock: gives the current time in UTC.
        kept_for: age up to which a list of versions is used while the registry does not answer.
    """

    def __init__(self, registry: NpmRegistry, folder: PackageFolder, clock: Clock, kept_for: timedelta) -> None:
        self._registry = registry
        self._lists: VersionLists[NpmListing, Published] = VersionLists(
            NpmListing, registry.published, folder, clock, kept_for
        )

    def known(self, library: Library) -> Sequence[str]:
        """Return the versions known by now; see `interfaces.Releases.known`."""
        listing = self._lists.remembered(npm_package_of(library) or "")
        return listing.newest_first(MOST_NAMED) if listing else []

    async def resolve(self, library: Library, wanted: str | None) -> str:
        """Return the exact version that is meant; see `interfaces.Releases.resolve`."""
        package = npm_package_of(library)
        if package is None:
            raise LibraryUnknown(library.library_id)
        known = await self._lists.known(package)
        if known and wanted and npm_version(wanted) and (version := known.listing.chosen(wanted)):
            return str(version)  # what was published once stays
        listing = await self._lists.current(library, package, known)
        if not listing:
            raise LibraryUnknown(library.library_id)
        version = listing.chosen(wanted)
        if version is None:
            raise VersionUnknown(library.library_id, wanted or "", listing.newest_first(MOST_NAMED))
        return str(version)

    async def file(self, name: str, version: str) -> PackageFile:
        """Return the tarball to read a version from.

        Args:
            name: of the package.
            version: exact version, as `resolve` gives it.

        Raises:
            PageMissing: the registry has no such version.
            ArchiveRefused: it gives no hash of the tarball.
            PackageIndexUnreachable: the registry does not answer.
        """
        published = await self._lists.page(name)
        if published is None or npm_version(version) not in published.packument.listing.versions():
            raise PageMissing(f"npm://{name}/{version}")
        tarball = published.packument.tarballs.get(version)
        if tarball is None:
            raise ArchiveRefused("no tarball that the registry gives a hash of")
        return PackageFile(
            tarball.url,
            tarball.algorithm,
            tarball.digest,
            partial(unpack_npm, tarball.deprecation),
            origins=published.registry.exempt,
            proven=published.proven(tarball),
            credentials=await self._registry.credentials(published, tarball),
        )


def npm_package_of(library: Library) -> str | None:
    """Return the name of the library's main npm package, None if it has none."""
    ecosystem, _, name = library.library_id.partition("/")
    own = name_keys.npm_package(name) if ecosystem == Ecosystem.NPM else None
    return package_name(Ecosystem.NPM, own or next(iter(library.npm_packages), None))
