"""The classes that a call makes: `Ship = type("Ship", (Hull,), {…})`, or the same of a metaclass of a package."""

from __future__ import annotations

import ast
from functools import lru_cache
from keyword import iskeyword

from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import ClassValue, ForeignClass, KnownValue

_PARTS = 3
_KEPT = 256


def made_class(knowledge: Knowledge, module: ModuleSyntax, called: KnownValue, call: ast.Call) -> ClassValue | None:
    """Return the class that a call makes, None for any other call, and where the names of the class are not constants.

    Args:
        knowledge: the known modules.
        module: the module that has the call.
        called: the value of the called expression.
        call: the call.
    """
    if len(call.args) != _PARTS or not _is_metaclass(knowledge, called):
        return None
    node = _written(call)
    return ClassValue(module, node) if node is not None else None


def _is_metaclass(knowledge: Knowledge, called: KnownValue) -> bool:
    if isinstance(called, ForeignClass):
        return called.name == "builtins.type"
    if not isinstance(called, ClassValue):
        return False
    return any(isinstance(one, ForeignClass) and one.name == "builtins.type" for one in knowledge.mro(called)[0])


@lru_cache(maxsize=_KEPT)
def _written(call: ast.Call) -> ast.ClassDef | None:
    """Return the definition with the same meaning as the call, the same one each time."""
    name, bases, names = call.args
    if not isinstance(name, ast.Constant) or not isinstance(name.value, str) or not isinstance(bases, ast.Tuple):
        return None
    if not name.value.isidentifier() or iskeyword(name.value):
        return None
    if not isinstance(names, ast.Dict) or any(isinstance(one, ast.Starred) for one in bases.elts):
        return None
    body: list[ast.stmt] = []
    for key, value in zip(names.keys, names.values, strict=True):
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            return None
        body.append(ast.copy_location(ast.Assign([ast.Name(key.value, ast.Store())], value), call))
    is_plain = isinstance(call.func, ast.Name) and call.func.id == "type"
    made = ast.parse(f"class {name.value}: pass").body[0]
    if not isinstance(made, ast.ClassDef):
        return None
    made.bases, made.body = bases.elts, body or made.body
    made.keywords = [] if is_plain else [ast.keyword("metaclass", call.func)]
    return ast.fix_missing_locations(ast.copy_location(made, call))
