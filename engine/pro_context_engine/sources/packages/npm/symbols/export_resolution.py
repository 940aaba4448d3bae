"""The names that the modules of a package export, followed through its files to their declarations."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import (
    Declared,
    Import,
    Scope,
    file_scope,
)

MOST_FILES = 2_000
MOST_CHARACTERS = 8_000_000
"""The bounds on the files that are read; names behind files beyond are not found."""

MOST_BLOCKS = 500
"""The maximum number of blocks that are merged to one module, or to the global declarations."""

_MOST_STEPS = 60
_WORD = re.compile(r"[\w$]+")


class ExportTarget(NamedTuple):
    """The declarations of a name in a scope; without a name, the module itself.

    Attributes:
        scope: the scope, None for a module of another package.
        name: the local name; of another package the specifier and the name there, separated by a space.
    """

    scope: Scope | None
    name: str


class PackageScopes:
    """The files of a package as scopes, read when they are needed.

    Args:
        package: its name.
        files: its declaration files, and those of the packages that it hands on.

    Attributes:
        truncated: whether files are missing or beyond a bound.
        ambient: the blocks of each module that is declared by name, by specifiers.
        globals: the blocks of global declarations.
    """

    def __init__(self, package: str, files: DeclarationFiles) -> None:
        self.truncated = False
        self._entries = {package + subpath.removeprefix("."): path for subpath, path in files.entries.items()}
        self._files = files
        self._left = MOST_CHARACTERS
        self._scopes: dict[str, Scope | None] = {}
        self._exports: dict[int, dict[str, tuple[Scope, str | Import]]] = {}
        self._merging: dict[int, list[Scope]] = {}
        self._worded: tuple[int, frozenset[str]] = (0, frozenset())
        self.ambient: dict[str, list[Scope]] = {}
        self.globals: list[Scope] = []

    def file(self, path: str) -> Scope | None:
        """Return the scope of a file, None if it cannot be read or is beyond a bound."""
        if path not in self._scopes:
            self._scopes[path] = None
            if len(self._scopes) > MOST_FILES or self._left <= 0:
                self.truncated = True
                return None
            text = self._files.text(path)
            unread = not text and path in self._entries.values()
            self.truncated = self.truncated or unread or len(text) > self._left
            scope = file_scope(path, text[: self._left])
            self.truncated = self.truncated or scope.truncated
            self._left -= len(text)
            self._scopes[path] = scope
        return self._scopes[path]

    def read_files(self) -> list[Scope]:
        """Return the scopes of the files that were read."""
        return [scope for scope in self._scopes.values() if scope is not None]

    def words(self) -> frozenset[str]:
        """Return the words in the files that were read, and those in their texts."""
        files = self.read_files()
        if len(files) != self._worded[0]:
            found = set[str]()
            for scope in files:
                for token in scope.scan.tokens:
                    if token.kind == "word":
                        found.add(token.text)
                    elif token.kind == "string":
                        found.update(_WORD.findall(token.text))
            self._worded = len(files), frozenset(found)
        return self._worded[1]

    def module(self, specifier: str, path: str) -> list[Scope]:
        """Return the scopes of a module as a file imports it, [] for an unknown one."""
        target = self._files.target(specifier, path)
        scope = self.file(target) if target else None
        # A file that exports nothing declares its modules by name, or imports the one that does.
        if scope is None or not scope.is_module or not (scope.equals or scope.stars or any(scope.public())):
            return self.ambient.get(specifier) or ([scope] if scope else [])
        return [scope]

    def specifiers(self) -> list[str]:
        """Return the specifiers of the modules at the entry points, and of those that are declared by name."""
        return list(dict.fromkeys([*self._entries, *self.ambient]))

    def exports(self, scope: Scope) -> dict[str, tuple[Scope, str | Import]]:
        """Return the exported names of a file or ambient module: the scope that exports each, and its reference."""
        if id(scope) in self._exports:
            return self._exports[id(scope)]
        found: dict[str, tuple[Scope, str | Import]] = {}
        seen, work = {id(scope)}, deque([scope])
        while work:
            here = work.popleft()
            for name, reference in self._public(here):
                if here is scope or name != "default":
                    found.setdefault(name, (here, reference))
            for specifier in here.stars:
                for star in self.module(specifier, here.path):
                    if id(star) not in seen:
                        seen.add(id(star))
                        work.append(star)
        if scope.equals:
            target = self.local(scope, scope.equals)
            for space in self.spaces(target) if target else ():
                found.update((name, one) for name, one in self.exports(space).items())
        self._exports[id(scope)] = found
        return found

    def is_cut(self, scope: Scope) -> bool:
        """Tell whether a module, or one whose names it hands on, is a file that was read in part."""
        waiting, seen = [scope], {id(scope)}
        for one in waiting:
            if one.truncated:
                return True
            for star in (each for specifier in one.stars for each in self.module(specifier, one.path)):
                if id(star) not in seen:
                    seen.add(id(star))
                    waiting.append(star)
        return False

    def _join(self, blocks: list[Scope], block: Scope) -> None:
        """Add a block to those that merge, up to the bound."""
        if len(blocks) >= MOST_BLOCKS:
            self.truncated = True
            return
        blocks.append(block)
        self._merging[id(block)] = blocks

    def _augmented(self, scope: Scope) -> Scope:
        """Return the scope whose names a module exports: of `export = NAME` its namespace."""
        target = self.local(scope, scope.equals) if scope.equals else None
        spaces = target.scope.spaces.get(target.name, []) if target and target.scope else []
        return spaces[0] if spaces else scope

    def _declaring(self, scope: Scope, name: str) -> ExportTarget | None:
        """Return the declarations of a name in a scope or in those that merge with it."""
        for one in self._merging.get(id(scope), (scope,)):
            if name in one.declared or name in one.spaces:
                return ExportTarget(one, name)
        return ExportTarget(scope, name) if name in scope.declared or name in scope.spaces else None

    def _public(self, scope: Scope) -> Iterator[tuple[str, str | Import]]:
        yield from scope.public()
        for merged in self._merged(scope):
            yield from merged.public()

    def exported(self, scope: Scope, name: str, steps: int = 0) -> ExportTarget | None:
        """Return the declarations behind an exported name, None for none."""
        if name in ("default", "=") and scope.equals:
            return self.local(scope, scope.equals, steps + 1)
        found = self.exports(scope).get("default" if name == "=" else name)
        if found is None and name == "=":
            return ExportTarget(scope, "")
        return self.follow(*found, steps + 1) if found else None

    def follow(self, scope: Scope, reference: str | Import, steps: int = 0) -> ExportTarget | None:
        """Return the declarations behind a reference that stands in a scope."""
        if steps > _MOST_STEPS:
            return None
        return (
            self.local(scope, reference, steps) if isinstance(reference, str) else self._import(scope, reference, steps)
        )

    def local(self, scope: Scope, dotted: str, steps: int = 0) -> ExportTarget | None:
        """Return the declarations behind a perhaps dotted name as a scope knows it, None for unknown names."""
        first, *rest = dotted.split(".")[:10]
        found = self._through(self._known(scope, first, steps), rest, steps)
        # A namespace may have the name of a type that is declared nearer.
        return found or (self._through(self._space(scope, first), rest, steps) if rest else None)

    def _through(self, target: ExportTarget | None, names: list[str], steps: int) -> ExportTarget | None:
        for name in names:
            target = self.within(target, name, steps + 1) if target else None
        return target

    def _space(self, scope: Scope, name: str) -> ExportTarget | None:
        """Return the namespace that a scope knows by a name, None for none."""
        here: Scope | None = scope
        while here is not None:
            found = next((one for one in (here, *here.globals, *self.globals[:1]) if name in one.spaces), None)
            if found is not None:
                return ExportTarget(found, name)
            here = here.parent
        return None

    def within(self, target: ExportTarget, name: str, steps: int = 0) -> ExportTarget | None:
        """Return the declarations of a name in a namespace or module."""
        if target.scope is None or steps > _MOST_STEPS:
            return None
        if not target.name:
            return self.exported(target.scope, name, steps + 1)
        for space in self.spaces(target):
            if name in self.exports(space):
                return self.follow(*self.exports(space)[name], steps + 1)
        return None

    def spaces(self, target: ExportTarget) -> list[Scope]:
        """Return the namespaces with the name of a target."""
        if target.scope is None or not target.name:
            return []
        own = target.scope.spaces.get(target.name, [])
        return [*own, *(one for scope in self._merged(target.scope) for one in scope.spaces.get(target.name, ()))]

    def declarations(self, target: ExportTarget) -> list[Declared]:
        """Return the declarations of a target, with those of modules that augment it."""
        if target.scope is None:
            return []
        own = target.scope.declared.get(target.name, [])
        return [*own, *(one for scope in self._merged(target.scope) for one in scope.declared.get(target.name, ()))]

    def _merged(self, scope: Scope) -> list[Scope]:
        """Return the other scopes whose declarations merge with those of a scope."""
        return [one for one in self._merging.get(id(scope), ()) if one is not scope]

    def read_all(self) -> None:
        """Read the files behind the entry points that export names or declare global ones, nearest first."""
        work = deque(self._entries.values())
        seen = set(work)
        while work:
            scope = self.file(work.popleft())
            for path in self._paths_behind(scope) if scope else ():
                if path not in seen:
                    seen.add(path)
                    work.append(path)
        self._merge()

    def _paths_behind(self, scope: Scope) -> Iterator[str]:
        exported = [one for _, one in scope.public()]
        # `export import NAME = other.NAME` hands on a name of the module `other`.
        named = [scope.aliases.get(one, one).partition(".")[0] if isinstance(one, str) else one for one in exported]
        found = [scope.imported.get(one) if isinstance(one, str) else one for one in named]
        references = [one for one in scope.references if one.startswith(".")]
        specifiers = [*references, *scope.stars, *(one.specifier for one in found if one)]
        for specifier in dict.fromkeys(specifiers):
            target = self._files.target(specifier, scope.path)
            yield from [target] if target else []

    def _merge(self) -> None:
        """Join the blocks that declare parts of one module, and the global declarations."""
        for scope in self.read_files():
            for specifier, inner in scope.modules:
                own = self.module(specifier, scope.path) if scope.is_module else []
                if own and own[0].parent is None:
                    whole = self._augmented(own[0])
                    blocks = self._merging.setdefault(id(whole), [whole])
                    self._join(blocks, inner)
                    continue
                blocks = self.ambient.setdefault(specifier, [])
                self._join(blocks, inner)
            for block in [*scope.globals, *([] if scope.is_module else [scope])]:
                self._join(self.globals, block)
        self._exports.clear()

    def _known(self, scope: Scope, name: str, steps: int) -> ExportTarget | None:
        here: Scope | None = scope
        while here is not None and steps <= _MOST_STEPS:
            if (found := self._declaring(here, name)) is not None:
                return found
            if name in here.aliases and here.aliases[name].partition(".")[0] != name:
                return self.local(here, here.aliases[name], steps + 1)
            if name in here.imported:
                return self._import(here, here.imported[name], steps + 1)
            # The global declarations of a file that was read after the others are not merged with theirs.
            found = next((one for block in here.globals if (one := self._declaring(block, name))), None)
            if found is not None:
                return found
            here = here.parent
        return self._declaring(self.globals[0], name) if self.globals else None

    def _import(self, scope: Scope, found: Import, steps: int) -> ExportTarget | None:
        modules = self.module(found.specifier, scope.path) if steps <= _MOST_STEPS else []
        if not modules:
            return ExportTarget(None, f"{found.specifier} {found.name}")
        if found.name == "*":
            module = modules[0]
            return self.local(module, module.equals, steps + 1) if module.equals else ExportTarget(module, "")
        known = next((one for module in modules if (one := self.exported(module, found.name, steps + 1))), None)
        own = found.specifier.startswith(".") or found.specifier in self._entries
        return known if known or own else ExportTarget(None, f"{found.specifier} {found.name}")
