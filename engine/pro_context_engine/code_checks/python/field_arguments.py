"""The constructors that decorators make of the fields of a class (dataclasses, attrs)."""

from __future__ import annotations

import ast

from pro_context_engine.code_checks.python.syntax.definitions import decorator_names
from pro_context_engine.code_checks.python.syntax.written_names import last_name
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import ClassValue, FunctionValue, Instance

_DATACLASSES = frozenset({"dataclass"})
_ATTRS = frozenset({"define", "frozen", "mutable", "attrs", "s", "dataclass"})
_FIELD_MAKERS = frozenset({"ib", "attrib", "field"})


def field_constructor(knowledge: Knowledge, of: ClassValue) -> FunctionValue | None:
    """Return a function with the parameters of the constructor that is made of the fields of a class.

    Args:
        knowledge: the known modules.
        of: the class, which has no constructor of its own.

    Returns:
        None where not every base is known, or is made of fields.
    """
    mro, sure = knowledge.mro(of)
    if not sure:
        return None
    names: dict[str, None] = {}
    for one in reversed(mro):
        if not isinstance(one, ClassValue):
            continue
        kinds = decorator_names(one.node)
        if not kinds <= _DATACLASSES | _ATTRS or one.node.keywords:
            return None
        if not kinds:
            if any(name in one.module.class_scope(one.node).names for name in ("__init__", "__new__")):
                return None
            continue
        _add_fields(one.node, names, is_attrs=kinds != _DATACLASSES)
    parameters = ", ".join(f"{name}=..." for name in names)
    source = f"def __init__(self, *, {parameters}): pass" if names else "def __init__(self): pass"
    node = ast.parse(source).body[0]
    return FunctionValue(of.module, (node,), of, Instance(of)) if isinstance(node, ast.FunctionDef) else None


def _add_fields(node: ast.ClassDef, names: dict[str, None], *, is_attrs: bool) -> None:
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name, value = statement.target.id, statement.value
            if "ClassVar" in ast.unparse(statement.annotation):
                continue
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) and is_attrs:
            name, value = statement.targets[0].id, statement.value
            if not (isinstance(value, ast.Call) and last_name(value.func) in _FIELD_MAKERS):
                continue
        else:
            continue
        given = {one.arg: one.value for one in value.keywords} if isinstance(value, ast.Call) else {}
        if isinstance(init := given.get("init"), ast.Constant) and init.value is False:
            names.pop(name, None)
            continue
        alias = given.get("alias")
        if isinstance(alias, ast.Constant) and isinstance(alias.value, str) and alias.value.isidentifier():
            name = alias.value
        names[name.lstrip("_") if is_attrs else name] = None
