"""The lines of a text that contain a literal text, or match a pattern of RE2 (decision 80)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from pro_context_engine.domain.errors import QueryUnusable

LONGEST_QUERY = 500
"""The characters of a literal text or pattern."""

LARGEST_PROGRAM = 2_000
"""Bound on the instructions of a compiled pattern: RE2 takes at most so many steps for each byte of a text."""

NO_RE2 = (
    "match: 'pattern' needs google-re2, which is not installed here (`pip install 'pro-context[patterns]'`); "
    "match 'text' finds literal text without it"
)
_EMPTY = "query: is empty; match 'text' and 'pattern' need at least one visible character"
_TOO_LONG = f"query: has more than {LONGEST_QUERY} characters; match 'text' and 'pattern' take no more"
_NUL = "query: has a NUL character, which no page has"
_SEVERAL_LINES = "query: has a line break, and lines are matched one by one"
_ANY_LINE = "query: this pattern matches empty text, so every line; name characters that must be there"
_TOO_LARGE = "query: this pattern is too large; use fewer or smaller repetitions"

# A pattern without an operator of RE2: letters, and signs that are escaped where they would be one.
_PLAIN = re.compile(r"(?:[^\\.^$*+?()\[\]{}|\n]|\\[^\w\s])+")
_MEMORY = 8_000_000
_BLOCK = 64_000


class LineMatch(NamedTuple):
    """A line that matches: its 1-based number, and the first match in it, in characters from the line's start."""

    line: int
    start: int
    end: int


class LineMatcher(Protocol):
    """Finds the matching lines of texts; safe to use from several threads."""

    def may_match(self, content: bytes) -> bool:
        """Tell whether a file may have a matching line, before it is decoded and cleaned, which takes longer."""
        ...

    def matches(self, text: str, expired: Callable[[], bool] = ...) -> Iterator[LineMatch]:
        r"""Yield each line that matches, once, in order.

        Args:
            text: lines that end with `\n`.
            expired: tells whether the time is over; asked between blocks of lines.
        """
        ...


def line_matcher(query: str, *, is_pattern: bool) -> LineMatcher:
    """Return the matcher for a query, without regard to case unless the query has a capital letter.

    Args:
        query: the literal text, or a pattern in the syntax of RE2.
        is_pattern: whether it is a pattern.

    Raises:
        QueryUnusable: the query is empty, too long, has several lines, or is no pattern; or RE2 is not installed.
    """
    for problem, is_there in (
        (_EMPTY, not query.strip()),
        (_TOO_LONG, len(query) > LONGEST_QUERY),
        (_NUL, "\0" in query),
        (_SEVERAL_LINES, not is_pattern and len(query.splitlines()) > 1),
    ):
        if is_there:
            raise QueryUnusable(problem)
    if is_pattern and _PLAIN.fullmatch(query):
        # Needs no RE2, and is the same text.
        query, is_pattern = re.sub(r"\\(.)", r"\1", query), False
    return _pattern_matcher(query) if is_pattern else _LiteralLines(query)


def has_capitals(query: str, *, is_pattern: bool = False) -> bool:
    r"""Tell whether case counts: the query has a capital letter, other than in an escape such as `\S`."""
    shown = _without_escapes(query) if is_pattern else query
    return any(map(str.isupper, shown))


class _LiteralLines:
    """The lines that contain a literal text."""

    def __init__(self, query: str) -> None:
        self._folds = not has_capitals(query)
        self._query = query.lower() if self._folds else query
        # The bytes of other letters depend on the encoding, and on the case.
        self._bytes = self._query.encode() if query.isascii() else b""

    def may_match(self, content: bytes) -> bool:
        """Tell whether a file may have a matching line; see `LineMatcher`."""
        return self._bytes in (content.lower() if self._folds else content)

    def matches(self, text: str, expired: Callable[[], bool] = lambda: False) -> Iterator[LineMatch]:
        """Yield the lines; see `LineMatcher`."""
        # A lower-case text may be longer than the text itself, but has the same lines.
        text = text.lower() if self._folds else text
        line, counted = 1, 0
        at = text.find(self._query)
        while at >= 0 and not expired():
            line += text.count("\n", counted, at)
            counted = at
            start = at - text.rfind("\n", 0, at) - 1
            yield LineMatch(line, start, start + len(self._query))
            end = text.find("\n", at)
            at = text.find(self._query, end + 1) if end >= 0 else -1


