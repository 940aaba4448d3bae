"""The part of an included file that a document asks for, by the options of Sphinx and docutils."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

_RANGE = re.compile(r"\s*(\d{0,6})\s*(-?)\s*(\d{0,6})\s*$")
_MOST_RANGES = 50
_NAME = re.compile(r"\w{1,100}(?:\.\w{1,100}){0,5}")
_SECTION = re.compile(r".{0,40}-{1,4}8<-{1,4}\s+\[(start|end):\s*([\w.-]{1,100})\s*\]")


def part_of(lines: Sequence[str], options: Mapping[str, str]) -> list[str]:
    """Return the lines of a file that are included.

    Args:
        lines: of the whole file.
        options: `lines`, `pyobject`, `start-line`, `end-line`, `start-after`, `start-at`, `end-before`, `end-at` and
            `dedent`, and `section` for a named part of MkDocs; unknown options change nothing.
    """
    found = list(lines)
    if "pyobject" in options:
        found = _definition(found, options["pyobject"])
    if "section" in options:
        found = list(_section(found, options["section"]))
    found = _from_line(found, options.get("start-line", ""), options.get("end-line", ""))
    if "lines" in options:
        found = _numbered(found, options["lines"])
    found = _after(found, options)
    found = [line for line in _before(found, options) if not _SECTION.match(line)]
    return _dedented(found) if "dedent" in options or "pyobject" in options else found


def _from_line(lines: list[str], start: str, end: str) -> list[str]:
    return lines[_number(start) : _number(end) if end else None]


def _number(text: str) -> int:
    digits = text.strip()
    return int(digits) if digits.removeprefix("-").isdecimal() and digits.isascii() and len(digits) < 8 else 0


def _numbered(lines: list[str], ranges: str) -> list[str]:
    """Return the lines with these 1-based numbers (`1-3,5,7-`)."""
    found: list[str] = []
    for part in ranges.split(",")[:_MOST_RANGES]:
        match = _RANGE.match(part)
        if match and (match[1] or match[3]):
            first = int(match[1] or 1)
            last = int(match[3]) if match[3] else (len(lines) if match[2] else first)
            found += lines[max(0, first - 1) : last]
    return found[: len(lines)]


def _after(lines: list[str], options: Mapping[str, str]) -> list[str]:
    for option, skipped in (("start-after", 1), ("start-at", 0)):
        wanted = options.get(option)
        if wanted:
            at = next((number for number, line in enumerate(lines) if wanted in line), None)
            return lines if at is None else lines[at + skipped :]
    return lines


def _before(lines: list[str], options: Mapping[str, str]) -> list[str]:
    for option, kept in (("end-before", 0), ("end-at", 1)):
        wanted = options.get(option)
        if wanted:
            at = next((number for number, line in enumerate(lines) if wanted in line), None)
            return lines if at is None else lines[: at + kept]
    return lines


def _definition(lines: list[str], name: str) -> list[str]:
    """Return the definition of a class or function (`Session.get`) with its decorators, [] if there is none.

    It is found by its indentation; the file is not parsed.
    """
    if not _NAME.fullmatch(name):
        return []
    for part in name.split("."):
        opened = re.compile(rf"(\s*)(?:async\s+def|def|class)\s+{part}\b")
        at = next((number for number, line in enumerate(lines) if opened.match(line)), None)
        if at is None:
            return []
        lines = _with_decorators(lines, at)
    return lines


def _with_decorators(lines: list[str], at: int) -> list[str]:
    """Return the definition that begins in a line, from its first decorator to its last line that is indented."""
    margin = _margin(lines[at])
    start = at
    while start and lines[start - 1].startswith(f"{' ' * margin}@"):
        start -= 1
    body = takewhile(lambda line: not line.strip() or _margin(line) > margin, lines[at + 1 :])
    return [*lines[start : at + 1], *body]


def _section(lines: Sequence[str], name: str) -> Iterator[str]:
    """Yield the lines between the marks of a section."""
    inside = False
    for line in lines:
        mark = _SECTION.match(line)
        if mark and mark[2] == name:
            inside = mark[1] == "start"
        elif inside:
            yield line


def _dedented(lines: Sequence[str]) -> list[str]:
    margin = min((_margin(line) for line in lines if line.strip()), default=0)
    return [line[margin:] for line in lines]


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())
