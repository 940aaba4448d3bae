"""The arguments of calls, and the parameters that they are given to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from pro_context_engine.code_checks.python.syntax.bound_names import Definition
from pro_context_engine.code_checks.python.syntax.parameters import positional_parameters
from pro_context_engine.code_checks.python.syntax.written_names import callee, last_name
from pro_context_engine.code_checks.python.values.known_values import FunctionValue, KnownValue
from pro_context_engine.domain.value_class import value_class

_PLAIN_DECORATORS_WORDS = (
    "staticmethod classmethod overload abstractmethod final override wraps no_type_check property setter"
)
_PLAIN_DECORATORS = frozenset(_PLAIN_DECORATORS_WORDS.split())


@value_class
class CallArguments:
    """The values of the arguments of a call, as far as they are known.

    Attributes:
        positional: those by position.
        named: those by keyword.
        index: the expression of the subscript, where the call is one.
    """

    positional: Sequence[KnownValue] = ()
    named: Mapping[str, KnownValue] = field(default_factory=dict)
    index: ast.expr | None = None

    def values(self) -> list[KnownValue]:
        """Return all values."""
        return [*self.positional, *self.named.values()]

    def by_name(self, parameters: Iterable[ast.arg]) -> dict[str, KnownValue]:
        """Return the values by the names of the parameters that take them."""
        return {one.arg: value for one, value in zip(parameters, self.positional, strict=False)} | dict(self.named)


def unbound_parameters(function: FunctionValue, node: Definition) -> list[ast.arg]:
    """Return the parameters by position of a definition of a function, without the one that its receiver takes."""
    is_bound = function.owner is not None and function.receiver is not None
    return positional_parameters(node.args)[is_bound:]


def required_positional(function: FunctionValue, node: Definition) -> list[str]:
    """Return the names of the parameters by position that have no default, without that of the receiver."""
    parameters = unbound_parameters(function, node)
    return [one.arg for one in parameters[: max(0, len(parameters) - len(node.args.defaults))]]


def required_keywords(node: Definition) -> list[str]:
    """Return the names of the parameters by keyword alone that have no default."""
    defaults = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    return [one.arg for one, default in defaults if default is None]


def required_parameters(function: FunctionValue) -> list[str]:
    """Return the parameters without a default, of a function whose decorators leave it as it is."""
    node = function.nodes[-1]
    if any(last_name(callee(decorator)) not in _PLAIN_DECORATORS for decorator in node.decorator_list):
        return []
    return required_positional(function, node) + required_keywords(node)
