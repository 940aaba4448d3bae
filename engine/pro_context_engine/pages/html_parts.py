"""A long HTML document as parts that can be converted one after the other.

The converter holds the interpreter for as long as it works, some 10 µs per tag, and nothing else is answered meanwhile.
A document of few tags is one part; a longer one is cut before a block, the elements around the cut closed and opened
again, so that the parts' Markdown joined reads like that of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import repeat

# Tags of one part: where it may end before a block, list item or row, before any opening tag, before any tag at all.
_ENOUGH = 2_000
_MANY = 3_000
_MOST = 3_100
# Deeper elements, and longer tags, are not opened again as they were.
_MOST_DEPTH = 32
_MOST_REOPENED = 200
# A longer first row is not repeated, characters.
_MOST_REPEATED = 2_000

_UNSEEN = re.compile(r"<(?:!--|(script|style)\b)", re.I)
_SEEN_AGAIN = {name: re.compile(rf"</{name}\b[^<>]*+>?", re.I) for name in ("script", "style")}
# An element that holds nothing but text, as most do, is found with its end.
_TAG = re.compile(r"<(/)?([a-zA-Z][\w-]*+)[^<>]*+>(?(1)|(?:[^<]*+(</\2\s*+>))?+)", re.I)
_START = re.compile(r"\bstart\s*+=\s*+[\"']?(\d{1,9})", re.I)
_SPAN = re.compile(r"</?span\b[^<>]*+>", re.I)
# Code in which a span is more than a colour: line numbers and what else is left out of a page.
_TELLING = ("linenos", "aria-hidden")
_TELLING_CLASS = re.compile(r"class=[\"']?lang\b")

_LISTS = frozenset(["dd", "dl", "dt", "li", "ol", "ul"])
_TABLES = frozenset(["table", "tbody", "td", "tfoot", "th", "thead", "tr"])
_AROUND = frozenset(["aside", "dialog", "footer", "form", "header", "nav", "svg"])
_CONTAINERS = frozenset(["article", "blockquote", "body", "details", "div", "figure", "main", "pre", "section"])
_CONTAINERS |= _LISTS | _TABLES | _AROUND
_CUTS = _CONTAINERS | frozenset(["h1", "h2", "h3", "h4", "h5", "h6", "hr", "p"])
# What ends when another of its kind begins, up to the element both are in.
_ENDED_BY = {
    "li": frozenset(["ul", "ol"]),
    "tr": frozenset(["table", "thead", "tbody", "tfoot"]),
    "td": frozenset(["tr"]),
    "th": frozenset(["tr"]),
    "dt": frozenset(["dl"]),
    "dd": frozenset(["dl"]),
}


def without_unseen(document: str) -> str:
    """Return the HTML without comments, scripts and styles; one that is never closed takes the rest along."""
    kept: list[str] = []
    end = 0
    while opener := _UNSEEN.search(document, end):
        kept.append(document[end : opener.start()])
        end = _end_of_unseen(document, opener)
    kept.append(document[end:])
    return "".join(kept)


def _end_of_unseen(document: str, opener: re.Match[str]) -> int:
    if opener[1]:
        closer = _SEEN_AGAIN[opener[1].lower()].search(document, opener.end())
        return closer.end() if closer else len(document)
    # The shortest comment is "<!-->".
    found = document.find("-->", opener.end() - 2)
    return found + 3 if found >= 0 else len(document)


def without_colours(document: str) -> str:
    """Return the HTML with code blocks free of the spans that only colour them, most of the tags of many a page."""
    parts = document.split("</pre>")
    for number, part in enumerate(parts[:-1]):
        start = part.rfind("<pre")
        code = part[start:] if start >= 0 else ""
        if code and not _is_telling(code.lower()):
            parts[number] = part[:start] + _SPAN.sub("", code.replace("</span>", ""))
    return "</pre>".join(parts)


def _is_telling(code: str) -> bool:
    return any(word in code for word in _TELLING) or bool(_TELLING_CLASS.search(code))


def beginning(document: str, tag: str, most: int) -> str:
    """Return as much of the HTML as has so many tags, anything counted that begins like this."""
    if document.count(tag) <= most:
        return document
    return document[: -len(document.split(tag, most + 1)[-1]) - len(tag)]


def parts(document: str) -> Iterator[str]:
    """Give the document in parts of at most about 3,000 tags.

    A list goes on with its numbers. A table that is cut has its first row again at the head of each part.

    Args:
        document: HTML without comments and scripts.
    """
    if document.count("<") <= _ENOUGH:
        yield document
        return
    stack = _Stack()
    start = count = 0
    opened = ""
    for tag in _TAG.finditer(document):
        name = tag[2].lower()
        count += 1
        if (count > _ENOUGH and not tag[1] and (name in _CUTS or count > _MANY)) or count > _MOST:
            if not tag[1]:
                stack.end_before(name)
            yield opened + document[start : tag.start()] + stack.closing()
            opened, start, count = stack.opening(document), tag.start(), 1
        if tag[3]:
            count += 1
        if name in _CONTAINERS:
            stack.take(tag, name)
    yield opened + document[start:] + stack.closing()


@dataclass(slots=True)
class _Element:
    """An open element: its name, its tag, its list items so far, where its first table row stands."""

    name: str
    tag: re.Match[str]
    items: int = 0
    row: tuple[int, int] | None = None


class _Stack:
    """The containers that are open at a place of the document, outermost first."""

    def __init__(self) -> None:
        self._open: list[_Element] = []

    def take(self, tag: re.Match[str], name: str) -> None:
        """Read the next tag of a container, or all of one that holds nothing but text."""
        if tag[1]:
            self._close(name, tag)
            return
        if name in _ENDED_BY:
            self.end_before(name)
        if name == "li" and self._open:
            self._open[-1].items += 1
        if not tag[3] and len(self._open) < _MOST_DEPTH:
            self._open.append(_Element(name, tag))

    def end_before(self, name: str) -> None:
        """End what an element of this name ends by beginning."""
        depth = self._innermost(_ENDED_BY.get(name, frozenset()))
        if depth is not None:
            del self._open[depth + 1 :]

    def closing(self) -> str:
        """Return the tags that close everything open."""
        return "".join(f"</{element.name}>" for element in reversed(self._open))

    def opening(self, document: str) -> str:
        """Return the tags that open everything again."""
        inside = [element.name for element in self._open[1:]]
        return "".join(map(_reopened, self._open, [*inside, ""], repeat(document)))

    def _close(self, name: str, tag: re.Match[str]) -> None:
        depth = self._innermost((name,))
        if depth is None:
            return
        start = self._open[depth].tag.start()
        del self._open[depth:]
        table = self._innermost(("table",)) if name == "tr" else None
        if table is not None and self._open[table].row is None:
            end = tag.end()
            self._open[table].row = (start, end if end - start <= _MOST_REPEATED else start)

    def _innermost(self, names: Container[str]) -> int | None:
        depth = len(self._open)
        for element in reversed(self._open):
            depth -= 1
            if element.name in names:
                return depth
        return None


def _reopened(element: _Element, inside: str, document: str) -> str:
    """Return the tag that opens an element again, with a table's first row; `inside` is the next open element."""
    tag = element.tag[0] if len(element.tag[0]) <= _MOST_REOPENED else f"<{element.name}>"
    if element.name == "ol":
        first = _START.search(tag)
        return f'<ol start="{(int(first[1]) if first else 1) + element.items - (inside == "li")}">'
    return tag + (document[slice(*element.row)] if element.row else "")
