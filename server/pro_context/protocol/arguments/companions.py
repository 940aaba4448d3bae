"""The values beside an argument that complete it (decisions 98 and 116).

The owner of a library, the version of a query, a place in a page, or lines as editors name them, counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pro_context.protocol.arguments import named_libraries, written_values
from pro_context.protocol.arguments.tool_names import LINE_KINDS, Accepts, ArgumentHint, SeveralReadingsError, put
from pro_context.protocol.arguments.wrapped_calls import parsed

_FIRST, _LAST, _RANGE = LINE_KINDS

_BOTH = re.compile(r"L?(\d{1,7}) ?(?:-|–|:|,|\.\.\.?| to ) ?L?(\d{1,7})", re.ASCII | re.IGNORECASE)


def line_numbers(kind: str, value: Any) -> dict[str, int]:
    """Return the first and the last line that a value names, by their kinds, as far as it names them.

    Args:
        kind: one of `LINE_KINDS`.
        value: a number, a text such as "12" or "L12", or for both lines a list or a text such as "L10-L20".
    """
    if kind == _RANGE:
        both = _both(value)
        return dict(zip((_FIRST, _LAST), both, strict=True)) if both else {}
    number = written_values.number(value.strip().lstrip("Ll")) if isinstance(value, str) else value
    return {kind: number} if type(number) is int else {}


def complete(read: dict[str, Any], hints: Sequence[tuple[ArgumentHint, str]]) -> None:
    """Complete arguments by the values beside them.

    Raises:
        SeveralReadingsError: the argument is missing, or says something else itself.
    """
    for hint, value in hints:
        name = hint.path.partition(".")[0]
        if name not in read:
            raise SeveralReadingsError(name)
        read[name] = _completed(hint.kind, read[name], value)


def set_lines(read: dict[str, Any], lines: Mapping[str, int], accepts: Accepts) -> None:
    """Set the offset and the number of lines for the first and the last line that a call names.

    A caller that counts from 0 gets a line more than it asked for, and none less.

    Args:
        read: the arguments.
        lines: the lines by their kinds, {} for none.
        accepts: the other names and the form of each argument.

    Raises:
        SeveralReadingsError: the last line comes before the first one, or the argument says something else itself.
    """
    if not lines:
        return
    first, last = max(lines.get(_FIRST, 1), 1), lines.get(_LAST)
    if last is not None and last < first:
        raise SeveralReadingsError(_LAST)
    numbers = {_FIRST: first - 1} | ({} if last is None else {_LAST: last - first + 1})
    for kind, number in numbers.items():
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


def _both(value: Any) -> tuple[int, int] | None:
    value = parsed(value) if isinstance(value, str) else value
    if isinstance(value, str):
        found = _BOTH.fullmatch(value.strip())
        value = [int(found[1]), int(found[2])] if found else value
    if isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value):
        return value[0], value[1]
    return None
