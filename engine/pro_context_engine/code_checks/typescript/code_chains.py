"""Chains of members and calls in code, followed through declared types."""

from __future__ import annotations

from collections.abc import Mapping

from pro_context_engine.code_checks.typescript.code_calls import CodeCalls
from pro_context_engine.code_checks.typescript.code_members import CodeMembers, settled
from pro_context_engine.code_checks.typescript.code_scopes import CodeScopes
from pro_context_engine.code_checks.typescript.declared_types import (
    Extent,
    Named,
    Seen,
    TupleElement,
    Type,
    View,
)
from pro_context_engine.code_checks.typescript.given_names import GivenNames
from pro_context_engine.code_checks.typescript.missing_members import MissingMembers
from pro_context_engine.code_checks.typescript.package_types import CodeValue, PackageTypes
from pro_context_engine.code_checks.typescript.script import CodeFunction, Script
from pro_context_engine.code_checks.typescript.script_findings import ScriptFindings
from pro_context_engine.code_checks.typescript.script_imports import imported_names, package_of
from pro_context_engine.code_checks.typescript.type_parameters import result_of
from pro_context_engine.code_checks.typescript.written_types import WrittenTypes

_MOST_LINKS = 200
_ITERATORS = ("[Symbol.iterator]", "[Symbol.asyncIterator]")
_DEEPEST = 60


