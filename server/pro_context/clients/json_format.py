"""Entries in JSON files, with or without comments: only the text of the entry changes.

No library on PyPI keeps comments, trailing commas and layout byte for byte. The standard library's decoder gives the
position of each value, and the text is edited there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pro_context.clients.client_files import CannotEdit

# Each alternative always matches to its end, closed or not: the scan stays linear.
_STRING = r'"(?:[^"\\\n]|\\.)*+"?'
_COMMENT = re.compile(rf"({_STRING})|//[^\n]*|/\*(?:.*?\*/|.*)", re.DOTALL)
_TRAILING_COMMA = re.compile(rf"({_STRING})|,(?=[ \t\r\n]*+[}}\]])", re.DOTALL)
_SPACE = re.compile(r"[ \t\r\n]*")
_REST_OF_LINE = re.compile(r"[ \t]*\r?\n")


@dataclass(frozen=True, slots=True)
class JsonFormat:
    """JSON, with the extensions that the client's reader allows."""

    comments: bool = False
    trailing_commas: bool = False

    def load(self, text: str) -> dict[str, Any]:
        """Return the content of a file as plain values.

        Raises:
            CannotEdit: the text is not an object in this format.
        """
        return _Document(text, self).value if text.strip() else {}

    def put(self, text: str, path: Sequence[str], value: Any) -> str:
        """Return the text with a value at a path; missing objects on the path are added.

        Raises:
            CannotEdit: a value on the path is not an object, or its key is repeated.
        """
        document = _Document(text if text.strip() else "{}\n", self)
        place, missing = document.walk(path)
        if not missing:
            return document.replace(place.member(path[-1]), value)
        for key in reversed(missing[1:]):
            value = {key: value}
        return document.insert(place, missing[0], value)

    def cut(self, text: str, path: Sequence[str]) -> str:
        """Return the text without the value at a path, which exists."""
        document = _Document(text, self)
        place, _ = document.walk(path)
        return document.remove(place, path[-1])


@dataclass(frozen=True, slots=True)
class _Member:
    """A key with the start of the key, the start of its value and the end of its value."""

    key: str
    start: int
    value: int
    end: int


@dataclass(frozen=True, slots=True)
class _Object:
    """The start and the end of an object, and its members in order."""

    start: int
    close: int
    members: tuple[_Member, ...]

    def member(self, key: str) -> _Member:
        return next(member for member in self.members if member.key == key)