class _PatternLines:
    """The lines that match a pattern of RE2, which reads a text once for any pattern."""

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled

    def may_match(self, content: bytes) -> bool:
        """Tell whether a file may have a matching line; see `LineMatcher`."""
        # `$` does not match before a carriage return, which cleaning removes.
        return b"\r" in content or not content.isascii() or self._compiled.search(content) is not None

    def matches(self, text: str, expired: Callable[[], bool] = lambda: False) -> Iterator[LineMatch]:
        """Yield the lines; see `LineMatcher`."""
        # Bytes: a text is encoded once instead of at each match.
        content, line = text.encode("utf-8", "replace"), 1
        for first, end in _blocks(content):
            if expired():
                return
            block = content[first:end]
            yield from self._matches_in(block, line)
            line += block.count(b"\n")

    def _matches_in(self, block: bytes, line: int) -> Iterator[LineMatch]:
        at = counted = 0
        while at < len(block) and (found := self._compiled.search(block, at)) is not None:
            start, end = found.span()
            line += block.count(b"\n", counted, start)
            counted = start
            begin = block.rfind(b"\n", 0, start) + 1
            before = len(block[begin:start].decode("utf-8", "replace"))
            yield LineMatch(line, before, before + len(block[start:end].decode("utf-8", "replace")))
            following = block.find(b"\n", max(end, start))
            at = following + 1 if following >= 0 else len(block)


def _blocks(content: bytes) -> Iterator[tuple[int, int]]:
    """Yield the ranges of about 64 kB that end with a line."""
    first = 0
    while first < len(content):
        end = content.find(b"\n", first + _BLOCK)
        end = len(content) if end < 0 else end + 1
        yield first, end
        first = end


def _pattern_matcher(pattern: str) -> LineMatcher:
    try:
        # An extra; most servers do not have it.
        import re2  # noqa: PLC0415
    except ImportError:
        raise QueryUnusable(NO_RE2) from None
    options = re2.Options()
    options.never_nl = options.never_capture = True
    options.log_errors = False
    options.max_mem = _MEMORY
    options.case_sensitive = has_capitals(pattern, is_pattern=True)
    try:
        # `^` and `$` mean the line's; without a group, so that an unmatched parenthesis stays one.
        compiled = re2.compile(f"(?m){pattern}".encode("utf-8", "replace"), options)
    except re2.error as error:
        raise QueryUnusable(f"query: is no pattern of RE2: {_reason(error)}") from None
    if max(compiled.programsize, compiled.reverseprogramsize) > LARGEST_PROGRAM:
        raise QueryUnusable(_TOO_LARGE)
    if compiled.search(b"") is not None:
        raise QueryUnusable(_ANY_LINE)
    return _PatternLines(compiled)


def _reason(error: Exception) -> str:
    """Return the reason of RE2 for refusing a pattern, without the pattern."""
    said = error.args[0] if error.args else ""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    return text.partition(": ")[0] or "it cannot be compiled"


def _without_escapes(pattern: str) -> str:
    r"""Return a pattern without its escapes: `\S`, `\pL`, `\p{Greek}`."""
    shown, at = [], 0
    while at < len(pattern):
        if pattern[at] != "\\":
            shown.append(pattern[at])
            at += 1
        elif pattern[at + 1 : at + 2] in ("p", "P"):
            closing = pattern.find("}", at)
            at = closing + 1 if pattern[at + 2 : at + 3] == "{" and closing >= 0 else at + 3
        else:
            at += 2
    return "".join(shown)
