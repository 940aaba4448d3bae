"""The package index, put together from the settings."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pro_context_engine.fetching import Fetcher
from pro_context_engine.interfaces import Clock
from pro_context_engine.project.index_address import PackageIndexes
from pro_context_engine.project.package_index import index_addresses
from pro_context_engine.releases.package_folder import PackageFolder
from pro_context_engine.releases.project_pages import ProjectPages, described
from pro_context_engine.releases.published_packages import PublishedPackages
from pro_context_engine.releases.python_releases import PythonReleases
from pro_context_engine.settings import Settings


@dataclass(frozen=True, slots=True)
class PythonPackages:
    """What there is of one package index.

    Attributes:
        releases: which versions there are.
        packages: gives their files.
        folder: where those are kept.
        origin: says which indexes are asked.
    """

    releases: PythonReleases
    packages: PublishedPackages
    folder: PackageFolder
    origin: Callable[[], str]


def open_python_packages(settings: Settings, fetcher: Fetcher, clock: Clock) -> PythonPackages:
    """Open the package index; the user's configuration is read at the first question, once."""

    @cache
    def indexes() -> PackageIndexes:
        try:
            home = Path.home()
        except RuntimeError:
            home = None
        return index_addresses(os.environ, home, settings.project_directory)

    def origin() -> str:
        return described(indexes())

    folder = PackageFolder(settings.cache_directory, settings.max_cache_bytes, origin)
    releases = PythonReleases(ProjectPages(indexes, fetcher), folder, clock, settings.kept_for)
    packages = PublishedPackages(releases, fetcher, folder, settings.max_package_bytes)
    return PythonPackages(releases, packages, folder, origin)