class _Document:
    """A text, the text without comments, and the text as plain JSON; positions are equal in all three."""

    def __init__(self, text: str, dialect: JsonFormat) -> None:
        self.text = text
        self.uncommented = _COMMENT.sub(_blank, text) if dialect.comments else text
        self.plain = _TRAILING_COMMA.sub(_blank, self.uncommented) if dialect.trailing_commas else self.uncommented
        self.value = _load(self.plain)
        self.newline = "\r\n" if "\r\n" in text else "\n"
        first = re.search(r'^([ \t]+)"', text, re.MULTILINE)
        self.indent = first[1] if first else "  "

    def walk(self, path: Sequence[str]) -> tuple[_Object, list[str]]:
        """Return the innermost existing object on the path, and the keys of the path that are missing in it."""
        place = self._object(self._after_space(0))
        for depth, key in enumerate(path):
            named = [member for member in place.members if member.key == key]
            if not named:
                return place, list(path[depth:])
            if len(named) > 1:
                raise CannotEdit("has a key of the entry's path twice", self._line(named[1].start))
            if depth < len(path) - 1:
                if self.plain[named[0].value] != "{":
                    raise CannotEdit("must be an object", self._line(named[0].value))
                place = self._object(named[0].value)
        return place, []

    def insert(self, place: _Object, key: str, value: Any) -> str:
        """Return the text with one more member at the end of an object, on lines of its own."""
        text, last = self.text, place.members[-1] if place.members else None
        end = last.end if last else place.start + 1
        comma = "," if last and self._comma(end, place.close) < 0 else ""
        trailing = "," if self._comma(end, place.close) >= 0 else ""
        filled = end + len(text[end : place.close].rstrip())
        outer = self._indent_at(place.start)
        indent = outer + self.indent
        if last and not text[self._line_start(last.start) : last.start].strip():
            indent = text[self._line_start(last.start) : last.start]
        rest = text[filled : place.close]
        closing = rest if "\n" in rest else self.newline + outer
        member = f"{json.dumps(key)}: {self._dump(value, indent)}"
        before = f"{text[:end]}{comma}{text[end:filled]}"
        return f"{before}{self.newline}{indent}{member}{trailing}{closing}{text[place.close :]}"

    def replace(self, member: _Member, value: Any) -> str:
        """Return the text with a new value of a member."""
        dumped = self._dump(value, self._indent_at(member.start))
        return f"{self.text[: member.value]}{dumped}{self.text[member.end :]}"

    def remove(self, place: _Object, key: str) -> str:
        """Return the text without a member, its comma, and the lines that it alone fills."""
        text, index = self.text, [member.key for member in place.members].index(key)
        start, end = place.members[index].start, place.members[index].end
        if (comma := self._comma(end, place.close)) >= 0:
            end = comma + 1
        elif index:
            before = self._comma(place.members[index - 1].end, start)
            return self._cut(place, start, end, also=before)
        return self._cut(place, start, end, also=len(text))

    def _cut(self, place: _Object, start: int, end: int, *, also: int) -> str:
        """Return the text without a span, and without the comma at the position `also`."""
        text, line = self.text, self._line_start(start)
        if not (text[place.start + 1 : start] + text[end : place.close]).strip():
            return text[: place.start + 1] + text[place.close :]
        if not text[line:start].strip() and (rest := _REST_OF_LINE.match(text, end)):
            start, end = line, rest.end()
        kept = text[:also] + text[also + 1 : start] if also < start else text[:start]
        return kept + text[end:]

    def _object(self, start: int) -> _Object:
        decode, plain = json.JSONDecoder().raw_decode, self.plain
        members = []
        place = self._after_space(start + 1)
        while plain[place] != "}":
            key, end = decode(plain, place)
            value = self._after_space(self._after_space(end) + 1)
            _, end = decode(plain, value)
            members.append(_Member(key, place, value, end))
            place = self._after_space(end)
            if plain[place] == ",":
                place = self._after_space(place + 1)
        return _Object(start, place, tuple(members))

    def _after_space(self, place: int) -> int:
        found = _SPACE.match(self.plain, place)
        return found.end() if found else place

    def _comma(self, start: int, end: int) -> int:
        """Return the position of the next comma between two values, -1 for none."""
        found = _SPACE.match(self.uncommented, start, end)
        place = found.end() if found else start
        return place if self.uncommented[place : place + 1] == "," else -1

    def _dump(self, value: Any, indent: str) -> str:
        text = json.dumps(value, indent=self.indent, ensure_ascii=False)
        return text.replace("\n", self.newline + indent)

    def _line_start(self, place: int) -> int:
        return self.text.rfind("\n", 0, place) + 1

    def _indent_at(self, place: int) -> str:
        """Return the indentation of the line of a position."""
        line = self.text[self._line_start(place) : place]
        return line[: len(line) - len(line.lstrip())]

    def _line(self, place: int) -> int:
        return self.text.count("\n", 0, place) + 1


def _blank(found: re.Match[str]) -> str:
    """Return a string as it is, and a comment or comma as spaces of the same length; line ends stay."""
    return found[1] or re.sub(r"[^\r\n]", " ", found[0])


def _load(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise CannotEdit(f"is not valid: {error.msg[:1].lower()}{error.msg[1:]}", _line_of(error)) from error
    except (ValueError, RecursionError) as error:
        raise CannotEdit("is not JSON as clients read it") from error
    if not isinstance(value, dict):
        raise CannotEdit("must be an object", 1)
    return value


def _line_of(error: json.JSONDecodeError) -> int:
    """Return the line of the first character that cannot be read: behind a trailing comma, not the comma's own."""
    text = error.doc
    rest = text[error.pos :]
    behind = len(rest[1:]) - len(rest[1:].lstrip()) + 1 if rest.startswith(",") else 0
    return text.count("\n", 0, error.pos + behind) + 1


def _refuse(constant: str) -> None:
    raise ValueError(constant)
