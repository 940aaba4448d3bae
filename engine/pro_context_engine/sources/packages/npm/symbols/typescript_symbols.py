"""The symbol table of one npm package, from its TypeScript declarations."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pro_context_engine.domain.symbols import PackageSymbol, Signature, SymbolDeprecation, SymbolKind, SymbolTable
from pro_context_engine.sources.packages.npm.declarations.declaration_files import module_specifier
from pro_context_engine.sources.packages.npm.declarations.doc_comments import (
    first_sentence,
    is_internal,
    tag_texts,
)
from pro_context_engine.sources.packages.npm.declarations.members import TypeMember
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Declared, Scope
from pro_context_engine.sources.packages.npm.symbols.export_resolution import ExportTarget, PackageScopes
from pro_context_engine.sources.packages.npm.symbols.member_lists import MemberLists
from pro_context_engine.sources.packages.npm.symbols.public_names import PublicName, PublicNames

MOST_SYMBOLS = 100_000
"""The maximum number of symbols of a table."""

Places = Callable[[str, int, str], str]
"""Returns the page and anchor of a declaration, given its file, the position of its statement, and a member's name."""

_MOST_OWN = 20_000
_MOST_MEMBER_PATHS = 8
_OF_MEMBER, _OF_TYPE, _OUTSIDE_README, _OF_DEPRECATED, _OF_INTERNAL = 6, 1, 1, 3, 12
# A member that users reach through a value, as they do those of the object that a package exports.
_OF_VALUE_MEMBER = 3
_CODE = re.compile(r"```[^`]*```|`[^`\n]{1,200}`")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_SINCE = re.compile(r"\b(?:since|as of|in|from)\s+(?:version\s+)?v?(\d+(?:\.\d+){0,2})\b", re.I)
_REPLACEMENT = re.compile(
    r"\{@link(?:code|plain)?\s+([^{}|\s]{1,200})"
    r"|(?:use|favou?r of|replaced (?:by|with))\s+`([^`\n]{1,200})`"
    r"|`([^`\n]{1,200})`\s+instead"
    r"|\b[Uu]se\s+([A-Za-z_$][\w$.]{0,200}\b(?:\(\))?)(?=\s+instead|[.,;]|\s*$)",
    re.I,
)
_KIND_ORDER = ("class", "function", "enum", "interface", "type", "const")
_KINDS = {
    "class": SymbolKind.CLASS,
    "function": SymbolKind.FUNCTION,
    "enum": SymbolKind.ENUM,
    "interface": SymbolKind.INTERFACE,
    "type": SymbolKind.TYPE,
    "const": SymbolKind.CONSTANT,
}


def symbol_table(
    package: str, version: str, scopes: PackageScopes, names: PublicNames, places: Places, readme: str = ""
) -> SymbolTable:
    """Return the public names of a package and the members of each.

    Args:
        package: its name.
        version: its exact version.
        scopes: its files.
        names: its public names.
        places: returns the page and anchor of a declaration, "" for none.
        readme: its README; names in its code rank before others.
    """
    builder = _Builder(package, names, MemberLists(scopes), places, readme)
    symbols = builder.symbols()
    truncated = builder.truncated or scopes.truncated or names.truncated
    return SymbolTable(package, version, tuple(sorted(symbols, key=_order)), truncated)


