"""The entry of each public Python object in the table, and those of the members of classes and instances.

The module is over 300 lines because each kind of object is one case of the same entry.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

import griffe

from pro_context_engine.domain.symbols import PackageSymbol, Signature, SymbolKind
from pro_context_engine.sources.packages.python.api.module_values import is_bound
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.pages.module_page import CONSTANTS
from pro_context_engine.sources.packages.python.parsing.public_modules import CYTHON, first_sentence
from pro_context_engine.sources.packages.python.symbols.call_signatures import (
    function_signatures,
    is_loose_method,
    partial_signatures,
    shown,
    source_signatures,
    takes_owner,
)
from pro_context_engine.sources.packages.python.symbols.class_ancestry import Ancestors
from pro_context_engine.sources.packages.python.symbols.class_members import (
    ClassMembers,
    Members,
    is_property,
    member_kind,
)
from pro_context_engine.sources.packages.python.symbols.class_names import ClassNames
from pro_context_engine.sources.packages.python.symbols.constructors import Constructors
from pro_context_engine.sources.packages.python.symbols.page_anchors import PageAnchors
from pro_context_engine.sources.packages.python.symbols.public_objects import MAX_NAME, PublicObject
from pro_context_engine.sources.packages.python.symbols.python_deprecations import WarningReader, deprecation_of
from pro_context_engine.sources.packages.python.symbols.source_facts import SourceFacts
from pro_context_engine.sources.packages.python.symbols.symbol_ranks import SymbolRanks
from pro_context_engine.sources.packages.symbols.publicness import LOOSE

# A class nested deeper than this is an implementation detail.
_MAX_NESTING = 3
_MAX_DECORATORS = 10
_MAX_EXPORTS = 3_000
_TYPE_MAKERS = {"TypeVar", "ParamSpec", "TypeVarTuple", "NewType", "TypeAliasType"}
_CLASS_MAKERS = {"namedtuple", "NamedTuple", "TypedDict", "make_dataclass", "create_model"}


class SymbolEntries:
    """The entries of one distribution's public objects."""

    def __init__(
        self,
        syntax: PackageSyntax,
        objects: Mapping[str, PublicObject],
        facts: Mapping[str, SourceFacts],
        own: Mapping[str, object],
        anchors: PageAnchors,
        mentioned: Collection[str],
        warnings: WarningReader,
    ) -> None:
        """Record the inputs.

        Args:
            syntax: the distribution's modules.
            objects: its public objects by the path of their definition.
            facts: the facts in the texts of modules, by dotted name.
            own: the modules of the distribution.
            anchors: the addresses of pages and headings.
            mentioned: the names that README, documents and examples use.
            warnings: has the deprecation warnings of the modules.
        """
        self._warnings = warnings
        self._syntax = syntax
        self._objects = objects
        self._facts = facts
        self._own = own
        self._anchors = anchors
        self._ancestors = Ancestors(syntax)
        self._constructors = Constructors(self._ancestors)
        self._names = ClassNames(syntax, objects, own)
        self._classes = ClassMembers(self._ancestors, self._names)
        self._exported = _names_by_module(objects)
        self._ranks = SymbolRanks(objects, self._ancestors, self._names, mentioned)
        self._with_members: dict[str, tuple[Members, griffe.Class, str, str]] = {}

    def symbol(self, found: PublicObject) -> PackageSymbol | None:
        """Return the entry of an object, None if its syntax is malformed."""
        try:
            return self._entry(found)
        # A malformed definition lacks its own entry only.
        except Exception:
            return None

    def members(self, owner: PackageSymbol, limit: int) -> list[PackageSymbol]:
        """Return the entries of the members of a class or instance, at most so many."""
        found = self._with_members.get(owner.name)
        if found is None:
            return []
        members, cls, page, heading = found
        try:
            return list(islice(self._member_entries(owner, members, cls, (page, heading), 1), limit))
        except Exception:
            return []

    def _entry(self, found: PublicObject) -> PackageSymbol:
        name, definition = found.canonical, found.definition
        module = name.rpartition(".")[0]
        if isinstance(definition, griffe.Module) or found.target in self._own:
            return self._module(name, found, definition)
        if definition is None:
            return self._foreign(name, found)
        page, heading = found.page
        url = self._url(page, heading) if page else self._anchors.url(module) if module in self._own else ""
        deprecation = deprecation_of(definition, self._warned(definition))
        symbol = PackageSymbol(
            name,
            SymbolKind.ATTRIBUTE,
            module=definition.module.path,
            paths=found.others,
            decorators=_decorators(definition),
            deprecation=deprecation,
            summary=first_sentence(definition.docstring.value) if definition.docstring else "",
            url=url,
            path_urls=self._path_urls(found),
            line=_line(definition),
            rank=self._ranks.of(found, deprecated=deprecation is not None),
        )
        if isinstance(definition, griffe.Function):
            return self._function(symbol, definition)
        if isinstance(definition, griffe.Class):
            return self._class(symbol, definition, page, heading)
        if isinstance(definition, griffe.TypeAlias):
            return replace(symbol, kind=SymbolKind.TYPE)
        return self._value(symbol, definition, page, heading) if isinstance(definition, griffe.Attribute) else symbol

    def _function(self, symbol: PackageSymbol, definition: griffe.Function) -> PackageSymbol:
        behind = self._syntax.behind_stub(definition)
        source = behind if isinstance(behind, griffe.Function) else None
        made = source_signatures(definition, source) if source else ()
        made = made or function_signatures(definition, bound=is_bound(definition) and takes_owner(definition))
        if is_loose_method(definition):
            return replace(symbol, kind=SymbolKind.METHOD, signatures=made, rank=symbol.rank + LOOSE)
        return replace(symbol, kind=SymbolKind.FUNCTION, signatures=made)

    def _module(self, name: str, found: PublicObject, definition: griffe.Object | None) -> PackageSymbol:
        docstring = definition.docstring if definition is not None else None
        return PackageSymbol(
            name,
            SymbolKind.MODULE,
            module=found.target,
            paths=found.others,
            own=tuple(self._exported.get(name, ())[:_MAX_EXPORTS]),
            summary=first_sentence(docstring.value) if docstring else "",
            url=self._anchors.url(found.target) if found.target in self._own else "",
            deprecation=deprecation_of(definition, {}) if definition is not None else None,
            rank=self._ranks.of_module(name),
        )

    def _foreign(self, name: str, found: PublicObject) -> PackageSymbol:
        """Return the entry of an object that the package offers and another distribution defines."""
        module, _, last = name.rpartition(".")
        kind = SymbolKind.CONSTANT if last.isupper() else SymbolKind.FUNCTION
        if last[:1].isupper() and not last.isupper():
            kind = SymbolKind.CLASS
        symbol = PackageSymbol(name, kind, found.target.rpartition(".")[0], found.others, complete=0.0)
        url = self._anchors.url(module) if module in self._own else ""
        return replace(symbol, url=url, rank=self._ranks.of(found, deprecated=False))

    def _class(self, symbol: PackageSymbol, cls: griffe.Class, page: str, heading: str) -> PackageSymbol:
        members = self._classes.of(cls)
        self._with_members[symbol.name] = (members, cls, page, heading)
        enum = self._classes.is_enum(cls)
        return replace(
            symbol,
            kind=SymbolKind.ENUM if enum else SymbolKind.CLASS,
            signatures=() if enum else self._constructors.signatures(cls),
            bases=tuple(self._names.of(base) for base in self._ancestors.bases(cls)),
            own=tuple(members.own),
            inherited=tuple(members.inherited),
            complete=self._completeness(cls, members),
        )

    def _value(self, symbol: PackageSymbol, value: griffe.Attribute, page: str, heading: str) -> PackageSymbol:
        maker = value.value.function if isinstance(value.value, griffe.ExprCall) else None
        made = str(maker).rpartition(".")[2]
        if made in _TYPE_MAKERS or _is_type(value):
            return replace(symbol, kind=SymbolKind.TYPE)
        if made in _CLASS_MAKERS:
            return replace(symbol, kind=SymbolKind.CLASS, complete=0.5)
        if made == "partial" and isinstance(value.value, griffe.ExprCall) and value.value.arguments:
            called = self._syntax.resolve_expression(value.module.path, str(value.value.arguments[0]))
            if isinstance(called, griffe.Function):
                signatures = partial_signatures(called, value.value)
                return replace(symbol, kind=SymbolKind.FUNCTION, signatures=signatures)
        cls = self._instantiated(value, maker)
        if cls is None:
            constant = symbol.last_name.isupper()
            return replace(symbol, kind=SymbolKind.CONSTANT if constant else SymbolKind.ATTRIBUTE)
        members = self._classes.of(cls, instance=True)
        self._with_members[symbol.name] = (members, cls, page, heading)
        return replace(
            symbol,
            kind=SymbolKind.INSTANCE,
            signatures=self._call_signatures(cls),
            bases=(self._names.of(cls),),
            own=tuple(members.own),
            inherited=tuple(members.inherited),
            complete=self._completeness(cls, members),
            summary=symbol.summary or (first_sentence(cls.docstring.value) if cls.docstring else ""),
        )

    def _instantiated(self, value: griffe.Attribute, maker: str | griffe.Expr | None) -> griffe.Class | None:
        for expression in (value.annotation, maker):
            if expression is not None:
                found = self._syntax.resolve_expression(value.module.path, expression)
                if isinstance(found, griffe.Class):
                    return found
        return None

    def _call_signatures(self, cls: griffe.Class) -> tuple[Signature, ...]:
        for owner in self._ancestors.of(cls).classes:
            call = owner.members.get("__call__") if isinstance(owner, griffe.Class) else None
            if isinstance(call, griffe.Function):
                return function_signatures(call, bound=True)
        return ()

    def _member_entries(
        self, owner: PackageSymbol, members: Members, cls: griffe.Class, place: tuple[str, str], depth: int
    ) -> Iterator[PackageSymbol]:
        page, heading = place
        enum = self._classes.is_enum(cls)
        for name, member in members.own.items():
            if len(name) > MAX_NAME:
                continue
            inside = f"{heading}.{name}"
            deprecation = deprecation_of(member, self._warned(member))
            symbol = PackageSymbol(
                f"{owner.name}.{name}",
                member_kind(member, enum=enum),
                module=member.module.path,
                signatures=self._member_signatures(cls, member),
                decorators=_decorators(member),
                deprecation=deprecation,
                summary=first_sentence(member.docstring.value) if member.docstring else "",
                url=self._anchors.url(page, inside) if page and self._anchors.has(page, inside) else owner.url,
                line=_line(member),
                rank=self._ranks.of_member(owner, name, deprecated=deprecation is not None),
            )
            if isinstance(member, griffe.Class):
                symbol = self._class(symbol, member, page, inside)
            yield symbol
            if isinstance(member, griffe.Class) and depth < _MAX_NESTING:
                nested = self._with_members[symbol.name][0]
                yield from self._member_entries(symbol, nested, member, (page, inside), depth + 1)

    def _member_signatures(self, cls: griffe.Class, member: griffe.Object) -> tuple[Signature, ...]:
        if is_property(member):
            return ()
        if isinstance(member, griffe.Function):
            return function_signatures(member, bound=takes_owner(member))
        value = member.value if isinstance(member, griffe.Attribute) else None
        if isinstance(value, griffe.ExprName):
            for owner in self._ancestors.of(cls).classes:
                same = owner.members.get(str(value)) if isinstance(owner, griffe.Class) else None
                if isinstance(same, griffe.Function):
                    return function_signatures(same, bound=takes_owner(same))
        return ()

    def _completeness(self, cls: griffe.Class, members: Members) -> float:
        facts = self._facts.get(cls.module.path) if cls.module.path in self._own else None
        dynamic = facts is not None and not {"cls", cls.name}.isdisjoint(facts.set_on)
        return round(members.complete * (0.8 if dynamic else 1.0), 3)

    def _path_urls(self, found: PublicObject) -> tuple[tuple[str, str], ...]:
        """Return the other paths of an object whose own module's page has a heading for them, with their URLs."""
        others = ((f"{module}.{name}", module, name) for module, name in found.pages if (module, name) != found.page)
        return tuple(
            (path, self._anchors.url(module, name)) for path, module, name in others if self._anchors.has(module, name)
        )

    def _url(self, page: str, heading: str) -> str:
        return self._anchors.url(page, heading if self._anchors.has(page, heading) else CONSTANTS)

    def _warned(self, definition: griffe.Object) -> Mapping[int, str]:
        path = definition.module.path
        return self._warnings.of(path) if path in self._own else {}


