"""The places of names in the checked code, and the names that expressions begin with."""

from __future__ import annotations

import ast
import re


def root(node: ast.expr) -> str:
    """Return the name that a chain of calls and attributes begins with, "" for none."""
    while isinstance(node, (ast.Attribute, ast.Call, ast.Subscript, ast.Await)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_named(target: ast.expr, value: ast.expr) -> bool:
    """Tell whether a chain begins with the name that it is assigned to."""
    return isinstance(target, ast.Name) and target.id == root(value)


def place(node: ast.Attribute | ast.alias, name: str) -> tuple[int, int]:
    """Return the 1-based line and column of the last name of an attribute, or of an imported one."""
    if isinstance(node, ast.alias):
        return node.lineno, node.col_offset + 1
    end = node.end_col_offset or 0
    return node.end_lineno or node.lineno, max(1, end - len(name) + 1)


def place_of(text: str, node: ast.stmt | ast.alias, part: str) -> tuple[int, int]:
    """Return the 1-based line and column of a part of a statement's first line."""
    line = text.split("\n")[node.lineno - 1]
    found = re.search(rf"\b{re.escape(part)}\b", line[node.col_offset :])
    return node.lineno, node.col_offset + (found.start() if found else 0) + 1
