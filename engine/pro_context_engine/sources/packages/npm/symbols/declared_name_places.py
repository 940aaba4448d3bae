"""The places that document single names of an npm package, found without the table of all its symbols.

The modules of the interface are known from the table of contents, with the names that each declares. Only the pages of
the modules that declare an asked name are made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from pro_context_engine.domain.symbols import SymbolKind, SymbolPlace
from pro_context_engine.sources.packages.npm.declarations.declarations import Declaration, FileDeclarations
from pro_context_engine.sources.packages.npm.declarations.entry_modules import Module, Modules
from pro_context_engine.sources.packages.npm.declarations.types_of_names import shown_names
from pro_context_engine.sources.packages.npm.symbols.declaration_places import DeclarationPlaces
from pro_context_engine.sources.packages.npm.symbols.public_names import entry_rank

_MOST_TRIED = 12
_MOST_BASES = 30
_MOST_STEPS = 8
_MOST_KEPT = 12
_MEMBER = 6
_KINDS = {
    "class": SymbolKind.CLASS,
    "function": SymbolKind.FUNCTION,
    "enum": SymbolKind.ENUM,
    "interface": SymbolKind.INTERFACE,
    "type": SymbolKind.TYPE,
}
# Of a value and a type with one name, users look for the value.
_TYPES = frozenset({"interface", "type"})


class DeclaredNamePlaces:
    """Find the places that document names; used from one thread at a time.

    Args:
        package: the name of the package.
        modules: the modules of its interface.
        read: returns the declarations of a file.
        text: returns the text of a file.
        places: returns the page and anchor of a declaration.
    """

    def __init__(
        self,
        package: str,
        modules: Modules,
        read: Callable[[str], FileDeclarations],
        text: Callable[[str], str],
        places: DeclarationPlaces,
    ) -> None:
        self._package = package
        self._modules = modules
        self._read = read
        self._text = text
        self._places = places
        self._files: dict[str, FileDeclarations] = {}
        self._by_name: dict[str, list[tuple[Module, str]]] = {}
        self._ranks = dict(self._reached())
        for module in modules:
            for name in modules.own(module):
                for known in dict.fromkeys((name, name.rpartition(".")[2])):
                    self._by_name.setdefault(known, []).append((module, name))

        # Names under which a module hands on another name: the file that it comes from, and the name there.
        self._renamed: dict[str, list[tuple[str, str]]] = {}
        for module in modules.every():
            for path, export in module.elsewhere:
                for inner, public in export.names or ():
                    if inner != public:
                        self._renamed.setdefault(public, []).append((path, inner))

    def places(self, names: Sequence[str]) -> list[SymbolPlace | None]:
        """Return for each name the place that documents it, None where none is found.

        Args:
            names: with or without modules, namespaces and owners before them (`object`, `z.object`, `Command.option`).
        """
        return [self._place(name.split(".")) for name in names]

    def _place(self, parts: list[str]) -> SymbolPlace | None:
        for first in range(len(parts)):
            for last in range(len(parts), first, -1):
                for module, name in self._declaring(".".join(parts[first:last])):
                    found = self._documented(module, name, parts[last:])
                    if found is not None:
                        return found._replace(name=_public_name(found.name, parts[last - 1]))
        return self._member(parts[0]) if len(parts) == 1 else None

    def _member(self, name: str) -> SymbolPlace | None:
        """Return the place of a member without the name of its owner, in the most public module that declares one."""
        pattern = rf"(?:^[ \t]+|[{{;][ \t]*)(?:readonly[ \t]+)?{re.escape(name)}\??[ \t]*[:(<]"
        declared = re.compile(pattern, re.MULTILINE)
        having = (module for module in self._modules if declared.search(self._text(module.path)))
        found = (place for module in having for place in self._members(module, name))
        return min(found, key=lambda place: place.rank, default=None)

    def _members(self, module: Module, name: str) -> Iterator[SymbolPlace]:
        """Yield the places of the members with a name that a module's own declarations have."""
        for public, one in shown_names(self._declarations(module.path)):
            url = self._places(module.path, one.statement.first, name)
            if "#" in url and url != self._places(module.path, one.statement.first, ""):
                rank = self._rank(module, public) + _MEMBER
                yield SymbolPlace(f"{public}.{name}", SymbolKind.METHOD.value, url, rank)

    def _declaring(self, name: str) -> list[tuple[Module, str]]:
        """Return the modules that declare a name, the most public first, with its name there."""
        renamed = (self._behind(path, inner) for path, inner in self._renamed.get(name, ()))
        found = [*self._by_name.get(name, []), *filter(None, renamed)]
        return sorted(found, key=lambda one: (self._rank(*one), one[1].count(".")))[:_MOST_TRIED]

    def _behind(self, path: str, name: str) -> tuple[Module, str] | None:
        """Return the module that declares a name which another one exports, and the name there."""
        for _ in range(_MOST_STEPS):
            module = self._modules.get(path)
            if module is None:
                return None
            if name in module.own:
                return module, name
            every = ((target, pair) for target, export in module.elsewhere for pair in export.names or ())
            target, pair = next(((one, pair) for one, pair in every if pair[1] == name), ("", ("", "")))
            path, name = target, pair[0]
        return None

    def _reached(self) -> Iterator[tuple[tuple[str, str], int]]:
        """Yield how public the names are that entry points hand on, the most public last."""
        entries = [(entry_rank(subpath), module) for subpath, module in self._modules.entry_points()]
        for rank, entry in sorted(entries, key=lambda one: -one[0]):
            for module, names in self._modules.handed_on(entry):
                yield from (((module.path, name), rank) for name in names)
            yield from (((entry.path, name), rank) for name in self._modules.own(entry))

    def _rank(self, module: Module, name: str) -> int:
        own = entry_rank(module.title.removeprefix(self._package))
        return min(own, self._ranks.get((module.path, name), own))

    def _declarations(self, path: str) -> FileDeclarations:
        if path not in self._files:
            if len(self._files) >= _MOST_KEPT:
                self._files.clear()
            self._files[path] = self._read(path)
        return self._files[path]

    def _documented(self, module: Module, name: str, rest: list[str]) -> SymbolPlace | None:
        """Return the place of a declaration, or of a member of it, None for an unknown member."""
        declared = [one for public, one in shown_names(self._declarations(module.path)) if public == name]
        if not declared:
            return None
        one = min(declared, key=lambda each: each.kind in _TYPES)
        rank = self._rank(module, name)
        if not rest:
            url = self._places(module.path, one.statement.first, "")
            kind = _KINDS.get(one.kind, SymbolKind.CONSTANT)
            return SymbolPlace(name, kind.value, url, rank) if "#" in url else None
        if len(rest) > 1:
            return None
        for owner, each in self._owners(module, declared):
            url = self._places(owner.path, each.statement.first, rest[0])
            if "#" in url and url != self._places(owner.path, each.statement.first, ""):
                return SymbolPlace(f"{name}.{rest[0]}", SymbolKind.METHOD.value, url, rank + _MEMBER)
        return None

    def _owners(self, module: Module, declared: Sequence[Declaration]) -> Iterator[tuple[Module, Declaration]]:
        """Yield the declarations that may have a member of a name: its own, its type, and their bases."""
        waiting = [(module, one) for one in declared]
        seen = {(module.path, one.statement.first) for one in declared}
        while waiting and len(seen) < _MOST_BASES:
            here, one = waiting.pop(0)
            yield here, one
            read = self._declarations(here.path)
            for base in (*read.bases(one), *_type_of(read, one)):
                for other, name in self._declaring(base.rpartition(".")[2]):
                    for public, each in shown_names(self._declarations(other.path)):
                        if public == name and (other.path, each.statement.first) not in seen:
                            seen.add((other.path, each.statement.first))
                            waiting.append((other, each))


def _public_name(name: str, asked: str) -> str:
    """Return a name with the one that is asked in place of that of a default export, which each importer chooses."""
    first, dot, rest = name.partition(".")
    return f"{asked}{dot}{rest}" if first == "default" else name


def _type_of(read: FileDeclarations, one: Declaration) -> list[str]:
    """Return the name of the type of a constant, [] for any other declaration."""
    tokens = read.scan.tokens[one.head : one.statement.last]
    if one.kind not in ("const", "let", "var") or len(tokens) < 4 or tokens[2].text != ":":
        return []
    return [tokens[3].text] if tokens[3].kind == "word" else []
