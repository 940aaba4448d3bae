"""The classes, objects and functions of a JavaScript module in which a line stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pro_context_engine.sources.packages.npm.code.results_of_functions import ReturnedValue

BodyKind = Literal["class", "object", "prototype", "function", "returned", "hidden"]
"""What a body is: "returned" is an object that a function returns, "hidden" a class that is not shown."""


@dataclass(slots=True)
class Body:
    """The lines of a class, an object or a function, which are indented deeper than its own.

    Attributes:
        kind: what it is.
        owner: the name whose members stand in it, "" for those that the module exports.
        indent: how deep its first line is indented.
        members: how deep its members are, -1 before the first.
        returns: what an exported function returns, None for other bodies.
        show: writes the beginning of a hidden class that is exported at a line, None for other bodies.
    """

    kind: BodyKind
    owner: str
    indent: int
    members: int = -1
    returns: ReturnedValue | None = None
    show: Callable[[int], None] | None = None

    @property
    def is_of_instances(self) -> bool:
        """Tell whether its members are those of instances, or of the result of a function."""
        return self.kind in ("prototype", "returned")


class SourceBodies:
    """The bodies in which the line stands that is read, from the outer to the inner."""

    def __init__(self) -> None:
        self._bodies: list[Body] = []

    def enter(
        self,
        kind: BodyKind,
        owner: str,
        indent: int,
        *,
        returns: ReturnedValue | None = None,
        show: Callable[[int], None] | None = None,
    ) -> None:
        """Add the body that begins with a line."""
        self._bodies.append(Body(kind, owner, indent, returns=returns, show=show))

    def leave(self, indent: int) -> int:
        """Leave the bodies that end before a line; return how many of them are classes."""
        classes = 0
        while self._bodies and indent <= self._bodies[-1].indent:
            classes += self._bodies.pop().kind == "class"
        return classes

    def at(self, indent: int) -> Body | None:
        """Return the body of which a line is a member by its indentation, None for other lines."""
        body = self._bodies[-1] if self._bodies else None
        if body and body.members < 0:
            body.members = indent
        return body if body and indent == body.members else None

    def owner_of_this(self) -> str:
        """Return the name of the class or function around a line, "" for none."""
        return next((one.owner for one in reversed(self._bodies) if one.kind in ("class", "function")), "")

    def are_in_class(self) -> bool:
        """Tell whether the line stands in a class."""
        return any(one.kind in ("class", "hidden") for one in self._bodies)
