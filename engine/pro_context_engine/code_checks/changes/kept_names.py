"""The losses and additions of a comparison of tables that the source of the other version refutes."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pro_context_engine.code_checks.changes.table_changes import order
from pro_context_engine.code_checks.python.members.member_lookups import MemberLookups
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.code_checks.python.values import outside_classes
from pro_context_engine.code_checks.python.values.knowledge import Exhausted
from pro_context_engine.code_checks.python.values.known_values import ClassValue, options_of
from pro_context_engine.code_checks.python.values.lookups import State
from pro_context_engine.concurrency.collection_pause import collection_paused
from pro_context_engine.domain.api_changes import ApiChange, ChangeKind

MOST_LOOKED_AT = 400
MOST_CHARACTERS = 10_000_000
"""Bounds on the source of each version: names that are looked for in it, characters of it that are parsed.

A bound in seconds would make the answer depend on the load of the machine.
"""

_LOSSES = frozenset({ChangeKind.REMOVED, ChangeKind.RENAMED, ChangeKind.MOVED})


def without_kept(changes: Sequence[ApiChange], earlier: Path, later: Path) -> tuple[ApiChange, ...]:
    """Return the changes without the losses and additions of names that the source of both versions binds.

    What moved is told all the same, but breaks nothing.

    Args:
        changes: from one symbol table to the next, of a Python package.
        earlier: the packages folder of the earlier version.
        later: that of the later version.
    """
    losses = [one.symbol for one in changes if one.kind in _LOSSES]
    additions = [one.symbol for one in changes if one.kind is ChangeKind.ADDED]
    with collection_paused():
        kept = _bound(losses, later, unknown=True) | _bound(additions, earlier, unknown=False)
    found: list[ApiChange] = []
    for one in changes:
        if one.symbol not in kept or not (one.kind in _LOSSES or one.kind is ChangeKind.ADDED):
            found.append(one)
        elif one.kind is ChangeKind.MOVED:
            found.append(replace(one, breaking=False))
    return tuple(sorted(found, key=order))


def _bound(symbols: Sequence[str], folder: Path, *, unknown: bool) -> set[str]:
    """Return the symbols that the source in a folder binds; `unknown` is the answer for a symbol that may be bound."""
    modules = PackageModules([folder])
    knowledge = MemberLookups(modules, ModuleSyntax("__nothing__", ast.Module([], []), ""))
    bound: set[str] = set()
    for symbol in symbols[:MOST_LOOKED_AT]:
        if modules.characters > MOST_CHARACTERS:
            break
        try:
            if _is_bound(knowledge, symbol, unknown=unknown):
                bound.add(symbol)
        except (Exhausted, RecursionError):
            break
    return bound


def _is_bound(knowledge: MemberLookups, symbol: str, *, unknown: bool) -> bool:
    place, _, name = symbol.rpartition(".")
    if knowledge.module(place) is not None:
        return _binds(knowledge, place, name, set())
    module, _, owner = place.rpartition(".")
    if knowledge.module(module) is None:
        return False
    found = knowledge.module_member(module, owner, typing=True, imported=True)
    if found.state is not State.FOUND:
        return False
    # Nothing is known of the members of what is no class, such as the result of a choice by platform.
    options = list(options_of(found.value))
    return any(_inherits(knowledge, one, name, unknown) if isinstance(one, ClassValue) else unknown for one in options)


def _binds(knowledge: MemberLookups, place: str, name: str, seen: set[str]) -> bool:
    """Tell whether a module binds a name: by a statement, a star import, its `__getattr__`, or a name that it makes."""
    module = knowledge.module(place)
    if module is None or place in seen:
        return False
    seen.add(place)
    if any(not one.typing_only for one in module.scope.names.get(name, ())) or name in module.exported:
        return True
    if any(_binds(knowledge, module.absolute(star), name, seen) for star in module.scope.stars):
        return True
    if module.scope.is_dynamic and knowledge.may_be_made(module, name):
        return True
    if "__getattr__" not in module.scope.names:
        return False
    state = knowledge.module_member(place, name).state
    # `if name in {"Old", "Older"}: return globals()[f"_{name}"]`
    named = re.search(rf"[\"']{re.escape(name)}[\"']", module.text) is not None
    return state is State.FOUND or (state is State.UNRESOLVED and named)


def _inherits(knowledge: MemberLookups, of: ClassValue, name: str, unknown: bool) -> bool:
    """Tell whether a class has a member of its own, or from a base; `unknown` is the answer for an unknown base.

    A class that lost a member may have got a base of another package, which has that member.
    """
    bases, are_known = knowledge.mro(of)
    for one in bases:
        if isinstance(one, ClassValue):
            if knowledge.own_member(one, name, instance=True) is not None:
                return True
        elif name in (outside_classes.members_of(one.name) or ()):
            return True
    return unknown and not are_known
