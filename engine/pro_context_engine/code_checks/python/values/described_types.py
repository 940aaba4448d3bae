"""The values that annotations describe."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.written_names import last_name
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    ForeignClass,
    Instance,
    KnownValue,
    ModuleValue,
    Returning,
    Union,
    options_of,
    union,
)
from pro_context_engine.code_checks.python.values.outside_classes import is_builtin_class
from pro_context_engine.code_checks.python.values.type_arguments import is_type_variable, type_argument

_INNER = frozenset(("ClassVar", "Final", "Annotated", "Required", "NotRequired", "ReadOnly", "Mapped"))
_MOST_TEXT = 2_000


def described(
    knowledge: Knowledge, node: ast.expr, module: ModuleSyntax, owner: ClassValue | None, own: KnownValue
) -> KnownValue:
    """Return the value that an annotation describes: an instance of a class, or one of several.

    Args:
        knowledge: the known modules.
        node: the annotation.
        module: the module that has it.
        owner: the class that has it, None for none.
        own: the value of `Self`.
    """
    knowledge.step()
    if isinstance(node, ast.Constant):
        if node.value is None:
            return NONE
        if isinstance(node.value, str) and len(node.value) < _MOST_TEXT:
            try:
                inner = ast.parse(node.value.strip(), mode="eval").body
            except (SyntaxError, ValueError, RecursionError):
                return UNKNOWN
            return described(knowledge, inner, module, owner, own)
        return UNKNOWN
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return union(described(knowledge, one, module, owner, own) for one in (node.left, node.right))
    if isinstance(node, ast.Subscript):
        return _subscripted(knowledge, node, module, owner, own)
    if isinstance(node, (ast.Name, ast.Attribute)):
        name = last_name(node)
        if name == "Self":
            return own
        if name in ("Any", "object"):
            return UNKNOWN
        found = _class(knowledge, node, module, owner)
        return type_argument(knowledge, name, owner, own) if is_type_variable(found) else instance_of(found)
    return UNKNOWN


def _class(knowledge: Knowledge, node: ast.expr, module: ModuleSyntax, owner: ClassValue | None) -> KnownValue:
    if isinstance(node, ast.Name):
        if node.id in module.scope.names:
            key = ("named", module.name, module.path, node.id)
            bindings = module.scope.names[node.id]
            return knowledge.once(key, lambda: knowledge.binding_value(module, bindings))
        if owner is not None and node.id in owner.module.class_scope(owner.node).names:
            return knowledge.expression(module, node, owner)
        if is_builtin_class(node.id):
            return ForeignClass(f"builtins.{node.id}")
        return (
            knowledge.module_member(module.name, node.id, typing=True).value
            if module is not knowledge.code
            else UNKNOWN
        )
    found = knowledge.expression(module, node, owner)
    if found is UNKNOWN and isinstance(node, ast.Attribute):
        holder = _class(knowledge, node.value, module, owner)
        if isinstance(holder, ModuleValue):
            # What a module has for type checkers alone is there for an annotation.
            return knowledge.module_member(holder.name, node.attr, typing=True).value
    return found


def instance_of(value: KnownValue) -> KnownValue:
    """Return an instance of a class value; the value itself where an alias describes instances already."""
    if isinstance(value, Union):
        return union(instance_of(one) for one in value.options)
    if isinstance(value, (ClassValue, ForeignClass)):
        return Instance(value)
    if isinstance(value, Returning):
        return value
    if isinstance(value, Instance) and isinstance(value.of, ForeignClass):
        # The value of a type variable may be of any class below its bound.
        return value if value.of.name == "typing.alias" else UNKNOWN
    return value if value is NONE else UNKNOWN


def _subscripted(
    knowledge: Knowledge, node: ast.Subscript, module: ModuleSyntax, owner: ClassValue | None, own: KnownValue
) -> KnownValue:
    name = last_name(node.value)
    inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]

    def value(one: ast.expr) -> KnownValue:
        return described(knowledge, one, module, owner, own)

    if name == "Optional":
        return value(inner[0])
    if name == "Union":
        return union(value(one) for one in inner)
    if name in _INNER:
        return value(inner[0]) if inner else UNKNOWN
    if name == "Literal":
        return UNKNOWN
    if name == "Callable":
        return Returning(value(inner[1])) if len(inner) == 2 else UNKNOWN
    if name in ("Type", "type"):
        found = value(inner[0])
        return union(one.of if isinstance(one, Instance) else UNKNOWN for one in options_of(found))
    base = _class(knowledge, node.value, module, owner)
    if isinstance(base, (ClassValue, ForeignClass)):
        # `tuple[X, ...]` has elements of one class.
        inner = [one for one in inner if not isinstance(one, ast.Constant) or one.value is not ...]
        arguments = tuple(UNKNOWN if isinstance(one, ast.List) else value(one) for one in inner)
        if isinstance(base, ClassValue):
            return UNKNOWN if _has_no_objects(base) else Instance(ClassValue(base.module, base.node, arguments))
        return Instance(ForeignClass(base.name, arguments))
    if isinstance(base, Union):
        return instance_of(base)
    return UNKNOWN


def _has_no_objects(of: ClassValue) -> bool:
    """Tell whether a class only makes types of others in brackets (`Nested[int]`): none can be made of itself."""
    names = of.module.class_scope(of.node).names
    makers = [one.node for one in names.get("__new__", ())] if "__class_getitem__" in names else []
    bodies = (one.body for one in makers if isinstance(one, ast.FunctionDef))
    return any(isinstance(body[-1], ast.Raise) and len(body) <= 2 for body in bodies)
