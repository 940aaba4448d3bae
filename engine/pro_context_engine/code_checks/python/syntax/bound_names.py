"""The names that a body of statements binds, and where."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Definition = ast.FunctionDef | ast.AsyncFunctionDef
"""The definition of a function."""


@dataclass(frozen=True, slots=True, eq=False)
class Binding:
    """One place that binds a name.

    Attributes:
        name: the bound name.
        node: the statement.
        value: the assigned expression, None if there is none.
        annotation: the annotation of an assignment, None if there is none.
        module: the imported module, with its leading dots; "" for no import.
        member: the imported member of the module, "" for the module itself.
        typing_only: whether it exists for type checkers alone.
    """

    name: str
    node: ast.stmt
    value: ast.expr | None = None
    annotation: ast.expr | None = None
    module: str = ""
    member: str = ""
    typing_only: bool = False


@dataclass(slots=True)
class BoundNames:
    """The names that a body binds, each with its places in the order of the source.

    Attributes:
        names: the places by name.
        stars: modules of `from MODULE import *`, with their leading dots.
        is_dynamic: whether names may be bound by means that the syntax does not show.
        untyped: functions that are hidden from type checkers, for which the other names are all there are.
        deleted: the places of names that a later `del` takes away.
    """

    names: dict[str, list[Binding]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    is_dynamic: bool = False
    untyped: set[str] = field(default_factory=set)
    deleted: dict[str, list[Binding]] = field(default_factory=dict)

    def add(self, binding: Binding) -> None:
        """Add a place."""
        self.names.setdefault(binding.name, []).append(binding)


def scope_of(body: Iterable[ast.stmt]) -> BoundNames:
    """Return the names that statements bind, those in branches included."""
    scope = BoundNames()
    _collect(body, scope, typing_only=False)
    return scope


def _collect(body: Iterable[ast.stmt], scope: BoundNames, *, typing_only: bool) -> None:
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            scope.add(Binding(node.name, node, typing_only=typing_only))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                module = alias.name if alias.asname else top
                scope.add(Binding(alias.asname or top, node, module=module, typing_only=typing_only))
        elif isinstance(node, ast.ImportFrom):
            _collect_import(node, scope, typing_only=typing_only)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            _collect_assignment(node, scope, typing_only=typing_only)
        elif isinstance(node, ast.Delete):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    scope.deleted[target.id] = scope.names.pop(target.id, [])
        elif isinstance(node, ast.If):
            test = ast.unparse(node.test)
            checked = "TYPE_CHECKING" in test and "not " not in test
            _collect(node.body, scope, typing_only=typing_only or checked)
            _collect(node.orelse, scope, typing_only=typing_only)
            if test in ("not TYPE_CHECKING", "not typing.TYPE_CHECKING", "not t.TYPE_CHECKING"):
                scope.untyped.update(one.name for one in node.body if isinstance(one, ast.FunctionDef))
        elif isinstance(node, ast.Expr):
            scope.is_dynamic = scope.is_dynamic or _binds_unseen(node.value, scope)
        else:
            _collect_nested(node, scope, typing_only=typing_only)


def collect_globals(tree: ast.Module, scope: BoundNames) -> None:
    """Add the names that functions bind for the module (`global`), with the values that calls of its names give."""
    for function in ast.walk(tree):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        names = {name for one in ast.walk(function) if isinstance(one, ast.Global) for name in one.names}
        if not names:
            continue
        inner = scope_of(function.body).names
        local = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)} | (inner.keys() - names)
        for binding in (one for name in names for one in inner.get(name, ())):
            called = binding.value.func if isinstance(binding.value, ast.Call) else None
            is_known = called is not None and not any(name in local for name in _names_of(called))
            scope.add(binding if is_known or binding.module else Binding(binding.name, binding.node))


def _collect_nested(node: ast.stmt, scope: BoundNames, *, typing_only: bool) -> None:
    if isinstance(node, (ast.For, ast.AsyncFor)):
        for name in _names_of(node.target):
            scope.add(Binding(name, node))
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        for item in node.items:
            for name in _names_of(item.optional_vars) if item.optional_vars else ():
                scope.add(Binding(name, node))
    elif isinstance(node, ast.TypeAlias if hasattr(ast, "TypeAlias") else ()):
        scope.add(Binding(node.name.id, node, value=node.value))
    for part in ("body", "handlers", "orelse", "finalbody"):
        for inner in getattr(node, part, ()):
            if isinstance(inner, ast.ExceptHandler):
                _collect(inner.body, scope, typing_only=typing_only)
            elif isinstance(inner, ast.stmt):
                _collect([inner], scope, typing_only=typing_only)
    for case in getattr(node, "cases", ()):
        _collect(case.body, scope, typing_only=typing_only)


def _collect_import(node: ast.ImportFrom, scope: BoundNames, *, typing_only: bool) -> None:
    module = "." * node.level + (node.module or "")
    for alias in node.names:
        if alias.name == "*":
            scope.stars.append(module)
        else:
            name = alias.asname or alias.name
            scope.add(Binding(name, node, module=module, member=alias.name, typing_only=typing_only))


def _collect_assignment(
    node: ast.Assign | ast.AnnAssign | ast.AugAssign, scope: BoundNames, *, typing_only: bool
) -> None:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
    for target in targets:
        if isinstance(target, ast.Name):
            value = None if isinstance(node, ast.AugAssign) else node.value
            scope.add(Binding(target.id, node, value=value, annotation=annotation, typing_only=typing_only))
        elif isinstance(target, (ast.Tuple, ast.List, ast.Starred)):
            for name in _names_of(target):
                scope.add(Binding(name, node, typing_only=typing_only))
        elif isinstance(target, ast.Subscript) and "()" in ast.unparse(target.value):
            # `locals()[name] = …` and the like
            scope.is_dynamic = True


def _names_of(target: ast.expr) -> Iterator[str]:
    return (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _binds_unseen(value: ast.expr, scope: BoundNames) -> bool:
    """Tell whether a statement binds names that the syntax does not show, also by `setattr(module, …)`."""
    if not isinstance(value, ast.Call):
        return False
    called = ast.unparse(value.func)
    if called == "setattr" and value.args and isinstance(value.args[0], ast.Name):
        bound = (one.value for one in scope.names.get(value.args[0].id, ()) if one.value is not None)
        return any(ast.unparse(one).startswith("sys.modules[") for one in bound)
    return called in ("exec", "globals().update", "locals().update", "vars().update")
