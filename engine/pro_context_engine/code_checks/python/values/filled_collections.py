"""The elements of lists and dictionaries that begin empty and are filled by calls and assignments.

An empty collection has elements of the value `NONE`, which every union drops. One that is filled with anything unknown,
or that goes where others may fill it, has unknown elements.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from pro_context_engine.code_checks.python.syntax.definitions import first_parameter
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.code_checks.python.values.known_values import (
    NONE,
    UNKNOWN,
    ClassValue,
    ForeignClass,
    Instance,
    KnownValue,
    union,
)

EMPTY_LIST = Instance(ForeignClass("builtins.list", (NONE,)))
EMPTY_DICT = Instance(ForeignClass("builtins.dict", (UNKNOWN, NONE)))

_KINDS = frozenset({"builtins.list", "builtins.set", "builtins.dict"})
_ADDING = frozenset({"append", "add", "insert", "appendleft"})
_CHANGING = _ADDING | {"extend", "extendleft", "update", "setdefault", "__setitem__"}
_READING_WORDS = "len bool set sorted list tuple next iter str repr enumerate zip any all min max sum reversed print"
_READING = frozenset(_READING_WORDS.split())

_Evaluate = Callable[[ast.FunctionDef | ast.AsyncFunctionDef, ast.expr], KnownValue]


def with_element(value: KnownValue, element: KnownValue) -> KnownValue:
    """Return a list, a set or a dictionary to which an element is added; one of unknown elements stays as it is."""
    if not isinstance(value, Instance) or not isinstance(value.of, ForeignClass) or value.of.name not in _KINDS:
        return value
    *keys, last = value.of.arguments or (UNKNOWN,)
    if last is UNKNOWN:
        return value
    return Instance(ForeignClass(value.of.name, (*keys, union([last, element]))))


def added_element(node: ast.Call) -> ast.expr | None:
    """Return the element that a call of a method adds to its object, None for any other call."""
    is_adding = isinstance(node.func, ast.Attribute) and node.func.attr in _ADDING
    return node.args[-1] if is_adding and node.args and not node.keywords else None


def changes(node: ast.Call) -> bool:
    """Tell whether a call of a method changes the elements of its object."""
    return isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGING


def reads(node: ast.Call) -> bool:
    """Tell whether a call only reads its arguments."""
    return isinstance(node.func, ast.Name) and node.func.id in _READING


@lru_cache(maxsize=32)
def filled_within(tree: ast.Module) -> frozenset[str]:
    """Return the names of lists and dictionaries that a function fills, but the code around it has."""
    found: set[str] = set()
    for function in ast.walk(tree):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        inside = list(ast.walk(function))
        bound = {one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        bound |= {one.arg for one in inside if isinstance(one, ast.arg)}
        bound -= {name for one in inside if isinstance(one, (ast.Global, ast.Nonlocal)) for name in one.names}
        found |= {name for one in inside if (name := _filled_name(one)) and name not in bound}
    return frozenset(found)


def _filled_name(node: ast.AST) -> str:
    """Return the name that a call, `name[key] = …` or `name += …` fills, "" for none."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and changes(node):
        owner: ast.expr | None = node.func.value
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        owner = node.value
    else:
        owner = node.target if isinstance(node, ast.AugAssign) else None
    return owner.id if isinstance(owner, ast.Name) else ""


def filled_attribute(
    modules: PackageModules, of: ClassValue, name: str, empty: KnownValue, evaluate: _Evaluate
) -> KnownValue:
    """Return the value of an attribute that begins as an empty collection.

    Args:
        modules: those of the packages.
        of: the class that sets the attribute.
        name: of the attribute.
        empty: its first value.
        evaluate: gives the value of an expression in a method.
    """
    unknown = with_element(empty, UNKNOWN)
    if not name.startswith("__") and _is_written_elsewhere(modules, of, name):
        return unknown
    found = empty
    for method in of.node.body:
        if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        for element in _elements(method, name):
            value = evaluate(method, element) if element is not None else UNKNOWN
            if value is UNKNOWN:
                return unknown
            found = with_element(found, value)
    return found


def _elements(method: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> Iterator[ast.expr | None]:
    """Yield the elements that a method adds to an attribute; None for a use that may add others."""
    own = first_parameter(method)

    def is_own(node: ast.expr) -> bool:
        owner = node.value if isinstance(node, ast.Attribute) and node.attr == name else None
        return isinstance(owner, ast.Name) and owner.id == own

    for node in ast.walk(method):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and is_own(node.func.value) and changes(node):
                yield added_element(node)
            elif any(map(is_own, [*node.args, *(one.value for one in node.keywords)])) and not reads(node):
                yield None
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(one, ast.Subscript) and is_own(one.value) for one in targets):
                yield node.value
                continue
            bound = [one for target in targets for one in (target, *getattr(target, "elts", ()))]
            if is_own(node.value) or (any(map(is_own, bound)) and not _is_empty(node.value)):
                yield None
        elif isinstance(node, ast.AugAssign) and is_own(node.target):
            yield None


def _is_empty(node: ast.expr) -> bool:
    return (isinstance(node, ast.List) and not node.elts) or (isinstance(node, ast.Dict) and not node.keys)


def _is_written_elsewhere(modules: PackageModules, of: ClassValue, name: str) -> bool:
    """Tell whether the package may fill an attribute outside of its class; True beyond the bounds."""
    methods = "|".join(sorted(_CHANGING))
    pattern = re.compile(rf"\.{re.escape(name)}(?:\.(?:{methods})\(|\[[^\]\n]*\]\s*=(?!=)|\s*\+?=(?!=))")
    lines = of.module.text.splitlines()[of.node.lineno - 1 : of.node.end_lineno]
    own = len(pattern.findall("\n".join(lines)))
    texts = [text for _, text in modules.texts(of.module.package)]
    return not texts or sum(len(pattern.findall(text)) for text in texts if name in text) > own
