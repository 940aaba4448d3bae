"""The results of functions of a JavaScript module: a name on which they set members, or an object."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import NamedTuple

from pro_context_engine.sources.packages.npm.code.exported_values import object_entries

_NAME = r"[A-Za-z_$][\w$]*"
# The end of a function of the module. The object that it returns there ends with a line as deep as its first one.
_END = re.compile(
    rf"""
    (?:^(?P<indent>[ \t]{{1,8}})return[ \t]+
        (?:(?P<name>{_NAME})
        |(?:Object\.freeze\([ \t]*)?\{{(?P<object>)
            [^\n]*+(?:\n(?:(?=\n)|(?P=indent)[ \t][^\n]*+))*+(?:\n(?P=indent)\}}\)?[ \t]*;?)?
        )[ \t]*;?[ \t]*\n)?
    ^\}}
    """,
    re.X | re.M,
)


class ReturnedValue(NamedTuple):
    """The result of a function, as its last statement states it.

    Attributes:
        name: the function's own name for it, "" for none.
        members: the members of an object that are names, by these.
    """

    name: str
    members: Mapping[str, str]


class ReturnedValues:
    """The values that the functions of one module return.

    Args:
        source: its text.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._found = [*_END.finditer(source)]
        self._ends = [one.end() for one in self._found]

    def of_function(self, at: int) -> ReturnedValue | None:
        """Return the result of the function at a position, None for a function whose end is not found."""
        place = bisect_left(self._ends, at)
        if place >= len(self._found):
            return None
        end = self._found[place]
        opening = end.start("object")
        # An object with comments says itself what its members are.
        if opening < 0 or "/**" in self._source[opening : end.end()]:
            return ReturnedValue(end["name"] or "", {})
        entries = object_entries(self._source, opening)
        plain = ((public, value) for public, value in entries if public and not value["calls"] and not value["member"])
        return ReturnedValue("", {value["name"]: public for public, value in plain if value["name"]})
