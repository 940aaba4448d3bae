"""The shape of TypeScript and JavaScript code: its brackets, its functions, and the ends of its expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pro_context_engine.code_checks.typescript.script_tokens import ScriptToken, tokens_of

_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset({")", "]", "}"})
_NO_METHODS = frozenset({"if", "for", "while", "switch", "with", "return", "await", "typeof", "in", "of", "new"})
_STATEMENTS = frozenset({";", ","})
_BEGINNINGS = frozenset({"import", "const", "let", "var", ";"})
_ENDS_TYPE = frozenset({"=", ",", "of", "in"})
_MOST_TYPE = 80

TYPE_TEST = re.compile(r"(?:is|has|assert)(?:[A-Z_]|$)|invariant$")
"""The names of functions that may test the type of an argument."""


class CodeFunction(NamedTuple):
    """A function: the range of its parameters, its last token, and whether `this` is that of the code around it."""

    first: int
    last: int
    end: int
    keeps_this: bool = False


class CodeParameter(NamedTuple):
    """A parameter: the place of its name or pattern, and the range of its annotation, (0, 0) for none."""

    place: int
    annotation: tuple[int, int]


class Script:
    """The tokens of code with their brackets."""

    def __init__(self, text: str) -> None:
        self.tokens: list[ScriptToken] = tokens_of(text)
        self._partner = _partners(self.tokens)

    def text(self, place: int) -> str:
        """Return the text of a token, "" beyond the ends."""
        return self.tokens[place].text if 0 <= place < len(self.tokens) else ""

    def kind(self, place: int) -> str:
        """Return the kind of a token, "" beyond the ends."""
        return self.tokens[place].kind if 0 <= place < len(self.tokens) else ""

    def closing(self, place: int) -> int:
        """Return the place of the bracket that closes the one at a place, the last place if none does."""
        return self._partner.get(place, len(self.tokens) - 1)

    def items(self, first: int, last: int, *, angles: bool = False) -> Iterator[tuple[int, int]]:
        """Yield the ranges between commas that stand outside of brackets.

        Args:
            first: the first token.
            last: the place after the last token.
            angles: whether `<` and `>` are brackets, as in types.
        """
        begin = at = first
        depth = 0
        while at < last:
            if angles:
                depth = max(0, depth + (self.text(at) == "<") - (self.text(at) == ">"))
            if self.text(at) == "," and not depth:
                yield begin, at
                begin = at + 1
            at = self.closing(at) + 1 if self.text(at) in _OPENING else at + 1
        if begin < last:
            yield begin, last

    def end_of_expression(self, place: int) -> int:
        """Return the place after the expression at a place."""
        at = place
        while at < len(self.tokens):
            text = self.text(at)
            if text in _CLOSING or text in _STATEMENTS or (at > place and self._begins_statement(at)):
                return at
            at = self.closing(at) + 1 if text in _OPENING else at + 1
        return at

    def end_of_type(self, place: int) -> int:
        """Return the place after the type at a place: the mark or the word that ends it."""
        at, depth = place, 0
        while at < len(self.tokens):
            text = self.text(at)
            if text in _CLOSING or text == ";" or (not depth and text in _ENDS_TYPE):
                return at
            if not depth and at > place and self._begins_statement(at):
                return at
            depth = max(0, depth + (text == "<") - (text == ">"))
            at = self.closing(at) + 1 if text in _OPENING else at + 1
        return at

    def function_at(self, place: int) -> CodeFunction | None:
        """Return the function whose parameters begin at a place, None for anything else."""
        if self.kind(place) == "name" and self.text(place + 1) == "=>":
            return CodeFunction(place, place + 1, self._body_end(place + 2), keeps_this=True)
        if self.text(place) != "(":
            return None
        closing = self.closing(place)
        after = self.after_result(closing + 1)
        if self.text(after) == "=>":
            return CodeFunction(place + 1, closing, self._body_end(after + 1), keeps_this=True)
        if self.text(after) == "{" and self._is_head(place):
            return CodeFunction(place + 1, closing, self.closing(after), keeps_this=self.text(place - 1) == "catch")
        return None

    def body_of(self, place: int) -> int:
        """Return the place of the body of the function whose parameters begin at a place."""
        if self.kind(place) == "name":
            return place + 2
        after = self.after_result(self.closing(place) + 1)
        return after + (self.text(after) == "=>")

    def function_in(self, first: int, last: int) -> int | None:
        """Return the place of the parameters of the function that an expression is, None for any other expression."""
        at = first + (self.text(first) == "async")
        if self.text(at) == "function":
            while at < last and self.text(at) != "(":
                at += 1
        return at if at < last and self.function_at(at) is not None else None

    def parameters(self, function: CodeFunction) -> list[CodeParameter]:
        """Return the parameters of a function."""
        found: list[CodeParameter] = []
        for first, last in self.items(function.first, function.last, angles=True):
            place = first + (self.text(first) == "...")
            while self.kind(place) == "name" and self.kind(place + 1) == "name" and place + 1 < last:
                place += 1
            after = self.closing(place) + 1 if self.text(place) in _OPENING else place + 1
            after += self.text(after) == "?"
            equals = next((at for at in range(after, last) if self.text(at) == "="), last)
            typed = self.text(after) == ":" and after < last
            found.append(CodeParameter(place, (after + 1, equals) if typed else (0, 0)))
        return found

    def pattern(self, place: int) -> Iterator[tuple[int, int]]:
        """Yield the keys of the pattern at a place, each with the place of the name or pattern that it binds."""
        for first, last in self.items(place + 1, self.closing(place)):
            if self.text(first) == "...":
                continue
            if self.text(first + 1) == ":" and first + 2 < last:
                yield first, first + 2
            elif self.kind(first) == "name":
                yield first, first

    def imported_modules(self) -> Iterator[int]:
        """Yield the places of the specifiers that code imports, without those that it tries or declares itself."""
        declared = {self.text(at + 1) for at in range(len(self.tokens)) if self.text(at) == "module"}
        tried_until = 0
        for place, token in enumerate(self.tokens):
            if token.text == "try" and self.text(place + 1) == "{":
                tried_until = max(tried_until, self.closing(place + 1))
            if token.kind != "text" or place < tried_until or token.text in declared:
                continue
            is_call = self.text(place - 1) == "(" and self.text(place + 1) in (")", ",")
            before = self.text(place - 2 if is_call else place - 1)
            if before in (("require", "import") if is_call else ("from", "import")):
                yield place

    def tests_type(self, place: int) -> bool:
        """Tell whether a word may test a type: `instanceof`, `x is T`, or a function that is named for it."""
        text = self.text(place)
        return text in ("instanceof", "is") or (self.text(place + 1) == "(" and TYPE_TEST.match(text) is not None)

    def words_before(self, place: int) -> Iterator[str]:
        """Yield the names between the word that begins a declaration or an import and a place."""
        at = place - 1
        while at >= 0 and self.text(at) not in _BEGINNINGS:
            if self.kind(at) == "name":
                yield self.text(at)
            at -= 1

    def bound_names(self, place: int) -> list[str]:
        """Return the names that a name or a pattern at a place may bind."""
        if self.text(place) not in ("{", "["):
            return [self.text(place)]
        return [self.text(at) for at in range(place, self.closing(place)) if self.kind(at) == "name"]

    def after_result(self, at: int) -> int:
        """Return the place after the type of a result, given the place after the brackets; itself for none."""
        if self.text(at) != ":":
            return at
        here = at + 1
        while here < min(at + _MOST_TYPE, len(self.tokens)):
            text = self.text(here)
            if text == "=>" or (text == "{" and here > at + 1) or text in _STATEMENTS or text in _CLOSING:
                return here if text in ("=>", "{") else at
            here = self.closing(here) + 1 if text in _OPENING else here + 1
        return at

    def _begins_statement(self, at: int) -> bool:
        """Tell whether a statement begins on a new line at a place, without a semicolon before it."""
        before, here = self.tokens[at - 1], self.tokens[at]
        if here.line == before.line or here.kind != "name":
            return False
        return before.kind != "mark" or before.text in _CLOSING

    def _is_head(self, place: int) -> bool:
        before = self.text(place - 1)
        if before == "function" or self.text(place - 2) in ("function", "*") or before == "catch":
            return True
        if before in ("]", ">") or self.kind(place - 1) in ("text", "number"):
            # A method with a computed name, and a function with type parameters.
            return True
        return self.kind(place - 1) == "name" and before not in _NO_METHODS

    def _body_end(self, place: int) -> int:
        return self.closing(place) if self.text(place) == "{" else self.end_of_expression(place) - 1


def _partners(tokens: list[ScriptToken]) -> dict[int, int]:
    found: dict[int, int] = {}
    opened: list[int] = []
    for place, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in _OPENING:
            opened.append(place)
        elif token.text in _CLOSING and opened:
            found[opened.pop()] = place
    return found
