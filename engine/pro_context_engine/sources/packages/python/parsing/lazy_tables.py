"""The tables by which modules import names when they are asked for: `{"row": ".boats"}`, `{"boats": ["row", "sail"]}`.

A table may be the value of a name or an argument of a call. What its texts mean is not written anywhere; an entry
counts if one of its texts is a module of the distribution, in whose text the name stands.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import griffe

from pro_context_engine.sources.packages.files.distribution_files import DistributionFile, FileRefused
from pro_context_engine.sources.packages.python.parsing.public_modules import ModuleFiles

_GIVES_NAMES = "__getattr__"
_GIVERS = frozenset({_GIVES_NAMES, "sys.modules[__name__]"})
_MOST_ENTRIES = 5_000
_MOST_TEXTS = 1_000

Entry = tuple[str, Sequence[str]]
"""The key of a table, and the texts of its value."""


class LazyTableReader(griffe.Extension):
    """Records the tables of the modules that make names when they are asked for (PEP 562)."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[str, list[Entry]] = {}

    def on_module_members(self, *, node: Any, mod: griffe.Module, **_: Any) -> None:
        """Read the tables at the top level of such a module."""
        if _GIVES_NAMES in mod.members or not _GIVERS.isdisjoint(map(ast.unparse, _targets(node.body))):
            tables = (table for statement in node.body for table in _tables(statement))
            self._entries[mod.path] = [entry for table in tables for entry in _texts_of(table)][:_MOST_ENTRIES]

    def paths(
        self, module: str, modules: Mapping[str, ModuleFiles], read: Callable[[DistributionFile], str]
    ) -> Mapping[str, str]:
        """Return the dotted paths that the tables of a parsed module give to names, by the name.

        Args:
            module: its dotted name.
            modules: the modules that may be meant.
            read: returns a file's text, or raises FileRefused.
        """
        entries = self._entries.get(module)
        if not entries:
            return {}
        package = module if modules[module].is_package else module.rpartition(".")[0]
        texts: dict[str, str] = {}

        def has(name: str, attribute: str) -> bool:
            file = modules[name].readable
            if name not in texts and file is not None:
                try:
                    texts[name] = read(file)
                except FileRefused:
                    texts[name] = ""
            return attribute in texts.get(name, "")

        found: dict[str, str] = {}
        for key, values in entries:
            for name, place, attribute in _meanings(key, values, package, modules):
                if name.isidentifier() and attribute.isidentifier() and place != module and has(place, attribute):
                    found.setdefault(name, f"{place}.{attribute}")
        return found


def _targets(statements: Sequence[ast.stmt]) -> Iterator[ast.expr]:
    for statement in statements:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                yield from target.elts if isinstance(target, ast.Tuple) else [target]
        elif isinstance(statement, ast.If):
            yield from _targets([*statement.body, *statement.orelse])


def _tables(statement: ast.stmt) -> Iterator[ast.Dict]:
    """Yield the tables that a statement assigns, alone or as arguments of a call."""
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    given = [value, *value.args, *(one.value for one in value.keywords)] if isinstance(value, ast.Call) else [value]
    yield from (one for one in given if isinstance(one, ast.Dict))


def _texts_of(table: ast.Dict) -> Iterator[Entry]:
    for key, value in zip(table.keys, table.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            parts = value.elts if isinstance(value, ast.List | ast.Tuple | ast.Set) else [value]
            texts = [one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if texts:
                yield key.value, texts[:_MOST_TEXTS]


def _meanings(
    key: str, values: Sequence[str], package: str, modules: Mapping[str, ModuleFiles]
) -> Iterator[tuple[str, str, str]]:
    """Yield the meanings that an entry may have: a name, the module that has it, and its name there."""
    for number in range(len(values) - 1, -1, -1):
        path = values[number].replace(":", ".")
        if place := _module(path, package, modules):
            following = values[number + 1] if number + 1 < len(values) else key
            yield key, place, following if following.isidentifier() else key
            return
        holder, _, attribute = path.rpartition(".")
        if holder and (place := _module(holder, package, modules)):
            yield key, place, attribute
            return
    if place := _module(key, package, modules):
        for name in values:
            yield name, place, name


def _module(text: str, package: str, modules: Mapping[str, ModuleFiles]) -> str:
    """Return the module that a text names: relative to a package, by its whole path, or within the package; else ""."""
    bare = text.lstrip(".")
    up = len(text) - len(bare)
    base = package
    for _ in range(up - 1):
        base = base.rpartition(".")[0]
    within = f"{base}.{bare}" if base and bare else base
    if not up and text.partition(".")[0] == package.partition(".")[0] and text in modules:
        return text
    return within if within in modules else ""
