"""The signatures that decorators change: parameters that they add, and those of the function that they wrap."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import griffe

from pro_context_engine.sources.packages.python.completion.added_parameters import AddedParameterReader, with_added
from pro_context_engine.sources.packages.python.completion.constant_texts import positional
from pro_context_engine.sources.packages.python.completion.docstring_statements import Value

_MAX_HOPS = 10
_MAX_DECORATORS = 20
_WRAPS = {"functools.wraps"}


class DecoratedSignatures:
    """Gives the functions of a distribution the signatures that their decorators leave behind.

    Args:
        reader: has the parameters that the code of decorators makes.
        find: returns the definition that a dotted name in a module means, None for none.
        target: returns the dotted path that a name in a module means.
    """

    def __init__(
        self,
        reader: AddedParameterReader,
        find: Callable[[str, str], griffe.Object | None],
        target: Callable[[str, str], str],
    ) -> None:
        self._reader = reader
        self._find = find
        self._target = target
        self._known: dict[tuple[str, str], Sequence[griffe.Parameter]] = {}

    def complete(self, function: griffe.Function) -> None:
        """Change the parameters of a function; overloads stay as they are declared."""
        if function.overloads:
            return
        module = function.module.path
        for decorator in reversed(function.decorators[:_MAX_DECORATORS]):
            value = decorator.value
            made = value.function if isinstance(value, griffe.ExprCall) else value
            added = self._added(module, str(made))
            if added:
                function.parameters = griffe.Parameters(*with_added(list(function.parameters), added))
            elif isinstance(value, griffe.ExprCall) and self._target(module, str(made)) in _WRAPS:
                self._wrap(function, value)

    def _wrap(self, function: griffe.Function, call: griffe.ExprCall) -> None:
        given: list[Value] = positional(call)
        source = self._find(function.module.path, str(given[0])) if given else None
        if isinstance(source, griffe.Function) and source is not function:
            function.parameters = source.parameters
            function.returns = function.returns or source.returns

    def _added(self, module: str, written: str) -> Sequence[griffe.Parameter]:
        key = module, written
        if key not in self._known:
            found = self._find(module, written)
            for _ in range(_MAX_HOPS):
                if not isinstance(found, griffe.Attribute) or found.value is None:
                    break
                call = found.value if isinstance(found.value, griffe.ExprCall) else None
                # `preset = functools.partial(decorator, …)` and `preset = Decorator(…)`.
                partial = call is not None and str(call.function).rpartition(".")[2] == "partial" and positional(call)
                made = positional(call)[0] if call and partial else call.function if call else found.value
                found = self._find(found.module.path, str(made))
            self._known[key] = self._of(found) if found is not None else ()
        return self._known[key]

    def _of(self, found: griffe.Object) -> Sequence[griffe.Parameter]:
        module = found.module.path
        return self._reader.of(module, found.path[len(module) + 1 :].partition(".")[0])
