"""The objects that calls of classes make, and the functions that take the arguments of these calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import NoneType

from pro_context_engine.code_checks.python.syntax.definitions import TRANSPARENT, first_parameter
from pro_context_engine.code_checks.python.syntax.written_names import callee, last_name
from pro_context_engine.code_checks.python.values.call_arguments import CallArguments, unbound_parameters
from pro_context_engine.code_checks.python.values.function_bodies import body_of
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    ClassValue,
    ForeignClass,
    FunctionValue,
    Instance,
    KnownValue,
    options_of,
    union,
)

_ENUMERATIONS = frozenset({"enum.Enum", "enum.Flag", "enum.IntEnum", "enum.IntFlag", "enum.StrEnum"})

_WITH_FIELDS = frozenset({"dataclass", "define", "frozen", "attrs", "s", "mutable"})
"""The decorators that make a constructor of the fields of a class."""


def made_object(knowledge: Knowledge, of: ClassValue, given: CallArguments) -> KnownValue:
    """Return an instance, with the classes and functions that its constructor was given.

    A context manager has the objects too: `with` often gives what one of them opens.
    """
    if _is_called_by_metaclass(knowledge, of):
        return UNKNOWN
    other = _made_by_new(knowledge, of)
    if other is not None:
        return other

    def is_kept(one: KnownValue) -> bool:
        if isinstance(one, Instance):
            return isinstance(one.of, ClassValue) and not one.given and _is_context_manager(knowledge, of)
        return isinstance(one, (ClassValue, FunctionValue))

    if not any(map(is_kept, given.values())):
        return Instance(of)
    found = constructor(knowledge, of)
    if found is None:
        return Instance(of)
    by_name = given.by_name(unbound_parameters(found, found.nodes[-1])).items()
    return Instance(of, tuple((name, one) for name, one in by_name if is_kept(one)))


def _is_context_manager(knowledge: Knowledge, of: ClassValue) -> bool:
    own = [one for one in knowledge.mro(of)[0] if isinstance(one, ClassValue)]
    return any(knowledge.own_member(one, name, instance=False) for one in own for name in ("__enter__", "__aenter__"))


def _is_called_by_metaclass(knowledge: Knowledge, of: ClassValue) -> bool:
    """Tell whether a call of a class is one of its metaclass, which makes no object of the class."""
    for one in knowledge.mro(of)[0]:
        metaclass = _metaclass(knowledge, one) if isinstance(one, ClassValue) else None
        if not isinstance(metaclass, ClassValue):
            continue
        place = knowledge.own_member(metaclass, "__call__", instance=False)
        if place is not None:
            names = {inner.attr for inner in ast.walk(place[1][-1].node) if isinstance(inner, ast.Attribute)}
            return names.isdisjoint(("__call__", "__new__"))
    return False


def _metaclass(knowledge: Knowledge, of: ClassValue) -> KnownValue | None:
    """Return the metaclass that a class itself names, None for none."""
    given = next((keyword.value for keyword in of.node.keywords if keyword.arg == "metaclass"), None)
    return knowledge.expression(of.module, given) if given is not None else None


def _made_by_new(knowledge: Knowledge, of: ClassValue) -> KnownValue | None:
    """Return the object that `__new__` of a class makes, None for an instance of this class alone."""
    place = _new(knowledge, of)
    if place is None:
        return None
    owner, node = place
    if node.returns is None:
        others = [knowledge.expression(owner.module, func) for func in _returned(node) if isinstance(func, ast.Name)]
        made = [Instance(other) for other in others if isinstance(other, ClassValue)]
        return union([Instance(of), *made]) if made else None
    found = knowledge.annotation(node.returns, owner.module, owner, Instance(of))
    if isinstance(found, Instance) and isinstance(found.of, ForeignClass) and found.of.arguments:
        # A class that is written for type checkers, of a function that returns a tuple.
        return found
    if not isinstance(found, Instance) or not isinstance(found.of, ClassValue):
        return None
    # `-> "Base"` in a base is the class that is called.
    own = {id(base.node) for base in knowledge.mro(of)[0] if isinstance(base, ClassValue)}
    return None if id(found.of.node) in own else found


def constructor(knowledge: Knowledge, of: ClassValue) -> FunctionValue | None:
    """Return the function that takes the arguments of a class, None where it is not known."""
    mro, _ = knowledge.mro(of)
    if any(isinstance(one, ForeignClass) and one.name in _ENUMERATIONS for one in mro):
        # A call looks a value up: `Depth(3)`.
        return None
    if any(isinstance(one, ForeignClass) and one.name.rpartition(".")[2] == "Protocol" for one in mro[1:2]):
        # The class that stands behind a protocol is made in another way.
        return None
    if makes_other_class(knowledge, of):
        return None
    for one in mro:
        if isinstance(one, ForeignClass):
            return None
        metaclass = _metaclass(knowledge, one)
        if isinstance(metaclass, ClassValue) and knowledge.own_member(metaclass, "__call__", instance=False):
            return None
        if not isinstance(metaclass, (ClassValue, ForeignClass, NoneType)):
            return None
        for name in ("__init__", "__new__"):
            place = knowledge.own_member(one, name, instance=False)
            if place is not None:
                module, bindings = place
                found = knowledge.binding_value(module, bindings, one)
                return (
                    FunctionValue(found.module, found.nodes, one, Instance(of))
                    if isinstance(found, FunctionValue)
                    else None
                )
        if one.node.decorator_list and one.module is not knowledge.code:
            if any(_may_make_constructor(knowledge, one, decorator) for decorator in one.node.decorator_list):
                return None
        elif one.node.decorator_list:
            return None
    return None


def _may_make_constructor(knowledge: Knowledge, of: ClassValue, decorator: ast.expr) -> bool:
    """Tell whether a decorator of a class may give it a constructor: it makes fields, or another class."""
    last = last_name(callee(decorator))
    if last in _WITH_FIELDS or last in TRANSPARENT:
        return last in _WITH_FIELDS
    value = knowledge.once(("decorator", id(decorator)), lambda: knowledge.expression(of.module, callee(decorator)))
    if not isinstance(value, FunctionValue):
        return False
    calls = (one for one in ast.walk(value.nodes[-1]) if isinstance(one, ast.Call))
    return any(last_name(one.func) in _WITH_FIELDS for one in calls)


def makes_other_class(knowledge: Knowledge, of: ClassValue) -> bool:
    """Tell whether `__new__` of a class may make an object of a class that is not known: `super().__new__(Other)`."""
    place = _new(knowledge, of)
    if place is None:
        return False
    node = place[1]
    own = first_parameter(node)
    calls = (call for call in ast.walk(node) if isinstance(call, ast.Call) and call.args)
    made = [call.args[0] for call in calls if last_name(call.func) == "__new__"]
    if any(not isinstance(given, ast.Name) or given.id != own for given in made):
        return True
    methods = (one for one in _returned(node) if isinstance(one, ast.Attribute) and ast.unparse(one.value) == own)
    return any(one.attr != "__new__" for one in methods) or stand_ins(knowledge, of) is None


def stand_ins(knowledge: Knowledge, of: ClassValue) -> list[ClassValue] | None:
    """Return the classes that `__new__` of a class may put in its place (`cls = Other`); None if one is not known."""
    place = _new(knowledge, of)
    if place is None:
        return []
    owner, node = place
    own = first_parameter(node)
    bound = (one for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
    if all(one.id != own for one in bound):
        return []
    walk = body_of(knowledge, FunctionValue(owner.module, (node,), owner, of), {})
    values = list(options_of(walk.names.get(own, UNKNOWN)))
    found = [one for one in values if isinstance(one, ClassValue)]
    # The class alone is left where a branch that puts another in its place returns.
    return found if len(found) == len(values) and found != [owner] else None


def _returned(node: ast.FunctionDef) -> Iterator[ast.expr]:
    """Yield the callables in the `return` statements of a function."""
    values = (one.value for one in ast.walk(node) if isinstance(one, ast.Return))
    yield from (one.func for one in values if isinstance(one, ast.Call))


def _new(knowledge: Knowledge, of: ClassValue) -> tuple[ClassValue, ast.FunctionDef] | None:
    """Return the class that defines the `__new__` of a class, with its definition; None for none."""
    for one in knowledge.mro(of)[0]:
        place = knowledge.own_member(one, "__new__", instance=False) if isinstance(one, ClassValue) else None
        node = place[1][-1].node if place is not None else None
        if isinstance(one, ClassValue) and isinstance(node, ast.FunctionDef) and first_parameter(node):
            return one, node
    return None
