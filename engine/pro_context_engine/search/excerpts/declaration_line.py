"""A declaration in one line: whole if it is short, else without the details, with the names of its members."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

MOST_OUTLINED = 110
"""The characters of a declaration in one line; the rest is left out."""

MOST_NAMED = 2 * MOST_OUTLINED
"""The characters of a declaration that is the names of its members."""

MOST_READ = 200
"""The lines of a declaration that are read."""

REST = "..."

_METHOD = re.compile(r" +(?:async )?def ")
_PYTHON = re.compile(r"(?:async )?def |class .*:$")
_IMPORT = re.compile(r"(?:from [\w.]+ )?import ")
_COMMENT = re.compile(r"(?:^|\s)//(?:\s.*)?$")
# The signs of an arrow close no bracket.
_ARROW = re.compile(r"[-=]>")
_BRACKETS = re.compile(r"[()\[\]{}<>]")
_CLOSING = {")": "(", "]": "[", "}": "{", ">": "<"}
_GOES_ON = ("|", "&", "?", ":")
_NO_END = (*_GOES_ON, ",", ";", "=", "(", "[", "{", "<")
_NO_START = (*_GOES_ON, "=", ")", "]", "}", ">")
_DECLARED = re.compile(r"(?:[a-z]+ )*[\w$.]+(?=<)")
_MEMBER = re.compile(
    r"(?:(?:readonly|static|abstract|declare|public|get|set|async) )*"
    r"((?!_|(?:constructor|new)\b)[\w$]+\??|'[^']*'\??|\"[^\"]*\"\??)(?=\s?[:(<=,;]|$)"
)


def in_one_line(body: Sequence[str]) -> Iterator[str]:
    """Yield the import of a declaration, and the first form of the declaration in one line.

    Of its decorators only `@property` and its like are shown: without them the reader would call the attribute.

    Args:
        body: the lines of the code.
    """
    lines: list[str] = []
    for line in _without_comments(_without_attributes(body)):
        if not lines and _IMPORT.match(line):
            yield line
        elif line.startswith("@"):
            if not lines and line.endswith("property"):
                yield line
        else:
            lines.append(line)
    declaration = _first_form(lines)
    if declaration:
        yield _shortened(declaration)


def members_in(body: Sequence[str]) -> Mapping[int, str]:
    """Return the names of the public members in the outermost braces of a declaration, each with its line, in order.

    Args:
        body: the lines of the declaration; comments in it are no members.
    """
    found: dict[int, str] = {}
    open_brackets = ""
    in_comment = False
    for number, line in enumerate(map(str.strip, islice(body, MOST_READ))):
        if in_comment or line.startswith("/*"):
            in_comment = "*/" not in line
            continue
        if open_brackets == "{" and (name := _MEMBER.match(line)):
            found[number] = name[1]
        open_brackets = _after(open_brackets, line)
    return found


def _without_comments(body: Sequence[str]) -> Iterator[str]:
    """Yield the lines of code that are not empty, without comments and without the space around them."""
    in_comment = False
    is_python = any(map(_PYTHON.match, body))
    for line in map(str.strip, islice(body, MOST_READ)):
        if in_comment or line.startswith("/*"):
            in_comment = "*/" not in line
        elif code := line if is_python else _COMMENT.sub("", line):
            yield code


def _first_form(lines: Sequence[str]) -> list[str]:
    """Return the lines up to the one that closes all brackets, unless the next one goes on with an alternative."""
    open_brackets = ""
    for number, line in enumerate(lines):
        open_brackets = _after(open_brackets, line)
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if not open_brackets and not line.endswith((":", "=")) and not following.startswith(_GOES_ON):
            return list(lines[: number + 1])
    return list(lines)


def _after(open_brackets: str, line: str) -> str:
    """Return the brackets that are open behind a line of code, the outermost first."""
    for bracket in _BRACKETS.findall(_ARROW.sub("", line)):
        if bracket not in _CLOSING:
            open_brackets += bracket
        elif open_brackets.endswith(_CLOSING[bracket]):
            open_brackets = open_brackets[:-1]
    return open_brackets


def _shortened(lines: Sequence[str]) -> str:
    """Return a declaration in one line, as much of it as there is room for."""
    whole = _joined(lines)
    if len(whole) <= MOST_OUTLINED:
        return whole
    short = _without_type_parameters(whole)
    members = members_in(lines)
    if len(short) <= MOST_OUTLINED or not members:
        return _cut(short, MOST_OUTLINED)
    openings = (number for number in range(len(lines)) if _after("", " ".join(lines[: number + 1])) == "{")
    head = _without_type_parameters(_joined(lines[: next(openings) + 1])).removesuffix(" {")
    return _cut(f"{_cut(head, MOST_OUTLINED)} {{ {'; '.join(dict.fromkeys(members.values()))} }}", MOST_NAMED)


def _joined(lines: Sequence[str]) -> str:
    """Return lines of code as one, with semicolons between members."""
    text = open_brackets = ""
    for line in lines:
        is_next = open_brackets.endswith("{") and not text.endswith(_NO_END) and not line.startswith(_NO_START)
        text = f"{text}{';' if is_next else ''} {line}".lstrip()
        open_brackets = _after(open_brackets, line)
    return re.sub(r",? ([)\]])", r"\1", re.sub(r"([(\[<]) ", r"\1", text))


def _without_type_parameters(text: str) -> str:
    """Return a declaration with a mark in place of its type parameters: they are long, and say little alone."""
    declared = _DECLARED.match(text)
    if declared is None:
        return text
    open_brackets = ""
    for bracket in _BRACKETS.finditer(_ARROW.sub("--", text), declared.end()):
        open_brackets = _after(open_brackets, bracket[0])
        if not open_brackets:
            return f"{declared[0]}<{REST}>{text[bracket.end() :]}"
    return text


def _cut(text: str, most: int) -> str:
    """Return a declaration up to the last member or parameter, or else the last word, that there is room for."""
    if len(text) <= most:
        return text
    start = text[: most - len(REST)]
    end = max(start.rfind(", "), start.rfind("; ")) + 2
    return f"{start[:end] if end > most // 2 else start[: start.rfind(' ') + 1] or start}{REST}"


def _without_attributes(body: Sequence[str]) -> Sequence[str]:
    """Return the declaration of a class in Python with its constructor next, other code as it is."""
    head = next((place for place, line in enumerate(body) if line.startswith("class ")), None)
    if head is None or not body[head].endswith(":"):
        return body
    method = next((place for place, line in enumerate(body) if _METHOD.match(line)), None)
    if method is None:
        return [*body[:head], body[head].removesuffix(":")]
    return [*body[: head + 1], *body[method:]]
