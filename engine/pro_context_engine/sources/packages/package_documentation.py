"""The documentation inside one package, as each ecosystem has it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.domain.model import InstalledPackage, Page, TocEntry
from pro_context_engine.domain.symbols import NamesInTexts, SymbolPlace, SymbolTable
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.package_urls import PackageUrl


@value_class
class LackingPackage:
    """A package that a package hands on or is typed by, and that is not there.

    Attributes:
        name: its name.
        ranges: the versions that fit, as npm writes them, best first.
    """

    name: str
    ranges: tuple[str, ...]


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
