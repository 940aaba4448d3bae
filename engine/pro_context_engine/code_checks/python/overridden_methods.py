"""The methods of packages that methods of the checked code override."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.syntax.bound_names import Definition
from pro_context_engine.code_checks.python.syntax.parameters import positional_parameters
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import UNKNOWN, ClassValue, Instance, KnownValue


def inherited_parameters(world: Knowledge, owner: ClassValue, node: Definition) -> dict[str, KnownValue]:
    """Return the values that the overridden method of a package states for the parameters of a method.

    Args:
        world: the known modules.
        owner: the class of the checked code.
        node: its method.
    """
    found: dict[str, KnownValue] = {}
    overridden = _overridden(world, owner, node.name)
    if overridden is None:
        return found
    base, method = overridden
    theirs, own = positional_parameters(method.args), positional_parameters(node.args)
    pairs = list(zip(own[1:], theirs[1:], strict=False))
    by_name = {one.arg: one for one in method.args.kwonlyargs}
    pairs += [(one, by_name[one.arg]) for one in node.args.kwonlyargs if one.arg in by_name]
    for mine, stated in pairs:
        if mine.annotation is None and stated.annotation is not None:
            value = world.annotation(stated.annotation, base.module, base, Instance(owner))
            if value is not UNKNOWN:
                found[mine.arg] = value
    return found


def _overridden(world: Knowledge, owner: ClassValue, name: str) -> tuple[ClassValue, Definition] | None:
    """Return the nearest class of a package that defines a method, with its definition."""
    for base in world.mro(owner)[0][1:]:
        place = world.own_member(base, name, instance=False) if isinstance(base, ClassValue) else None
        if place is None or not isinstance(base, ClassValue):
            continue
        nodes = [one.node for one in place[1] if isinstance(one.node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        is_overloaded = len(nodes) > 1
        return None if base.module is world.code or not nodes or is_overloaded else (base, nodes[-1])
    return None
