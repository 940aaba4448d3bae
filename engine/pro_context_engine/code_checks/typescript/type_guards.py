"""The tests by which code tells the types of names, and the types that names have where a test holds.

`instanceof` gives a caught error the type of the class, and a comparison with a text (`node.kind === "lamp"`) leaves
those options of a union that have it. A name that any other test is about has no known type there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pro_context_engine.code_checks.typescript.code_chains import CodeChains
from pro_context_engine.code_checks.typescript.declared_types import Seen, View, choices
from pro_context_engine.code_checks.typescript.package_types import CodeValue
from pro_context_engine.code_checks.typescript.script import TYPE_TEST

_MOST_OF_CONDITION = 60
_EQUAL = frozenset({"===", "=="})
_UNEQUAL = frozenset({"!==", "!="})
_LEAVES = frozenset({"throw", "return", "continue", "break"})
_ENDS_TEST = frozenset({"||", "??", ":"})


class TypeGuards:
    """The tests in one text.

    Args:
        chains: gives the values of expressions, and has the names that are known.
    """

    def __init__(self, chains: CodeChains) -> None:
        self._chains = chains
        self._script = chains.script
        # The types of names from a place on, where code leaves the block if they are others.
        self._later: dict[int, tuple[str, CodeValue]] = {}

    def reach(self, place: int) -> None:
        """Declare the name whose type is known from a place on."""
        if place in self._later:
            self._chains.names.declare(*self._later.pop(place))

    def follow(self, place: int) -> None:
        """Note the facts about names that the token at a place tells."""
        script = self._script
        text = script.text(place)
        if text == "instanceof":
            self._of_class(place)
        elif text in _EQUAL or text in _UNEQUAL:
            self._of_text(place)
        elif text == "(" and self._is_test(place):
            for first, last in script.items(place + 1, script.closing(place)):
                if last == first + 1 and script.kind(first) == "name":
                    self._forget(script.text(first), place)
                elif last == first + 3 and script.text(first) == "this":
                    self._forget(f"this.{script.text(first + 2)}", place)

    def _of_class(self, place: int) -> None:
        """Note the type that a name has by `instanceof`."""
        script, name = self._script, self._script.text(place - 1)
        if script.text(place - 2) in (".", "?."):
            if script.text(place - 3) == "this":
                self._forget(f"this.{name}", place)
            return
        if self._chains.names.find(name) is not None or not self._is_caught(name, place):
            self._forget(name, place)
            return
        value, end = self._chains.value_at(place + 1)
        made = self._chains.calls.instance(value) if value else None
        if made is not None:
            self._narrow(name, made, (place - 1, end))

    def _of_text(self, place: int) -> None:
        """Note the options of a union that a name may be, by the text that one of its members has."""
        script, name = self._script, self._script.text(place - 3)
        is_member = script.text(place - 2) == "." and script.kind(place - 3) == "name" and script.text(place - 4) != "."
        value = self._chains.names.find(name) if is_member and script.kind(place + 1) == "text" else None
        if value is None:
            return
        options = list(choices([value.types.view(value.type)]))
        kept: list[View] = []
        for option in options:
            members = option.members.get(script.text(place - 1), [])
            texts = [kind.literal[1:-1] for kind in choices([value.types.views.member(members, value.type)])]
            if not members or not all(texts):
                return
            if script.text(place + 1)[1:-1] in texts:
                kept.append(option)
        if kept and len(kept) < len(options):
            narrowed = CodeValue(value.types, Seen(kept[0] if len(kept) == 1 else View(options=kept)))
            self._narrow(name, narrowed, (place - 3, place + 2))

    def _narrow(self, name: str, value: CodeValue, test: tuple[int, int]) -> None:
        """Give a name a type where a test holds, given the range of the test."""
        script, names = self._script, self._chains.names
        first, last = test
        is_equal = not _UNEQUAL.intersection(map(script.text, range(first, last)))
        opening = self._opening_of_condition(first)
        closing = script.closing(opening) if opening else 0
        if not opening:
            end = self._end_of_test(last)
            if is_equal and script.text(last) in ("&&", "?") and script.text(first - 1) not in ("!", "||"):
                names.enter(end - 1)
                names.declare(name, value)
            return
        texts = set(map(script.text, range(opening, closing)))
        is_negated = (script.text(opening + 1), script.text(opening + 2)) == ("!", "(") and (
            last == closing - 1 == script.closing(opening + 2)
        )
        if is_equal and not texts & {"!", "||"}:
            names.enter(self._end_of_body(closing + 1))
            names.declare(name, value)
        elif (is_negated or (not is_equal and last == closing and first == opening + 1)) and self._leaves(closing + 1):
            self._later[self._end_of_body(closing + 1) + 1] = name, value

    def _end_of_test(self, place: int) -> int:
        """Return the place up to which the rest of an expression is read where a test in it holds."""
        script = self._script
        at, end = place, script.end_of_expression(place)
        while at < end and script.text(at) not in _ENDS_TEST:
            at = script.closing(at) + 1 if script.text(at) in ("(", "[", "{") else at + 1
        return at

    def _end_of_body(self, place: int) -> int:
        script = self._script
        return script.closing(place) if script.text(place) == "{" else script.end_of_expression(place) - 1

    def _leaves(self, place: int) -> bool:
        """Tell whether a body leaves the block around it."""
        script = self._script
        if script.text(place) != "{":
            return script.text(place) in _LEAVES
        at = place + 1
        while at < script.closing(place):
            if script.text(at) in _LEAVES:
                return True
            at = script.closing(at) + 1 if script.text(at) in ("(", "[", "{") else at + 1
        return False

    def _opening_of_condition(self, place: int) -> int:
        """Return the bracket of the condition of an `if` around a place, 0 for none."""
        script = self._script
        before = range(place, max(place - _MOST_OF_CONDITION, 0), -1)
        opening = next((at + 1 for at in before if script.text(at) == "if"), 0)
        return opening if opening and script.text(opening) == "(" and place < script.closing(opening) else 0

    def _is_caught(self, name: str, place: int) -> bool:
        """Tell whether a name is that of a caught error, of which nothing else is known."""
        return any(caught == name and first < place <= last for caught, first, last in self._caught)

    @cached_property
    def _caught(self) -> list[tuple[str, int, int]]:
        return list(self._clauses())

    def _clauses(self) -> Iterator[tuple[str, int, int]]:
        """Yield the names of caught errors (`catch (e)`, `.catch((e) => …)`), with the ranges that know them."""
        script = self._script
        for at, token in enumerate(script.tokens):
            if token.text != "catch" or script.text(at + 1) != "(":
                continue
            is_call = script.text(at - 1) in (".", "?.")
            place = script.function_in(at + 2, script.closing(at + 1)) if is_call else at + 1
            function = script.function_at(place) if place is not None else None
            if function is not None and function.last == function.first + 1:
                yield script.text(function.first), function.first, function.end

    def _is_test(self, opening: int) -> bool:
        """Tell whether a call tests a value: its declaration says so, or its name where it is not known."""
        name = self._script.text(opening - 1)
        known = self._script.text(opening - 2) not in (".", "?.") and self._chains.names.find(name) is not None
        return opening in self._chains.calls.tests or (not known and TYPE_TEST.match(name) is not None)

    def _forget(self, name: str, place: int) -> None:
        """Forget the type of a name: in the block of a condition that holds, else from here on."""
        names, script = self._chains.names, self._script
        known = names.find_own(name[5:]) if name.startswith("this.") else names.find(name)
        if known is None:
            return
        opening = self._opening_of_condition(place)
        closing = script.closing(opening) if opening else 0
        if opening and "!" not in map(script.text, range(opening, closing)) and script.text(closing + 1) == "{":
            names.enter(script.closing(closing + 1))
        names.declare(name, None)
