"""Entries in TOML files: a new table is appended, and an existing one is replaced or removed by lines."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

from pro_context.clients.client_files import CannotEdit

_HEADER = re.compile(r"[ \t]*(\[\[?[^\[\]\r\n]+\]\]?)[ \t]*(?:#.*)?\r?$")


class TomlFormat:
    """TOML, edited by lines; `edits` verifies the result, which shows edits that lines do not permit."""

    def load(self, text: str) -> dict[str, Any]:
        """Return the content of a file as plain values.

        Raises:
            CannotEdit: the text is not TOML.
        """
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            line = re.search(r"at line ([0-9]+)", str(error))
            raise CannotEdit("is not valid TOML", int(line[1]) if line else None) from error

    def put(self, text: str, path: Sequence[str], value: dict[str, Any]) -> str:
        """Return the text with a table at a path: in place of an existing one, else at the end."""
        lines, spans = _lines(text), list(_spans(text, path))
        table = _table(path, value, "\r\n" if "\r\n" in text else "\n")
        if spans:
            first = spans[0][0]
            return "".join(_outside(lines[:first], spans)) + table + "".join(_outside(lines, spans, first))
        newline = "\r\n" if "\r\n" in text else "\n"
        ended = text if not text or text.endswith("\n") else text + newline
        return f"{ended}{newline if ended.strip() else ''}{table}"

    def cut(self, text: str, path: Sequence[str]) -> str:
        """Return the text without the table at a path and its inner tables."""
        lines = _lines(text)
        # A blank line before a table goes with it.
        spans = [
            (start - 1 if start and not lines[start - 1].strip() else start, end) for start, end in _spans(text, path)
        ]
        return "".join(_outside(lines, spans))


def _table(path: Sequence[str], value: dict[str, Any], newline: str) -> str:
    """Return the lines of a table."""
    keys = (f"{key} = {_value(item)}" for key, item in value.items())
    return newline.join([f"[{'.'.join(path)}]", *keys]) + newline


def _value(item: Any) -> str:
    """Return the text of a value; plain values have the same text in JSON and TOML."""
    if isinstance(item, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(inner)}" for key, inner in item.items()) + " }"
    return json.dumps(item, ensure_ascii=False)


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _spans(text: str, path: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of the tables at and below a path, without trailing blank lines and comments."""
    lines = _lines(text)
    headers = [(number, found[1]) for number, line in enumerate(lines) if (found := _HEADER.match(line))]
    ends = [*(number for number, _ in headers), len(lines)][1:]
    for (start, header), following in zip(headers, ends, strict=True):
        if _path(header)[: len(path)] == list(path):
            end = following
            while not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#"):
                end -= 1
            yield start, end


def _path(header: str) -> list[str]:
    """Return the keys of a table's header without their quotes; [] for a line that is not a header."""
    try:
        node: Any = tomllib.loads(header)
    except (tomllib.TOMLDecodeError, RecursionError):
        return []
    keys = []
    while isinstance(node, dict) and node:
        ((key, node),) = node.items()
        keys.append(key)
    return keys


def _outside(lines: Sequence[str], spans: Sequence[tuple[int, int]], first: int = 0) -> Iterator[str]:
    """Yield the lines from the line `first` on that are outside of all spans."""
    for number in range(first, len(lines)):
        if not any(start <= number < end for start, end in spans):
            yield lines[number]
