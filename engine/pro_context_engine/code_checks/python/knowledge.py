"""The modules that a check knows, and the bounds of their evaluation."""

from __future__ import annotations

import ast
from collections.abc import Callable
from time import thread_time
from typing import TYPE_CHECKING, cast

from pro_context_engine.code_checks.python.known_values import UNKNOWN, ClassValue, KnownValue
from pro_context_engine.code_checks.python.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.package_modules import PackageModules

if TYPE_CHECKING:
    from pro_context_engine.code_checks.python.world import World

MOST_DEPTH = 24
MOST_STEPS = 60_000
MOST_SECONDS = 10.0
"""Bounds on one check: nested evaluations, evaluated expressions, seconds of CPU."""


class Exhausted(Exception):
    """A check has used up its steps."""


class Knowledge:
    """The modules that a check knows, with memory and bounds.

    Args:
        modules: those of the packages.
        code: the checked code as a module.
    """

    def __init__(self, modules: PackageModules, code: ModuleSyntax) -> None:
        self.modules = modules
        # Every instance is a World, whose bases are the parts of it.
        self.world = cast("World", self)
        self.code = code
        self.steps = 0
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
        if self.steps > MOST_STEPS or (self.steps % 64 == 0 and thread_time() > self._until):
            raise Exhausted

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

    # -- expressions, which flow.py evaluates ------------------------------------------------------------------------

    def expression(self, module: ModuleSyntax, node: ast.expr, owner: ClassValue | None = None) -> KnownValue:
        """Return the value of an expression at the level of a module or class."""
        from pro_context_engine.code_checks.python.flow import Flow  # noqa: PLC0415 - the two call each other

        return Flow(self.world, module, {}, owner).value(node)

    def annotation(
        self, node: ast.expr, module: ModuleSyntax, owner: ClassValue | None, own: KnownValue = UNKNOWN
    ) -> KnownValue:
        """Return the value that an annotation describes."""
        from pro_context_engine.code_checks.python.described_types import described  # noqa: PLC0415 - the two call each other

        return described(self.world, node, module, owner, own)
