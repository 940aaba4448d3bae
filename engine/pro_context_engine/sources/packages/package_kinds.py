"""The differences between the packages of ecosystems: their names, their versions, their documentation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.domain.model import InstalledPackage, Library, Page, TocEntry
from pro_context_engine.domain.symbols import NamesInTexts, SymbolPlace, SymbolTable
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.domain.versions.npm_versions import npm_version
from pro_context_engine.domain.versions.python_versions import exact_version
from pro_context_engine.sources.package_index.npm.npm_releases import npm_package_of
from pro_context_engine.sources.package_index.python.python_releases import package_of
from pro_context_engine.sources.packages.package_urls import PackageUrl

if TYPE_CHECKING:
    from pro_context_engine.sources.packages.npm.npm_companions import LackingPackage
    from pro_context_engine.sources.packages.source_files import PackageSourceFiles


class Documentation(Protocol):
    """The documentation inside one package."""

    def entries(self) -> list[TocEntry]:
        """Return the table of contents."""
        ...

    def page(self, url: PackageUrl) -> Page | None:
        """Return one page, None if the package has no such page."""
        ...

    def symbols(self) -> SymbolTable:
        """Return the table of the package's public symbols."""
        ...

    def api_names(self) -> Collection[str]:
        """Return the paths of the API pages to which guides may link."""
        ...


@runtime_checkable
class JoinedDocumentation(Documentation, Protocol):
    """The documentation inside one package and the packages that it hands on or is typed by."""

    def lacking(self) -> Sequence[LackingPackage]:
        """Return the packages that the interface consists of too, and that are not there, most needed first."""
        ...

    def take_in(self, packages: Mapping[str, InstalledPackage | None]) -> None:
        """Use packages that were lacking, by name; None for one that cannot be had."""
        ...


@runtime_checkable
class DeclaredDocumentation(Documentation, Protocol):
    """The documentation inside one package that has TypeScript declarations."""

    def declarations(self) -> DeclarationFiles:
        """Return the declarations, as files that are read when they are needed."""
        ...


@runtime_checkable
class SearchedDocumentation(Documentation, Protocol):
    """The documentation inside one package in which single names can be found before its table is made."""

    def definition_places(self, names: Sequence[str]) -> Sequence[SymbolPlace | None]:
        """Return for each name the place that documents it, None where none is found."""
        ...

    def names_in_texts(self, names: Collection[str]) -> NamesInTexts:
        """Return which names some text of the package, or of a package that it imports, has."""
        ...


@runtime_checkable
class MeasuredDocumentation(Documentation, Protocol):
    """The documentation inside one package that is opened from its folder alone, and is of a known size."""

    def source_bytes(self) -> int:
        """Return the size of the files of its modules, bytes."""
        ...


@value_class
class PackageKind:
    """One ecosystem.

    Attributes:
        scheme: the prefix of its names in ids and addresses ("pypi").
        main: the name of a library's main package as the ecosystem normalises it, None if it has none.
        exact: an exact version as the ecosystem normalises it, None for other text.
        documentation: opens a package.
        source_files: lists the files of a package.
        is_joined: whether the API of a package may be in other packages, which may be published after it.
    """

    scheme: str
    main: Callable[[Library], str | None]
    exact: Callable[[str], object | None]
    documentation: Callable[[InstalledPackage], Documentation]
    source_files: Callable[[InstalledPackage], PackageSourceFiles]
    is_joined: bool = False


def _python_documentation(package: InstalledPackage) -> Documentation:
    # The imports for reading modules would slow the start of a server.
    from pro_context_engine.sources.packages.python.python_documentation import PythonDocumentation  # noqa: PLC0415

    return PythonDocumentation(package)


def _npm_documentation(package: InstalledPackage) -> Documentation:
    # The same holds for declaration files.
    from pro_context_engine.sources.packages.npm.npm_documentation import NpmDocumentation  # noqa: PLC0415

    return NpmDocumentation(package)


def _python_files(package: InstalledPackage) -> PackageSourceFiles:
    # Only an exact search of source, and a page of it, need this.
    from pro_context_engine.sources.packages.source_files import python_source_files  # noqa: PLC0415

    return python_source_files(package)


def _npm_files(package: InstalledPackage) -> PackageSourceFiles:
    # See `_python_files`.
    from pro_context_engine.sources.packages.source_files import npm_source_files  # noqa: PLC0415

    return npm_source_files(package)


PYTHON = PackageKind("pypi", package_of, exact_version, _python_documentation, _python_files)
NPM = PackageKind("npm", npm_package_of, npm_version, _npm_documentation, _npm_files, is_joined=True)
