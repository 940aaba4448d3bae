"""The values that expressions have in a check: modules, classes, functions, instances; anything else is unknown."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from pro_context_engine.code_checks.python.syntax.bound_names import Definition
from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.domain.value_class import value_class

MOST_OPTIONS = 8
"""The options of a union that are told apart."""


class KnownValue:
    """A value that is not known."""

    __slots__ = ()


UNKNOWN = KnownValue()
NONE = KnownValue()
"""The value None, which a union drops."""


@value_class
class ModuleValue(KnownValue):
    """A module, by its dotted name."""

    name: str


@value_class
class ClassValue(KnownValue):
    """A class, with the values of its type arguments."""

    module: ModuleSyntax
    node: ast.ClassDef
    arguments: tuple[KnownValue, ...] = ()

    @property
    def name(self) -> str:
        """Return its dotted name."""
        return f"{self.module.name}.{self.node.name}"


@value_class
class ForeignClass(KnownValue):
    """A class of the language or of a package that is not at hand, by its dotted name, with its type arguments."""

    name: str
    arguments: tuple[KnownValue, ...] = ()

    @property
    def kind(self) -> str:
        """Return the last part of its name in lower case, the same for a class and for its twin in `typing`."""
        return self.name.rpartition(".")[2].lower()


@value_class
class FunctionValue(KnownValue):
    """A function with all its overloads.

    Attributes:
        module: the module that defines it.
        nodes: its definitions, the overloads first.
        owner: the class that defines it, None for none.
        receiver: the object or class that it is bound to, None for none.
    """

    module: ModuleSyntax
    nodes: tuple[Definition, ...]
    owner: ClassValue | None = None
    receiver: KnownValue | None = None

    @property
    def name(self) -> str:
        """Return its dotted name."""
        owner = f"{self.owner.name}." if self.owner else f"{self.module.name}."
        return f"{owner}{self.nodes[-1].name}"


@value_class
class EnclosedFunction:
    """A function with the values of the names that it takes from the function around it."""

    module: ModuleSyntax
    node: ast.FunctionDef
    names: Mapping[str, KnownValue] = field(default_factory=dict)


@value_class
class Returning(KnownValue):
    """Something that gives a value when it is called (`Callable[…, T]`)."""

    result: KnownValue


@value_class
class Partial(KnownValue):
    """A callable with some of its arguments (`functools.partial`)."""

    of: KnownValue
    positional: tuple[KnownValue, ...] = ()
    named: tuple[tuple[str, KnownValue], ...] = ()


@value_class
class Instance(KnownValue):
    """An instance of a class, with the values that its constructor was given, by parameter."""

    of: ClassValue | ForeignClass
    given: tuple[tuple[str, KnownValue], ...] = ()


@value_class
class Union(KnownValue):
    """One of several values.

    Attributes:
        options: the values.
        stands_in: whether the others hand the names that they lack on to the first, as its annotation says.
    """

    options: tuple[KnownValue, ...]
    stands_in: bool = False


@value_class
class KnownText(KnownValue):
    """A string that is known."""

    text: str


@value_class
class Forwarded(KnownValue):
    """The further keyword arguments of a function (`**kwargs`), on their way to other functions."""

    function: int


def options_of(value: KnownValue) -> Iterator[KnownValue]:
    """Yield the options of a union, or the value itself; None is left out."""
    if isinstance(value, Union):
        yield from value.options
    elif value is not NONE:
        yield value


def union(values: Iterable[KnownValue]) -> KnownValue:
    """Return one of these values; UNKNOWN if one of them is, or if they are too many."""
    found: dict[KnownValue, None] = {}
    empty = True
    for value in values:
        empty = False
        if value is UNKNOWN:
            return UNKNOWN
        found.update(dict.fromkeys(options_of(value)))
    if not found:
        return UNKNOWN if empty else NONE
    if len(found) > MOST_OPTIONS:
        return UNKNOWN
    return next(iter(found)) if len(found) == 1 else Union(tuple(found))
