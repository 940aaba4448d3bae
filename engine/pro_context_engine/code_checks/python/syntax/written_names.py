"""The names that expressions are written with."""

from __future__ import annotations

import ast


def callee(node: ast.expr) -> ast.expr:
    """Return the function that a call names, such as a decorator with arguments; any other expression itself."""
    return node.func if isinstance(node, ast.Call) else node


def last_name(node: ast.expr) -> str:
    """Return the last of the names that an expression is written with (`get` of `client.session.get`)."""
    return ast.unparse(node).rpartition(".")[2]


def is_class_name(node: ast.expr) -> bool:
    """Tell whether an expression is a name, or a dotted one, that is written like that of a class."""
    return isinstance(node, (ast.Name, ast.Attribute)) and last_name(node)[:1].isupper()
