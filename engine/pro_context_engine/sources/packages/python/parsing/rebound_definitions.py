"""Classes and functions that a module wraps under the same name (`Model = register(Model)`)."""

from __future__ import annotations

import ast
from typing import Any

import griffe


class ReboundDefinitionReader(griffe.Extension):
    """Keeps such a definition in its module: the syntax would have the value of a call in its place."""

    def __init__(self) -> None:
        """Begin without modules."""
        super().__init__()
        self._definitions: dict[str, dict[str, griffe.Class | griffe.Function]] = {}

    def on_attribute_node(self, *, node: Any, agent: Any, **_: Any) -> None:
        """Keep the definition that a statement takes the name from, before the syntax replaces it."""
        name = _rebound_name(node)
        scope = agent.current
        known = scope.members.get(name) if name and isinstance(scope, griffe.Module) else None
        if isinstance(known, griffe.Class | griffe.Function):
            self._definitions.setdefault(scope.path, {})[name] = known

    def on_module_members(self, *, mod: griffe.Module, **_: Any) -> None:
        """Put the definitions back."""
        for name, known in self._definitions.pop(mod.path, {}).items():
            mod.set_member(name, known)


def _rebound_name(node: Any) -> str:
    """Return the name that a statement binds to the result of a call with this name as an argument, "" for none.

    What `partial` makes of a function has other parameters.
    """
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call) or len(node.targets) != 1:
        return ""
    if ast.unparse(node.value.func).rpartition(".")[2] == "partial":
        return ""
    target = node.targets[0]
    given = {one.id for one in node.value.args if isinstance(one, ast.Name)}
    return target.id if isinstance(target, ast.Name) and target.id in given else ""
