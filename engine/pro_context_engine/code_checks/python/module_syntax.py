"""The syntax of one Python module or class body: which names it binds, and where."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

Definition = ast.FunctionDef | ast.AsyncFunctionDef
"""The definition of a function."""


MOST_IMPORTS = 100
"""The modules that are looked at among those that code imports."""

OUTSIDE = "__outside__"
"""The package around a module that is known alone; it has no modules."""

_UNSEEN = re.compile(
    r"(?:globals|vars|locals)\(\)\[[^\n]*\]\s*=[^=]|globals\(\)\.(?:update|setdefault|__setitem__)|= globals\(\)\s"
    r"|setattr\(sys\.modules|sys\.modules\[__name__\]\.__dict__|sys\.modules\[__name__\]\s*=[^=]"
    r"|=\s*sys\.modules\[__name__\]\s"
)
"""The ways in which a module binds names that its syntax does not show."""


_HANDED_ON = re.compile(r"[(,]\s*globals\(\)\s*[,)]")
_LISTING_WORDS = "dir enumerate filter items keys list map range reversed set sorted split tuple values vars zip"
_LISTING = frozenset(_LISTING_WORDS.split())
"""The functions whose results are names that the source has."""


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
    """

    names: dict[str, list[Binding]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    is_dynamic: bool = False
    untyped: set[str] = field(default_factory=set)

    def add(self, binding: Binding) -> None:
        """Add a place."""
        self.names.setdefault(binding.name, []).append(binding)


class ImportPackage(NamedTuple):
    """A package of modules: the folder on the import path that has it, and its name there."""

    folder: Path
    name: str


@dataclass(eq=False)
class ModuleSyntax:
    """One parsed module.

    Attributes:
        name: dotted name.
        tree: its syntax.
        text: its source.
        is_package: whether it is the `__init__` of a package.
        path: its file, None for code that is no file.
        folder: the folder on the import path that has the file, None for code that is no file.
        beside: other import packages whose code may add members to its classes.
    """

    name: str
    tree: ast.Module
    text: str
    is_package: bool = False
    path: Path | None = None
    folder: Path | None = None
    beside: tuple[ImportPackage, ...] = ()
    _scopes: dict[int, BoundNames] = field(default_factory=dict, repr=False)

    @property
    def top(self) -> str:
        """Return the name of its import package."""
        return self.name.partition(".")[0]

    @property
    def package(self) -> ImportPackage | None:
        """Return its import package, None for code that is no file."""
        return ImportPackage(self.folder, self.top) if self.folder is not None else None

    @property
    def is_stub(self) -> bool:
        """Tell whether it is a stub, which has no bodies."""
        return self.path is not None and self.path.suffix == ".pyi"

    @cached_property
    def scope(self) -> BoundNames:
        """Return the names that the module binds."""
        scope = scope_of(self.tree.body)
        scope.is_dynamic = scope.is_dynamic or _UNSEEN.search(self.text) is not None
        if "global " in self.text:
            _collect_globals(self.tree, scope)
        return scope

    @cached_property
    def has_names_of_data(self) -> bool:
        """Tell whether a function binds names of the module that its source does not have.

        `copy_names(other, globals())`, or `for name in registry.names(): scope[name] = …` where `scope` is `globals()`.
        """
        if "globals()" not in self.text:
            return False
        if _HANDED_ON.search(self.text):
            return True
        assigned = [one for one in ast.walk(self.tree) if isinstance(one, ast.Assign)]
        scopes = {ast.unparse(target) for one in assigned if _is_globals(one.value) for target in one.targets}
        for loop in (one for one in ast.walk(self.tree) if isinstance(one, ast.For) and _calls(one.iter)):
            stored = (
                one for one in ast.walk(loop) if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store)
            )
            for one in stored:
                is_scope = _is_globals(one.value) or ast.unparse(one.value) in scopes
                if is_scope and not isinstance(one.slice, ast.Constant):
                    return True
        return False

    @cached_property
    def imported(self) -> list[str]:
        """Return the top-level modules that it imports; see `imported_modules`."""
        return imported_modules(self.tree)

    @cached_property
    def classes(self) -> tuple[ast.ClassDef, ...]:
        """Return the classes that it defines at its top level."""
        return tuple(one for one in self.tree.body if isinstance(one, ast.ClassDef))

    @cached_property
    def texts(self) -> frozenset[str]:
        """Return the constant texts in the code."""
        constants = (one.value for one in ast.walk(self.tree) if isinstance(one, ast.Constant))
        return frozenset(one for one in constants if isinstance(one, str))

    @cached_property
    def set_attributes(self) -> frozenset[str]:
        """Return the names of the attributes that the code sets on any object."""
        nodes = (one for one in ast.walk(self.tree) if isinstance(one, ast.Attribute))
        return frozenset(one.attr for one in nodes if isinstance(one.ctx, ast.Store))

    @cached_property
    def exported(self) -> dict[str, None]:
        """Return the names in `__all__`, in their order."""
        found: dict[str, None] = {}
        for binding in self.scope.names.get("__all__", ()):
            for one in ast.walk(binding.value) if binding.value is not None else ():
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    found[one.value] = None
        return found

    @cached_property
    def exports_no_more(self) -> bool:
        """Tell whether `__all__` is a list of constants, so that `import *` binds the names in it alone."""
        values = [one.value for one in self.scope.names.get("__all__", ())]
        listed = [one for one in values if isinstance(one, (ast.List, ast.Tuple))]
        constant = all(isinstance(item, ast.Constant) for one in listed for item in one.elts)
        return len(values) == 1 and len(listed) == 1 and constant and "__all__." not in self.text

    def may_register(self, name: str) -> bool:
        """Tell whether it may make a name importable as a module when it runs."""
        registers = "sys.modules" in self.text or "meta_path" in self.text
        return registers and re.search(rf"\b{name}\b", self.text) is not None

    def class_scope(self, node: ast.ClassDef) -> BoundNames:
        """Return the names that the body of a class binds."""
        found = self._scopes.get(id(node))
        if found is None:
            found = self._scopes[id(node)] = scope_of(node.body)
        return found

    def absolute(self, module: str) -> str:
        """Return the dotted name of a module that is imported here, perhaps by leading dots.

        Dots that lead out of what is known, as those of the checked code do, give a name that no package has.
        """
        rest = module.lstrip(".")
        dots = len(module) - len(rest)
        if not dots:
            return module
        parts = self.name.split(".")
        kept = parts[: max(0, len(parts) - (dots - 1 if self.is_package else dots))] or [OUTSIDE]
        return ".".join([*kept, *([rest] if rest else [])])


def _is_globals(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "globals"


def _calls(node: ast.expr) -> bool:
    """Tell whether an expression calls something else than a function that only orders or lists."""
    calls = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
    return any((one.attr if isinstance(one, ast.Attribute) else ast.unparse(one)) not in _LISTING for one in calls)


def imported_modules(tree: ast.Module) -> list[str]:
    """Return the top-level modules that code imports, those of the standard library left out, each once."""
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(dict.fromkeys(alias.name.partition(".")[0] for alias in node.names))
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found[node.module.partition(".")[0]] = None
    return [name for name in found if name not in sys.stdlib_module_names][:MOST_IMPORTS]


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
                    scope.names.pop(target.id, None)
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


def _collect_globals(tree: ast.Module, scope: BoundNames) -> None:
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
