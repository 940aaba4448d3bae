"""The fetching of the packages that a published package hands on or is typed by, at versions that fit it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol

from pro_context_engine.domain.errors import DocsError, LibraryUnknown, PageMissing, VersionUnknown
from pro_context_engine.domain.interfaces import Releases
from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.libraries.name_keys import npm_id
from pro_context_engine.sources.packages.package_documentation import JoinedDocumentation, LackingPackage

MOST_ROUNDS = 4
MOST_PACKAGES = 8
MOST_SECONDS = 20.0
"""The bounds on fetching: how far packages hand on names of others, how many of them, and how long for each."""

_log = logging.getLogger("pro_context.sources")


class PackageProvider(Protocol):
    """Provides published packages in the form of installed ones."""

    async def package(self, name: str, version: str) -> InstalledPackage:
        """Return a package in an exact version; it raises the facts of `PackageDownloads.package`."""
        ...


async def join(documentation: JoinedDocumentation, releases: Releases, packages: PackageProvider) -> None:
    """Fetch the packages that a documentation lacks; it stays as it is without those that cannot be fetched.

    Args:
        documentation: the documentation of a published package.
        releases: the versions of packages.
        packages: provides the packages.
    """
    left = MOST_PACKAGES
    for _ in range(MOST_ROUNDS):
        lacking = list(await asyncio.to_thread(documentation.lacking))[:left]
        if not lacking:
            return
        left -= len(lacking)
        found = await asyncio.gather(*(_fetched(one, releases, packages) for one in lacking))
        by_name = {one.name: package for one, package in zip(lacking, found, strict=True)}
        await asyncio.to_thread(documentation.take_in, by_name)


async def _fetched(lacking: LackingPackage, releases: Releases, packages: PackageProvider) -> InstalledPackage | None:
    library = Library(npm_id(lacking.name), lacking.name, "")
    try:
        async with asyncio.timeout(MOST_SECONDS):
            for versions in lacking.ranges:
                with suppress(VersionUnknown):
                    return await packages.package(lacking.name, await releases.resolve(library, versions))
    except (LibraryUnknown, PageMissing):
        return None
    except TimeoutError:
        _log.info("without the package %s: it takes too long", lacking.name)
    except DocsError as fact:
        _log.info("without the package %s: %s", lacking.name, type(fact).__name__)
    return None
