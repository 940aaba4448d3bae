"""The versions of npm packages and their files; implements `interfaces.Releases`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from pro_context_engine.domain.errors import LibraryUnknown, PageMissing, VersionUnknown
from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.versions.npm_versions import npm_version
from pro_context_engine.libraries import name_keys
from pro_context_engine.libraries.project.requirements import Ecosystem, package_name
from pro_context_engine.sources.package_index.archives import ArchiveRefused
from pro_context_engine.sources.package_index.npm.npm_registry import NpmRegistry, PublishedNpmPackage
from pro_context_engine.sources.package_index.npm.npm_unpacking import unpack_npm
from pro_context_engine.sources.package_index.npm.packument import NpmListing
from pro_context_engine.sources.package_index.package_downloads import PackageFile
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.package_index.version_lists import MOST_NAMED, VersionLists


class NpmReleases:
    """The choice of npm versions, with at most one request an hour to the registry for each package.

    Args:
        registry: registry of the user's configuration.
        folder: stores the lists of versions for the next process.
        clock: returns the current time in UTC.
        kept_for: age up to which a list of versions is used while the registry does not answer.
    """

    def __init__(self, registry: NpmRegistry, folder: PackageFolder, clock: Clock, kept_for: timedelta) -> None:
        self._registry = registry
        self._lists: VersionLists[NpmListing, PublishedNpmPackage] = VersionLists(
            NpmListing, registry.read, folder, clock, kept_for
        )

    def known(self, library: Library) -> Sequence[str]:
        """Return the versions known so far; see `interfaces.Releases.known`."""
        listing = self._lists.in_memory(npm_package_of(library) or "")
        return listing.newest_first(MOST_NAMED) if listing else []

    async def resolve(self, library: Library, wanted: str | None) -> str:
        """Return the exact version for a request; see `interfaces.Releases.resolve`."""
        package = npm_package_of(library)
        if package is None:
            raise LibraryUnknown(library.library_id)
        known = await self._lists.find(package)
        if known and wanted and npm_version(wanted) and (version := known.listing.choose(wanted)):
            return str(version)  # a published version never changes
        listing = await self._lists.current(library, package, known)
        if not listing:
            raise LibraryUnknown(library.library_id)
        version = listing.choose(wanted)
        if version is None:
            raise VersionUnknown(library.library_id, wanted or "", listing.newest_first(MOST_NAMED))
        return str(version)

    async def file(self, name: str, version: str) -> PackageFile:
        """Return the tarball of a version.

        Args:
            name: name of the package.
            version: exact version, output of `resolve`.

        Raises:
            PageMissing: the registry has no such version.
            ArchiveRefused: the registry gives no hash of the tarball.
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
            origins=published.registry.exempt_origins,
            proven=published.proven_origins(tarball),
            credentials=await self._registry.credentials(published, tarball),
        )


def npm_package_of(library: Library) -> str | None:
    """Return the name of the library's npm package, None if its main package is not of npm."""
    ecosystem, _, name = library.library_id.partition("/")
    own = name_keys.npm_package(name) if ecosystem == Ecosystem.NPM else None
    main = next(iter(library.npm_packages), None) if not library.python_packages else None
    return package_name(Ecosystem.NPM, own or main)
