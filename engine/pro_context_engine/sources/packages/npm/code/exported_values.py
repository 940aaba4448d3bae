"""The origins of the values that a CommonJS module exports: another module, or a name of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_NAME = r"[A-Za-z_$][\w$]*"
PURE = r"(?:/\*[^*]{0,40}\*/[ \t]*)?"
REQUIRE = rf"{PURE}require\([ \t]*['\"](?P<path>\.[^'\"\n]{{0,300}})['\"]"
"""The beginning of a call that loads another module of the package."""

# A name, a module, or a member of one of them; perhaps in one or two calls (`promisify(dive)`).
_VALUE = re.compile(
    rf"(?P<calls>(?:(?!require\(){_NAME}(?:\.{_NAME}){{0,3}}\([ \t]*){{1,2}})?"
    rf"(?:{REQUIRE}[ \t]*\)|(?P<name>{_NAME}))(?:\.(?P<member>{_NAME}))?"
    r"(?(calls)(?:[ \t]*(?:,[^()\n]{0,200})?\)){1,2})[ \t]*(?=[,;}]|//|$)",
    re.M,
)
_MADE = re.compile(rf"(?!function\b|require\(){_NAME}(?:\.{_NAME}){{0,3}}\(")
_BOUND = re.compile(
    rf"(?:(?P<first>^)?(?:const|let|var)[ \t]+|^[ \t]*,[ \t]*)"
    rf"(?:(?P<bound>{_NAME})|\{{(?P<taken>[^{{}};=]{{1,2000}})\}})[ \t]*=[ \t]*",
    re.M,
)
_ENTRY = re.compile(
    rf"[ \t]*(?:(?P<quote>['\"])?(?P<public>{_NAME})(?(quote)(?P=quote))[ \t]*:[ \t]*)?(?P<spread>\.\.\.)?"
)
_SEPARATOR = re.compile(r"[ \t]*(?:,|$)")
_OBJECT_LINES = re.compile(r"[^\n]*(?:\n(?:[ \t][^\n]*)?)*")
_LONGEST_CHAIN = 4


class ValueOrigin(NamedTuple):
    """A value's module, "" for the same one, and its name there, "" for all that the module exports."""

    path: str
    name: str


class ModuleValues:
    """The values that the names of one module stand for.

    Args:
        source: its text.

    Attributes:
        required: other modules by the names that stand for them.
    """

    def __init__(self, source: str) -> None:
        self.required: dict[str, str] = {}
        self._taken: dict[str, ValueOrigin] = {}
        self._others: dict[str, re.Match[str]] = {}
        for found in _BOUND.finditer(source):
            value = _VALUE.match(source, found.end())
            if value is None:
                continue
            if found["bound"] is None:
                if value["path"] and not value["calls"] and not value["member"]:
                    self._taken.update(_taken_names(found["taken"], value["path"]))
            elif value["path"] and not value["calls"] and not value["member"]:
                self.required[found["bound"]] = value["path"]
            elif found["first"] is not None:
                self._others.setdefault(found["bound"], value)

    def origin(self, value: re.Match[str], public: str) -> ValueOrigin | None:
        """Return where an exported value comes from, None for one that the code makes.

        Args:
            value: the value, as `value_at` finds it.
            public: its exported name; what a call returns is its argument if that has the same name.
        """
        found: ValueOrigin | None = None
        for _ in range(_LONGEST_CHAIN):
            path, name, member = value["path"], value["name"], value["member"]
            if value["calls"] and _plain(member or name or path.rpartition("/")[2]) != _plain(public):
                return found
            if path or name in self.required:
                return ValueOrigin(path or self.required[name], member or "")
            if member:
                return found
            if name in self._taken:
                return self._taken[name]
            found = ValueOrigin("", name)
            if name not in self._others:
                return found
            public, value = name, self._others[name]
        return found


def value_at(source: str, at: int) -> re.Match[str] | None:
    """Return the value at a position, None if it is neither a name nor a module."""
    return _VALUE.match(source, at)


def is_made(source: str, at: int) -> bool:
    """Tell whether a call makes the value at a position."""
    return _MADE.match(source, at) is not None


def object_entries(source: str, opening: int) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the entries of an object that are names or modules: their keys, "" for one that is taken in, and values.

    Args:
        source: the code.
        opening: the position behind the bracket; the lines of the object are indented.
    """
    lines = _OBJECT_LINES.match(source, opening)
    indent = -1
    start = opening
    for line in lines[0].split("\n") if lines else ():
        depth = len(line) - len(line.lstrip())
        if start > opening and indent < 0 and line.strip():
            indent = depth
        if start == opening or depth == indent:
            yield from _entries_of_line(source, start)
        start += len(line) + 1


def _entries_of_line(source: str, at: int) -> Iterator[tuple[str, re.Match[str]]]:
    while entry := _ENTRY.match(source, at):
        value = _VALUE.match(source, entry.end())
        if value is None:
            return
        public = entry["public"] or ("" if entry["spread"] or value["calls"] else value["name"] or "")
        if public or entry["spread"]:
            yield public, value
        separator = _SEPARATOR.match(source, value.end())
        if separator is None or not separator[0].endswith(","):
            return
        at = separator.end()


def _taken_names(listed: str, path: str) -> Iterator[tuple[str, ValueOrigin]]:
    """Yield the names that `const { a, b: c } = require(…)` takes from a module."""
    for part in listed.split(","):
        name, _, local = (word.strip() for word in part.partition(":"))
        if re.fullmatch(_NAME, name) and re.fullmatch(_NAME, local or name):
            yield local or name, ValueOrigin(path, name)


def _plain(name: str) -> str:
    return name.lstrip("_").removesuffix(".js").replace("-", "").lower()
