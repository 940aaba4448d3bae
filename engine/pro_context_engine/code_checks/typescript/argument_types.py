"""The types of the arguments of calls in code, as far as these are followed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from pro_context_engine.code_checks.typescript.code_arguments import CodeArgument, argument_at
from pro_context_engine.code_checks.typescript.code_members import settled
from pro_context_engine.code_checks.typescript.declared_types import Seen, Type
from pro_context_engine.code_checks.typescript.package_types import CodeValue, PackageTypes
from pro_context_engine.code_checks.typescript.script import Script


class CodeValues(Protocol):
    """The values of expressions in code."""

    def value_at(self, place: int) -> tuple[CodeValue | None, int]:
        """Return the value of the expression at a place, None for an unknown one, and the place after it."""
        ...

    def result_at(self, place: int) -> CodeValue | None:
        """Return the result of the function whose parameters begin at a place, None for an unknown one."""
        ...


class ArgumentTypes:
    """Implements `CodeTypes` for the types of one package.

    Args:
        script: the code.
        values: gives the values of expressions.
        types: the package; the types of others are unknown in its declarations.
    """

    def __init__(self, script: Script, values: CodeValues, types: PackageTypes) -> None:
        self._script = script
        self._values = values
        self._types = types

    def type_of(self, argument: CodeArgument) -> Type | None:
        """Return the type of an argument that is no function; see `CodeTypes`."""
        value, end = self._values.value_at(argument.first)
        return value.type if value is not None and end == argument.last and value.types is self._types else None

    def result_type_of(self, argument: CodeArgument) -> Type | None:
        """Return the type of the result of a function; see `CodeTypes`."""
        place = self._script.function_in(argument.first, argument.last)
        value = self._values.result_at(place) if place is not None else None
        if value is None or value.types is not self._types:
            return None
        if self._script.text(argument.first) != "async":
            return value.type
        result = settled(value)
        return Seen(self._types.views.built_in("Promise", [result.type])) if result is not None else None

    def values_in(self, argument: CodeArgument) -> Iterator[tuple[str, CodeArgument]]:
        """Yield the keys of an object, each with its value; see `CodeTypes`."""
        script = self._script
        for first, last in script.items(argument.first + 1, argument.last - 1):
            if script.kind(first) == "name" and script.text(first + 1) == ":":
                yield script.text(first), argument_at(script, first + 2, last)
            elif script.kind(first) == "name" and script.text(first + 1) == "(":
                yield script.text(first), argument_at(script, first + 1, last)
            elif script.kind(first) == "name" and last == first + 1:
                yield script.text(first), argument_at(script, first, last)
