"""The documentation inside the packages of the user's project environment: offline, and of the exact version."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from pro_context_engine.domain.errors import PageMissing, TocMissing
from pro_context_engine.domain.interfaces import Installed
from pro_context_engine.domain.model import InstalledPackage, Library, Page, SourceName, Toc
from pro_context_engine.domain.results import UrlRule
from pro_context_engine.domain.source_traits import AddressRule, SourceTraits
from pro_context_engine.domain.symbols import SymbolPlace
from pro_context_engine.sources.packages.guides.package_guides import PackageGuides, is_from_index
from pro_context_engine.sources.packages.package_documentation import JoinedDocumentation
from pro_context_engine.sources.packages.package_kinds import PYTHON, PackageKind
from pro_context_engine.sources.packages.package_source import PackageSource
from pro_context_engine.sources.packages.package_urls import parse_package_url

MOST_SECONDS = 5.0
"""Seconds to wait for the types of one package."""


class InstalledSource(PackageSource):
    """README, bundled documents and API reference of installed packages; implements `interfaces.Source`."""

    name = SourceName.INSTALLED
    traits = SourceTraits(
        "installed",
        is_package=True,
        address_rule=AddressRule(
            UrlRule.INSTALLED_PACKAGE,
            "it is a page of an installed package",
            unserved="it is a page of a package, but of no version that is installed",
        ),
    )

    def __init__(
        self,
        environment: Installed,
        kind: PackageKind = PYTHON,
        guides: PackageGuides | None = None,
        *,
        is_own_copy: bool = False,
        join: Callable[[JoinedDocumentation], Awaitable[None]] | None = None,
    ) -> None:
        """Serve the packages of an environment; nothing is read before the first question.

        Args:
            environment: the environment, with packages of the kind.
            kind: the ecosystem of the packages.
            guides: the guides of packages that came from an index; None where nothing is downloaded.
            is_own_copy: whether it is the environment that runs Pro-Context, see `SourceTraits`.
            join: fetches the packages of types that are not installed; None where nothing is downloaded.
        """
        super().__init__(kind, guides)
        self.traits = replace(InstalledSource.traits, is_own_copy=is_own_copy)
        self._environment = environment
        self._fetch_types = join
        # Packages whose types did not come in time: without a network each question would wait for them.
        self._unjoined: set[InstalledPackage] = set()

    def version(self, library: Library) -> str | None:
        """Return the installed version of the library's main package, None if that package is not installed."""
        package = self._installed(library)
        return package.version if package else None

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the library is installed, in this version if one is given."""
        installed = self.version(library)
        return installed is not None and (version is None or self._is_same_version(version, installed))

    def origin(self, library: Library) -> str:
        """Return the folder that holds the library's main package, "" if it is not installed."""
        package = self._installed(library)
        return package.location if package else ""

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Give the table of contents of the library's main package.

        Raises:
            TocMissing: the package is not installed, not in this version, or has no documentation.
        """
        package = self._installed(library)
        if package is None or not self.serves(library, version):
            raise TocMissing(library.library_id, "")
        entries = await self._entries(package)
        if not entries:
            raise TocMissing(library.library_id, package.metadata_directory)
        return Toc(tuple(entries), self.name, package.location, package.version)

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        """Give one page; a module's page is made from its syntax, and the module is never imported.

        Raises:
            PageMissing: the installed package of the library has another version, or no such page.
        """
        parsed = parse_package_url(url, self._kind.scheme)
        if not self.serves(library, version):
            raise PageMissing(url)
        package = self._installed(library)
        if parsed is None and package is not None and self._guides:
            return await self._guides.elsewhere.page(library, package.version, url, known)
        if parsed is None:
            raise PageMissing(url)
        is_meant = package is not None and (package.name, package.version) == (parsed.package, parsed.version)
        if package is None or not is_meant:
            raise PageMissing(url)
        if parsed.kind == "source":
            return await self._file_page(package, url, parsed)
        return await self._page(package, url, parsed)

    def may_grow(self, library: Library, version: str) -> bool:
        """Tell whether the guides of the installed package may be downloaded; see `interfaces.GrowingSource`."""
        package = self._installed(library)
        guides = None if package is None or package.version != version else self._guides
        if package is None or guides is None or not is_from_index(package):
            return False
        return not guides.are_at_hand(package.name, package.version)

    async def grow(self, library: Library, version: str) -> bool:
        """Download the guides of the installed package; see `interfaces.GrowingSource`."""
        package = self._installed(library)
        if package is None or self._guides is None:
            return False
        return await self._guides.bring(library, package.name, package.version)

    async def definition_places(
        self, library: Library, version: str, names: Sequence[str]
    ) -> Sequence[SymbolPlace | None]:
        """Return the places that document names; see `interfaces.PackagedSource`."""
        package = await self._main(library, version)
        if package is not None:
            await self._documentation(package)
        return await super().definition_places(library, version, names)

    async def _main(self, library: Library, version: str) -> InstalledPackage | None:
        return self._installed(library) if self.serves(library, version) else None

    async def _join(self, package: InstalledPackage, documentation: JoinedDocumentation) -> None:
        fetch_types = self._fetch_types
        if fetch_types and package not in self._unjoined:
            try:
                async with asyncio.timeout(MOST_SECONDS):
                    await self._joining.run(package, lambda: fetch_types(documentation))
            except TimeoutError:
                self._unjoined.add(package)

    def _guides_of(self, package: InstalledPackage) -> PackageGuides | None:
        return self._guides if is_from_index(package) else None

    def _installed(self, library: Library) -> InstalledPackage | None:
        main = self._kind.main(library)
        return self._environment.package(main) if main else None

    def _is_same_version(self, asked: str, installed: str) -> bool:
        exact = self._kind.exact(asked)
        return asked == installed or (exact is not None and exact == self._kind.exact(installed))
