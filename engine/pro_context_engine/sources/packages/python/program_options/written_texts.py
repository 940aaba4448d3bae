"""The texts that expressions of a syntax tree write: constants, sums of constants, calls around a constant."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import islice

MAX_TEXT = 4_000
"""The maximum number of characters of one text."""

_DEEPEST = 60
_MAX_ARGUMENTS = 200
_LONGEST_VALUE = 80


def text_of(node: ast.expr | None, names: Mapping[str, str], depth: int = 0) -> str | None:
    """Return the text of an expression, None for one that writes no text.

    Args:
        node: the expression.
        names: the texts of the names that it may use.
        depth: its depth within another one.
    """
    made = _text(node, names, depth) if depth < _DEEPEST else None
    return made[:MAX_TEXT] if made else made


def _text(node: ast.expr | None, names: Mapping[str, str], depth: int) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.JoinedStr):
        parts = (one.value if isinstance(one, ast.FormattedValue) else one for one in node.values[:_MAX_ARGUMENTS])
        return "".join(text_of(part, names, depth + 1) or "…" for part in parts)
    if isinstance(node, ast.BinOp):
        left = text_of(node.left, names, depth + 1)
        if left is None or not isinstance(node.op, ast.Add):
            return left
        return left + (text_of(node.right, names, depth + 1) or "…")
    if isinstance(node, ast.Call):
        # `dedent("…")`, `_("…")` and `"…".format(…)`.
        owner = text_of(node.func.value, names, depth + 1) if isinstance(node.func, ast.Attribute) else None
        given = node.args[0] if node.args else None
        return owner if owner is not None else text_of(given, names, depth + 1)
    return None


def value_text(node: ast.expr | None) -> str:
    """Return a default as code, "" for none, None or False and for one that is long."""
    if node is None or (isinstance(node, ast.Constant) and node.value in (None, False)):
        return ""
    try:
        written = ast.unparse(node)
    except (RecursionError, ValueError):
        return ""
    return written if len(written) <= _LONGEST_VALUE and "\n" not in written and "`" not in written else ""


def called_name(node: ast.AST | None) -> str:
    """Return the last name of the function that a call or decorator names, "" for another expression."""
    function = node.func if isinstance(node, ast.Call) else node
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def dotted_name(node: ast.AST | None) -> str:
    """Return the dotted name that an expression writes, "" for another expression."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute) and len(parts) < _DEEPEST:
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *parts[::-1]]) if isinstance(node, ast.Name) else ""


def keyword(call: ast.Call, *names: str) -> ast.expr | None:
    """Return the first of the keyword arguments that a call has, None for none."""
    given = {one.arg: one.value for one in call.keywords[:_MAX_ARGUMENTS]}
    return next((given[name] for name in names if name in given), None)


def strings_given(call: ast.Call, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the texts among the positional arguments of a call, and in a list of them."""
    for argument in call.args[:_MAX_ARGUMENTS]:
        inner = argument.elts[:_MAX_ARGUMENTS] if isinstance(argument, ast.List | ast.Tuple) else [argument]
        for one in inner:
            text = text_of(one, names) if isinstance(one, ast.Constant | ast.Name) else None
            if text:
                yield text


def constants_of(tree: ast.Module) -> dict[str, str]:
    """Return the texts that the top level of a module assigns to names."""
    found: dict[str, str] = {}
    for statement in islice(tree.body, 20_000):
        if isinstance(statement, ast.Assign):
            targets, value = statement.targets, statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets, value = [statement.target], statement.value
        else:
            continue
        text = text_of(value, found)
        for target in targets if text is not None else ():
            if isinstance(target, ast.Name):
                found[target.id] = text or ""
    return found
