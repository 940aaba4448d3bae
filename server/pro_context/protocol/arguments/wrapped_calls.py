"""Calls whose arguments stand in an object inside the arguments, as some clients and models send them (decision 60)."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

WRAPPERS = ("arguments", "args", "input", "params", "parameters", "request", "kwargs", "payload", "properties")
"""The names of such an object."""

_TOOL_NAMES = ("name", "tool", "toolname", "method", "function", "functionname", "action")
_DEEPEST = 3
_LONGEST_LITERAL = 4_000


def unwrapped(tool: str, arguments: Mapping[str, Any], knows: Callable[[str], bool]) -> Mapping[str, Any]:
    """Return the arguments themselves, where an object has nothing but them, or the name of the tool beside them.

    Args:
        tool: the name of the tool.
        arguments: the arguments that the client sent.
        knows: tells whether a name is one of an argument.
    """
    for _ in range(_DEEPEST):
        own = [
            name
            for name, value in arguments.items()
            if (folded(name) in _TOOL_NAMES and value == tool) or (name == "type" and value == "object")
        ]
        rest = [name for name in arguments if name not in own]
        if len(rest) != 1 or folded(rest[0]) not in WRAPPERS or knows(rest[0]):
            break
        inner = arguments[rest[0]]
        inner = {} if inner is None else parsed(inner) if isinstance(inner, str) else inner
        if not isinstance(inner, Mapping):
            break
        arguments = inner
    return arguments


def spread(
    arguments: Mapping[str, Any],
    knows: Callable[[str], bool],
    besides: Collection[str],
    takes: Callable[[str, Mapping[str, Any]], bool],
) -> list[tuple[str, Any]]:
    """Return the names and values of the arguments, with those of an object that holds nothing but arguments.

    `{"filters": {"language": "python"}}` has the argument `language`, as has `{"query": {"text": …, "language": …}}`.

    Args:
        arguments: the arguments that the client sent.
        knows: tells whether a name is one of an argument.
        besides: the folded names of members that an object of an earlier answer may have besides.
        takes: tells whether an object may be the value of an argument.
    """
    members = list(arguments.items())
    found: list[tuple[str, Any]] = []
    for name, value in members:
        is_known = knows(name)
        inner = parsed(value) if isinstance(value, str) and not is_known else value
        if not isinstance(inner, Mapping) or not inner or (is_known and takes(name, inner)):
            found.append((name, value))
            continue
        own = [(member, content) for member, content in inner.items() if knows(member)]
        rest = [member for member in inner if not knows(member) and (is_known or folded(member) not in besides)]
        others_known = all(knows(other) for other, _ in members if other != name)
        found += own if own and not rest and (is_known or others_known) else [(name, value)]
    return found


def folded(name: str) -> str:
    """Return the letters and digits of a name in lower case: `library_id` and `Library ID` are `libraryId`."""
    return "".join(filter(str.isalnum, name)).lower()


def parsed(text: str) -> Any:
    """Return the list or the object that a text is in JSON or as Python writes it, any other text unchanged."""
    if not text.lstrip().startswith(("[", "{")):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        found = ast.literal_eval(text.strip()) if len(text) <= _LONGEST_LITERAL else text
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return text
    return found if isinstance(found, list | dict) else text