class CodeChains:
    """The values of expressions, and the findings in them.

    Attributes:
        script: the code.
        packages: the packages by name.
        names: the names that are known where the code is read.
        calls: the calls in the code.
        result: the findings.
    """

    def __init__(self, text: str, packages: Mapping[str, PackageTypes], *, is_typed: bool) -> None:
        self.script = Script(text)
        self.packages = packages
        self._is_typed = is_typed
        self.names = CodeScopes(len(self.script.tokens))
        self.result = ScriptFindings()
        given = GivenNames(self.script, packages)
        missing = MissingMembers(given)
        self.calls = CodeCalls(self.script, self, given, self.result, missing, is_typed=is_typed)
        self._written = WrittenTypes(self.script, list(imported_names(text)), packages)
        self._members = CodeMembers(self.script, given, self.result, missing, is_typed=is_typed)
        self._values: dict[int, tuple[CodeValue | None, int]] = {}
        self._depth = 0
        # The functions whose results are looked for.
        self._open_functions: set[int] = set()

    def value_at(self, place: int) -> tuple[CodeValue | None, int]:
        """Return the value of the expression at a place, None for an unknown one, and the place after it."""
        if place not in self._values:
            self._values[place] = None, place + 1
            if self._depth < _DEEPEST:
                self._depth += 1
                self._values[place] = self._value_at(place)
                self._depth -= 1
        return self._values[place]

    def result_at(self, place: int) -> CodeValue | None:
        """Return the result of the function whose parameters begin at a place, where it is one expression.

        That is the body of an arrow function, or the first statement of any other one.
        """
        script, function = self.script, self.script.function_at(place)
        if function is None or place in self._open_functions:
            return None
        self._open_functions.add(place)
        self.names.enter(function.end)
        self.bind_parameters(function, place)
        body = script.body_of(place)
        at = body + 2 * (script.text(body) == "{" and script.text(body + 1) == "return")
        value, end = self.value_at(at) if script.text(at) != "{" else (None, at)
        self.names.leave()
        self._open_functions.discard(place)
        return value if end >= script.end_of_expression(at) else None

    def bind_parameters(self, function: CodeFunction, place: int) -> None:
        """Bind the parameters of a function to the types that they are written or called with."""
        given = self.calls.contexts.get(place, ())
        for number, parameter in enumerate(self.script.parameters(function)):
            value = self.annotation(*parameter.annotation) if parameter.annotation != (0, 0) else None
            if parameter.annotation == (0, 0) and number < len(given):
                value = given[number]
            self.bind(parameter.place, value)

    def name_at(self, place: int) -> tuple[CodeValue | None, int]:
        """Return the value of the dotted name at a place, without the calls after it, and the place after it."""
        script = self.script
        value = self.names.find(script.text(place)) if script.kind(place) == "name" else None
        at = place + 1
        while script.text(at) == "." and script.kind(at + 1) == "name":
            value = self._members.link(value, script.tokens[at + 1], at + 2)
            at += 2
        return value, at

    def bind(self, place: int, value: CodeValue | None) -> None:
        """Bind a name, or the names of a pattern, to a value, and note the keys that the value does not have."""
        script = self.script
        for name in script.bound_names(place):
            self.names.declare(name, None)
        if value is not None:
            self._bind_known(place, value)
        elif script.text(place) not in ("{", "["):
            self.names.declare(script.text(place), None)

    def _bind_known(self, place: int, value: CodeValue) -> None:
        """Bind a name, or the names of a pattern and of the patterns in it, to a known value."""
        script = self.script
        if script.text(place) == "{":
            for key, target in script.pattern(place):
                found = self._members.link(value, script.tokens[key], key + 1, is_key=True)
                if found is not None:
                    self._bind_known(target, found)
        elif script.text(place) == "[":
            for number, (first, _) in enumerate(script.items(place + 1, script.closing(place))):
                is_rest = script.text(first) == "..."
                found = self._all_of(value) if is_rest else self._element_at(value, number)
                if found is not None:
                    self._bind_known(first + is_rest, found)
        elif script.kind(place) == "name":
            self.names.declare(script.text(place), value)

    def annotation(self, first: int, last: int) -> CodeValue | None:
        """Return the value that has the type which a range of the code writes, None for an unknown one."""
        return self._named_type(first, last) or self._written.value(first, last)

    def _named_type(self, first: int, last: int) -> CodeValue | None:
        """Return the value of the type that a dotted name alone names, None for any other type."""
        script = self.script
        value = self.names.find(script.text(first)) if script.kind(first) == "name" else None
        at = first + 1
        while value is not None and script.text(at) == "." and at + 1 < last:
            found = value.types.view(value.type).find(script.text(at + 1))
            target = found[0].target if found else None
            value = CodeValue(value.types, Named(target, is_value=True)) if target else None
            at += 2
        if value is None or not isinstance(value.type, Named) or at < last:
            return None
        return CodeValue(value.types, Named(value.type.target))

    def element(self, value: CodeValue | None) -> CodeValue | None:
        """Return an element of an array, None for any other value."""
        view = value.types.view(value.type) if value else None
        return CodeValue(value.types, view.element) if value and view and view.element is not None else None

    def each(self, value: CodeValue | None) -> CodeValue | None:
        """Return a value that a loop over another one goes over, None for an unknown one."""
        if value is None:
            return None
        types, view = value.types, value.types.view(value.type)
        for name in () if view.each is not None else _ITERATORS:
            for call in types.type_of(view.find(name), value.type, view).calls[:1]:
                view = types.view(result_of(call))
        return CodeValue(types, view.each) if view.each is not None else None

    def _element_at(self, value: CodeValue, number: int) -> CodeValue | None:
        """Return the element with a number of a tuple, or any element of an array."""
        elements = value.types.view(value.type).tuple
        if elements is None:
            return self.element(value)
        is_single = number < len(elements) and not any(one.rest for one in elements[: number + 1])
        found = elements[number].type if is_single else None
        return CodeValue(value.types, found) if found is not None else None

    def _all_of(self, value: CodeValue) -> CodeValue | None:
        """Return an array for the elements of an array that a pattern leaves, None for any other value."""
        return value if self.element(value) is not None else None

    # -- expressions -------------------------------------------------------------------------------------------------

    def _value_at(self, place: int) -> tuple[CodeValue | None, int]:
        script, text = self.script, self.script.text(place)
        if text == "await":
            value, end = self.value_at(place + 1)
            return settled(value), end
        if text == "new":
            return self.value_at(place + 1)
        if text == "(" and script.function_at(place) is None:
            inner, end = self.value_at(place + 1)
            inner = inner if end == script.closing(place) else None
            return self._chain(inner, script.closing(place) + 1, place)
        if text in ("require", "import") and script.text(place + 1) == "(" and script.kind(place + 2) == "text":
            return self._chain(self._required(script.text(place + 2).strip("'\"`")), place + 4, place)
        if text == "this" and script.text(place + 1) in (".", "?."):
            own = self.names.find_own(script.text(place + 2))
            return self._chain(own, place + 3, place) if own else self._chain(self.names.find(text), place + 1, place)
        if text == "super":
            return self._of_base(place)
        is_all = text == "Promise" and script.text(place + 2) == "all" and script.text(place + 4) == "["
        if is_all and self.names.find(text) is None:
            return self._chain(self._of_all(place + 4), script.closing(place + 3) + 1, place)
        if script.kind(place) == "name" and script.function_at(place) is None:
            return self._chain(self.names.find(text), place + 1, place)
        return None, place + 1

    def _of_all(self, place: int) -> CodeValue | None:
        """Return the promise of the results of the promises in a list (`Promise.all([one(), two()])`)."""
        script, found = self.script, list[CodeValue | None]()
        for first, last in script.items(place + 1, script.closing(place)):
            if script.text(first) == "...":
                return None
            value, end = self.value_at(first)
            found.append(settled(value) if end >= last else None)
        types = next((one.types for one in found if one is not None), None)
        if types is None:
            return None
        open_view = Seen(View(extent=Extent.OPEN))
        each = [one.type if one is not None and one.types is types else open_view for one in found]
        results = View(tuple=tuple(TupleElement(one, optional=False, rest=False) for one in each))
        return CodeValue(types, Seen(types.views.built_in("Promise", [Seen(results)])))

    def _of_base(self, place: int) -> tuple[CodeValue | None, int]:
        """Return the value of a chain that begins with `super`, and the place after it."""
        script, base = self.script, self.names.find("super")
        if script.text(place + 1) == "(":
            if base is not None:
                self.calls.call(base, place + 1, base.types.view(base.type).name, made=True)
            return None, script.closing(place + 1) + 1
        made = self.calls.instance(base) if base and self._is_typed else None
        return self._chain(made, place + 1, place)

    def _required(self, specifier: str) -> CodeValue | None:
        """Return the value of a module that is required, or imported by a call."""
        types = self.packages.get(package_of(specifier))
        module = types.module(specifier) if types else None
        return CodeValue(types, types.required(module)) if types and module else None

    def _chain(self, value: CodeValue | None, number: int, place: int) -> tuple[CodeValue | None, int]:
        """Return the value of a chain of members and calls, and the place after it."""
        script = self.script
        made = script.text(place - 1) == "new"
        explicit: list[Type | None] = []
        named = number - 1
        for _ in range(_MOST_LINKS):
            text = script.text(number)
            if text in (".", "?.") and script.kind(number + 1) == "name":
                value = self._members.link(value, script.tokens[number + 1], number + 2)
                number += 2
            elif text == "!" and script.text(number + 1) in (".", "(", "["):
                number += 1
            elif text in ("(", "?.") and script.text(number + (text == "?.")) == "(":
                opening = number + (text == "?.")
                name = script.text(named if script.text(number - 1) == ">" else number - 1)
                value = self.calls.call(value, opening, name, made=made, explicit=explicit)
                made, explicit = False, []
                number = script.closing(opening) + 1
            elif text == "<" and (after := self._type_arguments(number)) and script.text(after) == "(":
                explicit = self._written_types(value, number, after) if value is not None else []
                named, number = number - 1, after
            elif text == "?." and script.text(number + 1) == "[":
                value, number = self.element(value), script.closing(number + 1) + 1
            elif text == "[" and script.tokens[number].line == script.tokens[number - 1].line:
                value, number = self.element(value), script.closing(number) + 1
            else:
                break
        if made and value is not None:
            value = self.calls.instance(value)
        return value, number

    def _written_types(self, value: CodeValue, first: int, after: int) -> list[Type | None]:
        """Return type arguments that code writes, None for those that are no types of the package of a value."""
        found: list[Type | None] = []
        begin, depth = first + 1, 0
        for at in range(first + 1, after):
            text = self.script.text(at)
            if not depth and (text == "," or at == after - 1):
                one = self.annotation(begin, at)
                found.append(one.type if one is not None and one.types is value.types else None)
                begin = at + 1
            depth += (text in ("<", "(", "[", "{")) - (text in (">", ")", "]", "}"))
        return found

    def _type_arguments(self, place: int) -> int:
        """Return the place after type arguments, 0 for none."""
        depth = 0
        for number in range(place, min(place + 80, len(self.script.tokens))):
            text = self.script.text(number)
            depth += (text == "<") - (text == ">")
            if text in (";", "&&", "||") or (text == "(" and depth == 0):
                return 0
            if depth == 0:
                return number + 1
        return 0
