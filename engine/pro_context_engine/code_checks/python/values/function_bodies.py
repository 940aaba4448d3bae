"""The walks along the bodies of functions, with the values that their parameters have at the start."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from pro_context_engine.code_checks.python.syntax.bound_names import Definition
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.parameters import positional_parameters
from pro_context_engine.code_checks.python.values.body_walk import BodyWalk
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    FunctionValue,
    Instance,
    KnownValue,
)


def body_of(
    knowledge: Knowledge, called: FunctionValue, given: Mapping[str, KnownValue], keywords: KnownValue = UNKNOWN
) -> BodyWalk:
    """Return the walk along the body of a function.

    Args:
        knowledge: the known modules.
        called: the function; of overloads the last counts.
        given: the values of its arguments by name.
        keywords: the value of its further keyword arguments.
    """
    node = called.nodes[-1]
    flow = knowledge.walk(called.module, _parameter_values(knowledge, called, given, keywords), called.owner)
    knowledge.inside += 1
    try:
        flow.block(node.body)
    finally:
        knowledge.inside -= 1
    return flow


def _parameter_values(
    knowledge: Knowledge, called: FunctionValue, given: Mapping[str, KnownValue], keywords: KnownValue
) -> dict[str, KnownValue]:
    """Return the values that the parameters of a function have at its start; see `body_of`."""
    arguments = called.nodes[-1].args
    positional = positional_parameters(arguments)
    defaults: dict[str, ast.expr | None] = dict(
        zip([one.arg for one in positional][::-1], list(arguments.defaults)[::-1], strict=False)
    )
    defaults |= {one.arg: default for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)}
    values: dict[str, KnownValue] = {}
    for one in (*positional, *arguments.kwonlyargs):
        value = given.get(one.arg, UNKNOWN)
        if value is UNKNOWN and one.annotation is not None:
            value = knowledge.annotation(one.annotation, called.module, called.owner)
        if value is UNKNOWN and one.arg not in given:
            value = _default_value(knowledge, called.module, defaults.get(one.arg))
        values[one.arg] = value
    if positional and called.owner is not None and called.receiver is not None:
        values[positional[0].arg] = called.receiver
    if arguments.kwarg is not None:
        values[arguments.kwarg.arg] = keywords
    if arguments.vararg is not None:
        values[arguments.vararg.arg] = UNKNOWN
    return values


def _default_value(knowledge: Knowledge, module: ModuleSyntax, default: ast.expr | None) -> KnownValue:
    """Return the value of a default that is a name or None, `UNKNOWN` for any other."""
    if isinstance(default, (ast.Name, ast.Attribute)):
        return knowledge.expression(module, default)
    return NONE if isinstance(default, ast.Constant) and default.value is None else UNKNOWN


def inherited_parameters(knowledge: Knowledge, owner: ClassValue, node: Definition) -> dict[str, KnownValue]:
    """Return the values that the overridden method of a package states for the parameters of a method.

    Args:
        knowledge: the known modules.
        owner: the class of the checked code.
        node: its method.
    """
    found: dict[str, KnownValue] = {}
    overridden = _overridden(knowledge, owner, node.name)
    if overridden is None:
        return found
    base, method = overridden
    theirs, own = positional_parameters(method.args), positional_parameters(node.args)
    pairs = list(zip(own[1:], theirs[1:], strict=False))
    by_name = {one.arg: one for one in method.args.kwonlyargs}
    pairs += [(one, by_name[one.arg]) for one in node.args.kwonlyargs if one.arg in by_name]
    for mine, stated in pairs:
        if mine.annotation is None and stated.annotation is not None:
            value = knowledge.annotation(stated.annotation, base.module, base, Instance(owner))
            if value is not UNKNOWN:
                found[mine.arg] = value
    return found


def _overridden(knowledge: Knowledge, owner: ClassValue, name: str) -> tuple[ClassValue, Definition] | None:
    """Return the nearest class of a package that defines a method, with its definition."""
    for base in knowledge.mro(owner)[0][1:]:
        place = knowledge.own_member(base, name, instance=False) if isinstance(base, ClassValue) else None
        if place is None or not isinstance(base, ClassValue):
            continue
        nodes = [one.node for one in place[1] if isinstance(one.node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        is_overloaded = len(nodes) > 1
        return None if base.module is knowledge.code or not nodes or is_overloaded else (base, nodes[-1])
    return None
