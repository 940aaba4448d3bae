"""The names that expressions are written with."""

from __future__ import annotations

import ast


def callee(node: ast.expr) -> ast.expr:
    """Return what an expression calls, such as a decorator with arguments; an expression that is no call itself."""
    return node.func if isinstance(node, ast.Call) else node


def last_name(node: ast.expr) -> str:
    """Return the last of the names that an expression is written with (`get` of `client.session.get`)."""
    return ast.unparse(node).rpartition(".")[2]
