"""The outcome of the search for a member of a value."""

from __future__ import annotations

import ast
from enum import Enum, auto

from pro_context_engine.code_checks.python.syntax.module_syntax import ModuleSyntax
from pro_context_engine.code_checks.python.values.known_values import UNKNOWN, KnownValue
from pro_context_engine.domain.value_class import value_class


class State(Enum):
    """The answers to the question whether a member exists."""

    FOUND = auto()
    MISSING = auto()
    DATA = auto()
    """The object looks the name up in data of the program; a method is no data."""
    UNRESOLVED = auto()


@value_class
class Lookup:
    """The outcome of a search.

    Attributes:
        state: whether the member exists.
        value: its value.
        module: the module that defines it, None if it is not known.
        node: its definition, None if it is not known.
        owner: dotted name of the class or module that was searched.
        deprecation: the text of a warning that the look-up itself gives, "" for none.
        in_package: whether the searched object is defined by a package, and not by the checked code.
    """

    state: State
    value: KnownValue = UNKNOWN
    module: ModuleSyntax | None = None
    node: ast.stmt | None = None
    owner: str = ""
    deprecation: str = ""
    in_package: bool = True


NOT_KNOWN = Lookup(State.UNRESOLVED)
