"""The objects that calls of classes make, and the functions that take the arguments of these calls."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.syntax.definitions import TRANSPARENT, first_parameter
from pro_context_engine.code_checks.python.syntax.written_names import callee, last_name
from pro_context_engine.code_checks.python.values.call_arguments import CallArguments, unbound_parameters
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    ClassValue,
    ForeignClass,
    FunctionValue,
    Instance,
    KnownValue,
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
        keywords = one.node.keywords if isinstance(one, ClassValue) else []
        given = next((keyword.value for keyword in keywords if keyword.arg == "metaclass"), None)
        if given is None or not isinstance(one, ClassValue):
            continue
        metaclass = knowledge.expression(one.module, given)
        place = (
            knowledge.own_member(metaclass, "__call__", instance=False) if isinstance(metaclass, ClassValue) else None
        )
        if place is not None:
            return not any(
                isinstance(inner, ast.Attribute) and inner.attr in ("__call__", "__new__")
                for inner in ast.walk(place[1][-1].node)
            )
    return False


def _made_by_new(knowledge: Knowledge, of: ClassValue) -> KnownValue | None:
    """Return what `__new__` makes: an instance of another class, or perhaps one; None for an instance of the class."""
    for one in knowledge.mro(of)[0]:
        place = knowledge.own_member(one, "__new__", instance=False) if isinstance(one, ClassValue) else None
        if place is not None and isinstance(one, ClassValue):
            node = place[1][-1].node
            if isinstance(node, ast.FunctionDef) and node.returns is not None:
                found = knowledge.annotation(node.returns, place[0], one, Instance(of))
                if isinstance(found, Instance) and isinstance(found.of, ForeignClass) and found.of.arguments:
                    # A class that is written for type checkers, of a function that returns a tuple.
                    return found
                if not isinstance(found, Instance) or not isinstance(found.of, ClassValue):
                    return None
                # `-> "Base"` in a base is the class that is called.
                own = {id(base.node) for base in knowledge.mro(of)[0] if isinstance(base, ClassValue)}
                return None if id(found.of.node) in own else found
            returned = [inner.value for inner in ast.walk(node) if isinstance(inner, ast.Return)]
            called = [call.func for call in returned if isinstance(call, ast.Call)]
            others = [knowledge.expression(place[0], func) for func in called if isinstance(func, ast.Name)]
            made = [Instance(other) for other in others if isinstance(other, ClassValue)]
            return union([Instance(of), *made]) if made else None
    return None


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
        if any(keyword.arg == "metaclass" for keyword in one.node.keywords):
            value = next(keyword.value for keyword in one.node.keywords if keyword.arg == "metaclass")
            metaclass = knowledge.expression(one.module, value)
            if isinstance(metaclass, ClassValue) and knowledge.own_member(metaclass, "__call__", instance=False):
                return None
            if not isinstance(metaclass, (ClassValue, ForeignClass)):
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
    """Tell whether `__new__` of a class may make an object of another class: `super().__new__(Other)`."""
    for one in knowledge.mro(of)[0]:
        place = knowledge.own_member(one, "__new__", instance=False) if isinstance(one, ClassValue) else None
        node = place[1][-1].node if place is not None else None
        if isinstance(node, ast.FunctionDef) and first_parameter(node):
            calls = (call for call in ast.walk(node) if isinstance(call, ast.Call) and call.args)
            own = first_parameter(node)
            made = [call.args[0] for call in calls if last_name(call.func) == "__new__"]
            others = any(not isinstance(given, ast.Name) or given.id != own for given in made)
            return others or any(_makes_another(inner, own) for inner in ast.walk(node))
    return False


def _makes_another(node: ast.AST, own: str) -> bool:
    """Tell whether `__new__` puts another class in the place of its own, or returns what a method makes of it."""
    if isinstance(node, ast.Name):
        return node.id == own and isinstance(node.ctx, ast.Store)
    called = node.value.func if isinstance(node, ast.Return) and isinstance(node.value, ast.Call) else None
    is_method = isinstance(called, ast.Attribute) and called.attr != "__new__"
    return is_method and isinstance(called, ast.Attribute) and ast.unparse(called.value) == own
