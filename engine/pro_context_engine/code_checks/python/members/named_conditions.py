"""The conditions in a function of which one parameter is a known string."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.members.named_texts import NamedTexts
from pro_context_engine.code_checks.python.values.body_walk import BodyWalk
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.lookups import State


class NamedConditions(NamedTexts):
    """Tells which conditions on the name hold.

    Args:
        knowledge: the known modules.
        flow: the walk along the function, in which names have values.
        name: the known string.
    """

    def __init__(self, knowledge: Knowledge, flow: BodyWalk, name: str) -> None:
        super().__init__(knowledge, flow)
        self._name = name
        self.present: dict[str, bool] = {}
        """Whether the name was found, by the variable that has the outcome."""

    def truth(self, test: ast.expr) -> bool | None:
        """Return whether a condition on the name holds, None if that is not known."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self.truth(test.operand)
            return None if inner is None else not inner
        if isinstance(test, ast.BoolOp):
            found = [self.truth(one) for one in test.values]
            decisive = isinstance(test.op, ast.Or)
            if decisive in found:
                return decisive
            return None if None in found else not decisive
        if isinstance(test, ast.Call):
            return self._truth_of_call(test)
        if isinstance(test, ast.Compare):
            return self._truth_of_comparison(test)
        return self.present.get(test.id) if isinstance(test, ast.Name) else None

    def _truth_of_call(self, test: ast.Call) -> bool | None:
        """Return whether `hasattr(x, name)` or a method of a text (`name.startswith("_")`) is true."""
        if ast.unparse(test.func) == "hasattr" and len(test.args) == 2:
            if self.constant(test.args[1]) != self._name:
                return None
            state = self._knowledge.member(self._flow.value(test.args[0]), self._name).state
            return {State.FOUND: True, State.MISSING: False}.get(state)
        if isinstance(test.func, ast.Attribute) and len(test.args) == 1:
            left, right = self.constant(test.func.value), self.constant(test.args[0])
            if isinstance(left, str) and isinstance(right, (str, tuple)):
                if test.func.attr == "startswith":
                    return left.startswith(right)
                if test.func.attr == "endswith":
                    return left.endswith(right)
            return None
        known = self.of_text(test)
        return known if isinstance(known, bool) else None

    def _truth_of_comparison(self, test: ast.Compare) -> bool | None:
        """Return whether a name is in a collection, is equal to a text, or was found (`found is not None`)."""
        operator, other = test.ops[0], test.comparators[0]
        found = self.present.get(test.left.id) if isinstance(test.left, ast.Name) else None
        if found is not None and isinstance(operator, (ast.Is, ast.IsNot)) and ast.unparse(other) == "None":
            return found is isinstance(operator, ast.IsNot)
        if len(test.ops) != 1:
            return None
        left = self.constant(test.left)
        if isinstance(operator, (ast.In, ast.NotIn)):
            keys = self.keys(other)
            if keys is None or not isinstance(left, str):
                return None
            return (left in keys) is isinstance(operator, ast.In)
        right = self.constant(other)
        if isinstance(operator, (ast.Eq, ast.NotEq)) and isinstance(left, str) and isinstance(right, str):
            return (left == right) is isinstance(operator, ast.Eq)
        return None
