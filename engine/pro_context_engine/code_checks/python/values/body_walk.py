"""A walk along the body of a function, class or module, and the notes of the walk."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field

from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.values.known_values import ClassValue, KnownValue


@dataclass(slots=True)
class FurtherKeywords:
    """The uses of the further keyword arguments of a function (`**kwargs`) in its body.

    Attributes:
        forwards: the calls that they are handed to, each with the called value.
        taken: those that the body itself takes.
        stored: the attributes that keep all of them (`self._options`).
        escaped: whether they go where they cannot be followed.
        refuses: whether a function that gets all of them refuses those that it does not know.
    """

    forwards: list[tuple[KnownValue, ast.Call]] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    stored: set[str] = field(default_factory=set)
    escaped: bool = False
    refuses: bool = False

    def take(self, key: ast.expr) -> None:
        """Note an argument that the body takes by its name; a name that is no constant may be any."""
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            self.taken.add(key.value)
        else:
            self.escaped = True

    def add(self, inner: FurtherKeywords) -> None:
        """Add the uses in a function within the body."""
        self.forwards += inner.forwards
        self.taken |= inner.taken
        self.stored |= inner.stored
        self.escaped = self.escaped or inner.escaped


class BodyWalk(ABC):
    """A walk along a body; `Flow` walks.

    Args:
        module: the module that has the body.
        names: values of the names that are bound so far; the walk changes them.
        owner: the class that has the body, None for none.

    Attributes:
        returned: the values of `return` statements.
        yielded: the values of `yield` expressions.
        keywords: what becomes of further keyword arguments.
        tells_attributes: whether `names` has attributes (`self.ship`), whose class a condition told.
    """

    def __init__(self, module: ModuleSyntax, names: dict[str, KnownValue], owner: ClassValue | None) -> None:
        self.module = module
        self.names = names
        self.owner = owner
        self.returned: list[KnownValue] = []
        self.yielded: list[KnownValue] = []
        self.keywords = FurtherKeywords()
        self.tells_attributes = False

    @abstractmethod
    def block(self, body: Iterable[ast.stmt]) -> bool:
        """Walk along statements; return whether their end is reached."""

    @abstractmethod
    def statement(self, node: ast.stmt) -> None:
        """Walk along one statement."""

    @abstractmethod
    def value(self, node: ast.expr) -> KnownValue:
        """Return the value of an expression."""

    @abstractmethod
    def bind(self, target: ast.expr, value: KnownValue) -> None:
        """Bind a target to a value."""
