"""Calls in code: the results that they have, and the arguments that do not fit."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.code_checks.typescript.argument_types import ArgumentTypes, CodeValues
from pro_context_engine.code_checks.typescript.code_arguments import (
    ChosenCalls,
    CodeArgument,
    argument_at,
    arguments_in,
    calls_of,
    chosen,
    parameter_type,
)
from pro_context_engine.code_checks.typescript.code_elements import CodeElement
from pro_context_engine.code_checks.typescript.declared_types import (
    DeclaredMember,
    Either,
    Type,
    View,
    choices,
)
from pro_context_engine.code_checks.typescript.given_names import GivenNames
from pro_context_engine.code_checks.typescript.missing_members import MissingMembers
from pro_context_engine.code_checks.typescript.package_types import CodeValue, PackageTypes, stated_deprecation
from pro_context_engine.code_checks.typescript.script import Script
from pro_context_engine.code_checks.typescript.script_findings import ScriptFindings, SearchedType
from pro_context_engine.code_checks.typescript.type_inference import with_arguments, with_explicit
from pro_context_engine.code_checks.typescript.type_parameters import CallParameter, is_test, parameters_of, result_of
from pro_context_engine.domain.code_findings import FindingKind

# The attributes that elements have by the language, by frameworks, or by libraries that style them.
_ANY_ELEMENT = frozenset({"key", "ref", "children", "css", "sx", "tw", "slot", "is", "class"})


class CodeCalls:
    """The calls in one text.

    Args:
        script: the code.
        values: gives the values of expressions.
        given: the names that may be added to objects.
        findings: takes the findings.
        missing: judges the names that types lack.
        is_typed: whether only the options count that are declared.

    Attributes:
        contexts: the values of the parameters of functions in arguments, by the places of the functions.
        tests: the places of the calls that tell the type of an argument (`isLamp(x)`).
    """

    def __init__(
        self,
        script: Script,
        values: CodeValues,
        given: GivenNames,
        findings: ScriptFindings,
        missing: MissingMembers,
        *,
        is_typed: bool,
    ) -> None:
        self._script = script
        self._values = values
        self._given = given
        self._missing = missing
        self._findings = findings
        self._is_typed = is_typed
        self.contexts: dict[int, list[CodeValue | None]] = {}
        self.tests: set[int] = set()

    def call(
        self, value: CodeValue | None, opening: int, name: str, *, made: bool, explicit: Sequence[Type | None] = ()
    ) -> CodeValue | None:
        """Return the result of a call, and note the arguments that do not fit.

        Args:
            value: the function or class.
            opening: the bracket of the arguments.
            name: of the function.
            made: whether it is constructed.
            explicit: type arguments, None for unknown ones.
        """
        if value is None:
            return None
        types = value.types
        view = types.view(value.type)
        ways = view.constructs if made else view.all_calls()
        ways = [with_explicit(one, explicit) for one in ways] if explicit and not made else ways
        given = arguments_in(self._script, opening)
        found = chosen(ways, given, types.views)
        if any(self._script.text(one.first) in self._given.unchecked for one in given):
            self._missing.extended.add(types.package)
        if found.known and ways:
            self._check_arguments(found, given, types, name)
        if any(is_test(call) for call in ways):
            self.tests.add(opening)
        if made:
            return self.instance(value)
        calls = [call for call, _ in found.calls] or list(ways)
        code = ArgumentTypes(self._script, self._values, types)
        return _one_of([result_of(with_arguments(call, given, types.views, code)) for call in calls], types)

    def instance(self, value: CodeValue) -> CodeValue | None:
        """Return the instance that a class makes, None for an unknown one."""
        ways = value.types.view(value.type).constructs
        return _one_of([result_of(call) or call.known.get("this") for call in ways], value.types)

    def _check_arguments(
        self, found: ChosenCalls, given: Sequence[CodeArgument], types: PackageTypes, name: str
    ) -> None:
        for place, one in enumerate(given):
            views = [parameter_type(parameters, place, types.views) for _, parameters in found.calls]
            self._written(views, one, types, name)

    def literal(self, value: CodeValue | None, first: int, last: int) -> None:
        """Follow an object literal, a list or a function that becomes a value of a known type."""
        is_function = self._script.function_in(first, last) is not None
        if value is None or (self._script.text(first) not in ("{", "[") and not is_function):
            return
        given = argument_at(self._script, first, last)
        view = value.types.view(value.type)
        self._written([view], given, value.types, view.name)

    def element(self, value: CodeValue, element: CodeElement) -> None:
        """Follow the attributes of an element, and note those that its component does not take."""
        types, script = value.types, self._script
        component = types.view(value.type)
        ways = [parameters_of(call) for call in (*component.all_calls(), *component.constructs)]
        views = [types.view(one[0].type) for one in ways if one]
        if not views or len(views) < len(ways):
            return
        names = {name: None for view in views for name in view.names()}
        owner = script.text(element.place)
        for one in element.attributes:
            token = script.tokens[one.place]
            found = [(view, members) for view in views if (members := view.find(token.text))]
            if token.text in _ANY_ELEMENT or not names:
                continue
            self._findings.look(types)
            if found and one.value != (0, 0):
                inner = [types.type_of(members, None, view) for view, members in found]
                self._written(inner, argument_at(script, *one.value), types, token.text)
            elif not found and self._missing.is_missing(token.text, views, types, is_option=True):
                self._findings.add(token, FindingKind.UNKNOWN_ARGUMENT, SearchedType(types, owner, names, views[0]))

    def _written(self, views: Sequence[View], given: CodeArgument, types: PackageTypes, owner: str) -> None:
        """Follow a function or a literal that is given for one of several types."""
        if given.kind == "function":
            self._give_context(views, given, types)
        elif given.kind == "object" and views and self._script.text(given.first) == "{":
            self._keys(views, given.first, types, owner)
        elif given.kind == "array":
            elements = _elements_of(views, types)
            for first, last in self._script.items(given.first + 1, given.last - 1) if elements else ():
                self._written(elements, argument_at(self._script, first, last), types, owner)

    def _give_context(self, views: Sequence[View], given: CodeArgument, types: PackageTypes) -> None:
        """Bind the parameters of a function in an argument to the types of those that it is called with."""
        function = self._script.function_in(given.first, given.last)
        if function is None:
            return
        every = list(calls_of(views, given.taken))
        unsure = any(not view.all_calls() and not view.is_whole() for view in views)
        if not every or unsure:
            return
        self.contexts[function] = [_either_of(every, place, types) for place in range(given.taken)]

    def _keys(self, views: Sequence[View], place: int, types: PackageTypes, owner: str) -> None:
        """Note the keys of an object literal that the type of a parameter does not have."""
        script = self._script
        ranges = list(script.items(place + 1, script.closing(place)))
        if any(script.text(first) == "..." for first, _ in ranges):
            return
        names = {name: None for view in views for name in view.names()}
        have_any = all(view.names() for view in views)
        for first, last in ranges:
            token = script.tokens[first]
            following = script.text(first + 1)
            if token.kind != "name" or (following not in (":", ",", "}", "(") and first + 1 < last):
                continue
            self._findings.look(types)
            found = [(view, members) for view in views if (members := view.find(token.text))]
            if found:
                self._known_key(found, first, last, types, owner)
            elif (
                have_any
                and self._missing.is_missing(token.text, views, types, is_option=True)
                and (self._is_typed or not types.code_reads_option(token.text))
            ):
                searched = SearchedType(types, owner, names, views[0])
                self._findings.add(token, FindingKind.UNKNOWN_ARGUMENT, searched)
            else:
                self._findings.leave(types)

    def _known_key(
        self, found: Sequence[tuple[View, list[DeclaredMember]]], first: int, last: int, types: PackageTypes, owner: str
    ) -> None:
        """Follow the value of a key of an object literal."""
        token = self._script.tokens[first]
        stated = stated_deprecation(one.doc for _, members in found for one in members)
        if stated is not None:
            self._findings.deprecate(token, types, owner, stated)
        inner = [types.type_of(members, None, view) for view, members in found]
        if self._script.text(first + 1) == "(":
            head = self._script.function_at(first + 1)
            taken = len(self._script.parameters(head)) if head else 0
            every = list(calls_of(inner, taken))
            if head and every:
                self.contexts[first + 1] = [_either_of(every, place, types) for place in range(taken)]
        elif self._script.text(first + 1) == ":":
            self._written(inner, argument_at(self._script, first + 2, last), types, token.text)


def _elements_of(views: Sequence[View], types: PackageTypes) -> list[View]:
    """Return the views of the elements of arrays, [] where one of the types may be an unknown list."""
    found: list[View] = []
    for view in choices(views):
        if view.element is not None:
            found.append(types.view(view.element))
        elif view.tuple is not None or not (view.is_whole() or view.simple):
            return []
    return found


def _either_of(every: Sequence[Sequence[CallParameter]], place: int, types: PackageTypes) -> CodeValue | None:
    """Return the value of a parameter of a function that is called in one of several ways, None for an unknown one."""
    found: list[Type | None] = []
    for parameters in every:
        one = parameters[place] if place < len(parameters) else None
        found.append(None if one is None or one.rest else one.type)
    return _one_of(found, types)


def _one_of(found: Sequence[Type | None], types: PackageTypes) -> CodeValue | None:
    """Return the value that is of one of several types, None where one of them is unknown."""
    known = [one for one in found if one is not None]
    if not known or len(known) < len(found):
        return None
    return CodeValue(types, known[0] if len(known) == 1 else Either(tuple(known)))
