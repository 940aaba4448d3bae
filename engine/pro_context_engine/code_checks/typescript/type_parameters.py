"""The type parameters of declarations and of calls, and the types that stand for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pro_context_engine.code_checks.typescript.declared_types import Type, TypeCall, Written
from pro_context_engine.code_checks.typescript.type_syntax import is_predicate, outside
from pro_context_engine.sources.packages.npm.declarations.members import after_angles, parts, trimmed
from pro_context_engine.sources.packages.npm.declarations.scanning import Scan
from pro_context_engine.sources.packages.npm.symbols.declaration_scopes import Declared, Scope


class TypeParameter(NamedTuple):
    """A type parameter: its name, its bound and its default as positions, (0, 0) for none."""

    name: str
    bound: tuple[int, int]
    default: tuple[int, int]


class CallParameter(NamedTuple):
    """A parameter of a call: its name, its type, and whether it may be left out or takes all further arguments."""

    name: str
    type: Type | None
    optional: bool
    rest: bool


def type_parameters(scan: Scan, at: int, last: int) -> list[TypeParameter]:
    """Return the type parameters that stand at a position, [] for none."""
    if at >= last or scan.tokens[at].text != "<":
        return []
    inside = parts(scan, at + 1, after_angles(scan, at, last) - 1, ",")
    return [_type_parameter(scan, one.first, one.last) for one in inside]


def bound(
    parameters: Sequence[TypeParameter], arguments: Sequence[Type | None], declared: Declared
) -> dict[str, Type | None]:
    """Return the types of the type parameters of a declaration, given type arguments, else their defaults."""
    known: dict[str, Type | None] = {}
    for place, one in enumerate(parameters):
        if place < len(arguments):
            known[one.name] = arguments[place]
        else:
            known[one.name] = bound_type(one, declared.scope, known)
    return known


def inferred(parameters: Sequence[TypeParameter], scope: Scope) -> dict[str, Type | None]:
    """Return the types of type parameters that the compiler infers: only their bounds are known."""
    known: dict[str, Type | None] = {}
    for one in parameters:
        known[one.name] = bound_type(one._replace(default=(0, 0)), scope, known)
    return known


def bound_type(one: TypeParameter, scope: Scope, known: Mapping[str, Type | None]) -> Type | None:
    """Return the default of a type parameter, else its bound, which says at least something."""
    if one.default != (0, 0):
        return Written(scope, *one.default, dict(known))
    if one.bound != (0, 0):
        return Written(scope, *one.bound, dict(known), at_least=True)
    return None


def result_of(call: TypeCall) -> Type | None:
    """Return the type of the result of a call, None for an unknown one."""
    opening, known = _opened(call)
    if opening is None:
        return None
    first = call.scope.scan.closing(opening) + 2
    return Written(call.scope, first, call.last, known) if first < call.last else None


def is_test(call: TypeCall) -> bool:
    """Tell whether a call tells the type of an argument: `x is T`, `asserts x`."""
    opening, _ = _opened(call)
    return opening is not None and is_predicate(call.scope.scan, call.scope.scan.closing(opening) + 2, call.last)


def parameters_of(call: TypeCall) -> list[CallParameter] | None:
    """Return the parameters of a call, None where they cannot be read."""
    opening, known = _opened(call)
    if opening is None:
        return None
    scan = call.scope.scan
    every = parts(scan, opening + 1, min(scan.closing(opening), call.last), ",")
    found = [_parameter(call.scope, one.first, one.last, known) for one in every]
    return [one for one in found if one.name != "this"]


def _opened(call: TypeCall) -> tuple[int | None, dict[str, Type | None]]:
    """Return the bracket of the parameters of a call, and the types of its type parameters.

    A type parameter that a parameter names is inferred from the arguments: only its bound is known.
    """
    scan = call.scope.scan
    opening = after_angles(scan, call.at, call.last)
    if opening >= call.last or scan.tokens[opening].text != "(":
        return None, {}
    known = dict(call.known)
    named = {token.text for token in scan.tokens[opening : scan.closing(opening)] if token.kind == "word"}
    for one in type_parameters(scan, call.at, call.last):
        default = (0, 0) if one.name in named else one.default
        if one.name in call.given:
            known[one.name] = call.given[one.name]
        else:
            known[one.name] = bound_type(one._replace(default=default), call.scope, known)
    if (
        call.known.get("this") is not None
        and (own := _receiver_name(scan, opening)) in known.keys() - call.known.keys()
    ):
        known[own] = call.known["this"]
    return opening, known


def _receiver_name(scan: Scan, opening: int) -> str:
    """Return the name that the type of `this` has in the brackets of a function (`this: T`), "" for none."""
    texts = [token.text for token in scan.tokens[opening + 1 : opening + 5]]
    is_name = len(texts) == 4 and texts[:2] == ["this", ":"] and texts[3] in (",", ")")
    return texts[2] if is_name else ""


def _type_parameter(scan: Scan, first: int, last: int) -> TypeParameter:
    tokens = scan.tokens
    while first < last - 1 and tokens[first].text in ("const", "in", "out"):
        first += 1
    equals = next(outside(scan, first, last, "="), last)
    extends = next(outside(scan, first, equals, "extends"), equals)
    bounds = (extends + 1, equals) if extends < equals else (0, 0)
    return TypeParameter(tokens[first].text, bounds, (equals + 1, last) if equals < last else (0, 0))


def _parameter(scope: Scope, first: int, last: int, known: Mapping[str, Type | None]) -> CallParameter:
    scan = scope.scan
    first, last = trimmed(scan, first, last)
    tokens = scan.tokens
    rest = tokens[first].text == "..."
    first += rest
    while first < last - 1 and tokens[first].kind == "word" and tokens[first + 1].kind == "word":
        first += 1
    after = scan.closing(first) + 1 if tokens[first].kind == "open" else first + 1
    name = tokens[first].text if tokens[first].kind == "word" else ""
    optional = after < last and tokens[after].text == "?"
    after += optional
    typed = after < last and tokens[after].text == ":"
    return CallParameter(name, Written(scope, after + 1, last, known) if typed else None, optional, rest)
