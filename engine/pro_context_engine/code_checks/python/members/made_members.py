"""The members that functions of a package give a class: bases that a call makes, attributes that a metaclass sets."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from pro_context_engine.code_checks.python.values.function_bodies import body_of
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    ClassValue,
    ForeignClass,
    FunctionValue,
    Instance,
    KnownText,
    KnownValue,
    options_of,
)


def made_base(knowledge: Knowledge, of: ClassValue, base: ast.expr) -> list[ClassValue | ForeignClass] | None:
    """Return the classes that a function of a package makes a base of, None for any other base.

    `class Crew(Group.made_with(Sailor))` has what `Sailor` and `Group` have, and what the function adds. If one of its
    arguments is not known, nothing is known about the base.
    """
    if not isinstance(base, ast.Call) or of.module is knowledge.code or of.module.is_stub:
        return None
    called = knowledge.expression(of.module, base.func)
    if not isinstance(called, FunctionValue) or called.module is knowledge.code or called.module.is_stub:
        return None
    given = [knowledge.expression(of.module, one) for one in (*base.args, *(one.value for one in base.keywords))]
    if not all(isinstance(one, (ClassValue, ForeignClass, KnownText)) for one in given):
        return None
    own = [called.receiver] if isinstance(called.receiver, ClassValue) else []
    return [one for one in (*given, *own) if isinstance(one, (ClassValue, ForeignClass))]


def may_be_added(knowledge: Knowledge, of: ClassValue, name: str) -> bool:
    """Tell whether a function that makes a base of a class may add a member of a name: its own package has the name."""
    for base in of.node.bases:
        if isinstance(base, ast.Call) and made_base(knowledge, of, base) is not None:
            called = knowledge.expression(of.module, base.func)
            modules = [one.module for one in (of, called) if isinstance(one, (ClassValue, FunctionValue))]
            if any(knowledge.may_be_made(module, name) for module in modules):
                return True
    return False


def set_by_metaclass(knowledge: Knowledge, own: Iterable[ClassValue], name: str) -> KnownValue | None:
    """Return the value that a metaclass of a package gives an attribute of its classes, None if it gives none.

    A call with the name as a constant, and a value behind it, sets the attribute: `cls.put("crew", Crew())`.

    Args:
        knowledge: the known modules.
        own: the class with its bases.
        name: of the attribute.
    """
    for one in own:
        keyword = next((key.value for key in one.node.keywords if key.arg == "metaclass"), None)
        metaclass = knowledge.expression(one.module, keyword) if keyword is not None else UNKNOWN
        if not isinstance(metaclass, ClassValue) or metaclass.module is knowledge.code:
            continue
        for method in metaclass.node.body:
            given = _given(method, name) if isinstance(method, ast.FunctionDef) else None
            if given is not None and isinstance(method, ast.FunctionDef):
                function = FunctionValue(metaclass.module, (method,), metaclass, Instance(metaclass))
                return body_of(knowledge, function, {}).value(given)
    return None


def may_replace(knowledge: Knowledge, own: Sequence[ClassValue], value: KnownValue, *, sure: bool) -> bool:
    """Tell whether a metaclass may replace a value that a class assigns: `depth = Field()`.

    It walks along the attributes of its classes, and its package has the class of the value.

    Args:
        knowledge: the known modules.
        own: the class with its bases.
        value: what the class assigns.
        sure: whether all bases are known; else one of them may have such a metaclass.
    """
    classes = (one.of for one in options_of(value) if isinstance(one, Instance) and isinstance(one.of, ClassValue))
    packages = {one.module.top for one in classes} - {knowledge.code.top}
    return bool(packages and not sure) or any(
        metaclass.module.top in packages and _walks_attributes(metaclass.node)
        for metaclass in _metaclasses(knowledge, own)
    )


def _metaclasses(knowledge: Knowledge, own: Sequence[ClassValue]) -> Iterator[ClassValue]:
    """Yield the metaclasses of a class with its bases, those that a function makes a base of included."""
    for one in own:
        given = [key.value for key in one.node.keywords if key.arg == "metaclass"]
        given += [argument for base in one.node.bases if isinstance(base, ast.Call) for argument in base.args]
        values = (knowledge.expression(one.module, argument) for argument in given)
        yield from (value for value in values if isinstance(value, ClassValue))


def _walks_attributes(metaclass: ast.ClassDef) -> bool:
    """Tell whether a method has a loop over names with their values."""
    loops = (one.iter for one in ast.walk(metaclass) if isinstance(one, (ast.For, ast.comprehension)))
    called = (ast.unparse(node.func) for loop in loops for node in ast.walk(loop) if isinstance(node, ast.Call))
    return any(name.endswith(".items") for name in called)


def _given(method: ast.FunctionDef, name: str) -> ast.expr | None:
    """Return the argument behind a constant in a call of a method."""
    for call in ast.walk(method):
        if isinstance(call, ast.Call):
            for text, value in zip(call.args, call.args[1:], strict=False):
                if isinstance(text, ast.Constant) and text.value == name:
                    return value
    return None
