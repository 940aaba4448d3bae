"""The signatures of Python functions and classes as data, those included that decorators and bases generate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import griffe

from pro_context_engine.domain.symbols import Parameter, ParameterKind, Signature

_KINDS = {
    griffe.ParameterKind.positional_only: ParameterKind.POSITIONAL_ONLY,
    griffe.ParameterKind.positional_or_keyword: ParameterKind.ANY,
    griffe.ParameterKind.keyword_only: ParameterKind.KEYWORD_ONLY,
    griffe.ParameterKind.var_positional: ParameterKind.VAR_POSITIONAL,
    griffe.ParameterKind.var_keyword: ParameterKind.VAR_KEYWORD,
}
_VARIADIC = (ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD)
# The longest annotations of published packages list some hundred literals; a reader needs their beginning.
MAX_TEXT = 300
# The longest parameter lists of published packages have about 200.
MAX_PARAMETERS = 400
# A stub has one overload for each combination of a few literals, at most some dozens.
MAX_OVERLOADS = 50


def function_signatures(function: griffe.Function, *, bound: bool = False) -> tuple[Signature, ...]:
    """Return the ways to call a function: its overloads, or its own signature.

    Args:
        function: the function or method.
        bound: leave out the first parameter, which is the object or the class.
    """
    variants = function.overloads or [function]
    return tuple(dict.fromkeys(_signature(variant, bound=bound) for variant in variants[:MAX_OVERLOADS]))


def source_signatures(stub: griffe.Function, source: griffe.Function) -> tuple[Signature, ...]:
    """Return the signature of a function whose stub is declared apart: the source's parameters, the stub's types."""
    if stub.overloads:
        return function_signatures(stub)
    (made,) = function_signatures(source)[:1]
    (typed,) = function_signatures(stub)[:1]
    annotations = {one.name: one.annotation for one in typed.parameters}
    parameters = (replace(one, annotation=one.annotation or annotations.get(one.name)) for one in made.parameters)
    return (Signature(tuple(parameters), made.returns or typed.returns),)


def partial_signatures(function: griffe.Function, call: griffe.ExprCall) -> tuple[Signature, ...]:
    """Return the ways to call `functools.partial(function, …)`: a keyword that it gives has a default from there on."""
    named = {one.name: shown(one.value) for one in call.arguments if isinstance(one, griffe.ExprKeyword)}
    unnamed = sum(not isinstance(one, griffe.ExprKeyword) for one in call.arguments) - 1
    return tuple(_partial(made, unnamed, named) for made in function_signatures(function))


def _partial(signature: Signature, unnamed: int, named: Mapping[str, str | None]) -> Signature:
    parameters: list[Parameter] = []
    keywords = False
    for count, one in enumerate(signature.parameters):
        by_position = one.kind in (ParameterKind.POSITIONAL_ONLY, ParameterKind.ANY)
        if by_position and count < unnamed:
            continue
        given = one.name in named and one.kind in (ParameterKind.ANY, ParameterKind.KEYWORD_ONLY)
        keywords = keywords or given
        if keywords and one.kind is ParameterKind.VAR_POSITIONAL:
            continue
        kind = ParameterKind.KEYWORD_ONLY if keywords and one.kind is ParameterKind.ANY else one.kind
        parameters.append(replace(one, kind=kind, default=named[one.name] if given else one.default))
    return Signature(tuple(parameters), signature.returns)


def takes_owner(function: griffe.Function) -> bool:
    """Tell whether the first parameter of a method is its object or class."""
    return "staticmethod" not in function.labels


def is_loose_method(function: griffe.Function) -> bool:
    """Tell whether a function of a module is written to become the method of some class."""
    first = next((one.name for one in function.parameters), "")
    return isinstance(function.parent, griffe.Module) and first == "self"


def shown(expression: str | griffe.Expr | None) -> str | None:
    """Return an annotation or a default as the source writes it, without `Doc(…)`, cut at 300 characters."""
    if expression is None:
        return None
    text = str(_without_doc(expression))
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…"


def field_signature(fields: Iterable[Parameter]) -> Signature:
    """Return the signature of a generated constructor; a keyword-only field comes after the others."""
    given = list(fields)[:MAX_PARAMETERS]
    keywords = [field for field in given if field.kind is ParameterKind.KEYWORD_ONLY]
    return Signature((*(field for field in given if field.kind is not ParameterKind.KEYWORD_ONLY), *keywords))


def _signature(function: griffe.Function, *, bound: bool) -> Signature:
    parameters = [_parameter(one) for one in list(function.parameters)[:MAX_PARAMETERS]]
    if bound and parameters and parameters[0].kind not in _VARIADIC:
        del parameters[0]
    return Signature(tuple(parameters), shown(function.returns))


def _parameter(parameter: griffe.Parameter) -> Parameter:
    kind = _KINDS[parameter.kind or griffe.ParameterKind.positional_or_keyword]
    default = None if kind in _VARIADIC else shown(parameter.default)
    return Parameter(parameter.name[:MAX_TEXT], kind, default, shown(parameter.annotation))


def _without_doc(expression: str | griffe.Expr) -> str | griffe.Expr:
    """Return `T` for `Annotated[T, Doc("…")]`: the text belongs to the documentation of the parameter."""
    if not isinstance(expression, griffe.ExprSubscript) or not isinstance(expression.slice, griffe.ExprTuple):
        return expression
    elements = expression.slice.elements
    if str(expression.left).rpartition(".")[2] != "Annotated" or not elements:
        return expression
    kept = [element for element in elements if not _is_doc(element)]
    if len(kept) == 1:
        return kept[0]
    return f"{expression.left}[{', '.join(map(str, kept))}]" if len(kept) < len(elements) else expression


def _is_doc(element: str | griffe.Expr) -> bool:
    return isinstance(element, griffe.ExprCall) and str(element.function).rpartition(".")[2] == "Doc"


def argument(call: griffe.Expr | str | None, name: str) -> str | None:
    """Return a keyword argument of a call as the source writes it, None if it is not given."""
    if not isinstance(call, griffe.ExprCall):
        return None
    found = (one.value for one in call.arguments if isinstance(one, griffe.ExprKeyword) and one.name == name)
    return next(map(str, found), None)


def first_argument(call: griffe.Expr | str | None) -> str | None:
    """Return the first positional argument of a call as the source writes it, None if there is none."""
    if not isinstance(call, griffe.ExprCall):
        return None
    positional: Sequence[str | griffe.Expr] = [one for one in call.arguments if not isinstance(one, griffe.ExprKeyword)]
    return str(positional[0]) if positional else None
