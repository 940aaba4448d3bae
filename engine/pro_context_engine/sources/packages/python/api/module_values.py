"""The values of a module's names: the objects that it only names again, and the classes of those that it makes."""

from __future__ import annotations

import griffe

from pro_context_engine.sources.packages.python.api.class_bases import with_bases
from pro_context_engine.sources.packages.python.api.documenting_modules import documenting_module, is_object
from pro_context_engine.sources.packages.python.api.syntax import PackageSyntax
from pro_context_engine.sources.packages.python.parsing.definition import Definition
from pro_context_engine.sources.packages.python.parsing.public_modules import is_public_name

_MAX_HOPS = 20


def assigned_object(
    syntax: PackageSyntax, module: str, attribute: griffe.Attribute, hops: int = 0
) -> Definition | None:
    """Return the function or class to which a module only assigns another name (`load = _parser.load`).

    It may have several such names, and it may be a method of a value that the module makes (`_default = Parser()`).
    """
    if attribute.has_docstring or not isinstance(attribute.value, griffe.ExprName | griffe.ExprAttribute):
        return None
    if {"(", "["} & set(str(attribute.value)):
        return None
    definition = syntax.resolve_expression(module, attribute.value)
    if is_object(definition):
        return definition
    if isinstance(definition, griffe.Attribute) and hops < _MAX_HOPS and definition is not attribute:
        return assigned_object(syntax, definition.module.path, definition, hops + 1)
    return _bound_method(syntax, module, str(attribute.value)) if definition is None else None


def value_behind(syntax: PackageSyntax, module: str, attribute: griffe.Attribute) -> griffe.Attribute | None:
    """Return the described value to which a module only assigns another name (`cache = _cache`), None for none."""
    if attribute.has_docstring or not isinstance(attribute.value, griffe.ExprName | griffe.ExprAttribute):
        return None
    found = syntax.resolve_expression(module, attribute.value)
    if not isinstance(found, griffe.Attribute) or found is attribute or isinstance(found.parent, griffe.Class):
        return None
    described = found.has_docstring or instance_class(syntax, found) or declared_class(syntax, found)
    return found if described else None


def _bound_method(syntax: PackageSyntax, module: str, expression: str) -> griffe.Function | None:
    """Return the public method that an expression takes from a value, of the value's class or a base of it."""
    owner, _, name = expression.rpartition(".")
    held = syntax.resolve_expression(module, owner) if owner and is_public_name(name) else None
    cls = _class_of_value(syntax, held) if isinstance(held, griffe.Attribute) else None
    members = (one.members.get(name) for one in with_bases(syntax, cls)) if cls else ()
    found = next((one for one in members if one is not None), None)
    return found if isinstance(found, griffe.Function) else None


def _class_of_value(syntax: PackageSyntax, attribute: griffe.Attribute) -> griffe.Class | None:
    """Return the class that a value is declared to have, or that is called to make it."""
    made = attribute.value.function if isinstance(attribute.value, griffe.ExprCall) else None
    stated = _stated_type(attribute) or made
    found = syntax.resolve_near(attribute.module.path, stated) if stated is not None else None
    return found if isinstance(found, griffe.Class) else None


def _stated_type(attribute: griffe.Attribute) -> str | griffe.Expr | None:
    """Return the type that a value is declared to have, None for none (`Final` alone declares none)."""
    stated = attribute.annotation
    whole, inner = (stated.left, stated.slice) if isinstance(stated, griffe.ExprSubscript) else (stated, None)
    return inner if str(whole).rpartition(".")[2] == "Final" else stated


def is_bound(definition: Definition) -> bool:
    """Tell whether a name of a module is a method that is bound to a value; see `assigned_object`."""
    return isinstance(definition, griffe.Function) and isinstance(definition.parent, griffe.Class)


def instance_class(syntax: PackageSyntax, definition: Definition) -> griffe.Class | None:
    """Return the class of a value that a module makes by calling a class (`logger = _Logger()`), if no page has it."""
    value = definition.value if isinstance(definition, griffe.Attribute) else None
    if not isinstance(value, griffe.ExprCall) or isinstance(definition.parent, griffe.Class):
        return None
    made = syntax.resolve_near(definition.module.path, value.function)
    return made if isinstance(made, griffe.Class) and documenting_module(syntax, made) is None else None


def declared_class(syntax: PackageSyntax, definition: Definition) -> griffe.Class | None:
    """Return the class of the distribution that a module declares for a value that it makes (`request: Request = …`).

    Where it declares none, the class that it calls, if its values are called in turn (`cache = Cache()`, `@cache`). A
    value in capitals is a constant, of which a module may have hundreds.
    """
    if not isinstance(definition, griffe.Attribute) or isinstance(definition.parent, griffe.Class):
        return None
    if definition.name.isupper() or not isinstance(definition.value, griffe.ExprCall):
        return None
    declared = _class_of_value(syntax, definition)
    is_stated = _stated_type(definition) is not None
    return declared if declared and (is_stated or "__call__" in declared.members) else None


def call_of(cls: griffe.Class) -> griffe.Function | None:
    """Return the `__call__` of a class, None for a class whose values cannot be called."""
    found = cls.members.get("__call__")
    return found if isinstance(found, griffe.Function) else None
