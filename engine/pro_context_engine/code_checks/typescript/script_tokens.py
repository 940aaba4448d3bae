"""The tokens of TypeScript and JavaScript code, without comments."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_TOKENS = 60_000

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?(?:\*/|\Z))
    |(?P<text>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?)
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<mark>\?\.|=>|\.\.\.|[=!<>]=+|&&|\|\||\?\?|.)""",
    re.X | re.S,
)


class ScriptToken(NamedTuple):
    """A token: "name", "text", "number" or "mark", with its place, both counted from 1."""

    kind: str
    text: str
    line: int
    column: int


def tokens_of(code: str) -> list[ScriptToken]:
    """Return the tokens of code, at most 60,000."""
    found: list[ScriptToken] = []
    line, start = 1, 0
    for match in _TOKEN.finditer(code):
        kind = match.lastgroup or "mark"
        text = match[0]
        if kind != "space":
            found.append(ScriptToken(kind, text, line, match.start() - start + 1))
            if len(found) >= MOST_TOKENS:
                break
        if "\n" in text:
            line += text.count("\n")
            start = match.start() + text.rindex("\n") + 1
    return found


def closing(tokens: list[ScriptToken], place: int) -> int:
    """Return the place of the bracket that closes the one at a place; the last place if none does."""
    depth = 0
    for number in range(place, len(tokens)):
        text = tokens[number].text
        if tokens[number].kind == "mark":
            depth += text in ("(", "[", "{")
            depth -= text in (")", "]", "}")
            if depth == 0:
                return number
    return len(tokens) - 1
