"""The places that document single names of a distribution, found without the table of all its symbols.

The texts of the modules tell which of them may offer a name. Only these are parsed, the most public first, with the
modules that their imports lead to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import griffe

from pro_context_engine.domain.symbols import SymbolKind, SymbolPlace
from pro_context_engine.sources.packages.python.api.documenting_modules import documenting_module
from pro_context_engine.sources.packages.python.api.exports import documenting_place, exported_name
from pro_context_engine.sources.packages.python.api.module_values import instance_class
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.pages.module_page import CONSTANTS
from pro_context_engine.sources.packages.python.parsing.definition import Definition
from pro_context_engine.sources.packages.python.parsing.parsed_modules import NotAnalysable
from pro_context_engine.sources.packages.python.parsing.public_modules import is_public
from pro_context_engine.sources.packages.python.symbols.call_signatures import is_loose_method
from pro_context_engine.sources.packages.python.symbols.definition_scan import DefinitionScan, NamedIn
from pro_context_engine.sources.packages.python.symbols.page_anchors import PageAnchors
from pro_context_engine.sources.packages.python.symbols.parameter_places import ParameterPlaces
from pro_context_engine.sources.packages.symbols.publicness import MEMBER, module_rank

MAX_TRIED = 12
"""The modules that are parsed for one name."""

_MAX_BASES = 30


class DefinitionPlaces:
    """Find the places that document names; used from one thread at a time.

    Args:
        syntax: the distribution's modules.
        scan: the texts of these modules.
        anchors: the addresses of pages and headings.
    """

    def __init__(self, syntax: PackageSyntax, scan: DefinitionScan, anchors: PageAnchors) -> None:
        self._syntax = syntax
        self._scan = scan
        self._anchors = anchors
        self._parameters = ParameterPlaces(syntax, scan, anchors)
        self._known: dict[str, SymbolPlace | None] = {}

    def places(self, names: Sequence[str]) -> list[SymbolPlace | None]:
        """Return for each name the place that documents it, None where none is found.

        Args:
            names: with or without modules and owners before them (`select`, `Session.get`, `orm.Session.get`).
        """
        asked = [name for name in dict.fromkeys(names) if name not in self._known]
        for name in asked:
            self._known[name] = self._in_modules(name.split("."))
        missing = [name for name in asked if self._known[name] is None]
        parts = {part for name in missing for part in name.split(".")[:2]}
        found = self._scan.find(parts) if parts else {}
        for name in missing:
            place = self._scanned(name.split("."), found)
            if "." not in name and _is_shared(place) and not self._is_spelt_otherwise(name):
                place = self._parameters.place(name, undescribed=place is None) or place
            self._known[name] = place
        return [self._known[name] for name in names]

    def _is_spelt_otherwise(self, name: str) -> bool:
        """Tell whether a top-level package offers a name that differs in upper and lower case only (`ship`, `Ship`)."""
        tops = (module for module in self._scan.public if "." not in module)
        offered = (one for module in tops for one in self._syntax.members(module))
        return any(one.lower() == name.lower() for one in offered)

    def _in_modules(self, parts: list[str]) -> SymbolPlace | None:
        """Return the place of a name that a top-level package offers, or the modules that are named before it."""
        tried = [(module, parts) for module in self._scan.public if "." not in module]
        for cut in range(len(parts) - 1, 0, -1):
            ending = ".".join(parts[:cut])
            modules = (one for one in self._scan.public if one == ending or one.endswith(f".{ending}"))
            tried += [(module, parts[cut:]) for module in islice(modules, MAX_TRIED)]
        return self._first(tried)

    def _scanned(self, parts: list[str], found: dict[str, NamedIn]) -> SymbolPlace | None:
        """Return the place of a name by the modules whose texts have it; the name before it may be another object's."""
        for rest in (parts, parts[1:])[: len(parts)]:
            modules = found[rest[0]].offering[:MAX_TRIED]
            place = self._first([(module, rest) for module in modules])
            if place is not None:
                return place
        return self._method(parts[0], found[parts[0]].owning[:MAX_TRIED]) if len(parts) == 1 else None

    def _first(self, tried: Sequence[tuple[str, list[str]]]) -> SymbolPlace | None:
        return next(filter(None, (self._offered(module, rest) for module, rest in tried)), None)

    def _offered(self, module: str, parts: list[str]) -> SymbolPlace | None:
        """Return the place of an object that a module offers, or of a member of it."""
        try:
            one = exported_name(self._syntax, module, parts[0])
            if one is None or one.definition is None or isinstance(one.definition, griffe.Module):
                return None
            if parts[1:]:
                return self._member(module, parts[0], one.definition, parts[1:])
            if isinstance(one.definition, griffe.Function) and is_loose_method(one.definition):
                return None
            page, heading = documenting_place(self._syntax, module, parts[0], one.definition)
            heading = heading if self._anchors.has(page, heading) else CONSTANTS
            path, rank = f"{module}.{parts[0]}", module_rank(module)
            return SymbolPlace(path, _kind(one.definition).value, self._anchors.url(page, heading), rank)
        # A malformed module affects its own names only.
        except (NotAnalysable, RecursionError, griffe.GriffeError):
            return None

    def _member(self, module: str, name: str, owner: Definition, rest: list[str]) -> SymbolPlace | None:
        """Return the place of a member, at its owner or at the base that it is inherited from."""
        for page, heading, holder in self._owners(module, name, owner):
            member = ".".join([heading, *rest])
            if self._anchors.has(page, member):
                path = ".".join([module, name, *rest])
                url = self._anchors.url(page, member)
                kind = _member_kind(holder.members.get(rest[0]) if holder is not None else None)
                return SymbolPlace(path, kind.value, url, module_rank(module) + MEMBER)
        return None

    def _owners(self, module: str, name: str, owner: Definition) -> Iterator[tuple[str, str, griffe.Class | None]]:
        """Yield the page and the name there of an object with its class, then those of the bases of the class."""
        cls = owner if isinstance(owner, griffe.Class) else instance_class(self._syntax, owner)
        yield *documenting_place(self._syntax, module, name, owner), cls
        waiting, seen = [cls] if cls else [], set[str]()
        while waiting and len(seen) < _MAX_BASES:
            found = waiting.pop(0)
            for expression in found.bases:
                base = self._syntax.resolve_expression(found.module.path, expression)
                if isinstance(base, griffe.Class) and base.path not in seen:
                    seen.add(base.path)
                    waiting.append(base)
                    page = documenting_module(self._syntax, base)
                    if page is not None:
                        yield page, base.name, base

    def _method(self, name: str, modules: Sequence[str]) -> SymbolPlace | None:
        """Return the place of a method without the name of its class."""
        for module in modules:
            classes = [
                [key, name]
                for key, member in self._syntax.members(module).items()
                if isinstance(member, griffe.Class) and is_public(key) and name in member.members
            ]
            place = self._first([(module, parts) for parts in classes])
            if place is not None:
                return place
        return None


def _is_shared(place: SymbolPlace | None) -> bool:
    """Tell whether a name without an owner has no place, or that of a property: a parameter is rather meant."""
    return place is None or place.kind == SymbolKind.PROPERTY


def _member_kind(member: object) -> SymbolKind:
    is_property = isinstance(member, griffe.Attribute) and "property" in member.labels
    return SymbolKind.PROPERTY if is_property else SymbolKind.METHOD


def _kind(definition: Definition) -> SymbolKind:
    if isinstance(definition, griffe.Class):
        return SymbolKind.CLASS
    return SymbolKind.FUNCTION if isinstance(definition, griffe.Function) else SymbolKind.ATTRIBUTE
