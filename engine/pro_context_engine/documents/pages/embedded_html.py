"""The conversion of the HTML in a Markdown text: tables, folded details, and tags that only place their content."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pro_context_engine.documents.pages.fences import Fences
from pro_context_engine.documents.pages.html import fragment_markdown

_SIGNS = re.compile(
    r"^[ \t]*</?(?:table|dl|ul|ol|div|section|figure|figcaption|details|summary|center|span|p|br|b|strong|script"
    r"|style)\b",
    re.M | re.I,
)
_UNSEEN = re.compile(r"\s*<(script|style)\b", re.IGNORECASE)
_BLOCK = re.compile(r"([ \t]*)<(table|dl|ul|ol)\b[^<>]{0,500}>", re.IGNORECASE)
_SUMMARY = re.compile(
    r"([ \t]*)(?:<details\b[^<>]{0,200}>\s*)?<summary\b[^<>]{0,200}>(.{1,300}?)</summary>\s*", re.IGNORECASE
)
_PLACING = re.compile(
    r"\s*(?:</?(?:div|section|figure|figcaption|details|center|span|p|br|b|strong)\b[^<>]{0,500}>\s*)+", re.IGNORECASE
)
_CODE_TAG = re.compile(r"</?code\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"</?\w[^<>]{0,500}>")
_BOLD = re.compile(r"\*\*[^*]+\*\*|__[^_]+__")
_INDENTED = re.compile(r" {4}| {0,3}\t")
# Of which the lines indented below are a part.
_HOLDER = re.compile(r"\s*(?:[-*+:]|\d+[.)])\s|\s*<")
_MOST_BLOCK_LINES = 1_000
_MOST_BLOCKS = 500
# A block that is never closed takes as long as so many others.
_UNCLOSED = 50


class _IndentedCode:
    """The code that stands out by its indentation alone, for readers that go line by line."""

    def __init__(self) -> None:
        self._is_code, self._is_behind_gap, self._holds_others = False, True, False

    def covers(self, line: str) -> bool:
        """Read the next line and tell whether it is such code; indented lines of list items and of tags are none."""
        if not line.strip():
            self._is_behind_gap = True
            return self._is_code
        is_indented = _INDENTED.match(line) is not None
        self._is_code = is_indented and (self._is_code or (self._is_behind_gap and not self._holds_others))
        if not is_indented:
            self._holds_others = _HOLDER.match(line) is not None
        self._is_behind_gap = False
        return self._is_code


def without_embedded_html(markdown: str) -> str:
    """Return a Markdown text whose tables and lists of HTML are those of Markdown; the inside of a fence is untouched.

    A summary becomes a line in bold. Scripts, styles, and lines of tags that only place other text are left out.

    Args:
        markdown: a document.
    """
    return "\n".join(_shown(markdown.split("\n"))) if _SIGNS.search(markdown) else markdown


def _shown(lines: Sequence[str]) -> Iterator[str]:
    fences, indented, at, room = Fences(), _IndentedCode(), 0, _MOST_BLOCKS
    while at < len(lines):
        line = lines[at]
        at += 1
        if fences.covers(line) or indented.covers(line) or "<" not in line:
            yield line
        elif unseen := _UNSEEN.match(line):
            at = _end(lines, at - 1, unseen[1].lower()) or at
        elif room > 0 and (opened := _BLOCK.match(line)):
            end = _end(lines, at - 1, opened[2].lower())
            room -= 1 if end else _UNCLOSED
            block = fragment_markdown("\n".join(lines[at - 1 : end])) if end else ""
            yield from _indented(block, opened[1]) if block else (line,)
            at = end if block else at
        elif summary := _SUMMARY.match(line):
            title = _TAG.sub("", _CODE_TAG.sub("`", summary[2])).strip()
            is_bold = _BOLD.fullmatch(title) is not None
            yield from ("", summary[1] + (title if is_bold else f"**{title}**"), "")
            if rest := line[summary.end() :].strip():
                yield summary[1] + rest
        elif not _PLACING.fullmatch(line):
            yield line


def _end(lines: Sequence[str], at: int, tag: str) -> int:
    """Return the number of the line after the one that closes an element, 0 where none near does."""
    depth = 0
    for number in range(at, min(len(lines), at + _MOST_BLOCK_LINES)):
        lowered = lines[number].lower()
        depth += lowered.count(f"<{tag}") - lowered.count(f"</{tag}>")
        if depth <= 0:
            return number + 1
    return 0


def _indented(block: str, indent: str) -> Iterator[str]:
    yield ""
    yield from (f"{indent}{line}" if line.strip() else "" for line in block.split("\n"))
    yield ""
