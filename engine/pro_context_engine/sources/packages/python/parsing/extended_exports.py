"""The names that a module adds to its `__all__` by a call, or in branches, as those that only some systems have."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

import griffe

_MAX_NESTING = 3


class ExtendedExportReader(griffe.Extension):
    """Adds these names to the exports of a module: the syntax reads `__all__ +=` at its top level alone."""

    def on_module_members(self, *, node: Any, mod: griffe.Module, **_: Any) -> None:
        """Read the additions of a module that has a list of exports."""
        if mod.exports is not None:
            calls = [one for one in node.body if not isinstance(one, ast.AugAssign)]
            known = {str(one) for one in mod.exports}
            names = dict.fromkeys(name for name in _added(calls, 0) if name in mod.members and name not in known)
            lists = [griffe.ExprName("__all__", _expression(one, mod)) for one in _lists(calls, 0)]
            mod.exports = [*mod.exports, *names, *lists]


def _added(statements: Sequence[ast.stmt], depth: int) -> Iterator[str]:
    """Yield the names that are added one by one."""
    return _texts(list(_additions(statements, depth)))


def _lists(statements: Sequence[ast.stmt], depth: int) -> Iterator[ast.expr]:
    """Yield the modules whose own lists are added (`__all__.extend(boats.__all__)`)."""
    for one in _additions(statements, depth):
        if isinstance(one, ast.Attribute) and one.attr == "__all__":
            yield one.value


def _additions(statements: Sequence[ast.stmt], depth: int) -> Iterator[ast.expr]:
    for one in statements:
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Call) and _is_of_exports(one.value.func):
            yield from one.value.args
        elif isinstance(one, ast.AugAssign) and _is_exports(one.target):
            yield one.value
        elif isinstance(one, ast.If | ast.Try) and depth <= _MAX_NESTING:
            handlers = one.handlers if isinstance(one, ast.Try) else []
            for branch in (one.body, one.orelse, *(each.body for each in handlers)):
                yield from _additions(branch, depth + 1)


def _expression(module: ast.expr, within: griffe.Module) -> griffe.ExprName:
    """Return the dotted name of a module as the syntax has it in a list of exports."""
    first, *rest = ast.unparse(module).split(".")
    expression = griffe.ExprName(first, within)
    for part in rest:
        expression = griffe.ExprName(part, expression)
    return expression


def _is_of_exports(function: ast.expr) -> bool:
    """Tell whether a call is `__all__.append(…)` or `__all__.extend(…)`."""
    return isinstance(function, ast.Attribute) and function.attr in ("append", "extend") and _is_exports(function.value)


def _is_exports(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Name) and expression.id == "__all__"


def _texts(expressions: Sequence[ast.expr]) -> Iterator[str]:
    """Yield the plain texts among expressions, and those in lists and tuples."""
    for one in expressions:
        for inner in one.elts if isinstance(one, ast.List | ast.Tuple) else [one]:
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                yield inner.value
