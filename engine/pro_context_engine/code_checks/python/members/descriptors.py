"""The descriptors that packages write themselves."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.syntax.parameters import positional_parameters
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import ClassValue


def gives_value_of_method(world: Knowledge, of: ClassValue) -> bool:
    """Tell whether `__get__` of a class calls the decorated method with the object: `self.method(holder)`."""
    for one in world.mro(of)[0]:
        place = world.own_member(one, "__get__", instance=False) if isinstance(one, ClassValue) else None
        if place is None:
            continue
        node = place[1][-1].node
        if not isinstance(node, ast.FunctionDef) or len(positional_parameters(node.args)) < 2:
            return False
        own, holder = (parameter.arg for parameter in positional_parameters(node.args)[:2])
        return any(_calls_method(inner, own, holder) for inner in ast.walk(node))
    return False


def _calls_method(node: ast.AST, own: str, holder: str) -> bool:
    if not isinstance(node, ast.Call) or len(node.args) != 1 or not isinstance(node.func, ast.Attribute):
        return False
    receiver, given = node.func.value, node.args[0]
    is_own = isinstance(receiver, ast.Name) and receiver.id == own
    return is_own and isinstance(given, ast.Name) and given.id == holder
