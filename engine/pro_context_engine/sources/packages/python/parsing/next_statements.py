"""The statement behind an assignment, where griffe looks for its docstring.

It looks through all statements of the block each time, which takes minutes for a module of thirty thousand constants.
"""

from __future__ import annotations

import ast
from itertools import pairwise
from typing import Any

import griffe

_FOLLOWING = "_following"


class NextStatementReader(griffe.Extension):
    """Gives each assignment a parent that has no other statements than it and the next one."""

    def on_attribute_node(self, *, node: Any, **_: Any) -> None:
        """Replace the parent of an assignment; griffe asks it for its class and its statements."""
        parent = vars(node).get("parent")
        if parent is None:
            return
        following = vars(parent).get(_FOLLOWING)
        if following is None:
            children = list(ast.iter_child_nodes(parent))
            following = vars(parent)[_FOLLOWING] = {id(one): behind for one, behind in pairwise(children)}
        behind = following.get(id(node))
        kind: Any = type(parent)
        short = kind.__new__(kind)
        short._fields = ("body",)
        short.body = [node, behind] if behind else [node]
        node.parent = short
