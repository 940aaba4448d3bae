"""Names that a module imports in branches, such as one for each version of Python, or when they are first asked for."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import griffe

_GIVES_NAMES = "__getattr__"
_MAX_NESTING = 3
_MAX_TARGETS = 8


class ConditionalImportReader(griffe.Extension):
    """Records imports that the syntax does not keep: of all branches but the last one, and of lazy names."""

    def __init__(self) -> None:
        super().__init__()
        self._targets: dict[str, dict[str, list[str]]] = {}

    def of(self, module: str) -> Mapping[str, Sequence[str]]:
        """Return the dotted paths that a parsed module imports under a name in these places, by the name."""
        return self._targets.get(module, {})

    def on_module_members(self, *, node: Any, mod: griffe.Module, agent: Any, **_: Any) -> None:
        """Read the branches at the top level of a module, and the functions that give its lazy names (PEP 562)."""
        defined: dict[str, ast.stmt] = {}
        for statement in node.body:
            lazy = isinstance(statement, ast.FunctionDef) and statement.name == _GIVES_NAMES
            if lazy or isinstance(statement, ast.If | ast.Try):
                for imported in _imports(statement):
                    self._add(mod, imported)
                    _put_back(mod, agent, imported, defined)
            elif isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                defined[statement.name] = statement
        lacking = set(map(str, mod.exports or ())) - mod.members.keys() - self.of(mod.path).keys()
        if lacking and _GIVES_NAMES in mod.members:
            self._add_imported_by_others(mod, lacking, defined.values())

    def _add_imported_by_others(
        self, module: griffe.Module, lacking: Collection[str], defined: Iterable[ast.stmt]
    ) -> None:
        """Add the names in `__all__` that a function imports which `__getattr__` calls."""
        for function in defined:
            if isinstance(function, ast.FunctionDef):
                for imported in _imports(function):
                    names = [name for name in imported.names if (name.asname or name.name) in lacking]
                    self._add(module, ast.ImportFrom(imported.module, names, imported.level))

    def _add(self, module: griffe.Module, imported: ast.ImportFrom) -> None:
        for name in imported.names:
            if name.name != "*":
                found = self._targets.setdefault(module.path, {}).setdefault(name.asname or name.name, [])
                if len(found) < _MAX_TARGETS:
                    found.append(griffe.relative_to_absolute(imported, name, module))


def _put_back(module: griffe.Module, agent: Any, imported: ast.ImportFrom, defined: Mapping[str, ast.stmt]) -> None:
    """Put a definition back that an import in a later branch replaces, as one of a faster form of it does."""
    for name in imported.names:
        local = name.asname or name.name
        if local in defined and isinstance(module.members.get(local), griffe.Alias):
            agent.visit(defined[local])


def _imports(statement: ast.stmt, depth: int = 0) -> Iterator[ast.ImportFrom]:
    """Yield the imports in the branches of a statement; those of functions and classes are others."""
    if isinstance(statement, ast.ImportFrom):
        yield statement
    elif depth <= _MAX_NESTING:
        for branch in _branches(statement, depth):
            for inner in branch:
                yield from _imports(inner, depth + 1)


def _branches(statement: ast.stmt, depth: int) -> list[list[ast.stmt]]:
    if isinstance(statement, ast.Try):
        return [statement.body, statement.orelse, *(handler.body for handler in statement.handlers)]
    if isinstance(statement, ast.If):
        return [statement.body, statement.orelse]
    return [statement.body] if isinstance(statement, ast.FunctionDef) and not depth else []
