"""The arguments of calls in code, and the choice among the ways to call something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pro_context_engine.code_checks.typescript.declared_types import Extent, TypeCall, View, choices
from pro_context_engine.code_checks.typescript.platform_members import platform_members
from pro_context_engine.code_checks.typescript.script import Script
from pro_context_engine.code_checks.typescript.type_parameters import CallParameter, is_test, parameters_of
from pro_context_engine.code_checks.typescript.type_views import TypeViews
from pro_context_engine.domain.value_class import value_class

_PRIMITIVES = frozenset({"string", "number", "boolean"})
_LITERALS = {"true": "boolean", "false": "boolean"}


@value_class
class CodeArgument:
    """An argument: its range and its kind, "" for any value.

    Attributes:
        taken: the number of the parameters of a function.
        tests: whether a function may tell the type of its parameter.
        text: the text of a string or boolean.
        literals: the values of the keys of an object that are literals.
    """

    first: int
    last: int
    kind: str
    taken: int = 0
    tests: bool = False
    text: str = ""
    literals: tuple[tuple[str, CodeArgument], ...] = ()


@dataclass(slots=True)
class ChosenCalls:
    """The ways to call something that fit the arguments.

    Attributes:
        calls: their parameters; the first one is meant if it is sure.
        known: whether the parameters of all ways are known.
    """

    calls: list[tuple[TypeCall, list[CallParameter]]] = field(default_factory=list)
    known: bool = True


def arguments_in(script: Script, opening: int) -> list[CodeArgument]:
    """Return the arguments between brackets; a spread gives one of kind "spread"."""
    return [argument_at(script, first, last) for first, last in script.items(opening + 1, script.closing(opening))]


def argument_at(script: Script, first: int, last: int) -> CodeArgument:
    """Return the argument, or the value of a key, that a range of the code has."""
    if (function := script.function_in(first, last)) is not None:
        head = script.function_at(function)
        taken = len(script.parameters(head)) if head else 0
        return CodeArgument(first, last, "function", taken, tests=any(map(script.tests_type, range(first, last))))
    text, kind = script.text(first), script.kind(first)
    if text == "...":
        return CodeArgument(first, last, "spread")
    if text in ("{", "[") and script.closing(first) == last - 1:
        literals = tuple(_literals_in(script, first)) if text == "{" else ()
        return CodeArgument(first, last, "object" if text == "{" else "array", literals=literals)
    if last - first == 1:
        if kind == "text":
            return CodeArgument(first, last, "object" if text.startswith("/") else "string", text=text)
        return CodeArgument(first, last, "number" if kind == "number" else _LITERALS.get(text, ""), text=text)
    return CodeArgument(first, last, "")


def _literals_in(script: Script, opening: int) -> Iterator[tuple[str, CodeArgument]]:
    """Yield the keys of an object whose values are literals, each with its value."""
    for first, last in script.items(opening + 1, script.closing(opening)):
        if last == first + 3 and script.kind(first) == "name" and script.text(first + 1) == ":":
            value = argument_at(script, first + 2, last)
            if value.kind in ("string", "boolean"):
                yield script.text(first), value


def parameter_type(parameters: Sequence[CallParameter], place: int, views: TypeViews) -> View:
    """Return the view of the type of the parameter that takes an argument."""
    if place < len(parameters) and not parameters[place].rest:
        return views.view(parameters[place].type)
    rest = parameters[-1] if parameters and parameters[-1].rest else None
    if rest is None:
        return View(extent=Extent.OPEN)
    return _elements(views.view(rest.type), views)


def chosen(calls: Sequence[TypeCall], given: Sequence[CodeArgument], views: TypeViews) -> ChosenCalls:
    """Return the ways to call something that the arguments may mean, up to the first that they surely fit."""
    result = ChosenCalls()
    spread = any(one.kind == "spread" for one in given)
    for call in calls:
        parameters = _spread(parameters_of(call), views)
        if parameters is None:
            result.known = False
            continue
        if not spread and not _takes(parameters, len(given)):
            continue
        fits = [_fits(parameter_type(parameters, place, views), one, views) for place, one in enumerate(given)]
        if False in fits:
            continue
        result.calls.append((call, parameters))
        if all(fits) and not spread:
            break
    return result


def _spread(parameters: list[CallParameter] | None, views: TypeViews) -> list[CallParameter] | None:
    """Return parameters with the elements of a tuple in the place of the rest parameter that has its type."""
    last = parameters[-1] if parameters else None
    elements = views.view(last.type).tuple if last is not None and last.rest and last.type is not None else None
    if parameters is None or last is None or elements is None:
        return parameters
    return parameters[:-1] + [CallParameter(last.name, one.type, one.optional, one.rest) for one in elements]


def _takes(parameters: Sequence[CallParameter], count: int) -> bool:
    rest = bool(parameters) and parameters[-1].rest
    least = sum(not one.optional and not one.rest for one in parameters)
    return least <= count and (rest or count <= len(parameters))


def _elements(view: View, views: TypeViews) -> View:
    if view.element is not None:
        return views.view(view.element)
    return View(extent=Extent.OPEN)


def _fits(view: View, given: CodeArgument, views: TypeViews) -> bool | None:
    """Tell whether an argument fits a type, None where that is not known."""
    found = [_fits_one(one, given, views) for one in choices([view])]
    if True in found:
        return True
    return None if None in found or not found else False


def _lacks_members(view: View, kind: str) -> bool:
    """Tell whether strings, numbers or booleans lack a member that a type is known to have."""
    return not view.options and not view.members.keys() <= (platform_members(kind.capitalize()) or {}).keys()


def _has_other_literal(view: View, given: CodeArgument, views: TypeViews) -> bool:
    """Tell whether a key of an object has a literal that the type refuses (`{ async: true }`)."""
    for name, value in given.literals:
        members = view.members.get(name)
        kinds = list(choices([views.member(members, None)])) if members else []
        if kinds and all((one.literal or one.boolean) and _fits_one(one, value, views) is False for one in kinds):
            return True
    return False


def _fits_one(view: View, given: CodeArgument, views: TypeViews) -> bool | None:
    if view.simple == "object":
        return given.kind not in _PRIMITIVES if given.kind else None
    if view.simple and view.simple == given.kind:
        if view.boolean:
            return view.boolean == given.text
        return not view.literal or view.literal[1:-1] == given.text[1:-1]
    if given.kind in _PRIMITIVES and not view.simple and _lacks_members(view, given.kind):
        return False
    if given.kind in ("", "spread") or (view.extent is not Extent.WHOLE and not view.calls):
        return None
    if given.kind == "function":
        if view.calls:
            return any(_takes_function(call, given.taken) and (given.tests or not is_test(call)) for call in view.calls)
        return view.name == "Function"
    if given.kind in _PRIMITIVES:
        return False
    is_list = view.element is not None or view.tuple is not None
    if given.kind == "array":
        return is_list
    if view.simple or (view.calls and not view.members) or is_list or _has_other_literal(view, given, views):
        return False
    return None


def _takes_function(call: TypeCall, count: int) -> bool:
    parameters = parameters_of(call)
    if parameters is None or (parameters and parameters[-1].rest):
        return True
    return count <= len(parameters)


def calls_of(views: Sequence[View], taken: int) -> Iterator[list[CallParameter]]:
    """Yield the parameters of the functions that types stand for, of those that take so many parameters."""
    for view in views:
        for call in view.all_calls():
            parameters = parameters_of(call)
            if parameters is not None and (len(parameters) >= taken or (parameters and parameters[-1].rest)):
                yield parameters
