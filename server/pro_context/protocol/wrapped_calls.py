"""Calls whose arguments stand in an object inside the arguments, as some clients and models send them (decision 60)."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

WRAPPERS = ("arguments", "args", "input", "params", "parameters", "request", "kwargs", "payload")
"""The names of such an object."""

_TOOL_NAMES = ("name", "tool", "toolname", "method")
_DEEPEST = 3


def unwrapped(tool: str, arguments: Mapping[str, Any], known: Collection[str]) -> Mapping[str, Any]:
    """Return the arguments themselves, where an object has nothing but them, or the name of the tool beside them.

    Args:
        tool: the name of the tool.
        arguments: the arguments that the client sent.
        known: the folded names that arguments of the tool may have.
    """
    for _ in range(_DEEPEST):
        own = [name for name, value in arguments.items() if folded(name) in _TOOL_NAMES and value == tool]
        rest = [name for name in arguments if name not in own]
        if len(rest) != 1 or folded(rest[0]) not in WRAPPERS or folded(rest[0]) in known:
            break
        inner = arguments[rest[0]]
        inner = {} if inner is None else parsed(inner) if isinstance(inner, str) else inner
        if not isinstance(inner, Mapping):
            break
        arguments = inner
    return arguments


def folded(name: str) -> str:
    """Return the letters and digits of a name in lower case: `library_id` and `Library ID` are `libraryId`."""
    return "".join(filter(str.isalnum, name)).lower()


def parsed(text: str) -> Any:
    """Return the list or the object that a text is in JSON, any other text unchanged."""
    if not text.lstrip().startswith(("[", "{")):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
