"""The public paths of the names that an npm package exports, and how public each is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush

from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.sources.packages.npm.declarations.declaration_files import described_package
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Import, Scope
from pro_context_engine.sources.packages.npm.symbols.export_resolution import ExportTarget, PackageScopes

MOST_NAMES = 100_000
MOST_PATHS = 12
"""The bounds on public names, and on the paths of each."""

_MOST_STEPS = 400_000
_DEEPEST = 6
_MOST_ALIASES_OF_SPACES = 4
_OF_SUB_ENTRY, _OF_HIDDEN, _OF_GLOBAL, _OF_DEPTH, _OF_INNER_SPACE = 4, 12, 8, 2, 6
_HIDDEN = re.compile(
    r"(?:^|[-_./])(?:_|(?:internals?|experimental|unstable|legacy|compat|testing|tests?|mocks?|deprecated|private"
    r"|dist|src|lib|esm|cjs|umd|build|types|v\d+)(?:[-_./]|$))"
)
_UNFINISHED = re.compile(r"(?:unstable|experimental|internal|unsafe|test|DO_NOT_USE)_|__", re.I)
# The namespaces in which packages hand on what they are made of.
_INNER_SPACE = re.compile(r"_|(?:core|helpers?|internals?|utils?)$", re.I)
_NO_NAME = re.compile(r"_|.*(?:_default|\$\d+)$|.$|default$|$")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_NOT_IN_IDENTIFIER = re.compile(r"[^A-Za-z0-9]+")


@dataclass(slots=True)
class PublicName:
    """A public name.

    Attributes:
        target: its declarations.
        name: its canonical path.
        rank: how public its module and its place in it are, 0 for most.
        specifier: the module that exports it.
        paths: its other public paths, shortest first.
        space: the names in it, of a module or namespace.
    """

    target: ExportTarget
    name: str
    rank: int
    specifier: str
    paths: list[str] = field(default_factory=list)
    space: list[str] = field(default_factory=list)

    def add_path(self, path: str, *, nested: bool) -> None:
        """Add another public path, unless it is known or beyond the bound, which is lower for one in a namespace."""
        most = MOST_PATHS // 2 if nested else MOST_PATHS
        if path != self.name and path not in self.paths and len(self.paths) < most:
            self.paths.append(path)


@dataclass(order=True, slots=True)
class _Step:
    rank: int
    dots: int
    count: int
    name: str = field(compare=False)
    specifier: str = field(compare=False)
    target: ExportTarget = field(compare=False)
    around: tuple[int, ...] = field(compare=False, default=())


class PublicNames:
    """The public names of a package, most public first.

    Args:
        package: its name; of `@types/x` the names are those of the package `x`.
        scopes: its files.
        entries: the declaration files of its entry points, by subpath.
    """

    def __init__(self, package: str, scopes: PackageScopes, entries: Mapping[str, str]) -> None:
        self.truncated = False
        self.modules: dict[str, tuple[Scope, int, list[str]]] = {}
        self._package = described_package(package)
        self._scopes = scopes
        self._steps: list[_Step] = []
        self._count = 0
        self._found: dict[ExportTarget, PublicName] = {}
        self._taken: set[str] = set()
        for subpath, path in sorted(entries.items(), key=lambda one: (entry_rank(one[0]), one[0])):
            scope = scopes.file(path)
            if scope is not None:
                self._add_module(scope, subpath.removeprefix("."), entry_rank(subpath))
        self._add_declared_modules()
        self._walk()

    def __iter__(self) -> Iterator[PublicName]:
        """Yield the names."""
        return iter(self._found.values())

    def of(self, target: ExportTarget) -> PublicName | None:
        """Return the public name of declarations, None if they have none."""
        return self._found.get(target)

    def _add_module(self, scope: Scope, subpath: str, rank: int, specifier: str = "") -> None:
        """Add the exports of an entry point or of a module that is declared by name."""
        specifier = specifier or self._package + subpath
        prefix = f"{specifier}." if subpath or specifier != self._package else ""
        if scope.equals and (target := self._scopes.exported(scope, "=")):
            default = self._default_name(prefix, specifier, scope.equals)
            self._push(default, target, rank, specifier)
            if scope.global_name and default != prefix + scope.global_name:
                self._push(prefix + scope.global_name, target, rank + 1, specifier)
        names = list[str]()
        others = list[tuple[str, ExportTarget]]()
        # A file that imports and exports nothing declares global names.
        exports = {} if scope.parent is None and not scope.is_module else self._scopes.exports(scope)
        for name, reference in exports.items():
            target = self._scopes.follow(*reference)
            if target is None:
                continue
            if name == "default":
                local = target.name if target.scope else ""
                written = reference[1] if isinstance(reference[1], str) else local
                default = self._default_name(prefix, specifier, written)
                if default.removeprefix(prefix) not in exports:
                    self._push(default, target, rank, specifier)
                self._push(f"{prefix}default", target, rank + 1, specifier)
            elif isinstance(reference[1], Import) and reference[1].name == "default" and target.name in exports:
                # The name that its module gives to it is known better than the one that this module gives to it.
                others.append((prefix + name, target))
            else:
                self._push(prefix + name, target, rank, specifier)
            names.append(name)
        for name, target in others:
            self._push(name, target, rank, specifier)
        self.modules.setdefault(specifier, (scope, rank, names))

    def _add_declared_modules(self) -> None:
        is_library = any(names for _, _, names in self.modules.values())
        for named, scopes in self._scopes.ambient.items():
            specifier = named.removeprefix("node:")
            if "*" in specifier or specifier.startswith((".", "/")):
                continue
            rank = 0 if specifier == self._package or not is_library else _OF_GLOBAL + _OF_DEPTH
            for scope in scopes[:50]:
                self._add_module(scope, "", rank, specifier)
        for scope in self._scopes.globals:
            for name, reference in self._scopes.exports(scope).items():
                target = self._scopes.follow(*reference)
                if target is not None and name != "default":
                    self._push(name, target, _OF_GLOBAL if is_library else 1, "")

    def _default_name(self, prefix: str, specifier: str, local: str) -> str:
        """Return the name that users give to a default export: its own, else one made of the module's."""
        if not _NO_NAME.fullmatch(local) and _IDENTIFIER.fullmatch(local) and "." not in local:
            return prefix + local
        first, *rest = [one for one in _NOT_IN_IDENTIFIER.split(specifier.rpartition("/")[2]) if one] or ["default"]
        return prefix + first + "".join(one[:1].upper() + one[1:] for one in rest)

    def _push(self, name: str, target: ExportTarget, rank: int, specifier: str, around: tuple[int, ...] = ()) -> None:
        if self._count >= _MOST_STEPS:
            self.truncated = True
            return
        self._count += 1
        rank += _OF_HIDDEN * bool(_UNFINISHED.match(name.rpartition(".")[2]))
        heappush(self._steps, _Step(rank, len(around), self._count, name, specifier, target, around))

    def _walk(self) -> None:
        while self._steps:
            step = heappop(self._steps)
            known = self._found.get(step.target)
            if known is not None:
                known.add_path(step.name, nested=bool(step.around))
                if len(known.paths) <= _MOST_ALIASES_OF_SPACES:
                    self._push_space(step, None)
                continue
            if len(self._found) >= MOST_NAMES:
                self.truncated = True
                return
            name = step.name if step.name not in self._taken else f"{step.specifier or 'globalThis'}.{step.name}"
            if name in self._taken:
                continue
            self._taken.add(name)
            public = PublicName(step.target, name, step.rank, step.specifier)
            self._found[step.target] = public
            self._push_space(step, public)
        for one in self._found.values():
            one.paths.sort(key=lambda path: (path.count("."), len(path)))

    def _push_space(self, step: _Step, public: PublicName | None) -> None:
        """Add the names in a namespace or module."""
        target = step.target
        if target.scope is None:
            return
        scopes = self._scopes.spaces(target) if target.name else [target.scope]
        for scope in scopes:
            if id(scope) in step.around or len(step.around) >= _DEEPEST:
                continue
            for name, reference in self._scopes.exports(scope).items():
                inner = self._scopes.follow(*reference)
                if inner is None or name == "default":
                    continue
                if public is not None:
                    public.space.append(name)
                around = (*step.around, id(scope))
                is_inner = _INNER_SPACE.match(step.name.rpartition(".")[2])
                rank = step.rank + (_OF_INNER_SPACE if is_inner else _OF_DEPTH)
                self._push(f"{step.name}.{name}", inner, rank, step.specifier, around)


