"""The package that a checked name belongs to, by the value in front of it."""

from __future__ import annotations

from pro_context_engine.code_checks.python import keyword_arguments
from pro_context_engine.code_checks.python.members.member_lookups import MemberLookups
from pro_context_engine.code_checks.python.values.known_values import (
    ClassValue,
    ForeignClass,
    FunctionValue,
    Instance,
    KnownValue,
    ModuleValue,
    Union,
    options_of,
)
from pro_context_engine.code_checks.python.values.lookups import Lookup


def top_of(receiver: KnownValue, found: Lookup) -> str | None:
    """Return the top-level module of the package that a member belongs to, None if it is not known."""
    if found.owner:
        return found.owner.partition(".")[0]
    for one in options_of(receiver):
        of = one.of if isinstance(one, Instance) else one
        if isinstance(of, (ClassValue, FunctionValue)):
            return of.module.top
        if isinstance(of, ModuleValue):
            return of.name.partition(".")[0]
    return None


def top_of_call(called: KnownValue, found: keyword_arguments.Accepted | None) -> str | None:
    """Return the top-level module of the package whose function is called, None if it is not known."""
    if found is not None and found.function is not None:
        return found.function.module.top
    for one in options_of(called):
        of = one.of if isinstance(one, Instance) else one
        if isinstance(of, (ClassValue, FunctionValue)):
            return of.module.top
    return None


def module_of(found: keyword_arguments.Accepted) -> str:
    """Return the module that defines a called function, "" if it is not known."""
    return found.function.module.name if found.function else ""


def is_of_package(called: KnownValue, knowledge: MemberLookups) -> bool:
    """Tell whether a called value is defined outside of the checked code, by a package whose syntax is known."""
    if isinstance(called, Union):
        return all(is_of_package(one, knowledge) for one in called.options)
    if isinstance(called, FunctionValue):
        return called.module is not knowledge.code
    of = called.of if isinstance(called, Instance) else called
    return isinstance(of, ClassValue) and not isinstance(of, ForeignClass)
