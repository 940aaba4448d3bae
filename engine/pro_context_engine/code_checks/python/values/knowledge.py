"""The modules that a check knows, the bounds of their evaluation, and the questions that its parts ask each other."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from time import thread_time
from typing import TypeVar

from pro_context_engine.code_checks.python.syntax.bound_names import Binding, Definition
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.syntax.package_modules import PackageModules
from pro_context_engine.code_checks.python.values.body_walk import BodyWalk
from pro_context_engine.code_checks.python.values.known_values import (
    UNKNOWN,
    ClassValue,
    EnclosedFunction,
    ForeignClass,
    KnownValue,
)
from pro_context_engine.code_checks.python.values.lookups import Lookup

MOST_DEPTH = 24
MOST_STEPS = 60_000
MOST_SECONDS = 10.0
"""Bounds on one check: nested evaluations, evaluated expressions, seconds of CPU."""

_Found = TypeVar("_Found")


class Exhausted(Exception):
    """A check has used up its steps."""


class Knowledge(ABC):
    """The modules that a check knows, with memory and bounds; `MemberLookups` has the rest of it.

    Args:
        modules: those of the packages.
        code: the checked code as a module.
    """

    def __init__(self, modules: PackageModules, code: ModuleSyntax) -> None:
        self.modules = modules
        self.code = code
        self.steps = 0
        self._most = MOST_STEPS
        self._until = thread_time() + MOST_SECONDS
        self.depth = 0
        # The bodies of functions that are followed now: a name that is missing there needs no proof.
        self.inside = 0
        self._running: set[object] = set()
        self.asked: set[tuple[int, str]] = set()
        """The `__getattr__` functions that are being followed, each with the name."""
        self._results: dict[object, KnownValue] = {}

    def module(self, name: str) -> ModuleSyntax | None:
        """Return a module by its dotted name."""
        return self.code if name == self.code.name else self.modules.find(name)

    def step(self) -> None:
        """Count one evaluated expression.

        Raises:
            Exhausted: there were too many.
        """
        self.steps += 1
        if self.steps > self._most or (self.steps % 64 == 0 and thread_time() > self._until):
            raise Exhausted

    def share(self, steps: int, evaluate: Callable[[], _Found]) -> _Found | None:
        """Return the outcome of one evaluation, None where it needs more than its share of the steps.

        Raises:
            Exhausted: the steps of the whole check are used up.
        """
        most, self._most = self._most, min(self._most, self.steps + steps)
        try:
            return evaluate()
        except Exhausted:
            if self.steps > most or thread_time() > self._until:
                raise
            return None
        finally:
            self._most = most

    def once(self, key: object, evaluate: Callable[[], KnownValue]) -> KnownValue:
        """Return the value of a node that may refer to itself; UNKNOWN beyond the greatest depth."""
        if key in self._results:
            return self._results[key]
        if key in self._running or self.depth > MOST_DEPTH:
            return UNKNOWN
        self._running.add(key)
        self.depth += 1
        try:
            value = evaluate()
        finally:
            self.depth -= 1
            self._running.discard(key)
        self._results[key] = value
        return value

    def look_once(self, key: object, look: Callable[[], Lookup], otherwise: Lookup) -> Lookup:
        """Return the outcome of a look-up, or another one where the look-up leads to itself.

        Args:
            key: names the look-up.
            look: looks.
            otherwise: the outcome within the same look-up.
        """
        if key in self._running:
            return otherwise
        self._running.add(key)
        try:
            return look()
        finally:
            self._running.discard(key)

    def expression(self, module: ModuleSyntax, node: ast.expr, owner: ClassValue | None = None) -> KnownValue:
        """Return the value of an expression at the level of a module or class."""
        return self.walk(module, {}, owner).value(node)

    # -- what the parts ask each other -------------------------------------------------------------------------------

    @abstractmethod
    def walk(self, module: ModuleSyntax, names: dict[str, KnownValue], owner: ClassValue | None = None) -> BodyWalk:
        """Return a walk along statements of a module, in which some names are bound."""

    @abstractmethod
    def annotation(
        self, node: ast.expr, module: ModuleSyntax, owner: ClassValue | None, own: KnownValue = UNKNOWN
    ) -> KnownValue:
        """Return the value that an annotation describes."""

    @abstractmethod
    def member(self, value: KnownValue, name: str) -> Lookup:
        """Look for a member of a value."""

    @abstractmethod
    def module_member(
        self, name: str, attribute: str, *, typing: bool = False, imported: bool = False, starred: bool = False
    ) -> Lookup:
        """Look for a member of a module; see `ModuleLookups`."""

    @abstractmethod
    def binding_value(
        self, module: ModuleSyntax, bindings: Sequence[Binding], owner: ClassValue | None = None
    ) -> KnownValue:
        """Return the value of a name that a module or class binds in these places."""

    @abstractmethod
    def decorated_class(self, module: ModuleSyntax, node: ast.ClassDef) -> KnownValue:
        """Return a class, or the only object of it where a decorator calls the class and gives the object."""

    @abstractmethod
    def made_function(self, module: ModuleSyntax, binding: Binding) -> EnclosedFunction | None:
        """Return the function behind a name that a module assigns, None for any other value."""

    @abstractmethod
    def mro(self, of: ClassValue) -> tuple[list[ClassValue | ForeignClass], bool]:
        """Return a class with its bases, nearest first, and whether all of them are known."""

    @abstractmethod
    def bases(self, of: ClassValue) -> list[KnownValue]:
        """Return the values of the bases of a class."""

    @abstractmethod
    def own_member(self, of: ClassValue, name: str, *, instance: bool) -> tuple[ModuleSyntax, list[Binding]] | None:
        """Return the places in which a class itself binds a member."""

    @abstractmethod
    def class_member(self, of: ClassValue, name: str, receiver: KnownValue) -> Lookup:
        """Look for a member of a class, or of an instance of it."""

    @abstractmethod
    def method_value(
        self, of: ClassValue, module: ModuleSyntax, bindings: list[Binding], receiver: KnownValue
    ) -> KnownValue:
        """Return a method of a receiver, or the value of a property."""

    @abstractmethod
    def may_be_made(self, module: ModuleSyntax, name: str) -> bool:
        """Tell whether the package has a name, or the word behind its prefix."""

    @abstractmethod
    def is_transparent(self, module: ModuleSyntax, decorator: ast.expr) -> bool:
        """Tell whether a decorator leaves the signature of a function as it is."""

    @abstractmethod
    def is_property(self, module: ModuleSyntax, decorator: ast.expr) -> bool:
        """Tell whether a decorator makes a method an attribute, whose value the method gives."""

    @abstractmethod
    def returns_receiver(self, module: ModuleSyntax, decorator: ast.expr, method: Definition) -> bool:
        """Tell whether a decorator makes a method return the object, or the copy, that it was called on."""
