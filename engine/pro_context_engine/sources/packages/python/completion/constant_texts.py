"""The texts that expressions of a module make from constants, read from the syntax: nothing is run."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import griffe

from pro_context_engine.sources.packages.python.completion.docstring_statements import DocstringStatements, Value

MAX_TEXT = 100_000
"""The maximum number of characters of one text."""

# The largest templates of published packages take about 200 steps.
MAX_STEPS = 3_000
_MAX_HOPS = 20
_MAX_ITEMS = 2_000
_PERCENT = re.compile(r"%%|%(?:\(([^()\n]{1,100})\))?[srd]")
_BRACES = re.compile(r"\{\{|\}\}|\{(\w*)\}")
_STRIPS = {"strip": str.strip, "lstrip": str.lstrip, "rstrip": str.rstrip}

Found = griffe.Object | None
Scoped = tuple[Value, str]
"""An expression, and the dotted name of the module or class that knows its names."""


class ConstantTexts:
    """The texts of the expressions of a distribution.

    Args:
        find: returns the definition that a dotted name in a module or class means, None for none.
        statements: returns the statements of a module.
        docstring: returns the docstring of a definition, "" for none.
    """

    def __init__(
        self,
        find: Callable[[str, str], Found],
        statements: Callable[[str], DocstringStatements],
        docstring: Callable[[griffe.Object], str],
    ) -> None:
        self._find = find
        self._statements = statements
        self._docstring = docstring
        self._left = 0

    def begin(self) -> None:
        """Allow the steps for the texts of one more definition."""
        self._left = MAX_STEPS

    def text(self, expression: Value | None, scope: str, hops: int = 0) -> str | None:
        """Return the text of an expression, at most 100,000 characters; None for one that is no constant text."""
        self._left -= 1
        if self._left < 0 or hops > _MAX_HOPS or expression is None:
            return None
        made = self._made(expression, scope, hops + 1)
        return None if made is None else made[:MAX_TEXT]

    def mapping(self, expression: Value | None, scope: str, hops: int) -> dict[str, Scoped]:
        """Return the items of a dictionary of constants by key; {} for another expression."""
        self._left -= 1
        found: dict[str, Scoped] = {}
        if self._left < 0 or hops > _MAX_HOPS:
            return found
        if isinstance(expression, griffe.ExprDict):
            for key, value in zip(expression.keys[:_MAX_ITEMS], expression.values[:_MAX_ITEMS], strict=True):
                name = literal(key) if isinstance(key, str) else None
                if key is None:
                    found.update(self.mapping(value, scope, hops + 1))
                elif name is not None:
                    found[name] = value, scope
        elif isinstance(expression, griffe.ExprCall) and str(expression.function) == "dict":
            for value in positional(expression):
                found.update(self.mapping(value, scope, hops + 1))
            found.update(self.keywords(expression, scope, hops + 1))
        elif isinstance(expression, griffe.ExprBinOp) and expression.operator == "|":
            found = self.mapping(expression.left, scope, hops + 1) | self.mapping(expression.right, scope, hops + 1)
        elif isinstance(expression, griffe.ExprName | griffe.ExprAttribute):
            named = self._find(scope, str(expression))
            if isinstance(named, griffe.Attribute):
                module = named.module.path
                found = self.mapping(named.value, module, hops + 1)
                items = self._statements(module).items.get(named.name, {})
                found.update((key, (value, module)) for key, value in items.items())
        return found

    def keywords(self, call: griffe.ExprCall, scope: str, hops: int = 0) -> dict[str, Scoped]:
        """Return the keyword arguments of a call by name, those of `**` included."""
        found: dict[str, Scoped] = {}
        for argument in call.arguments[:_MAX_ITEMS]:
            if isinstance(argument, griffe.ExprKeyword):
                found[argument.name] = argument.value, scope
            elif isinstance(argument, griffe.ExprVarKeyword):
                found.update(self.mapping(argument.value, scope, hops + 1))
        return found

    def texts(self, items: Mapping[str, Scoped], hops: int = 0) -> dict[str, str]:
        """Return the texts among items."""
        made = ((key, self.text(value, scope, hops + 1)) for key, (value, scope) in items.items())
        return {key: text for key, text in made if text is not None}

    def _made(self, expression: Value, scope: str, hops: int) -> str | None:
        if isinstance(expression, str):
            return literal(expression)
        if isinstance(expression, griffe.ExprName | griffe.ExprAttribute):
            return self._named(str(expression), scope, hops)
        if isinstance(expression, griffe.ExprJoinedStr):
            return "".join(_up_to_bound(self._part(one, scope, hops) for one in expression.values))
        if isinstance(expression, griffe.ExprBinOp):
            return self._operation(expression, scope, hops)
        if isinstance(expression, griffe.ExprCall):
            return self._called(expression, scope, hops)
        if isinstance(expression, griffe.ExprIfExp):
            body = self.text(expression.body, scope, hops)
            return self.text(expression.orelse, scope, hops) if body is None else body
        if isinstance(expression, griffe.ExprSubscript):
            key = literal(expression.slice) if isinstance(expression.slice, str) else None
            if key is None:
                # A part of a text, of which the end is computed.
                return self.text(expression.left, scope, hops)
            value, where = self.mapping(expression.left, scope, hops).get(key, (None, scope))
            return self.text(value, where, hops)
        return None

    def _part(self, value: Value, scope: str, hops: int) -> str:
        if isinstance(value, str):
            return value  # the constant parts of f-strings have no quotes
        inner = value.value if isinstance(value, griffe.ExprFormatted) else value
        return self.text(inner, scope, hops) or ""

    def _named(self, name: str, scope: str, hops: int) -> str | None:
        owner, _, last = name.rpartition(".")
        if last == "__doc__":
            found = self._find(scope, owner) if owner else None
            return self._docstring(found) or None if found is not None else None
        found = self._find(scope, name)
        if not isinstance(found, griffe.Attribute):
            return None
        module = found.module.path
        text = self.text(found.value, module, hops)
        for value in self._statements(module).added.get(found.name, ())[:_MAX_ITEMS] if text is not None else ():
            text = (text or "") + (self.text(value, module, hops) or "")
            if len(text) > MAX_TEXT:
                break
        return text

    def _operation(self, expression: griffe.ExprBinOp, scope: str, hops: int) -> str | None:
        left = self.text(expression.left, scope, hops)
        if left is None:
            return None
        if expression.operator == "+":
            right = self.text(expression.right, scope, hops)
            return left if right is None else left + right
        if expression.operator != "%":
            return None
        given = expression.right
        if isinstance(given, griffe.ExprTuple):
            return percent_filled(left, {}, [self.text(one, scope, hops) for one in given.elements[:_MAX_ITEMS]])
        single = self.text(given, scope, hops)
        if single is not None:
            return percent_filled(left, {}, [single])
        return percent_filled(left, self.texts(self.mapping(given, scope, hops), hops))

    def _called(self, call: griffe.ExprCall, scope: str, hops: int) -> str | None:
        function = call.function
        arguments = positional(call)
        if isinstance(function, griffe.ExprAttribute):
            subject = self._subject(function, scope, hops)
            if subject is not None:
                return self._method(subject, str(function.values[-1]), call, scope, hops)
        # A function that is given a text and whose result is used as a text: `dedent("…")`.
        text = self.text(arguments[0], scope, hops) if arguments else None
        return None if text is None else inspect.cleandoc(text)

    def _subject(self, function: griffe.ExprAttribute, scope: str, hops: int) -> str | None:
        """Return the text whose method is called, None if it is none."""
        before = function.values[:-1]
        if len(before) == 1:
            return self.text(before[0], scope, hops)
        names = [one.name for one in before if isinstance(one, griffe.ExprName)]
        return self._named(".".join(names), scope, hops) if len(names) == len(before) else None

    def _method(self, subject: str, name: str, call: griffe.ExprCall, scope: str, hops: int) -> str:
        given = [self.text(one, scope, hops) for one in positional(call)]
        if name == "format":
            return braces_filled(subject, self.texts(self.keywords(call, scope, hops), hops), given)
        if name == "format_map" and positional(call):
            return braces_filled(subject, self.texts(self.mapping(positional(call)[0], scope, hops), hops))
        if name == "replace" and len(given) > 1 and given[0] and given[1] is not None:
            room = MAX_TEXT // (len(given[1]) + 1) + 1
            return subject.replace(given[0], given[1], room)
        if name == "join" and positional(call):
            parts = positional(call)[0]
            if isinstance(parts, griffe.ExprList | griffe.ExprTuple):
                made = (self.text(one, scope, hops) or "" for one in parts.elements[:_MAX_ITEMS])
                return subject[:1_000].join(_up_to_bound(made))
        return _STRIPS[name](subject) if name in _STRIPS and not given else subject


def literal(expression: str) -> str | None:
    """Return the text of a string literal, None for another expression."""
    if expression[:1] not in ("'", '"'):
        return None
    try:
        value = ast.literal_eval(expression)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return value if isinstance(value, str) else None


def positional(call: griffe.ExprCall) -> list[Value]:
    """Return the positional arguments of a call, without `*` arguments."""
    named = griffe.ExprKeyword | griffe.ExprVarPositional | griffe.ExprVarKeyword
    return [one for one in call.arguments[:_MAX_ITEMS] if not isinstance(one, named)]


def percent_filled(template: str, texts: Mapping[str, str], given: Sequence[str | None] = ()) -> str:
    """Return a template with the texts for `%(name)s`, and the given ones for each `%s`; others stay."""
    waiting = iter(given)
    left = MAX_TEXT

    def filled(found: re.Match[str]) -> str:
        nonlocal left
        if found[0] == "%%":
            return "%" if texts or given else "%%"
        text = texts.get(found[1]) if found[1] else next(waiting, None)
        if text is None or left <= 0:
            return found[0]
        left -= len(text)
        return text

    return _PERCENT.sub(filled, template)


def braces_filled(template: str, texts: Mapping[str, str], given: Sequence[str | None] = ()) -> str:
    """Return a template with the texts for `{name}`, and the given ones for `{}` and `{0}`; others stay."""
    count, left = 0, MAX_TEXT

    def filled(found: re.Match[str]) -> str:
        nonlocal count, left
        if found[1] is None:
            return found[0][0]
        position = int(found[1]) if found[1].isdecimal() and len(found[1]) < 4 else None
        if not found[1]:
            position, count = count, count + 1
        text = texts.get(found[1]) if position is None else given[position] if position < len(given) else None
        if text is None or left <= 0:
            return found[0]
        left -= len(text)
        return text

    return _BRACES.sub(filled, template)


def _up_to_bound(parts: Iterable[str]) -> Iterator[str]:
    """Yield texts as long as they have at most 100,000 characters together."""
    left = MAX_TEXT
    for part in parts:
        left -= len(part)
        if left < 0:
            return
        yield part
