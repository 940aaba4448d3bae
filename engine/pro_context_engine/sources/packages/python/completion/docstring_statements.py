"""The statements of a module that set docstrings outside of `def` and `class`, gathered while it is parsed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import griffe

# The largest tables of docstrings of published packages have about 2,000 statements.
MAX_STATEMENTS = 20_000
_MAX_NESTING = 3
_SETS_DOCSTRING = re.compile(r"\.__doc__\s*[+%]?=(?!=)|[\"']__doc__[\"']")
_DECORATORS = "decorators"
_SPACE = "pro_context"

Value = str | griffe.Expr


@dataclass(slots=True)
class DocstringStatements:
    """The statements of one module that set docstrings, or that make the texts for them.

    Attributes:
        assigned: the expressions that are assigned to `__doc__`, by the name of the object within the module.
        items: the expressions that are assigned to items of dictionaries (`TEXTS["key"] = …`), by name and key.
        added: the expressions that are added to names (`TEXT += …`).
        calls: the calls whose result is not used, in order.
        writers: the functions and classes of the module whose code sets `__doc__`.
        handed_on: the functions without a docstring that only return what a private one makes of all their parameters,
            by name within the module, each with the expression that is called.
    """

    assigned: dict[str, Value] = field(default_factory=dict)
    items: dict[str, dict[str, Value]] = field(default_factory=dict)
    added: dict[str, list[Value]] = field(default_factory=dict)
    calls: list[griffe.ExprCall] = field(default_factory=list)
    writers: set[str] = field(default_factory=set)
    handed_on: dict[str, Value] = field(default_factory=dict)


class DocstringStatementReader(griffe.Extension):
    """Gathers the statements of each module that griffe visits, with its source or its stub."""

    def __init__(self) -> None:
        """Begin without modules."""
        self._by_module: dict[str, DocstringStatements] = {}

    def of(self, module: str) -> DocstringStatements:
        """Return the statements of a module that was parsed, none for others."""
        return self._by_module.get(module) or DocstringStatements()

    def on_module_members(self, *, node: Any, mod: griffe.Module, agent: Any, **_: Any) -> None:
        """Gather the statements of a module."""
        found = self._by_module.setdefault(mod.path, DocstringStatements())
        code: str = agent.code
        if "__doc__" in code:
            found.writers |= _writers(node, code)
        for count, (scope, statement) in enumerate(_statements(node.body, "", classes="__doc__" in code)):
            if count >= MAX_STATEMENTS:
                break
            _add(found, scope, statement, mod)
        for name, called in _handed_on(node.body, ""):
            value = _expression(called, mod)
            if value is not None:
                found.handed_on[name] = value

    def on_attribute_instance(self, *, node: Any, attr: griffe.Attribute, agent: Any, **_: Any) -> None:
        """Keep the decorators of a property, which griffe leaves out."""
        if isinstance(node, ast.FunctionDef) and len(node.decorator_list) > 1:
            made = (_expression(one, agent.current) for one in node.decorator_list)
            attr.extra[_SPACE][_DECORATORS] = [one for one in made if one is not None]


def decorators_of(definition: griffe.Object) -> list[Value]:
    """Return the decorators of a function, class or property, the outermost first."""
    if isinstance(definition, griffe.Function | griffe.Class):
        return [one.value for one in definition.decorators]
    kept: list[Value] = definition.extra.get(_SPACE, {}).get(_DECORATORS, [])
    return kept


def _statements(
    body: Sequence[ast.stmt], scope: str, *, classes: bool, depth: int = 0
) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the statements that run on import, each with the class around it."""
    for statement in body:
        if isinstance(statement, ast.If | ast.Try | ast.With):
            if depth < _MAX_NESTING:
                inner = [*statement.body, *getattr(statement, "orelse", ())]
                yield from _statements(inner, scope, classes=classes, depth=depth + 1)
        elif isinstance(statement, ast.ClassDef):
            if classes and depth < _MAX_NESTING:
                yield from _statements(statement.body, f"{scope}{statement.name}.", classes=True, depth=depth + 1)
        elif isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr):
            yield scope, statement


