"""Names that a module assigns together (`copy, paste = choose()`), which the syntax of griffe leaves out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import griffe

_MOST_TARGETS = 100


class TupleTargetReader(griffe.Extension):
    """Reads such a statement as one assignment for each of its names."""

    def on_module_members(self, *, node: Any, mod: griffe.Module, agent: Any, **_: Any) -> None:
        """Add the names that the top level of a module assigns together and nowhere else."""
        for statement in node.body:
            if isinstance(statement, ast.Assign):
                for target in statement.targets:
                    for name, value in _parts(target, statement.value):
                        if name.id not in mod.members:
                            agent.visit(ast.copy_location(ast.Assign([name], value), statement))


def _parts(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Yield each name of a target with its part of the value."""
    if not isinstance(target, ast.Tuple | ast.List) or len(target.elts) > _MOST_TARGETS:
        return
    if any(isinstance(one, ast.Starred) for one in target.elts):
        return
    parts = value.elts if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts) else None
    for place, one in enumerate(target.elts):
        if isinstance(one, ast.Name):
            part = parts[place] if parts else ast.Subscript(value, ast.Constant(place), ast.Load())
            yield one, ast.copy_location(part, value)
