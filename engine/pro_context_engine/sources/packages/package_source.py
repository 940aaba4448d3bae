"""The documentation inside packages of one ecosystem, wherever the packages come from."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import suppress

from pro_context_engine.concurrency.blocking_calls import BlockingCalls
from pro_context_engine.concurrency.single_flight import SingleFlight
from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.domain.errors import DocsError, PageMissing, TocMissing
from pro_context_engine.domain.model import InstalledPackage, Library, Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.package_files import SourceFiles
from pro_context_engine.domain.symbols import NamesInTexts, SymbolPlace, SymbolTable
from pro_context_engine.sources.packages.guides.package_guides import PackageGuides, with_guides
from pro_context_engine.sources.packages.open_packages import READERS, OpenPackages
from pro_context_engine.sources.packages.package_documentation import (
    DeclaredDocumentation,
    Documentation,
    JoinedDocumentation,
)
from pro_context_engine.sources.packages.package_kinds import PackageKind
from pro_context_engine.sources.packages.package_urls import PackageUrl, parse_package_url
from pro_context_engine.sources.packages.symbols.table_making import TableMaking


class PackageSource(ABC):
    """The common part of the sources of installed and of published packages.

    Args:
        kind: the ecosystem of the packages.
        guides: their guides from elsewhere, None for an ecosystem without any, and where nothing is downloaded.
    """

    grows_from = SourceName.PACKAGE

    def __init__(self, kind: PackageKind, guides: PackageGuides | None) -> None:
        self._kind = kind
        self._guides = guides
        self._opened = OpenPackages(kind.documentation)
        self._joining: SingleFlight[None] = SingleFlight()
        self._tables = TableMaking(kind.documentation)
        # The end of a command does not wait for pages that are read behind the answer.
        self._readings = BlockingCalls("pages", READERS)

    @abstractmethod
    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        """Give one page; see `interfaces.Source`."""

    @abstractmethod
    async def _main(self, library: Library, version: str) -> InstalledPackage | None:
        """Return the main package of a library in this version, None if it has none."""

    @abstractmethod
    async def _join(self, package: InstalledPackage, documentation: JoinedDocumentation) -> None:
        """Have the packages at hand that a package hands on or is typed by."""

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return (`pypi/NAME`, version) for the address of a package's own page, at hand or not; of npm, `npm/NAME`."""
        parsed = parse_package_url(url, self._kind.scheme)
        return (f"{parsed.scheme}/{parsed.package}", parsed.version) if parsed else None

    def named_origins(self, url: str) -> Sequence[str]:
        """Return []: pages are made from files on this machine."""
        return []

    async def pages(self, library: Library, toc: Toc, wanted: Collection[str]) -> AsyncGenerator[Page, None]:
        """Give the README before the pages that take parsing; see `interfaces.FullTextSource.pages`."""
        for url in wanted:
            parsed = parse_package_url(url, self._kind.scheme)
            if parsed and parsed.kind == "readme":
                with suppress(DocsError):
                    yield await self.page(library, toc.version, url)

    async def package_files(self, library: Library, version: str) -> InstalledPackage:
        """Return the main package of a library; see `interfaces.PackagedSource`."""
        package = await self._main(library, version)
        if package is None:
            raise TocMissing(library.library_id, "")
        return package

    async def symbol_table(self, library: Library, version: str) -> SymbolTable:
        """Return the symbols of the library's main package; see `interfaces.PackagedSource`."""
        package = await self.package_files(library, version)
        return await self._tables.table(package, await self._documentation(package))

    async def source_files(self, library: Library, version: str) -> SourceFiles:
        """Return the files of the main package; see `interfaces.PackagedSource`."""
        package = await self._with_code(library, version)
        return await self._readings.call(lambda: self._kind.source_files(package))

    async def files_at_hand(self, library: Library, version: str) -> SourceFiles | None:
        """Return the files of the main package that are here; see `interfaces.PackagedSource`."""
        package = await self._main(library, version)
        return None if package is None else await self._readings.call(lambda: self._kind.source_files(package))

    async def declarations(self, library: Library, version: str) -> DeclarationFiles | None:
        """Return the declarations of the main package; see `interfaces.PackagedSource`."""
        documentation = await self._documentation(await self.package_files(library, version))
        return documentation.declarations() if isinstance(documentation, DeclaredDocumentation) else None

    async def definition_places(
        self, library: Library, version: str, names: Sequence[str]
    ) -> Sequence[SymbolPlace | None]:
        """Return the places that document names; see `interfaces.PackagedSource`."""
        package = await self._main(library, version)
        if package is None:
            return [None] * len(names)
        return await self._readings.call(lambda: self._opened.definition_places(package, names))

    async def names_in_texts(self, library: Library, version: str, names: Collection[str]) -> NamesInTexts:
        """Return which names the texts of the package have; see `interfaces.PackagedSource`."""
        package = await self._main(library, version)
        if package is None:
            return NamesInTexts()
        return await self._readings.call(lambda: self._opened.names_in_texts(package, names))

    async def _documentation(self, package: InstalledPackage) -> Documentation:
        """Return a package as documentation, with the packages that it hands on or is typed by."""
        documentation = self._opened.documentation(package)
        if isinstance(documentation, JoinedDocumentation):
            await self._join(package, documentation)
        return documentation

    async def _with_code(self, library: Library, version: str) -> InstalledPackage:
        """Return the main package of a library with its code."""
        return await self.package_files(library, version)

    def _guides_of(self, package: InstalledPackage) -> PackageGuides | None:
        """Return the guides of a package, None for a package without any."""
        return self._guides

    async def _entries(self, package: InstalledPackage) -> list[TocEntry]:
        """Return the table of contents of a package with its guides."""
        documentation = await self._documentation(package)
        return await asyncio.to_thread(self._with_guides, documentation, package)

    def _with_guides(self, documentation: Documentation, package: InstalledPackage) -> list[TocEntry]:
        entries, guides = documentation.entries(), self._guides_of(package)
        return with_guides(entries, guides.entries(package.name, package.version)) if guides else entries

    async def _page(self, package: InstalledPackage, url: str, parsed: PackageUrl) -> Page:
        """Give a page of a package's documentation.

        Raises:
            PageMissing: the package has no such page.
        """
        documentation = await self._documentation(package)
        guides = self._guides_of(package) if parsed.kind == "docs" else None
        page = await guides.page(url, parsed, documentation.api_names) if guides else None
        page = page or await self._readings.call(lambda: documentation.page(parsed))
        if page is None:
            raise PageMissing(url)
        return page

    async def _file_page(self, package: InstalledPackage, url: str, parsed: PackageUrl) -> Page:
        """Give the page of a package's file.

        Raises:
            PageMissing: the package has no such file, or none that is text.
        """
        page = await self._readings.call(lambda: self._kind.source_files(package).page(parsed.path))
        if page is None:
            raise PageMissing(url)
        return page
