"""The functions behind values: `aget = sync_to_async(get)`, `first = partial(take, 1)`."""

from __future__ import annotations

from collections.abc import Callable

import griffe

from pro_context_engine.sources.packages.python.completion.constant_texts import positional
from pro_context_engine.sources.packages.python.completion.docstring_statements import Value

# The classes of the standard library that wrap a function.
_CLASSES = frozenset({"property", "cached_property", "classmethod", "staticmethod", "partial", "partialmethod"})


def wrapped_function(
    definition: griffe.Object, scope: str, find: Callable[[Value, str], griffe.Object | None]
) -> griffe.Object | None:
    """Return the function that the call behind a value wraps, None if the call does not wrap one.

    Args:
        definition: the value, an attribute of a module or class.
        scope: the dotted name of the module or class around it.
        find: returns the object that an expression names in a scope.
    """
    value = definition.value if isinstance(definition, griffe.Attribute) else None
    if not isinstance(value, griffe.ExprCall) or not isinstance(definition.parent, griffe.Module | griffe.Class):
        return None
    given = positional(value)
    # `lru_cache(maxsize=None)(load)` is a call of a call.
    made = value.function.function if isinstance(value.function, griffe.ExprCall) else value.function
    name = str(made).rpartition(".")[2]
    if not given or not isinstance(given[0], griffe.ExprName | griffe.ExprAttribute):
        return None
    if name not in _CLASSES and (len(given) != 1 or name[:1].isupper() or isinstance(find(made, scope), griffe.Class)):
        return None
    found = find(given[0], scope)
    return found if isinstance(found, griffe.Function) and found is not definition else None
