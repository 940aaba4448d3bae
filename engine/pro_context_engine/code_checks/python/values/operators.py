"""The values that operators give."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.values.call_arguments import CallArguments
from pro_context_engine.code_checks.python.values.calls import returned
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import UNKNOWN, ClassValue, Instance, KnownValue
from pro_context_engine.code_checks.python.values.lookups import State
from pro_context_engine.code_checks.python.values.overloads import for_operand

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "__add__",
    ast.Sub: "__sub__",
    ast.Mult: "__mul__",
    ast.Div: "__truediv__",
    ast.BitAnd: "__and__",
    ast.BitOr: "__or__",
    ast.Mod: "__mod__",
    ast.Eq: "__eq__",
    ast.NotEq: "__ne__",
    ast.Lt: "__lt__",
    ast.LtE: "__le__",
    ast.Gt: "__gt__",
    ast.GtE: "__ge__",
    ast.RShift: "__rshift__",
    ast.MatMult: "__matmul__",
}


def operated(knowledge: Knowledge, operator: ast.AST, left: KnownValue, right: KnownValue) -> KnownValue:
    """Return the value of an operator between two values, as the method of a class gives it."""
    method = _OPERATORS.get(type(operator))
    if method is None:
        return UNKNOWN
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Instance) and isinstance(one.of, ClassValue):
            found = knowledge.member(one, method)
            given = CallArguments([other])
            called = for_operand(knowledge, found.value, other) if found.state is State.FOUND else UNKNOWN
            return returned(knowledge, called, given)
    if isinstance(left, Instance) and isinstance(right, Instance) and left.of == right.of:
        return left
    return UNKNOWN
