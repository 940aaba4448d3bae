"""What stands beside an argument and completes it (decisions 98 and 116).

The owner of a library, the version of a query, a place in a page, or lines as editors name them, counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pro_context.protocol.arguments import named_libraries, written_values
from pro_context.protocol.arguments.value_reading import Accepts, SeveralReadingsError, put
from pro_context.protocol.arguments.wrapped_calls import parsed

_FIRST, _LAST, _RANGE = "firstLine", "lastLine", "lineRange"

LINE_KEYS = (_FIRST, _LAST, _RANGE)
"""The keys of `accepts` with names of the first line, of the last one, and of both in one value."""

KINDS = ("joined", "anchor", *named_libraries.OWNERS, *LINE_KEYS)
"""The keys of `accepts` with names of what completes an argument."""

_BOTH = re.compile(r"L?(\d{1,7}) ?(?:-|–|:|,|\.\.\.?| to ) ?L?(\d{1,7})", re.ASCII | re.IGNORECASE)


def line_numbers(kind: str, value: Any) -> list[tuple[str, str, int]]:
    """Return the first and the last line that a value names, each behind its key and "", as far as it names them.

    Args:
        kind: one of `LINE_KEYS`.
        value: a number, a text such as "12" or "L12", or for both lines a list or a text such as "L10-L20".
    """
    if kind == _RANGE:
        both = _both(value)
        return [(_FIRST, "", both[0]), (_LAST, "", both[1])] if both else []
    number = written_values.number(value.strip().lstrip("Ll")) if isinstance(value, str) else value
    return [(kind, "", number)] if type(number) is int else []


def complete(read: dict[str, Any], further: Sequence[tuple[str, str, Any]], accepts: Accepts) -> None:
    """Complete arguments by what stands beside them.

    Args:
        read: the arguments.
        further: the kind, the argument and the value of what completes it; lines stand for two arguments, named in
            `accepts`.
        accepts: the other names and the form of each argument.

    Raises:
        SeveralReadingsError: the argument is missing, or says something else itself.
    """
    named: dict[str, Any] = {}
    for kind, name, value in further:
        if kind in LINE_KEYS:
            put(named, kind, value)
        elif name not in read:
            raise SeveralReadingsError(name)
        else:
            read[name] = _completed(kind, read[name], value)
    for kind, number in _offset_and_count(named).items() if named else ():
        put(read, next(path for path, entry in accepts.items() if kind in entry), number)


def _completed(kind: str, own: Any, value: str) -> Any:
    if kind == "joined":
        return f"{own} {value}"
    if kind == "anchor":
        page, hash_sign, anchor = str(own).partition("#")
        value = value.strip().lstrip("#")
        if hash_sign and anchor != value:
            raise SeveralReadingsError(kind)
        return f"{page}#{value}"
    owned = named_libraries.with_owner(own, kind, value)
    if owned is None:
        raise SeveralReadingsError(kind)
    return owned


def _offset_and_count(named: Mapping[str, int]) -> dict[str, int]:
    """Return how many lines stand before a span, by `_FIRST`, and where its end is named how many it has, by `_LAST`.

    A caller that counts from 0 gets a line more than it asked for, and none less.

    Raises:
        SeveralReadingsError: the last line comes before the first one.
    """
    first, last = max(named.get(_FIRST, 1), 1), named.get(_LAST)
    if last is None:
        return {_FIRST: first - 1}
    if last < first:
        raise SeveralReadingsError(_LAST)
    return {_FIRST: first - 1, _LAST: last - first + 1}


def _both(value: Any) -> tuple[int, int] | None:
    value = parsed(value) if isinstance(value, str) else value
    if isinstance(value, str):
        found = _BOTH.fullmatch(value.strip())
        value = [int(found[1]), int(found[2])] if found else value
    if isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value):
        return value[0], value[1]
    return None
