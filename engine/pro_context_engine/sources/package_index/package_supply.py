"""The package index and the npm registry, assembled from the settings, and their unpacked packages."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cache
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.interfaces import Clock, Releases
from pro_context_engine.domain.model import KeptPackage
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.index_address import PackageIndexes
from pro_context_engine.libraries.project.package_index import index_addresses
from pro_context_engine.sources.package_index.npm import npm_registry
from pro_context_engine.sources.package_index.npm.npm_code import FOLDER_NAME as NPM_CODE_FOLDER_NAME
from pro_context_engine.sources.package_index.npm.npm_code import open_npm_code
from pro_context_engine.sources.package_index.npm.npm_releases import NpmReleases
from pro_context_engine.sources.package_index.package_downloads import PackageDownloads
from pro_context_engine.sources.package_index.package_folder import NPM_FOLDER_NAME, PackageFolder
from pro_context_engine.sources.package_index.python.project_pages import ProjectPages, describe
from pro_context_engine.sources.package_index.python.published_packages import open_published_packages
from pro_context_engine.sources.package_index.python.python_releases import PythonReleases
from pro_context_engine.sources.package_index.python.source_documents import FOLDER_NAME as DOCUMENTS_FOLDER_NAME
from pro_context_engine.sources.package_index.python.source_documents import open_source_documents

if TYPE_CHECKING:
    from pro_context_engine.libraries.project.npm_configuration import NpmRegistries


@value_class
class PackageSupply:
    """The parts for the packages of one ecosystem.

    Attributes:
        releases: the versions.
        packages: the unpacked packages.
        folder: the folder that stores them.
        origin: returns the indexes in use, as text.
        documents: the documentation in source distributions, None for an ecosystem without any.
        documents_folder: the folder that stores it.
        code: the packages with all their code, None where `packages` have it.
        code_folder: the folder that stores them.
    """

    releases: Releases
    packages: PackageDownloads
    folder: PackageFolder
    origin: Callable[[], str]
    documents: PackageDownloads | None = None
    documents_folder: PackageFolder | None = None
    code: PackageDownloads | None = None
    code_folder: PackageFolder | None = None

    def folders(self) -> list[PackageFolder]:
        """Return every folder of these packages."""
        return [folder for folder in (self.folder, self.documents_folder, self.code_folder) if folder]


def open_python_packages(
    settings: Settings, fetcher: Fetcher, clock: Clock, python: Callable[[], str]
) -> PackageSupply:
    """Open the package index; the user's configuration is read once, at the first request.

    Args:
        settings: the engine's settings.
        fetcher: fetches bytes.
        clock: returns the current time in UTC.
        python: see `PythonReleases`.
    """

    @cache
    def indexes() -> PackageIndexes:
        return index_addresses(os.environ, _home(), settings.project_directory)

    def origin() -> str:
        return describe(indexes())

    folder = PackageFolder(settings.cache_directory, settings.max_cache_bytes, origin)
    releases = PythonReleases(ProjectPages(indexes, fetcher), folder, clock, settings.kept_for, python)
    packages = open_published_packages(releases, fetcher, folder, settings.max_package_bytes)
    documents_folder = PackageFolder(settings.cache_directory, settings.max_cache_bytes, origin, DOCUMENTS_FOLDER_NAME)
    documents = open_source_documents(releases, fetcher, documents_folder, settings.max_package_bytes)
    return PackageSupply(releases, packages, folder, origin, documents, documents_folder)


def open_npm_packages(settings: Settings, fetcher: Fetcher, clock: Clock) -> PackageSupply:
    """Open the npm registry; the user's configuration is read once, at the first request."""

    @cache
    def registries() -> NpmRegistries:
        # Stored packages need no registry.
        from pro_context_engine.libraries.project.npm_configuration import npm_registries  # noqa: PLC0415

        return npm_registries(os.environ, _home(), settings.project_directory)

    def origin() -> str:
        return npm_registry.describe(registries())

    folder = PackageFolder(settings.cache_directory, settings.max_cache_bytes, origin, NPM_FOLDER_NAME)
    releases = NpmReleases(npm_registry.NpmRegistry(registries, fetcher), folder, clock, settings.kept_for)
    packages = PackageDownloads("npm", releases.file, fetcher, folder, settings.max_package_bytes)
    code_folder = PackageFolder(settings.cache_directory, settings.max_cache_bytes, origin, NPM_CODE_FOLDER_NAME)
    code = open_npm_code(releases, fetcher, code_folder, settings.max_package_bytes)
    return PackageSupply(releases, packages, folder, origin, code=code, code_folder=code_folder)


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:
        return None


_NPM = "npm/"


class AllKeptPackages:
    """The packages in all folders; those of npm are named `npm/NAME`.

    Args:
        python: the supply of the package index.
        npm: the supply of the npm registry.
    """

    def __init__(self, python: PackageSupply, npm: PackageSupply) -> None:
        self._python = python.folders()
        self._npm = npm.folders()

    def kept(self) -> list[KeptPackage]:
        """Return the stored packages, by name and version, Python first."""
        of_npm = _joined(folder.kept() for folder in self._npm)
        return [*_joined(folder.kept() for folder in self._python), *_with_prefix(of_npm)]

    def clear(self, names: Collection[str] | None) -> list[KeptPackage]:
        """Delete some stored packages, or all; see `interfaces.KeptPackages.clear`."""
        own = None if names is None else {name for name in names if not name.startswith(_NPM)}
        others = None if names is None else {name.removeprefix(_NPM) for name in names if name.startswith(_NPM)}
        cleared = _joined(folder.clear(own) for folder in self._python)
        return [*cleared, *_with_prefix(_joined(folder.clear(others) for folder in self._npm))]

    def close(self) -> None:
        """Delete the packages that were stored for this run only."""
        for folder in (*self._python, *self._npm):
            folder.close()


def _joined(kept: Iterable[list[KeptPackage]]) -> list[KeptPackage]:
    """Return the packages of several folders, each version once with all its files; an empty one only notes absence."""
    sizes: dict[tuple[str, str], int] = {}
    for package in filter(attrgetter("size"), chain.from_iterable(kept)):
        sizes[package.name, package.version] = sizes.get((package.name, package.version), 0) + package.size
    return [KeptPackage(name, version, size) for (name, version), size in sorted(sizes.items())]


def _with_prefix(packages: list[KeptPackage]) -> list[KeptPackage]:
    return [replace(package, name=f"{_NPM}{package.name}") for package in packages]
