"""The further keyword arguments (`**kwargs`) of a function: whether it hands them on, ignores them or refuses them."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pro_context_engine.code_checks.python.members.member_lookups import MemberLookups
from pro_context_engine.code_checks.python.syntax.bound_names import Definition
from pro_context_engine.code_checks.python.values.function_bodies import body_of
from pro_context_engine.code_checks.python.values.known_values import ClassValue, Forwarded, FunctionValue, KnownValue
from pro_context_engine.code_checks.python.values.made_objects import constructor


def hands_all_on(knowledge: MemberLookups, node: Definition, forwards: Sequence[tuple[KnownValue, ast.Call]]) -> bool:
    """Tell whether every call of a function ends in a call that gets, and judges, all further keyword arguments."""
    plain = (one for one in node.body if isinstance(one, (ast.Expr, ast.Assign, ast.Return)))
    calls = {id(inner) for one in plain for inner in ast.walk(one)}
    return any(id(call) in calls and not _ignores_rest(knowledge, callee) for callee, call in forwards)


def _ignores_rest(knowledge: MemberLookups, called: KnownValue) -> bool:
    """Tell whether a function takes some of its further keyword arguments and ignores the others."""
    function = constructor(knowledge, called) if isinstance(called, ClassValue) else called
    kwarg = function.nodes[-1].args.kwarg if isinstance(function, FunctionValue) else None
    if not isinstance(function, FunctionValue) or kwarg is None:
        return False
    rest = body_of(knowledge, function, {}, Forwarded(id(function.nodes[-1]))).keywords
    return not (rest.forwards or rest.escaped or rest.refuses or refuses_rest(function.nodes[-1], kwarg.arg))


def refuses_rest(node: Definition, kwarg: str) -> bool:
    """Tell whether a function raises an error for keyword arguments that it does not know."""
    for one in ast.walk(node):
        if isinstance(one, ast.If) and isinstance(one.test, ast.Name) and one.test.id == kwarg:
            return any(isinstance(inner, ast.Raise) or _warns(inner) for inner in ast.walk(one))
    return False


def _warns(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("warn", "warnings.warn")
