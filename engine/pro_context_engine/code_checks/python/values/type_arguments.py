"""The values of the type variables of generic classes."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.syntax.written_names import last_name
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    ClassValue,
    ForeignClass,
    Instance,
    KnownValue,
)

_GENERIC = frozenset({"Generic", "Protocol"})


def is_type_variable(value: KnownValue) -> bool:
    """Tell whether a value is a type variable (`T = TypeVar("T")`)."""
    return isinstance(value, Instance) and isinstance(value.of, ForeignClass) and value.of.name.endswith(".TypeVar")


def type_argument(knowledge: Knowledge, variable: str, owner: ClassValue | None, own: KnownValue) -> KnownValue:
    """Return the value that a type variable of a class stands for in an object, UNKNOWN where nothing states it.

    Args:
        knowledge: the known modules.
        variable: the name of the type variable in the module of the class.
        owner: the generic class whose annotation names the variable, None for none.
        own: the object, or its class, with the type arguments that an annotation or a subclass gives.
    """
    of = own.of if isinstance(own, Instance) else own
    parameters = _parameters(owner.node) if owner is not None else []
    if owner is None or variable not in parameters or not isinstance(of, ClassValue):
        return UNKNOWN
    place = parameters.index(variable)
    for one in knowledge.mro(of)[0]:
        if not isinstance(one, ClassValue):
            continue
        if one.node is owner.node:
            return one.arguments[place] if place < len(one.arguments) else UNKNOWN
        for base in one.node.bases:
            given = _subscripts(base)
            if place < len(given) and _is_class(knowledge, one, base, owner):
                return knowledge.annotation(given[place], one.module, one)
    return UNKNOWN


def _parameters(node: ast.ClassDef) -> list[str]:
    """Return the type variables that a class lists in `Generic[…]` or `Protocol[…]`."""
    for base in node.bases:
        if isinstance(base, ast.Subscript) and last_name(base.value) in _GENERIC:
            return [ast.unparse(one) for one in _subscripts(base)]
    return []


def _subscripts(base: ast.expr) -> list[ast.expr]:
    if not isinstance(base, ast.Subscript):
        return []
    return list(base.slice.elts) if isinstance(base.slice, ast.Tuple) else [base.slice]


def _is_class(knowledge: Knowledge, one: ClassValue, base: ast.expr, owner: ClassValue) -> bool:
    value = knowledge.expression(one.module, base, None)
    return isinstance(value, ClassValue) and value.node is owner.node
