"""The outline of a Markdown page: its headings, with titles in plain text and anchors unique within the page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from pro_context_engine.documents.pages.blocks import Kind, heading_source, scan
from pro_context_engine.documents.pages.text import one_line
from pro_context_engine.domain.model import Heading

# Longer titles are cut, so that a hostile page cannot make a heading of its whole text.
_MAX_TITLE = 500

_MARKUP = re.compile(r"[`*_~\[<&\\]")
# The beginning of the last line of every heading: the lines after the last match need not be scanned.
_HEADING_LINE = re.compile(r" {0,3}+(?:#|=++[ \t]*+$|-++[ \t]*+$)")
_CUSTOM_ID = re.compile(r"[ \t]*\{:?[ \t]*#([\w.:-]++)[^{}]*+\}[ \t]*$")
_PERMALINK = re.compile(r"[ \t]*(?:\[[#¶]?\]\([^()]*+\)|¶)[ \t]*$")
_CODE_SPAN = re.compile(r"(?<![`\\])(`++)([^`]++)\1(?!`)")
# The place of a code span, marked by a character that no clean text has and no entity stands for.
_HELD = re.compile("\0([0-9]+)\0")
_LINK = re.compile(r"!?\[([^\[\]]*+)\](?:\((?:[^()]|\([^()]*+\))*+\)|\[[^\[\]]*+\])")
_TAG = re.compile(r"</?[A-Za-z][^<>]*+>|<!--[^<>]*+-->")
_STARS = re.compile(r"(?<![*\\])(\*{1,3}+)(?=\S)([^*]++)(?<=\S)\1(?!\*)")
_UNDERSCORES = re.compile(r"(?<![\w\\])(_{1,3}+)(?=\S)([^_]++)(?<=\S)\1(?!\w)")
_STRIKE = re.compile(r"(?<!~)~~([^~]++)~~(?!~)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_NOT_IN_ANCHOR = re.compile(r"[^\w\s-]")
_GAPS = re.compile(r"[-\s]+")


def outline(markdown: str) -> tuple[Heading, ...]:
    r"""Return the headings of a page, in document order.

    ATX and setext headings of levels 1..6 count, as in CommonMark; those inside fences, comments, raw HTML, lists
    and quotes do not, since they open no section of the page.

    Args:
        markdown: the page, with `\n` newlines.

    Returns:
        Headings with 1-based lines. Anchors are the author's own where given (`{#id}`), slugs of the title otherwise; a
        repeated one gets `-2`, `-3`, …
    """
    lines = markdown.split("\n")
    while lines and not _HEADING_LINE.match(lines[-1]):
        lines.pop()
    found = []
    anchors = _Anchors()
    for block in scan(lines):
        if block.kind is Kind.HEADING:
            title, custom = _title(lines[block.first : block.end])
            found.append(Heading(title, block.level, anchors.unique(custom or slug(title)), block.first + 1))
    return tuple(found)


def title_in(headings: Iterable[Heading]) -> str:
    """Return the title of the first level-1 heading that has one, "" for none."""
    return next((heading.title for heading in headings if heading.level == 1 and heading.title), "")


def plain(inline: str) -> str:
    """Return one line of Markdown without its inline markup: links, images, emphasis, code marks, tags, entities.

    The text of a code span stays as it is written. Entities become characters, which are cleaned like any other text.
    """
    if not _MARKUP.search(inline):
        return " ".join(inline.split())
    if "`" not in inline:
        return one_line(_without_markup(inline))
    spans: list[str] = []

    def hold(span: re.Match[str]) -> str:
        spans.append(span[2].strip())
        return f"\0{len(spans) - 1}\0"

    # Links and emphasis can contain code spans, so markup is removed from the whole line while the spans are set aside.
    held = _CODE_SPAN.sub(hold, inline.replace("\0", ""))
    return one_line(_HELD.sub(lambda place: spans[int(place[1])], _without_markup(held)))


def slug(title: str) -> str:
    """Return the anchor of a title: lower case, letters, digits and `_` of any script, gaps as single hyphens."""
    lowered = title.lower()
    words = lowered.split()
    # Most titles are words of letters and digits only; this branch takes a third of the time.
    if "".join(words).isalnum():
        return "-".join(words)
    return _GAPS.sub("-", _NOT_IN_ANCHOR.sub("", lowered)).strip("-") or "section"


class _Anchors:
    """The anchors given so far, with the last suffix of each, so that many equal titles take linear time."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def unique(self, anchor: str) -> str:
        """Return the anchor, with the next free numeric suffix if it is taken."""
        if anchor not in self._last:
            self._last[anchor] = 1
            return anchor
        number = self._last[anchor] + 1
        while f"{anchor}-{number}" in self._last:
            number += 1
        self._last[anchor] = number
        self._last[f"{anchor}-{number}"] = 1
        return f"{anchor}-{number}"


def _title(lines: list[str]) -> tuple[str, str]:
    """Return the plain title and the author's own anchor, "" if none, of a heading's source lines."""
    source = " ".join(heading_source(lines)[: 4 * _MAX_TITLE].split())
    custom = _CUSTOM_ID.search(source) if source.endswith("}") else None
    if custom:
        source = source[: custom.start()]
    if source.endswith((")", "¶")):
        source = _PERMALINK.sub("", source)
    title = plain(source) if _MARKUP.search(source) else source.strip()
    return title[:_MAX_TITLE].rstrip(), custom[1] if custom else ""


def _without_markup(inline: str) -> str:
    """Return inline Markdown without code spans as plain text."""
    if not _MARKUP.search(inline):
        return inline
    text = _LINK.sub(r"\1", _TAG.sub("", inline))
    for emphasis in (_STARS, _UNDERSCORES):
        text = emphasis.sub(r"\2", text)
    return unescape(_ESCAPE.sub(r"\1", _STRIKE.sub(r"\1", text)))
