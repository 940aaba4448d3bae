"""The statements of a Cython source, by its indentation, brackets and quotes alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# A text in quotes ends where it should or where the file ends, so that each character is looked at once.
_TRIPLE = r"{0}[^{1}\\]*+(?:(?:\\.|{1}(?!{1}{1}))[^{1}\\]*+)*+(?:{0}|\Z)"
_TOKEN = re.compile(
    "|".join((_TRIPLE.format('"""', '"'), _TRIPLE.format("'''", "'")))
    + r"|\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?|(?P<comment>\#[^\n]*)|(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|\\\r?\n|(?P<end>\n)",
    re.DOTALL,
)
_MOST_LEVELS = 30


@dataclass(slots=True)
class CythonStatement:
    """A statement without comments, and the statements of its block."""

    code: str
    block: list[CythonStatement] = field(default_factory=list)


def statement_tree(text: str) -> list[CythonStatement]:
    """Return the statements of a text by their indentation."""
    top: list[CythonStatement] = []
    levels: list[tuple[int, list[CythonStatement]]] = [(-1, top)]
    for indent, code in _statements(text):
        while indent <= levels[-1][0]:
            levels.pop()
        statement = CythonStatement(code)
        levels[-1][1].append(statement)
        if len(levels) < _MOST_LEVELS:
            levels.append((indent, statement.block))
    return top


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the statements, each with its indentation, without comments."""
    parts: list[str] = []
    start = depth = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "comment":
            parts.append(text[start : token.start()])
            start = token.end()
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
        elif kind == "end" and not depth:
            yield from _statement("".join([*parts, text[start : token.start()]]))
            parts, start = [], token.end()
    yield from _statement("".join([*parts, text[start:]]))


def _statement(line: str) -> Iterator[tuple[int, str]]:
    if code := line.strip():
        before = line[: len(line) - len(line.lstrip())]
        yield len(before.lstrip("\r\n").expandtabs(8)), code


def closing_bracket(code: str, start: int) -> int:
    """Return where the bracket closes that was opened before `start`."""
    depth = 1
    for token in _TOKEN.finditer(code, start):
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if not depth:
            return token.start()
    return len(code)


def split_outside(code: str, mark: str) -> list[str]:
    """Return the parts of a text between the marks that stand outside of brackets and quotes."""
    parts: list[str] = []
    start = depth = 0
    position = 0
    for token in [*_TOKEN.finditer(code), None]:
        end = token.start() if token else len(code)
        if not depth:
            while (found := code.find(mark, position, end)) >= 0:
                parts.append(code[start:found])
                start = position = found + 1
        if token:
            depth += (token.lastgroup == "open") - (token.lastgroup == "close")
            position = token.end()
    return [*parts, code[start:]]
