"""The conditions that tell the class of a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def told_by(test: ast.expr, *, holds: bool) -> Iterator[tuple[ast.expr, ast.expr | None, bool]]:
    """Yield the names and attributes whose class a condition tells, with the class, and whether they are of it.

    The class is None where it is not named.

    Args:
        test: the condition, such as `isinstance(one, Ship) and one.crew`.
        holds: whether it holds, as in the body of `if`; False for what follows `else`.
    """
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from told_by(test.operand, holds=not holds)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds:
        for one in test.values:
            yield from told_by(one, holds=holds)
    else:
        tested, kind = _tested(test)
        if isinstance(tested, (ast.Name, ast.Attribute)):
            yield tested, kind, holds


def _tested(test: ast.expr) -> tuple[ast.expr | None, ast.expr | None]:
    """Return the value that one call or comparison tests, and the class; (None, None) for any other condition."""
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and len(test.args) == 2:
        if test.func.id == "isinstance":
            return test.args[0], test.args[1]
        return (test.args[0], None) if test.func.id == "issubclass" else (None, None)
    left = test.left if isinstance(test, ast.Compare) else None
    if isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "type" and left.args:
        return left.args[0], None
    return None, None
