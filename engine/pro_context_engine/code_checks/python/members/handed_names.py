"""The functions that get the names of a module (`globals()`): whether they may add names to it."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.syntax.parameters import positional_parameters
from pro_context_engine.code_checks.python.values.call_arguments import unbound_parameters
from pro_context_engine.code_checks.python.values.known_values import FunctionValue, KnownValue

_READING = frozenset({"get", "items", "keys", "values"})


def may_add_names(called: KnownValue, call: ast.Call) -> bool:
    """Tell whether a call with `globals()` may add names to the module; True for a function that is not known."""
    if not isinstance(called, FunctionValue) or called.module.is_stub:
        return True
    node = called.nodes[-1]
    if called.receiver is None and called.owner is None:
        parameters = positional_parameters(node.args)
    else:
        parameters = unbound_parameters(called, node)
    taking = [one.arg for one, value in zip(parameters, call.args, strict=False) if _is_names(value)]
    taking += [one.arg for one in call.keywords if one.arg is not None and _is_names(one.value)]
    given = [*call.args, *(one.value for one in call.keywords)]
    if len(taking) != sum(map(_is_names, given)):
        return True
    reading = {id(name) for one in ast.walk(node) for name in _read_in(one)}
    uses = (one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id in taking)
    return any(id(one) not in reading for one in uses)


def _is_names(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "globals"


def _read_in(node: ast.AST) -> list[ast.expr]:
    """Return the expressions that a node only reads: `names[x]`, `names.items()`, `x in names`, `for x in names`."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return [node.value]
    if isinstance(node, ast.Attribute) and node.attr in _READING:
        return [node.value]
    if isinstance(node, ast.Compare):
        return node.comparators
    return [node.iter] if isinstance(node, (ast.For, ast.comprehension)) else []
