"""The classes that another class of the same name completes (`class Pond(_base.Pond)`)."""

from __future__ import annotations

from collections.abc import Callable

import griffe

_MOST_BASES = 30


def completed_class(
    definition: griffe.Object,
    target: Callable[[str, str], str],
    find: Callable[[str, str], griffe.Object | None],
) -> griffe.Class | None:
    """Return the base of the same name, with or without `_`, of a class that has no docstring; None for none.

    Args:
        definition: the class.
        target: returns the dotted path that a name means in a scope; it parses no further module.
        find: returns the object that a name means in a scope.
    """
    if not isinstance(definition, griffe.Class) or definition.docstring is not None:
        return None
    scope = definition.parent.path if definition.parent is not None else definition.module.path
    for expression in definition.bases[:_MOST_BASES]:
        written = str(expression).partition("[")[0]
        if written.replace(".", "").isidentifier() and are_namesakes(target(scope, written), definition.name):
            found = find(written, scope)
            if isinstance(found, griffe.Class) and found is not definition:
                return found
    return None


def are_namesakes(path: str, name: str) -> bool:
    """Tell whether a dotted path ends with a name, each with or without `_` before it."""
    return path.rpartition(".")[2].lstrip("_") == name.lstrip("_")
