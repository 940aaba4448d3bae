"""Declaration files as tokens and statements, in linear time for any content.

This is no parser of TypeScript: it only knows brackets, strings, comments and the words that begin statements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pro_context_engine.domain.value_class import value_class

MOST_TOKENS = 1_000_000
"""The maximum number of tokens that are read; the largest published declaration files have half as many."""

# An unclosed token extends to the end of the text (of the line, for a plain string), so that nothing is matched twice.
_TOKEN = re.compile(
    r"""(?P<doc>/\*\*(?!/)(?:[^*]|\*(?!/))*(?:\*/)?)
    |(?P<comment>/\*(?:[^*]|\*(?!/))*(?:\*/)?|//[^\n]*)
    |(?P<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?)
    |(?P<word>[\w$#]+)
    |(?P<open>[({\[])
    |(?P<close>[)}\]])
    |(?P<mark>=>|\.\.\.|[^\s\w])""",
    re.X,
)
_MODIFIERS = frozenset({"export", "default", "declare", "abstract", "async", "const"})
_BLOCKS = frozenset({"class", "interface", "namespace", "module", "enum", "global"})
_STATEMENT_WORDS = _MODIFIERS | _BLOCKS | {"import", "type", "let", "var", "function"}
# After one of these words a line break does not end a statement.
_UNFINISHED_WORDS = _MODIFIERS | {
    *("accessor", "asserts", "extends", "get", "implements", "in", "infer", "instanceof", "is", "keyof", "new"),
    *("override", "private", "protected", "public", "readonly", "set", "static", "type", "typeof", "unique"),
}
_ANGLES = {"<": 1, ">": -1}
_UNFINISHED_MARKS = frozenset({"=", "|", "&", "=>", ",", ":", "?", "<", ".", "...", "+", "-", "*", "!", "@"})


class Token(NamedTuple):
    """One token: its kind, its text, its position, and its first line."""

    kind: str
    text: str
    start: int
    end: int
    line: int


@value_class
class Statement:
    """One statement, or one member of a body.

    Attributes:
        first: position of its first token.
        last: position after its last one.
        doc: the documentation comment before it, with its delimiters; "" for none.
    """

    first: int
    last: int
    doc: str


class Scan:
    """The tokens of one declaration file."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_tokens(text))
        self._partner = _partners(self.tokens)

    def statements(self, first: int = 0, last: int | None = None) -> Iterator[Statement]:
        """Yield the statements between two tokens (of the whole file by default)."""
        return self._cut(first, len(self.tokens) if last is None else last, self._begins_statement, self._is_block)

    def members(self, first: int, last: int) -> Iterator[Statement]:
        """Yield the members of a body, given the tokens between its brackets."""
        return self._cut(first, last, self.begins_member, lambda _: False)

    def closing(self, opening: int) -> int:
        """Return the position of the closing bracket for an opening one, the end of the file if there is none."""
        return self._partner.get(opening, len(self.tokens))

    def source(self, first: int, last: int) -> str:
        """Return the text from one token up to another, without the indentation of its first line."""
        if first >= last:
            return ""
        return "\n".join(self._lines(first, self.text[self.tokens[first].start : self.tokens[last - 1].end]))

    def bare_source(self, first: int, last: int) -> str:
        """Return the same without documentation comments, and without the empty lines around them."""
        docs = [at for at in range(first, last) if self.tokens[at].kind == "doc"]
        if not docs:
            return self.source(first, last)
        kept, start = list[str](), self.tokens[first].start
        for at in docs:
            kept.append(self.text[start : self.tokens[at].start])
            start = self.tokens[at + 1].start if at + 1 < last else self.tokens[at].end
        kept.append(self.text[start : self.tokens[last - 1].end])
        return "\n".join(line for line in self._lines(first, "".join(kept)) if line.strip())

    def _lines(self, first: int, text: str) -> list[str]:
        """Return the lines of a text that begins with a token, without the indentation of the line of this token."""
        start = self.tokens[first].start
        line = self.text.rfind("\n", 0, start) + 1
        margin = len(self.text[line:start]) - len(self.text[line:start].lstrip())
        head, *rest = text.splitlines()
        return [head, *(one[margin:] if not one[:margin].strip() else one for one in rest)]

    def words(self, statement: Statement) -> list[str]:
        """Return the first tokens of a statement as text."""
        return [token.text for token in self.tokens[statement.first : min(statement.last, statement.first + 8)]]

    def _cut(
        self, first: int, last: int, begins: Callable[[Token], bool], is_block: Callable[[int], bool]
    ) -> Iterator[Statement]:
        begin, previous, at, doc, pending, angles = -1, -1, first, "", "", 0
        while at < last:
            token = self.tokens[at]
            if token.kind in ("doc", "comment"):
                pending = token.text if token.kind == "doc" else pending
                at += 1
                continue
            if begin >= 0 and self.may_end(previous, token) and begins(token):
                yield Statement(begin, previous + 1, doc)
                begin = -1
            if begin < 0:
                begin, doc, angles = at, pending, 0
            pending = ""
            angles = max(0, angles + _ANGLES.get(token.text, 0))
            end = min(self.closing(at), last - 1) if token.kind == "open" else at
            # The braces in `interface A extends B<{ … }> {` are no block.
            if token.text == ";" or (token.text == "{" and not angles and is_block(begin)):
                yield Statement(begin, end + (token.text == "{"), doc)
                begin = -1
            previous, at = end, end + 1
        if begin >= 0:
            yield Statement(begin, last, doc)

    def may_end(self, previous: int, token: Token) -> bool:
        """Tell whether a statement may end at the end of the line before a token."""
        before = self.tokens[previous]
        if before.line == token.line and "\n" not in before.text:
            return False
        return before.text not in (_UNFINISHED_WORDS if before.kind == "word" else _UNFINISHED_MARKS)

    def begins_member(self, token: Token) -> bool:
        """Tell whether a member may begin with a token."""
        return token.kind in ("word", "string") or token.text in ("[", "(", "<")

    def _begins_statement(self, token: Token) -> bool:
        return token.text in _STATEMENT_WORDS

    def _is_block(self, begin: int) -> bool:
        """Tell whether a statement ends with its first block."""
        for token in self.tokens[begin : begin + 6]:
            if token.text not in _MODIFIERS:
                return token.text in _BLOCKS
        return False


def _tokens(text: str) -> Iterator[Token]:
    line, counted = 1, 0
    for count, match in enumerate(_TOKEN.finditer(text)):
        if count >= MOST_TOKENS:
            return
        start = match.start()
        line += text.count("\n", counted, start)
        counted = start
        yield Token(match.lastgroup or "", match.group(), start, match.end(), line)


def _partners(tokens: list[Token]) -> dict[int, int]:
    """Return the closing bracket of each opening one; in broken text, brackets of different kinds match."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind == "open":
            opened.append(at)
        elif token.kind == "close" and opened:
            found[opened.pop()] = at
    return found