def _handed_on(body: Sequence[ast.stmt], scope: str, depth: int = 0) -> Iterator[tuple[str, ast.expr]]:
    """Yield each function that hands all its parameters on to a private one, with the called expression."""
    for statement in body:
        if isinstance(statement, ast.ClassDef) and depth < _MAX_NESTING:
            yield from _handed_on(statement.body, f"{scope}{statement.name}.", depth + 1)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and len(statement.body) == 1:
            returned = statement.body[0]
            value = returned.value if isinstance(returned, ast.Return) else None
            value = value.value if isinstance(value, ast.Await) else value
            if isinstance(value, ast.Call) and _takes_all(value, statement.args, is_method=bool(scope)):
                yield f"{scope}{statement.name}", value.func


def _takes_all(call: ast.Call, parameters: ast.arguments, *, is_method: bool) -> bool:
    """Tell whether a call of a private function gets all parameters of a function and nothing else."""
    single = [one.arg for one in (*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs)]
    own = single[:1] if is_method else []
    called = call.func
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and [called.value.id] == own:
        name = called.attr
    else:
        name = called.id if isinstance(called, ast.Name) else ""
    rest = [one.arg for one in (parameters.vararg, parameters.kwarg) if one is not None]
    wanted = [*single[len(own) :], *rest]
    values = [one.value if isinstance(one, ast.Starred) else one for one in call.args]
    values += [one.value for one in call.keywords]
    given = [one.id for one in values if isinstance(one, ast.Name)]
    is_private = name.startswith("_") and not name.startswith("__")
    return is_private and len(given) == len(values) and sorted(given) == sorted(wanted) and bool(wanted)


def _add(found: DocstringStatements, scope: str, statement: ast.stmt, module: griffe.Module) -> None:
    if isinstance(statement, ast.Expr):
        if isinstance(statement.value, ast.Call):
            call = _expression(statement.value, module)
            if isinstance(call, griffe.ExprCall):
                found.calls.append(call)
    elif isinstance(statement, ast.AugAssign):
        _add_assignment(found, scope, statement.target, statement.value, module, operator=statement.op)
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            _add_assignment(found, scope, target, statement.value, module)


def _add_assignment(
    found: DocstringStatements,
    scope: str,
    target: ast.expr,
    given: ast.expr,
    module: griffe.Module,
    operator: ast.operator | None = None,
) -> None:
    sign = {ast.Add: "+", ast.Mod: "%"}.get(type(operator), "") if operator else "="
    if isinstance(target, ast.Attribute) and target.attr == "__doc__" and sign:
        owner, value = _expression(target.value, module), _expression(given, module)
        if owner is not None and value is not None:
            before = _expression(target, module)
            whole = value if sign == "=" or before is None else griffe.ExprBinOp(before, sign, value)
            found.assigned[f"{scope}{owner}"] = whole
    elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and sign == "=":
        key = target.slice
        value = _expression(given, module) if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
        if value is not None and isinstance(key, ast.Constant):
            found.items.setdefault(target.value.id, {})[str(key.value)] = value
    elif isinstance(target, ast.Name) and sign == "+" and not scope and target.id != "__all__":
        value = _expression(given, module)
        if value is not None:
            found.added.setdefault(target.id, []).append(value)


def _expression(node: ast.expr, module: griffe.Module | griffe.Class) -> Value | None:
    return griffe.safe_get_expression(node, parent=module, parse_strings=False, log_level=None)


def _writers(node: ast.Module, code: str) -> set[str]:
    """Return the top-level functions and classes whose code sets `__doc__`."""
    lines = {code.count("\n", 0, found.start()) + 1 for found in _SETS_DOCSTRING.finditer(code)}
    waiting: list[ast.stmt] = list(node.body)
    names = set()
    while waiting and lines:
        statement = waiting.pop()
        if isinstance(statement, ast.If | ast.Try):
            waiting += [*statement.body, *statement.orelse]
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            last = statement.end_lineno or statement.lineno
            if any(statement.lineno <= line <= last for line in lines):
                names.add(statement.name)
    return names
