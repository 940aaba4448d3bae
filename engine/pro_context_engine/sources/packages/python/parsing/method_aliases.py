"""The other names of methods in a class (`with_options = copy`)."""

from __future__ import annotations

from copy import copy
from typing import Any

import griffe

_MAX_NESTING = 3


class MethodAliasReader(griffe.Extension):
    """Makes such a name a method too: the syntax has a value in its place, without parameters and without a text."""

    def on_module_members(self, *, mod: griffe.Module, **_: Any) -> None:
        """Replace the values in classes that are methods or properties of the same class by these."""
        _replace_in(mod, 0)


def _replace_in(scope: griffe.Module | griffe.Class, depth: int) -> None:
    for name, member in list(scope.members.items()):
        if isinstance(member, griffe.Class) and depth < _MAX_NESTING:
            _replace_in(member, depth + 1)
        elif depth and isinstance(member, griffe.Attribute) and isinstance(member.value, griffe.ExprName):
            meant = scope.members.get(member.value.name)
            if isinstance(meant, griffe.Function) or (
                isinstance(meant, griffe.Attribute) and "property" in meant.labels
            ):
                scope.set_member(name, _renamed(meant, member))


def _renamed(meant: griffe.Function | griffe.Attribute, alias: griffe.Attribute) -> griffe.Object:
    """Return a method by another name, at the line of this name and with the text that it may have itself."""
    other: griffe.Object = copy(meant)
    other.name, other.lineno, other.endlineno = alias.name, alias.lineno, alias.endlineno
    other.docstring = alias.docstring or meant.docstring
    return other
