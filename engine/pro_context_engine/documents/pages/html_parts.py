"""A long HTML document in parts that can be converted one after the other.

The converter holds the interpreter's lock while it works, some 10 µs per tag, and the server answers nothing meanwhile.
A document of few tags is one part. A longer one is cut before a block; elements around the cut are closed and opened
again, so that the joined Markdown of the parts reads like that of the whole. A table is cut between two rows. Each part
of it begins with the table's first row, so that it is read as the same table; that row is dropped in the joined text.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import NamedTuple

# After so many tags a part may end: before a block, list item or row; before a row that a cell of an earlier row spans;
# before a block within a row; before any opening tag; before any tag.
_ENOUGH = 2_000
_LONG_SPAN = 2_400
_LONG_ROW = 2_700
_MANY = 3_000
_MOST = 3_100
# Deeper elements are not opened again, and longer tags only without their attributes.
_MOST_DEPTH = 32
_MOST_REOPENED = 200
# A first row of more characters is not repeated.
_MOST_REPEATED = 2_000

# An element that holds only text, as most do, is matched together with its end.
_TAG = re.compile(r"<(/)?([a-zA-Z][\w-]*+)[^<>]*+>(?(1)|(?:[^<]*+(</\2\s*+>))?+)", re.I)
_ROWSPAN = re.compile(r"\browspan\s*+=\s*+[\"']?(\d{1,5})", re.I)
_START = re.compile(r"\bstart\s*+=\s*+[\"']?(\d{1,9})", re.I)

_LISTS = frozenset(["dd", "dl", "dt", "li", "ol", "ul"])
_ROW_GROUPS = frozenset(["tbody", "tfoot", "thead"])
_AROUND_ROWS = _ROW_GROUPS | {"table"}
_TABLES = _AROUND_ROWS | {"td", "th", "tr"}
_AROUND = frozenset(["aside", "dialog", "footer", "form", "header", "nav", "svg"])
_CONTAINERS = frozenset(["article", "blockquote", "body", "details", "div", "figure", "main", "pre", "section"])
_CONTAINERS |= _LISTS | _TABLES | _AROUND
_CUTS = _CONTAINERS | frozenset(["h1", "h2", "h3", "h4", "h5", "h6", "hr", "p"])
# Elements that end when another of their kind begins, each with the elements that bound this.
_ENDED_BY = {
    "li": frozenset(["ul", "ol"]),
    **dict.fromkeys(_ROW_GROUPS, frozenset(["table"])),
    "tr": _AROUND_ROWS,
    "td": frozenset(["tr"]),
    "th": frozenset(["tr"]),
    "dt": frozenset(["dl"]),
    "dd": frozenset(["dl"]),
}

# A row of a Markdown table, after the marks of the lists and quotations around it; and the header of a table at the
# very beginning of a text.
_MARKS = r"[ >*+\-\d.]*+"
_ROW = re.compile(rf"{_MARKS}\|(.*)")
_HEAD = re.compile(rf"(?:{_MARKS}\n)*+{_MARKS}\|(.*)\n[ >]*+\|[ |:-]*+(?:\n|$)")


class HtmlPart(NamedTuple):
    """A part of a document.

    Attributes:
        html: the HTML of the part.
        goes_on: whether it continues the table at the end of the part before it, after a repeated first row.
    """

    html: str
    goes_on: bool = False


def beginning(document: str, tag: str, most: int) -> str:
    """Return the beginning of the HTML with at most so many occurrences of the beginning of a tag."""
    if document.count(tag) <= most:
        return document
    return document[: -len(document.split(tag, most + 1)[-1]) - len(tag)]


def parts(document: str) -> Iterator[HtmlPart]:
    """Yield the document in parts of at most about 3,000 tags.

    A cut list continues its numbers. Each part of a cut table begins with the table's first row.

    Args:
        document: HTML without comments and scripts.
    """
    if document.count("<") <= _ENOUGH:
        yield HtmlPart(document)
        return
    stack = _Stack()
    start = count = 0
    opened, goes_on = "", False
    for tag in _TAG.finditer(document):
        name = tag[2].lower()
        count += 1
        if count > _ENOUGH and stack.may_be_cut(tag, name, count):
            yield HtmlPart(opened + document[start : tag.start()] + stack.closing(), goes_on)
            opened, goes_on = stack.opening(document), stack.is_between_rows()
            start, count = tag.start(), 1
        if tag[3]:
            count += 1
        if name in _CONTAINERS:
            stack.take(tag, name)
    yield HtmlPart(opened + document[start:] + stack.closing(), goes_on)


def join_parts(converted: Iterable[tuple[str, bool]]) -> str:
    """Return the Markdown of a document, with the parts of a cut table joined under one header.

    Args:
        converted: the Markdown of each part without blank lines around it, and its `goes_on`.
    """
    pieces: list[str] = []
    before = ""
    for markdown, goes_on in converted:
        rows = _further_rows(before, markdown) if goes_on else None
        piece = markdown if rows is None else rows
        if piece:
            pieces += ["\n\n" if rows is None else "\n", piece]
        before = markdown or before
    return "".join(pieces[1:])


def _further_rows(before: str, markdown: str) -> str | None:
    """Return a part after the header of its first table, None if the part before does not end with that table.

    The converter does not make a table of every table that is used for layout.
    """
    head = _HEAD.match(markdown)
    if head is None or _header(head[1]) != _last_header(before):
        return None
    return markdown[head.end() :]


def _last_header(markdown: str) -> str | None:
    """Return the header of the table that a part ends with, None if it ends otherwise."""
    header = None
    for line in reversed(markdown.split("\n")):
        row = _ROW.match(line)
        if row is None:
            break
        header = _header(row[1])
    return header


def _header(row: str) -> str:
    """Return a header without empty cells at its end: a part has as many columns as its longest row."""
    return row.rstrip(" |")


@dataclass(slots=True)
class _OpenElement:
    """An open element.

    Attributes:
        name: its name in lower case.
        tag: the tag that opened it.
        items: of a list, the number of items so far.
        row: of a table, the start and end of its first row.
        spanned: of a table, the number of further rows that a cell spans.
    """

    name: str
    tag: re.Match[str]
    items: int = 0
    row: tuple[int, int] | None = None
    spanned: int = 0


class _Stack:
    """The containers that are open at a place of the document, outermost first."""

    def __init__(self) -> None:
        self._open: list[_OpenElement] = []

    def take(self, tag: re.Match[str], name: str) -> None:
        """Read the next tag of a container, or a whole container that holds only text."""
        if tag[1]:
            self._end(self._innermost((name,)), tag.end())
            return
        if name in _ENDED_BY:
            self._end_before(name, tag.start())
        if name == "li" and self._open:
            self._open[-1].items += 1
        elif name in ("td", "th", "tr"):
            self._span(tag, name)
        if not tag[3] and len(self._open) < _MOST_DEPTH:
            self._open.append(_OpenElement(name, tag))

    def may_be_cut(self, tag: re.Match[str], name: str, count: int) -> bool:
        """Tell whether a part of so many tags may end before a tag; the elements that the tag ends are ended."""
        if tag[1]:
            return count > _MOST
        self._end_before(name, tag.start())
        if name not in _CUTS:
            return count > _MANY
        if self._innermost(("tr",)) is not None:
            return count > _LONG_ROW
        table = self._innermost(("table",))
        return table is None or not self._open[table].spanned or count > _LONG_SPAN

    def is_between_rows(self) -> bool:
        """Tell whether this place is between rows, outside of any cell, of a table whose first row is repeated."""
        table = self._innermost(("table",))
        if table is None or self._open[-1].name not in _AROUND_ROWS or self._innermost(("tr",)) is not None:
            return False
        row = self._open[table].row
        return row is not None and row[0] < row[1]

    def closing(self) -> str:
        """Return the tags that close all open elements."""
        return "".join(f"</{element.name}>" for element in reversed(self._open))

    def opening(self, document: str) -> str:
        """Return the tags that open these elements again."""
        inside = [element.name for element in self._open[1:]]
        return "".join(map(_reopened, self._open, [*inside, ""], repeat(document)))

    def _end_before(self, name: str, end: int) -> None:
        """End the elements that the start of an element of this name ends."""
        depth = self._innermost(_ENDED_BY.get(name, frozenset()))
        if depth is not None:
            self._end(depth + 1, end)

    def _end(self, depth: int | None, end: int) -> None:
        """End the elements from a depth on, at a place of the document."""
        if depth is None:
            return
        row = next((element for element in self._open[depth:] if element.name == "tr"), None)
        del self._open[depth:]
        table = self._innermost(("table",)) if row else None
        if row and table is not None and self._open[table].row is None:
            start = row.tag.start()
            self._open[table].row = (start, end if end - start <= _MOST_REPEATED else start)

    def _span(self, tag: re.Match[str], name: str) -> None:
        """Record the number of further rows that the cells of a table span, at the start of a row or a cell."""
        rows = None if name == "tr" else _ROWSPAN.search(tag[0].partition(">")[0])
        depth = self._innermost(("table",)) if rows or name == "tr" else None
        if depth is None:
            return
        table = self._open[depth]
        table.spanned = max(table.spanned, int(rows[1]) - 1) if rows else max(table.spanned - 1, 0)

    def _innermost(self, names: Container[str]) -> int | None:
        depth = len(self._open)
        for element in reversed(self._open):
            depth -= 1
            if element.name in names:
                return depth
        return None


def _reopened(element: _OpenElement, inside: str, document: str) -> str:
    """Return the tag that opens an element again, with a table's first row; `inside` is the next open element."""
    tag = element.tag[0] if len(element.tag[0]) <= _MOST_REOPENED else f"<{element.name}>"
    if element.name == "ol":
        first = _START.search(tag)
        return f'<ol start="{(int(first[1]) if first else 1) + element.items - (inside == "li")}">'
    return tag + (_ROWSPAN.sub("", document[slice(*element.row)]) if element.row else "")
