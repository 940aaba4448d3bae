"""The tokens of TypeScript and JavaScript code, without comments."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_TOKENS = 400_000

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?(?:\*/|\Z))
    |(?P<text>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?)
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<mark>\?\.|=>|\.\.\.|[=!<>]=+|&&|\|\||\?\?|.)""",
    re.X | re.S,
)
# A regular expression, which begins where a value may.
_PATTERN = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_BEFORE_VALUE = frozenset({"return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "await", "yield"})
# After `<`, a slash ends an element of JSX.
_AFTER_VALUE = frozenset({")", "]", "}", "<"})


class ScriptToken(NamedTuple):
    """A token: "name", "text", "number" or "mark", with its place, both counted from 1."""

    kind: str
    text: str
    line: int
    column: int


def tokens_of(code: str) -> list[ScriptToken]:
    """Return the tokens of code, at most 400,000."""
    found: list[ScriptToken] = []
    line, start, at = 1, 0, 0
    # The line in which a slash begins no regular expression up to its end: trying each one again takes long.
    without_patterns = 0
    while at < len(code) and len(found) < MOST_TOKENS:
        match = _TOKEN.match(code, at)
        kind = "text"
        if code[at] == "/" and not (match and match.lastgroup == "space") and _may_begin_value(found):
            pattern = _PATTERN.match(code, at) if line != without_patterns else None
            without_patterns = without_patterns if pattern else line
            match, kind = (pattern, "text") if pattern else (match, "mark")
        elif match:
            kind = match.lastgroup or "mark"
        if match is None:
            break
        text = match[0]
        if kind != "space":
            found.append(ScriptToken(kind, text, line, match.start() - start + 1))
        if "\n" in text:
            line += text.count("\n")
            start = match.start() + text.rindex("\n") + 1
        at = match.end()
    return found


def _may_begin_value(before: list[ScriptToken]) -> bool:
    if not before:
        return True
    last = before[-1]
    if last.kind == "name":
        return last.text in _BEFORE_VALUE
    return last.kind == "mark" and last.text not in _AFTER_VALUE
