"""The documentation inside packages of a package index or registry, in any version that it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from pro_context_engine.domain.causes import Cause
from pro_context_engine.domain.errors import DocsError, LibraryUnknown, PageMissing, TocMissing
from pro_context_engine.domain.interfaces import Releases
from pro_context_engine.domain.model import InstalledPackage, Library, Page, SourceName, Toc
from pro_context_engine.domain.results import UrlRule
from pro_context_engine.domain.source_traits import AddressRule, SourceTraits
from pro_context_engine.sources.packages.guides.package_guides import PackageGuides
from pro_context_engine.sources.packages.package_documentation import JoinedDocumentation
from pro_context_engine.sources.packages.package_kinds import PYTHON, PackageKind
from pro_context_engine.sources.packages.package_source import PackageSource
from pro_context_engine.sources.packages.package_urls import parse_package_url
from pro_context_engine.sources.packages.toc_sections import API_REFERENCE
from pro_context_engine.sources.published.joined_packages import PackageProvider, join


class PublishedSource(PackageSource):
    """README, bundled documents and API reference of published packages; implements `Source` and `VersionedSource`.

    Args:
        releases: the versions of packages.
        packages: provides the packages.
        origin: gives the names of the package indexes as they may be shown; called when they are needed first.
        closest: gives the known library nearest to the name of an unknown package, "" for none.
        kind: the ecosystem of the packages.
        guides: the guides in their source distributions, None for an ecosystem without any.
        with_code: provides the packages with all their code, None where `packages` does.
    """

    name = SourceName.PACKAGE
    traits = SourceTraits(
        "package",
        is_package=True,
        address_rule=AddressRule(
            UrlRule.INSTALLED_PACKAGE, "it is a page of a package, but of no version that is installed"
        ),
    )

    def __init__(
        self,
        releases: Releases,
        packages: PackageProvider,
        origin: Callable[[], str],
        closest: Callable[[str], str] = lambda _: "",
        kind: PackageKind = PYTHON,
        guides: PackageGuides | None = None,
        with_code: PackageProvider | None = None,
    ) -> None:
        super().__init__(kind, guides)
        self._releases = releases
        self._packages = packages
        self._origin = origin
        self._closest = closest
        self._packages_with_code = with_code

    def version(self, library: Library) -> str | None:
        """Return None: there are many versions, see `exact_version`."""
        return None

    def serves(self, library: Library, version: str | None) -> bool:
        """Tell whether the library is a package of the kind; only the index knows its versions."""
        return self._kind.main(library) is not None

    def origin(self, library: Library) -> str:
        """Return the names of the package indexes."""
        return self._origin()

    def known_versions(self, library: Library) -> Sequence[str]:
        """Return the newest versions of the index, if it was asked before."""
        return self._releases.known(library)

    async def exact_version(self, library: Library, version: str | None) -> str:
        """Return the exact version to read; see `interfaces.VersionedSource.exact_version`."""
        try:
            return await self._releases.resolve(library, version)
        except LibraryUnknown:
            raise self._package_missing(library) from None

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Return the table of contents of the library's main package; a published version never changes.

        A known one without an API is read again, where the API may be in another package.

        Raises:
            TocMissing: the package has no documentation.
            DocsError: the fact why the package cannot be read.
        """
        package_name = self._kind.main(library)
        if package_name is None:
            raise TocMissing(library.library_id, "")
        has_api = known is not None and any(entry.section == API_REFERENCE for entry in known.entries)
        if known is not None and (has_api or not self._kind.is_joined):
            return known
        exact = await self.exact_version(library, version)
        try:
            package = await self._packages.package(package_name, exact)
        except PageMissing:
            reason = f"the package index has no file of {package_name} {exact}"
            raise TocMissing(library.library_id, "", reason, Cause.NOT_PUBLISHED.value) from None
        entries = await self._entries(package)
        if not entries:
            reason = f"the package {package_name} {exact} has no documentation"
            raise TocMissing(library.library_id, "", reason, Cause.UNREADABLE.value)
        return Toc(tuple(entries), self.name, self.origin(library), exact)

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        """Give one page; a module's page is made from its syntax, and the module is never imported.

        Raises:
            PageMissing: the package, in the URL's version, has no such page.
            DocsError: the fact why the package cannot be read.
        """
        parsed = parse_package_url(url, self._kind.scheme)
        if parsed is None and version and self._guides:
            return await self._guides.elsewhere.page(library, version, url, known)
        if parsed is None or self._kind.main(Library(f"{parsed.scheme}/{parsed.package}", "", "")) is None:
            raise PageMissing(url)
        if known is not None:
            return known
        exact = self._kind.exact(parsed.version)
        if exact is None or str(exact) != parsed.version:
            raise PageMissing(url)  # one page has one address
        if parsed.kind == "source":
            return await self._file_page(await self._code(parsed.package, parsed.version), url, parsed)
        return await self._page(await self._packages.package(parsed.package, parsed.version), url, parsed)

    def may_grow(self, library: Library, version: str) -> bool:
        """Tell whether the guides of the version may be downloaded; see `interfaces.GrowingSource`."""
        name = self._kind.main(library)
        return name is not None and self._guides is not None and not self._guides.are_at_hand(name, version)

    async def grow(self, library: Library, version: str) -> bool:
        """Download the guides of the version; see `interfaces.GrowingSource`."""
        name = self._kind.main(library)
        return name is not None and self._guides is not None and await self._guides.bring(library, name, version)

    async def _main(self, library: Library, version: str) -> InstalledPackage | None:
        name = self._kind.main(library)
        return await self._packages.package(name, version) if name else None

    async def _join(self, package: InstalledPackage, documentation: JoinedDocumentation) -> None:
        await self._joining.run(package, lambda: join(documentation, self._releases, self._packages))

    async def _with_code(self, library: Library, version: str) -> InstalledPackage:
        name = self._kind.main(library)
        return await (self._code(name, version) if name else self.package_files(library, version))

    async def _code(self, package_name: str, version: str) -> InstalledPackage:
        """Return a package with its code, or the parts that are here where its code cannot be fetched."""
        if self._packages_with_code is not None:
            with suppress(DocsError):
                return await self._packages_with_code.package(package_name, version)
        return await self._packages.package(package_name, version)

    def _package_missing(self, library: Library) -> LibraryUnknown | TocMissing:
        """Return the fact that no index has a library's package."""
        if library.library_id.startswith(f"{self._kind.scheme}/"):
            return LibraryUnknown(library.library_id, self._closest(self._kind.main(library) or ""))
        reason = f"the package index has no package {self._kind.main(library)}"
        return TocMissing(library.library_id, "", reason, Cause.NOT_PUBLISHED.value)