def _names_by_module(objects: Mapping[str, PublicObject]) -> dict[str, list[str]]:
    exported: dict[str, list[str]] = {}
    for found in objects.values():
        for path in found.paths:
            module, _, name = path.rpartition(".")
            exported.setdefault(module, []).append(name)
    return exported


def _line(definition: griffe.Object) -> int:
    """Return the line of a definition, 0 where the source was converted and has other lines."""
    file = definition.filepath
    is_converted = isinstance(file, Path) and file.suffix == CYTHON
    return 0 if is_converted else definition.lineno or 0


def _decorators(definition: griffe.Object) -> tuple[str, ...]:
    if not isinstance(definition, griffe.Function | griffe.Class):
        return ()
    return tuple(shown(decorator.value) or "" for decorator in definition.decorators[:_MAX_DECORATORS])


def _is_type(value: griffe.Attribute) -> bool:
    """Tell whether an attribute is an alias of a type, such as `Path = str | None`."""
    if str(value.annotation).rpartition(".")[2] == "TypeAlias":
        return True
    named = value.name[:1].isupper() and not value.name.isupper() and value.annotation is None
    combined = isinstance(value.value, griffe.ExprBinOp) and value.value.operator == "|"
    return named and (combined or isinstance(value.value, griffe.ExprSubscript))