def public_names(package: str, files: DeclarationFiles) -> tuple[PackageScopes, PublicNames]:
    """Return the files and the public names of a package.

    Args:
        package: its name.
        files: its declaration files, and those of the packages that it hands on.
    """
    scopes = PackageScopes(package, files)
    scopes.read_all()
    return scopes, PublicNames(package, scopes, files.entries)


def names_in_files(scopes: PackageScopes, names: PublicNames) -> dict[tuple[str, str], str]:
    """Return the names that users know for the names that files export, by path and name, where they differ.

    Bundlers give exports between the files of a package short names (`export { Otter as a }`).
    """
    found: dict[tuple[str, str], str] = {}
    for scope in scopes.read_files():
        for name, reference in scope.public():
            target = scopes.follow(scope, reference)
            public = names.of(target) if target else None
            known = public.name.rpartition(".")[2] if public else target.name if target and target.scope else ""
            is_named = name != "default" or (target is not None and _NO_NAME.fullmatch(target.name))
            if known and known != name and is_named:
                found[scope.path, name] = known
        whole = scopes.exported(scope, "=") if scope.equals else None
        if whole and (public := names.of(whole)) and "." not in scope.equals:
            found.setdefault((scope.path, scope.equals), public.name.rpartition(".")[2])
    return found


def entry_rank(subpath: str) -> int:
    """Return how far an entry point is from the package's main one: 0 for it, more for deep and unfinished ones."""
    inner = subpath.removeprefix(".").removeprefix("/")
    if not inner:
        return 0
    hidden = _OF_HIDDEN if _HIDDEN.search(inner) else 0
    return _OF_SUB_ENTRY + _OF_DEPTH * inner.count("/") + hidden
