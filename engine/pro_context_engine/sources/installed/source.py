"""The documentation inside the packages of the user's project environment: offline, and of the exact version."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace

from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.domain.errors import DocsError, PageMissing, TocMissing
from pro_context_engine.domain.interfaces import Installed
from pro_context_engine.domain.model import InstalledPackage, Library, Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.package_files import SourceFiles
from pro_context_engine.domain.results import UrlRule
from pro_context_engine.domain.source_traits import AddressRule, SourceTraits
from pro_context_engine.domain.symbols import NamesInTexts, SymbolPlace, SymbolTable
from pro_context_engine.sources.packages.guides.package_guides import PackageGuides, is_from_index, with_guides
from pro_context_engine.sources.packages.open_packages import READERS, OpenPackages
from pro_context_engine.sources.packages.package_kinds import (
    PYTHON,
    DeclaredDocumentation,
    Documentation,
    JoinedDocumentation,
    PackageKind,
    file_page,
)
from pro_context_engine.sources.packages.package_urls import parse_package_url
from pro_context_engine.sources.packages.symbols.table_making import TableMaking

MOST_SECONDS = 5.0
"""Seconds to wait for the types of one package."""


class InstalledSource:
    """README, bundled documents and API reference of installed packages; implements `interfaces.Source`."""

    name = SourceName.INSTALLED
    grows_from = SourceName.PACKAGE
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
        self.traits = replace(InstalledSource.traits, is_own_copy=is_own_copy)
        self._environment = environment
        self._kind = kind
        self._guides = guides
        self._packages = OpenPackages(kind.documentation)
        self._join = join
        self._joining: SingleFlight[None] = SingleFlight()
        # Packages whose types did not come in time: without a network each question would wait for them.
        self._unjoined: set[InstalledPackage] = set()
        self._tables = TableMaking(kind.documentation)
        # The end of a command does not wait for pages that are read behind the answer.
        self._readings = BlockingCalls("pages", READERS)

    def version(self, library: Library) -> str | None:
        """Return the installed version of the library's main package, None if that package is not installed."""
        package = self._installed(library)
        return package.version if package else None

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the library is installed, in this version if one is given."""
        installed = self.version(library)
        return installed is not None and (version is None or self._is_same_version(version, installed))

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return (`pypi/NAME`, version) for the address of a package's own page, whether installed or not."""
        parsed = parse_package_url(url, self._kind.scheme)
        return (f"{parsed.scheme}/{parsed.package}", parsed.version) if parsed else None

    def named_origins(self, url: str) -> Sequence[str]:
        """Return []: the configuration names no origin."""
        return []

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
        await self._documentation(package)
        entries = await asyncio.to_thread(self._entries, package)
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
            return await self._guides.page_elsewhere(library, package.version, url, known)
        if parsed is None:
            raise PageMissing(url)
        is_meant = package is not None and (package.name, package.version) == (parsed.package, parsed.version)
        if package is None or not is_meant:
            raise PageMissing(url)
        if parsed.kind == "source":
            return await self._readings.call(lambda: file_page(self._kind, package, url, parsed))
        guides = self._guides if parsed.kind == "docs" and is_from_index(package) else None
        documentation = await self._documentation(package)
        names = documentation.api_names
        page = await guides.page(url, parsed, names) if guides else None
        page = page or await self._readings.call(lambda: documentation.page(parsed))
        if page is None:
            raise PageMissing(url)
        return page

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

    async def pages(self, library: Library, toc: Toc, wanted: Collection[str]) -> AsyncGenerator[Page, None]:
        """Give the README before the pages that take parsing; see `interfaces.FullTextSource.pages`."""
        for url in wanted:
            parsed = parse_package_url(url, self._kind.scheme)
            if parsed and parsed.kind == "readme":
                with suppress(DocsError):
                    yield await self.page(library, toc.version, url)

    async def symbol_table(self, library: Library, version: str) -> SymbolTable:
        """Return the symbols of the library's main package; see `interfaces.SymbolSource`."""
        package = self._installed(library)
        if package is None or not self.serves(library, version):
            raise TocMissing(library.library_id, "")
        return await self._tables.table(package, await self._documentation(package))

    async def package_files(self, library: Library, version: str) -> InstalledPackage:
        """Return the installed main package; see `interfaces.PackageFilesSource`."""
        package = self._installed(library)
        if package is None or not self.serves(library, version):
            raise TocMissing(library.library_id, "")
        return package

    async def source_files(self, library: Library, version: str) -> SourceFiles:
        """Return the files of the installed main package; see `package_files.FilesSource`."""
        package = await self.package_files(library, version)
        return await self._readings.call(lambda: self._kind.source_files(package))

    async def declarations(self, library: Library, version: str) -> DeclarationFiles | None:
        """Return the declarations of the installed main package; see `interfaces.DeclarationSource`."""
        documentation = await self._documentation(await self.package_files(library, version))
        return documentation.declarations() if isinstance(documentation, DeclaredDocumentation) else None

    def _entries(self, package: InstalledPackage) -> list[TocEntry]:
        entries = self._packages.documentation(package).entries()
        known = self._guides if is_from_index(package) else None
        return with_guides(entries, known.entries(package.name, package.version)) if known else entries

    async def definition_places(
        self, library: Library, version: str, names: Sequence[str]
    ) -> Sequence[SymbolPlace | None]:
        """Return the places that document names; see `interfaces.DefinitionSource`."""
        package = self._installed(library)
        if package is None or not self.serves(library, version):
            return [None] * len(names)
        await self._documentation(package)
        return await self._readings.call(lambda: self._packages.definition_places(package, names))

    async def names_in_texts(self, library: Library, version: str, names: Collection[str]) -> NamesInTexts:
        """Return which names the texts of the package have; see `interfaces.DefinitionSource`."""
        package = self._installed(library)
        if package is None or not self.serves(library, version):
            return NamesInTexts()
        return await self._readings.call(lambda: self._packages.names_in_texts(package, names))

    async def _documentation(self, package: InstalledPackage) -> Documentation:
        """Return a package as documentation, with the types that it lacks where they can be fetched."""
        documentation = self._packages.documentation(package)
        join = self._join
        if join and package not in self._unjoined and isinstance(documentation, JoinedDocumentation):
            try:
                async with asyncio.timeout(MOST_SECONDS):
                    await self._joining.run(package, lambda: join(documentation))
            except TimeoutError:
                self._unjoined.add(package)
        return documentation

    def _installed(self, library: Library) -> InstalledPackage | None:
        main = self._kind.main(library)
        return self._environment.package(main) if main else None

    def _is_same_version(self, asked: str, installed: str) -> bool:
        exact = self._kind.exact(asked)
        return asked == installed or (exact is not None and exact == self._kind.exact(installed))
