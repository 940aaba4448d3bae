"""The symbols of one package version: every public name with its import paths, its kind and its signatures.

A table is made by static analysis; no code of the package is run. The documentation of the fields is docs/symbols.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from pro_context_engine.domain.value_class import value_class


class SymbolKind(StrEnum):
    """The kind of a symbol."""

    MODULE = "module"
    CLASS = "class"
    INTERFACE = "interface"
    TYPE = "type"
    ENUM = "enum"
    FUNCTION = "function"
    METHOD = "method"
    PROPERTY = "property"
    ATTRIBUTE = "attribute"
    CONSTANT = "constant"
    INSTANCE = "instance"


class ParameterKind(StrEnum):
    """The way in which an argument is given."""

    POSITIONAL_ONLY = "positional-only"
    ANY = "positional-or-keyword"
    KEYWORD_ONLY = "keyword-only"
    VAR_POSITIONAL = "var-positional"
    VAR_KEYWORD = "var-keyword"


@value_class
class Parameter:
    """One parameter: its name, kind, default and annotation as the source writes them, None for none."""

    name: str
    kind: ParameterKind = ParameterKind.ANY
    default: str | None = None
    annotation: str | None = None


@value_class
class Signature:
    """One way to call a symbol; an overloaded function has several."""

    parameters: tuple[Parameter, ...] = ()
    returns: str | None = None


@value_class
class SymbolDeprecation:
    """The deprecation of a symbol: its first version, its reason and its replacement; "" for unknown."""

    since: str = ""
    reason: str = ""
    replacement: str = ""


@value_class
class PackageSymbol:
    """One public symbol.

    Attributes:
        name: the canonical path: the shortest one under which users import it (`fastapi.Depends`), with its owner for
            a member (`fastapi.FastAPI.get`).
        kind: its kind.
        module: the module that defines it, perhaps of another package (`starlette.middleware.cors`).
        paths: every other public path, shortest first.
        signatures: the ways to call it; () for what cannot be called or is not known.
        bases: the canonical names of the bases of a class, as the source writes those that cannot be resolved.
        own: the names of the members that it defines itself, in the order of the source.
        inherited: the canonical names of the members that it inherits, the nearest definition of each.
        decorators: the decorators as the source writes them.
        deprecation: None if it is not deprecated.
        summary: the first sentence of its documentation, "" for none.
        url: the page and anchor that document it (`pypi://NAME/VERSION/api/MODULE#anchor`), "" for none.
        path_urls: the other paths that a page documents under their own names, each with its URL.
        line: 1-based line of its definition in its module's source, 0 if unknown.
        complete: confidence that the list of its members is complete, 0..1.
        rank: publicness, 0 for the names that the package offers first; higher is less public (see docs/symbols.md).
        since: the version that introduced it, as its documentation states it, "" for unknown.
    """

    name: str
    kind: SymbolKind
    module: str = ""
    paths: tuple[str, ...] = ()
    signatures: tuple[Signature, ...] = ()
    bases: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    inherited: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    deprecation: SymbolDeprecation | None = None
    summary: str = ""
    url: str = ""
    path_urls: tuple[tuple[str, str], ...] = ()
    line: int = 0
    complete: float = 1.0
    rank: int = 0
    since: str = ""

    @property
    def last_name(self) -> str:
        """Return the part of the name after the last dot."""
        return self.name.rpartition(".")[2]


class SymbolPlace(NamedTuple):
    """The place that documents a symbol: canonical name and kind of the symbol, URL with anchor, rank of the symbol."""

    name: str
    kind: str
    url: str
    rank: int


class NamesInTexts(NamedTuple):
    """The names that some text of a package has, and those that none has; of the others nothing is known."""

    present: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()


@dataclass(frozen=True)
class SymbolTable:
    """The symbols of one version of a package, the most public first.

    Attributes:
        package: the name of the package in its ecosystem's form.
        version: the exact version.
        symbols: each symbol once.
        truncated: whether symbols beyond a bound are left out.
    """

    package: str
    version: str
    symbols: tuple[PackageSymbol, ...] = ()
    truncated: bool = False

    def find(self, path: str) -> PackageSymbol | None:
        """Return the symbol with this canonical or other public path, None if there is none.

        A member is found under each path of its owner, and an inherited one under those of a class that inherits it.
        """
        found = self._by_path.get(path)
        owner = self._by_path.get(path.rpartition(".")[0]) if found is None else None
        if owner is None:
            return found
        last = path.rpartition(".")[2]
        inherited = (name for name in owner.inherited if name.rpartition(".")[2] == last)
        return self._by_path.get(f"{owner.name}.{last}") or self._by_path.get(next(inherited, ""))

    def named(self, name: str) -> list[PackageSymbol]:
        """Return the symbols whose path ends with these parts (`Session.execute`, `select`), most public first.

        A member that only other classes define is found under the classes that inherit it.
        """
        owner, _, last = name.rpartition(".")
        found = [one for one in self._by_last_name.get(last, ()) if _ends_with(one, name)]
        if found or not owner:
            return found
        heirs = (one for one in self._by_last_name.get(owner.rpartition(".")[2], ()) if _ends_with(one, owner))
        inherited = (self.find(f"{heir.name}.{last}") for heir in heirs)
        return list(dict.fromkeys(one for one in inherited if one is not None))

    @cached_property
    def _by_path(self) -> dict[str, PackageSymbol]:
        found: dict[str, PackageSymbol] = {}
        for symbol in self.symbols:
            for path in (symbol.name, *symbol.paths):
                found.setdefault(path, symbol)
        return found

    @cached_property
    def _by_last_name(self) -> dict[str, list[PackageSymbol]]:
        found: dict[str, list[PackageSymbol]] = {}
        for symbol in self.symbols:
            for last in dict.fromkeys(path.rpartition(".")[2] for path in (symbol.name, *symbol.paths)):
                found.setdefault(last, []).append(symbol)
        return found


def _ends_with(symbol: PackageSymbol, name: str) -> bool:
    return any(path == name or path.endswith(f".{name}") for path in _all_paths(symbol))


def _all_paths(symbol: PackageSymbol) -> Iterator[str]:
    yield symbol.name
    yield from symbol.paths
