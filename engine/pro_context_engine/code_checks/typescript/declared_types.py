"""Types as declaration files write them, with their members."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.sources.packages.npm.declarations.members import TypeMember
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Scope
from pro_context_engine.sources.packages.npm.symbols.export_resolution import ExportTarget


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """A type as a declaration writes it.

    Attributes:
        scope: the scope that knows the names in it.
        first: its first token.
        last: the position after its last token.
        known: the types of type parameters and of `this`, None for unknown ones.
        at_least: whether the type may have more members than it says (the bound of a type parameter).
    """

    scope: Scope
    first: int
    last: int
    known: Mapping[str, Type | None]
    at_least: bool = False

    def part(self, first: int, last: int) -> Written:
        """Return a part of it, which is a type of its own."""
        return Written(self.scope, first, last, self.known)

    def with_known(self, known: Mapping[str, Type | None]) -> Written:
        """Return it with other types of type parameters and of `this`."""
        return Written(self.scope, self.first, self.last, known)


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """A name of the package: the type of its instances, or its value.

    Attributes:
        target: its declarations.
        is_value: whether its value is meant.
        arguments: type arguments, None for unknown ones.
    """

    target: ExportTarget
    is_value: bool = False
    arguments: tuple[Type | None, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Either:
    """One of several types."""

    types: tuple[Type | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Platform:
    """A type of the platform (`Array`, `http.IncomingMessage`)."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A type whose view is known already."""

    view: View


class Extent(IntEnum):
    """The extent to which the members of a type are known.

    Attributes:
        WHOLE: all are known.
        COMPUTED: others may be computed from names in the declarations of the package.
        CALLERS: others may come from a type that the code of the caller brings in.
        OPEN: any may exist.
    """

    WHOLE = 0
    COMPUTED = 1
    CALLERS = 2
    OPEN = 3


Type = Written | Named | Either | Platform | Seen


@value_class
class TupleElement:
    """An element of a tuple; `rest` for a list of all further ones."""

    type: Type | None
    optional: bool
    rest: bool


Known = Mapping[str, Type | None]
"""The types of type parameters and of `this`, None for unknown ones."""


@value_class
class TypeCall:
    """A way to call or construct something.

    Attributes:
        at: the position of its type parameters or of its brackets.
        known: the types of the type parameters around it.
        given: those of its own type parameters that are known from a call of it.
    """

    scope: Scope
    at: int
    last: int
    known: Mapping[str, Type | None]
    doc: str = ""
    given: Mapping[str, Type | None] = field(default_factory=dict)


@value_class
class DeclaredMember:
    """One declaration of a member: of a body, a name in a namespace, or one whose type is unknown or `simple`."""

    scope: Scope | None = None
    member: TypeMember | None = None
    known: Mapping[str, Type | None] = field(default_factory=dict)
    target: ExportTarget | None = None
    simple: str = ""

    @property
    def doc(self) -> str:
        """Its documentation comment."""
        return self.member.statement.doc if self.member else ""


@dataclass(slots=True, eq=False)
class View:
    """The offer of a type.

    Attributes:
        name: the name of the type, "" for none.
        members: the declarations of each member, by names.
        calls: the ways to call it.
        constructs: the ways to construct it.
        extent: how far these are known.
        is_open: whether programs are expected to add members to it.
        is_exact: whether other members than these are refused.
        is_space: whether it is a module or a namespace.
        simple: the name of a type without members of its own (`string`), "" for others.
        literal: the text of the type of one string, with its quotes, "" for others.
        boolean: the word of the type of one boolean, "" for others.
        options: the options of a union; every one has the members above too.
        element: the type of the elements of an array, None for none.
        each: the type of the values that a loop goes over, None for an unknown one.
        tuple: the elements of a tuple, None for any other type.
        promised: the type of the result of a promise, None for none.
        is_promise: whether it is a promise.
    """

    name: str = ""
    members: dict[str, list[DeclaredMember]] = field(default_factory=dict)
    calls: list[TypeCall] = field(default_factory=list)
    constructs: list[TypeCall] = field(default_factory=list)
    extent: Extent = Extent.WHOLE
    is_open: bool = False
    is_exact: bool = False
    is_space: bool = False
    simple: str = ""
    literal: str = ""
    boolean: str = ""
    options: list[View] = field(default_factory=list)
    element: Type | None = None
    each: Type | None = None
    tuple: tuple[TupleElement, ...] | None = None
    promised: Type | None = None
    is_promise: bool = False

    def find(self, name: str) -> list[DeclaredMember]:
        """Return the declarations of a member, of the type itself or of its options; [] for none."""
        found = list(self.members.get(name, ()))
        for option in self.options:
            found += option.find(name)
        return found

    def groups(self, name: str) -> list[list[DeclaredMember]]:
        """Return the declarations of a member, of the type itself or else of each of its options that has it."""
        if name in self.members:
            return [self.members[name]]
        return [group for option in self.options for group in option.groups(name)]

    def names(self) -> dict[str, None]:
        """Return the names of all members."""
        found = dict.fromkeys(self.members)
        for option in self.options:
            found |= option.names()
        return found

    def is_whole(self) -> bool:
        """Tell whether the members of the type and of all its options are known."""
        return self.reach() is Extent.WHOLE

    def reach(self) -> Extent:
        """Return how far the members of the type and of all its options are known."""
        return max(self.extent, *(option.reach() for option in self.options), Extent.WHOLE)

    def limit(self, extent: Extent) -> None:
        """Note that the members are known no further than this."""
        self.extent = max(self.extent, extent)

    def can_grow(self) -> bool:
        """Tell whether programs are expected to add members to the type or to one of its options."""
        return self.is_open or any(option.can_grow() for option in self.options)

    def is_simple(self) -> bool:
        """Tell whether nothing of the type can be called, and it has no members of its own."""
        if self.options and not self.members:
            return all(option.is_simple() for option in self.options)
        return bool(self.simple) and not self.members and not self.calls and not self.options

    def take(self, other: View) -> None:
        """Add the offer of another type."""
        for name, members in other.members.items():
            self.members.setdefault(name, []).extend(members)
        self.calls += other.calls
        self.constructs += other.constructs
        self.options += other.options
        self.limit(other.extent)
        self.is_open = self.is_open or other.is_open
        self.name, self.simple = self.name or other.name, self.simple or other.simple
        self.element, self.promised = self.element or other.element, self.promised or other.promised
        self.each = self.each or other.each
        self.is_promise = self.is_promise or other.is_promise
        self.tuple = self.tuple if self.tuple is not None else other.tuple

    def chosen(self, keys: frozenset[str] | None, *, is_pick: bool) -> View:
        """Return the view of the type that `Pick` or `Omit` leaves, given the keys, None for unknown ones."""
        wanted = keys or frozenset()
        members = {name: found for name, found in self.members.items() if (name in wanted) == is_pick or keys is None}
        options = [option.chosen(keys, is_pick=is_pick) for option in self.options]
        extent = max(self.extent, Extent.COMPUTED) if keys is None else self.extent
        return View(self.name, members, extent=extent, is_open=self.is_open, options=options)

    def all_calls(self) -> list[TypeCall]:
        """Return the ways to call the type or one of its options."""
        return [*self.calls, *(call for option in self.options for call in option.all_calls())]


def choices(views: Sequence[View]) -> Iterator[View]:
    """Yield the options of types, those of options instead of them."""
    for view in views:
        if view.options and not view.members:
            yield from choices(view.options)
        else:
            yield view