class _Builder:
    """The making of the symbols of one package."""

    def __init__(self, package: str, names: PublicNames, members: MemberLists, places: Places, readme: str) -> None:
        self.truncated = False
        self._package = package
        self._names = names
        self._members = members
        self._places = places
        self._in_readme = frozenset(word for code in _CODE.findall(readme[:1_000_000]) for word in _WORD.findall(code))
        self._found: dict[str, PackageSymbol] = {}
        self._name_of: dict[tuple[ExportTarget, str], str] = {}
        self._more_paths: dict[str, list[str]] = {}

    def symbols(self) -> list[PackageSymbol]:
        """Return the symbols: modules, public names, and the members of these."""
        public = list(self._names)
        for name in public:
            self._name_members(name, own=True)
        for name in sorted(public, key=self._is_instance):
            self._name_members(name, own=False)
        for name in public:
            self._add(name)
        for specifier, (scope, rank, own) in self._names.modules.items():
            if specifier not in self._found and own:
                url = self._places(scope.path, -1, "")
                module = PackageSymbol(specifier, SymbolKind.MODULE, specifier, own=tuple(own[:_MOST_OWN]), url=url)
                self._keep(replace(module, rank=rank + _OUTSIDE_README))
        self.truncated = self.truncated or self._members.truncated
        return [self._with_paths(one) for one in self._found.values()]

    def _name_members(self, public: PublicName, *, own: bool) -> None:
        """Give the members of a name their canonical names: those of their owner, else of its first public heir.

        A member of a value has the paths of the value too (`vi.mock`).
        """
        for name, owner in self._members.of(public.target).owners.items():
            if (owner == public.target) is own:
                path = f"{public.name}.{name}"
                canonical = self._name_of.setdefault((owner, name), path)
                if canonical != path and owner != public.target and self._is_instance(public):
                    paths = self._more_paths.setdefault(canonical, [])
                    others = [f"{one}.{name}" for one in public.paths if "." not in one][:1]
                    paths += [path, *others][: _MOST_MEMBER_PATHS - len(paths)]

    def _is_instance(self, public: PublicName) -> bool:
        return {one.kind for one in self._members.declarations(public.target)} == {"const"}

    def _add(self, public: PublicName) -> None:
        declarations = self._members.declarations(public.target)
        if not declarations:
            self._keep(self._module(public))
            return
        members = self._members.of(public.target)
        mine = {name: self._name_of.get((owner, name), "") for name, owner in members.owners.items()}
        own = [name for name, canonical in mine.items() if canonical == f"{public.name}.{name}"]
        inherited = [
            canonical for name, canonical in mine.items() if canonical and canonical != f"{public.name}.{name}"
        ]
        shape = self._members.shape(public.target)
        first = next(one for kind in _KIND_ORDER for one in declarations if one.kind == kind)
        doc = next((one.statement.doc for one in declarations if one.statement.doc), "")
        kind, signatures = self._kind(public, first)
        symbol = PackageSymbol(
            name=public.name,
            kind=kind,
            module=self._module_of(first.scope),
            paths=tuple(public.paths),
            signatures=tuple(signatures),
            bases=tuple(self._base(base.text, base.target) for base in shape.bases),
            own=tuple([*own, *(one for one in public.space if one not in mine)][:_MOST_OWN]),
            inherited=tuple(inherited[:_MOST_OWN]),
            url=self._places(first.scope.path, first.statement.first, ""),
            line=first.line,
            complete=members.complete,
        )
        self._keep(self._documented(symbol, doc, public.rank))
        for name in own:
            self._add_member(symbol, name, members.owners[name], public.rank)

    def _add_member(self, owner: PackageSymbol, name: str, target: ExportTarget, rank: int) -> None:
        found = self._members.shape(target).members[name]
        scope, first = found[0]
        doc = next((one.statement.doc for _, one in found if one.statement.doc), "")
        line = scope.scan.tokens[first.statement.first].line
        symbol = PackageSymbol(
            name=f"{owner.name}.{name}",
            kind=_member_kind(found),
            module=self._module_of(scope),
            signatures=tuple(self._members.of_member(target, name)),
            url=place if "#" in (place := self._member_place(target, scope, first, name)) else owner.url or place,
            line=line,
        )
        is_reached = symbol.name in self._more_paths
        self._keep(self._documented(symbol, doc, rank + (_OF_VALUE_MEMBER if is_reached else _OF_MEMBER)))

    def _member_place(self, target: ExportTarget, scope: Scope, member: TypeMember, name: str) -> str:
        around = next(
            (
                one
                for one in self._members.declarations(target)
                if one.scope.path == scope.path and one.statement.first <= member.statement.first < one.last
            ),
            None,
        )
        return self._places(scope.path, around.statement.first, name) if around else ""

    def _kind(self, public: PublicName, first: Declared) -> tuple[SymbolKind, list[Signature]]:
        """Return the kind of a name and the ways to call it."""
        target, kind = public.target, _KINDS[first.kind]
        if kind is SymbolKind.ENUM:
            return kind, []
        calls = self._members.signatures(target, constructs=False) if kind is not SymbolKind.CLASS else []
        constructs = self._members.signatures(target, constructs=True) if not calls else []
        if kind is SymbolKind.CLASS:
            has_bases = bool(self._members.shape(target).bases)
            return kind, constructs or ([] if has_bases else [Signature()])
        if kind is SymbolKind.CONSTANT:
            if calls:
                return SymbolKind.FUNCTION, calls
            if constructs:
                return SymbolKind.CLASS, constructs
            is_instance = any(one.target for one in self._members.shape(target).bases)
            return SymbolKind.INSTANCE if is_instance else kind, []
        return kind, calls or constructs

    def _module(self, public: PublicName) -> PackageSymbol:
        """Return the symbol of a namespace, or of a name of another package."""
        target = public.target
        if target.scope is None:
            specifier, _, name = target.name.partition(" ")
            kind = SymbolKind.MODULE if name == "*" else SymbolKind.TYPE if name[:1].isupper() else SymbolKind.CONSTANT
            symbol = PackageSymbol(public.name, kind, specifier, tuple(public.paths), complete=0.0)
            return self._documented(symbol, "", public.rank)
        spaces = self._members.spaces(target)
        at = spaces[0].first if spaces and target.name else -1
        symbol = PackageSymbol(
            name=public.name,
            kind=SymbolKind.MODULE,
            module=self._module_of(target.scope),
            paths=tuple(public.paths),
            own=tuple(public.space[:_MOST_OWN]),
            url=self._places(target.scope.path, at, ""),
        )
        return self._documented(symbol, "", public.rank)

    def _base(self, text: str, target: ExportTarget | None) -> str:
        public = self._names.of(target) if target else None
        return public.name if public else text

    def _module_of(self, scope: Scope) -> str:
        return module_specifier(self._package, scope.path)

    def _documented(self, symbol: PackageSymbol, doc: str, rank: int) -> PackageSymbol:
        """Return a symbol with its summary, its deprecation and its rank."""
        deprecation, since = deprecation_of(doc), next(iter(tag_texts(doc, "since")), "")
        rank += _OUTSIDE_README * (symbol.last_name not in self._in_readme)
        rank += _OF_TYPE * (symbol.kind in (SymbolKind.INTERFACE, SymbolKind.TYPE))
        rank += _OF_DEPRECATED * (deprecation is not None)
        rank += _OF_INTERNAL * (is_internal(doc) or symbol.last_name.startswith("_"))
        return replace(
            symbol, summary=first_sentence(doc), deprecation=deprecation, rank=rank, since=since.split("\n")[0][:40]
        )

    def _keep(self, symbol: PackageSymbol) -> None:
        if len(self._found) >= MOST_SYMBOLS:
            self.truncated = True
        else:
            self._found.setdefault(symbol.name, symbol)

    def _with_paths(self, symbol: PackageSymbol) -> PackageSymbol:
        more = self._more_paths.get(symbol.name)
        return replace(symbol, paths=(*symbol.paths, *more)) if more else symbol


def deprecation_of(comment: str) -> SymbolDeprecation | None:
    """Return the deprecation that a documentation comment states, None for none."""
    texts = tag_texts(comment, "deprecated") if "@deprecated" in comment else []
    if not texts:
        return None
    text = " ".join(texts[0].split())[:500]
    since, replacement = _SINCE.search(text), _REPLACEMENT.search(text)
    named = next((one for one in replacement.groups() if one), "") if replacement else ""
    return SymbolDeprecation(since[1] if since else "", text, named)


def _member_kind(found: Sequence[tuple[Scope, TypeMember]]) -> SymbolKind:
    kinds = {member.kind for _, member in found}
    if "constant" in kinds:
        return SymbolKind.CONSTANT
    return SymbolKind.METHOD if "method" in kinds else SymbolKind.PROPERTY


def _order(symbol: PackageSymbol) -> tuple[int, str]:
    return symbol.rank, symbol.name
