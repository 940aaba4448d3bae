"""The names that a module adds to its `__all__` by a call, in branches, or in a loop over all that it has."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

import griffe

_MAX_NESTING = 3
# Calls without arguments that return what a module has.
_NAMESPACES = ("globals", "locals", "vars", "dir")
_CLASS_TESTS = ("issubclass", "isclass")


class ExtendedExportReader(griffe.Extension):
    """Adds these names to the exports of a module: the syntax reads `__all__ +=` at its top level alone."""

    def on_module_members(self, *, node: Any, mod: griffe.Module, **_: Any) -> None:
        """Read the additions of a module that has a list of exports."""
        if mod.exports is not None:
            calls = [one for one in node.body if not isinstance(one, ast.AugAssign)]
            known = {str(one) for one in mod.exports}
            names = [name for name in _added(calls, 0) if name in mod.members and name not in known]
            lists = [griffe.ExprName("__all__", _expression(one, mod)) for one in _lists(calls, 0)]
            own = [
                name for kinds in _kinds_added(calls, 0) for name in own_definitions(mod, kinds) if name not in known
            ]
            mod.exports = [*mod.exports, *dict.fromkeys([*names, *own]), *lists]


def own_definitions(
    module: griffe.Module, kinds: tuple[type[griffe.Object], ...] = (griffe.Class, griffe.Function)
) -> list[str]:
    """Return the public names of the classes and functions that a module defines itself.

    Args:
        module: a module.
        kinds: only definitions of these kinds count.
    """
    return [name for name, one in module.members.items() if isinstance(one, kinds) and not name.startswith("_")]


def _kinds_added(statements: Sequence[ast.stmt], depth: int) -> Iterator[tuple[type[griffe.Object], ...]]:
    """Yield the kinds of definitions that each loop over the names of the module adds to its exports.

    Which names a loop takes is worked out when it runs. A test for classes is read, other conditions are not.
    """
    for one in statements:
        if isinstance(one, ast.If | ast.Try) and depth <= _MAX_NESTING:
            yield from _kinds_added([*one.body, *one.orelse], depth + 1)
        elif isinstance(one, ast.For) and any(map(_is_namespace, ast.walk(one.iter))):
            inside = list(ast.walk(one))
            if any(map(_is_addition, inside)):
                is_of_classes = any(_is_call_of(node, _CLASS_TESTS) for node in inside)
                yield (griffe.Class,) if is_of_classes else (griffe.Class, griffe.Function)


def _is_namespace(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and not node.args and _is_call_of(node, _NAMESPACES)


def _is_call_of(node: ast.AST, names: Sequence[str]) -> bool:
    """Tell whether a node calls a function of one of these names."""
    function = node.func if isinstance(node, ast.Call) else None
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in names


def _is_addition(node: ast.AST) -> bool:
    if isinstance(node, ast.AugAssign):
        return _is_exports(node.target)
    return isinstance(node, ast.Call) and _is_of_exports(node.func)


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
