"""The messages of the errors that functions raise, and of the warnings that they give, as their code has them.

People ask with a message that they saw, and no docstring has it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import griffe

MAX_MESSAGES = 12
"""The messages of a function that are kept."""

LONGEST_MESSAGE = 240
"""The characters of a message that are kept."""

_SPACE, _RAISED = "pro_context", "raised"
# A text that is added to itself again and again grows no further.
_LONGEST_TEXT = 2_000
_LEAST_WORDS = 3
_WORD = re.compile(r"[A-Za-z]{2,}")
_UNKNOWN = "…"
_WARN, _WARNING, _WARNINGS = "warn", "UserWarning", "warnings"
_MAX_NESTING = 10
# Helpers of helpers are followed no further.
_MAX_HOPS = 2
_BLOCKS = ("body", "orelse", "finalbody")


class RaisedMessage(NamedTuple):
    """A message that a function's code has.

    Attributes:
        error: the name of the error or warning.
        text: the message in one line; what only a run can tell is in braces, or "…".
    """

    error: str
    text: str


class _Raised(NamedTuple):
    """The messages of a function, and the private functions and methods that it calls."""

    messages: Sequence[RaisedMessage]
    called: Sequence[str]


class RaisedMessageReader(griffe.Extension):
    """Keeps the messages of each function and property with its syntax, while the modules are parsed."""

    def on_function_instance(self, *, node: Any, func: griffe.Function, **_: Any) -> None:
        """Keep the messages of a function."""
        _keep(func, node)

    def on_attribute_instance(self, *, node: Any, attr: griffe.Attribute, **_: Any) -> None:
        """Keep the messages of a property."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            _keep(attr, node)


def raised_messages(function: griffe.Object) -> Sequence[RaisedMessage]:
    """Return the messages of a function or property and of the private helpers that it calls, at most twelve."""
    found: dict[RaisedMessage, None] = {}
    waiting = [(function, 0)]
    seen = {id(function)}
    while waiting and len(found) < MAX_MESSAGES:
        one, hops = waiting.pop(0)
        raised: _Raised | None = one.extra.get(_SPACE, {}).get(_RAISED)
        if raised is None:
            continue
        found.update(dict.fromkeys(raised.messages))
        for name in raised.called if hops < _MAX_HOPS else ():
            helper = _helper(one, name)
            if helper is not None and id(helper) not in seen:
                seen.add(id(helper))
                waiting.append((helper, hops + 1))
    return list(found)[:MAX_MESSAGES]


def _helper(caller: griffe.Object, name: str) -> griffe.Object | None:
    """Return the function of the same module, or the method of the same class, that a call means."""
    method = name.partition(".")[2]
    scope = caller.parent if method else caller.module
    found = scope.members.get(method or name) if scope is not None else None
    return found if isinstance(found, griffe.Function) else None


def _keep(function: griffe.Object, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    messages: dict[RaisedMessage, None] = {}
    called: dict[str, None] = {}
    texts: dict[str, str] = {}
    for statement in _statements(node.body):
        if isinstance(statement, ast.Assign):
            target = statement.targets[0]
            if isinstance(target, ast.Name) and (text := _text(statement.value, texts)):
                texts[target.id] = text
        if message := _message(statement, texts):
            messages[message] = None
        if helper := _private_call(statement):
            called[helper] = None
    if messages or called:
        function.extra[_SPACE][_RAISED] = _Raised(list(messages)[:MAX_MESSAGES], list(called)[:MAX_MESSAGES])


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a function in order, those of functions within it too."""
    waiting = [*reversed(body)]
    while waiting:
        statement = waiting.pop()
        yield statement
        if isinstance(statement, ast.ClassDef):
            continue
        blocks = [getattr(statement, name, ()) for name in _BLOCKS]
        blocks[1:1] = [one.body for one in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ()))]
        waiting += reversed([one for block in blocks for one in block])


def _message(statement: ast.stmt, texts: Mapping[str, str]) -> RaisedMessage | None:
    """Return the message of the error that a statement raises, or of the warning that it gives."""
    if isinstance(statement, ast.Raise) and isinstance(statement.exc, ast.Call):
        call = statement.exc
        error = _last(call.func)
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and _warns(statement.value.func):
        call = statement.value
        error = next(filter(None, map(_category, [*call.args[1:2], *_values(call)])), _WARNING)
    else:
        return None
    if not error.lstrip("_")[:1].isupper():
        return None
    given = (" ".join(text.split()) for one in [*call.args, *_values(call)] if (text := _text(one, texts)))
    text = next((text for text in given if len(_WORD.findall(text)) >= _LEAST_WORDS), "")
    if len(text) > LONGEST_MESSAGE:
        text = f"{text[:LONGEST_MESSAGE]} {_UNKNOWN}"
    return RaisedMessage(error, text) if text else None


def _values(call: ast.Call) -> list[ast.expr]:
    return [one.value for one in call.keywords]


def _warns(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return function.attr == _WARN and isinstance(function.value, ast.Name) and function.value.id == _WARNINGS
    return isinstance(function, ast.Name) and function.id == _WARN


def _category(node: ast.expr) -> str:
    name = _last(node)
    return name if name.endswith("Warning") else ""


def _private_call(statement: ast.stmt) -> str:
    """Return the private function, or the private method as `self.name`, whose result a statement is; "" for none."""
    value = getattr(statement, "value", None)
    value = value.value if isinstance(value, ast.Await) else value
    if not isinstance(value, ast.Call):
        return ""
    called = value.func
    if isinstance(called, ast.Name):
        return called.id if called.id.startswith("_") else ""
    own = (
        isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id in ("self", "cls")
    )
    return f"self.{called.attr}" if own and isinstance(called, ast.Attribute) and called.attr.startswith("_") else ""


def _text(node: ast.expr, texts: Mapping[str, str], depth: int = 0) -> str:
    """Return the text that an expression makes, "" for one that is no text.

    Args:
        node: a string in quotes, also with values in it, or a name or a call that gives such a one.
        texts: of the names that were assigned before.
        depth: how many expressions are around it.
    """
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.Name):
        return texts.get(node.id, "")
    if isinstance(node, ast.JoinedStr):
        return "".join(_part(one) for one in node.values)
    if depth >= _MAX_NESTING:
        return ""
    if isinstance(node, ast.BinOp):
        left = _text(node.left, texts, depth + 1)
        if isinstance(node.op, ast.Add):
            right = _text(node.right, texts, depth + 1)
            return f"{left or _UNKNOWN}{right or _UNKNOWN}"[:_LONGEST_TEXT] if left or right else ""
        return left if isinstance(node.op, ast.Mod) else ""
    if isinstance(node, ast.Call):
        formats = isinstance(node.func, ast.Attribute) and node.func.attr == "format"
        inner = node.func.value if formats and isinstance(node.func, ast.Attribute) else next(iter(node.args), None)
        return _text(inner, texts, depth + 1) if inner is not None else ""
    return ""


def _part(node: ast.expr) -> str:
    """Return a part of a string in the form `f"…"`: a name stands in braces."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    value = node.value if isinstance(node, ast.FormattedValue) else None
    name = _dotted(value) if value is not None else ""
    return f"{{{name}}}" if name else _UNKNOWN


def _dotted(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
