"""The values of names along a walk, by targets, fillings and conditions, and the uses of `**kwargs`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.written_names import is_class_name
from pro_context_engine.code_checks.python.values import calls
from pro_context_engine.code_checks.python.values.body_walk import BodyWalk
from pro_context_engine.code_checks.python.values.filled_collections import (
    added_element,
    changes,
    filled_within,
    reads,
    with_element,
)
from pro_context_engine.code_checks.python.values.knowledge import Knowledge
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    ClassValue,
    ForeignClass,
    Forwarded,
    Instance,
    KnownValue,
    Union,
    options_of,
)

_READING_WORDS = "dict len bool set sorted list next iter str repr"
_READING = frozenset(_READING_WORDS.split())
"""The functions of the language that read a dictionary and keep nothing of it."""


class WalkedNames(BodyWalk):
    """The names of a walk.

    Args:
        knowledge: the known modules.
        module: the module that has the body.
        names: see `BodyWalk`.
        owner: the class that has the body, None for none.
    """

    def __init__(
        self, knowledge: Knowledge, module: ModuleSyntax, names: dict[str, KnownValue], owner: ClassValue | None = None
    ) -> None:
        super().__init__(module, names, owner)
        self.knowledge = knowledge
        self._filled: set[str] = set()
        """The names of lists and dictionaries that the body fills."""

    def tell(self, test: ast.expr, *, holds: bool) -> dict[str, KnownValue | None]:
        """Note the classes that a condition tells of names and attributes (`isinstance(one, Ship)`).

        Returns:
            The values before, None for those that were not bound.
        """
        before: dict[str, KnownValue | None] = {}
        for node, kind, is_of_kind in _told_by(test, holds=holds):
            # The condition itself is walked along apart: its uses are noted once.
            silent = self.knowledge.walk(self.module, dict(self.names), self.owner)
            silent.tells_attributes = self.tells_attributes
            found = silent.value(kind) if kind is not None else UNKNOWN
            heirs = [self._is_heir(one, found) for one in options_of(silent.value(node))]
            if any(heirs) if not is_of_kind else not (heirs and all(heirs)):
                name = ast.unparse(node)
                before.setdefault(name, self.names.get(name))
                # What a value may be that is not of a class is not known.
                of_kind = found if is_of_kind else UNKNOWN
                self.names[name] = Instance(of_kind) if isinstance(of_kind, (ClassValue, ForeignClass)) else UNKNOWN
                self.tells_attributes = self.tells_attributes or isinstance(node, ast.Attribute)
        return before

    def _forget(self, before: Mapping[str, KnownValue | None]) -> None:
        """Give names the values that they had before a condition told of them."""
        for name, value in before.items():
            if value is None:
                self.names.pop(name, None)
            else:
                self.names[name] = value

    def _told_in_turn(self, node: ast.BoolOp) -> Iterator[ast.expr]:
        """Yield the parts of a condition, each while that is told which the parts before it tell."""
        before: dict[str, KnownValue | None] = {}
        for one in node.values:
            yield one
            before = {**self.tell(one, holds=isinstance(node.op, ast.And)), **before}
        self._forget(before)

    def _test(self, node: ast.expr) -> None:
        """Evaluate a condition; a condition alone hands no further keyword arguments on."""
        if isinstance(node, ast.BoolOp):
            for one in self._told_in_turn(node):
                self._test(one)
        elif not self._is_forwarded(node):
            self.value(node)

    def _is_heir(self, value: KnownValue, kind: KnownValue) -> bool:
        """Tell whether a value is known to be of a class that inherits from another one."""
        if not isinstance(value, Instance) or not isinstance(value.of, ClassValue) or not isinstance(kind, ClassValue):
            return False
        return any(isinstance(one, ClassValue) and one.node is kind.node for one in self.knowledge.mro(value.of)[0])

    def bind(self, target: ast.expr, value: KnownValue) -> None:
        """Bind a target to a value."""
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = _parts(value, len(target.elts)) or [calls.iterated(self.knowledge, value)] * len(target.elts)
            for one, part in zip(target.elts, parts, strict=True):
                self.bind(one.value if isinstance(one, ast.Starred) else one, part)
        elif isinstance(target, ast.Attribute):
            self.names.pop(ast.unparse(target), None)
            self.value(target.value)
        elif isinstance(target, ast.Subscript):
            if self._is_forwarded(target.value):
                self.keywords.take(target.slice)
                self.keywords.escaped = self.keywords.escaped or isinstance(value, ClassValue)
                return
            self.value(target.value)
            self.value(target.slice)
            self.fill(target.value, value)

    def fill(self, node: ast.expr, element: KnownValue) -> None:
        """Add an element to the list or dictionary that a name stands for."""
        if isinstance(node, ast.Name) and node.id in self.names:
            is_known = node.id not in filled_within(self.module.tree)
            self.names[node.id] = with_element(self.names[node.id], element if is_known else UNKNOWN)
            self._filled.add(node.id)

    def _follow_filling(self, node: ast.Call) -> None:
        """Note the elements that a call adds to a list, and the lists that it hands on, to which others may add."""
        if isinstance(node.func, ast.Attribute) and changes(node):
            element = added_element(node)
            self.fill(node.func.value, self.value(element) if element is not None else UNKNOWN)
        elif not reads(node):
            for one in (*node.args, *(keyword.value for keyword in node.keywords)):
                if isinstance(one, ast.Name) and one.id in self._filled:
                    self.fill(one, UNKNOWN)

    def _is_forwarded(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and isinstance(self.names.get(node.id), Forwarded)

    def _takes(self, node: ast.Call) -> bool:
        """Note the use that a call makes of further keyword arguments; tell whether it uses them."""
        func = node.func
        if isinstance(func, ast.Name) and func.id in _READING:
            return len(node.args) == 1 and not node.keywords and self._mentions(node.args[0])
        if not isinstance(func, ast.Attribute) or not self._is_forwarded(func.value):
            return False
        if func.attr in ("pop", "get", "setdefault") and node.args:
            self.keywords.take(node.args[0])
            if func.attr == "setdefault" and is_class_name(node.args[-1]):
                # Such a class gets the other arguments: `options.setdefault("kind", Ship)`.
                self.keywords.escaped = True
        elif func.attr == "update":
            for keyword in node.keywords:
                self.value(keyword.value)
        elif func.attr in ("items", "values"):
            self.keywords.escaped = True
        return True

    def _mentions(self, node: ast.expr) -> bool:
        return any(isinstance(one, ast.Name) and self._is_forwarded(one) for one in ast.walk(node))


def _parts(value: KnownValue, count: int) -> list[KnownValue]:
    if isinstance(value, Union):
        return []
    if isinstance(value, Instance) and isinstance(value.of, ForeignClass) and value.of.name.lower().endswith("tuple"):
        return list(value.of.arguments) if len(value.of.arguments) == count else []
    return []


def _told_by(test: ast.expr, *, holds: bool) -> Iterator[tuple[ast.expr, ast.expr | None, bool]]:
    """Yield the names and attributes whose class a condition tells, with the class, and whether they are of it.

    The class is None where it is not named.

    Args:
        test: the condition, such as `isinstance(one, Ship) and one.crew`.
        holds: whether it holds, as in the body of `if`; False for what follows `else`.
    """
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _told_by(test.operand, holds=not holds)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds:
        for one in test.values:
            yield from _told_by(one, holds=holds)
    else:
        tested, kind = _tested(test)
        if isinstance(tested, (ast.Name, ast.Attribute)):
            yield tested, kind, holds


def _tested(test: ast.expr) -> tuple[ast.expr | None, ast.expr | None]:
    """Return the value that one call or comparison tests, and the class; (None, None) for any other condition."""
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and len(test.args) == 2:
        if test.func.id == "isinstance":
            return test.args[0], test.args[1]
        return (test.args[0], None) if test.func.id == "issubclass" else (None, None)
    left = test.left if isinstance(test, ast.Compare) else None
    if isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "type" and left.args:
        return left.args[0], None
    return None, None
