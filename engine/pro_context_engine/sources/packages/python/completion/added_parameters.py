"""The parameters that decorators add to signatures: their code makes `inspect.Parameter("name", KIND)`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any

import griffe

# A decorator adds one to three parameters.
MAX_ADDED = 10
_MAKES = re.compile(r"\bParameter\(")
_KINDS = {"KEYWORD_ONLY": griffe.ParameterKind.keyword_only, "VAR_KEYWORD": griffe.ParameterKind.var_keyword}


class AddedParameterReader(griffe.Extension):
    """Keeps the parameters that the functions and classes of modules make, while the modules are parsed."""

    def __init__(self) -> None:
        """Begin without modules."""
        self._by_module: dict[str, dict[str, list[griffe.Parameter]]] = {}

    def of(self, module: str, name: str) -> Sequence[griffe.Parameter]:
        """Return the parameters that a function or class of a parsed module makes, none for others."""
        return self._by_module.get(module, {}).get(name, ())

    def on_module_members(self, *, node: Any, mod: griffe.Module, agent: Any, **_: Any) -> None:
        """Find the parameters that a module's functions and classes make."""
        code: str = agent.code
        # A search for a constant text is many times faster than that for the pattern.
        if "Parameter(" not in code or "Parameter." not in code:
            return
        lines = [code.count("\n", 0, found.start()) + 1 for found in _MAKES.finditer(code)]
        for statement in _definitions(node) if lines else ():
            if any(statement.lineno <= line <= (statement.end_lineno or 0) for line in lines):
                known = self._by_module.setdefault(mod.path, {}).setdefault(statement.name, [])
                for made in _made(statement):
                    if len(known) < MAX_ADDED and all(made.name != one.name for one in known):
                        known.append(made)


def with_added(parameters: Sequence[griffe.Parameter], added: Sequence[griffe.Parameter]) -> list[griffe.Parameter]:
    """Return parameters with added ones in their places: keyword-only ones before `**`, which there is once."""
    found = list(parameters)
    names = {one.name for one in found}
    for one in added:
        variadic = [position for position, has in enumerate(found) if has.kind is griffe.ParameterKind.var_keyword]
        if one.name in names or (variadic and one.kind is griffe.ParameterKind.var_keyword):
            continue
        found.insert(variadic[0] if variadic else len(found), one)
    return found


def _definitions(node: ast.Module) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    waiting: list[ast.stmt] = list(node.body)
    while waiting:
        statement = waiting.pop()
        if isinstance(statement, ast.If | ast.Try):
            waiting += [*statement.body, *statement.orelse]
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement


def _made(statement: ast.AST) -> Iterator[griffe.Parameter]:
    for call in ast.walk(statement):
        if not isinstance(call, ast.Call) or _last(call.func) != "Parameter" or not call.args:
            continue
        name = call.args[0]
        keywords = {one.arg: one.value for one in call.keywords}
        kind = _KINDS.get(_last(call.args[1] if len(call.args) > 1 else keywords.get("kind")))
        if kind is not None and isinstance(name, ast.Constant) and str(name.value).isidentifier():
            default = keywords.get("default")
            written = ast.unparse(default) if isinstance(default, ast.Constant | ast.Name) else None
            yield griffe.Parameter(str(name.value), kind=kind, default=written)


def _last(node: ast.expr | None) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
