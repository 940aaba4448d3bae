"""The tags of HTML: their attributes, the text between them, and a walk that replaces some of them."""

from __future__ import annotations

import html
import re
from abc import ABC, abstractmethod
from functools import cache

_VALUE = r"\s*+=\s*+(?:\"([^\"<>]*+)\"|'([^'<>]*+)'|([^\s\"'<>]++))"
_NAMES = ("id", "class", "href", "name", "content", "src")
_ATTRIBUTES = {name: re.compile(rf"(?<![\w-]){name}{_VALUE}", re.I) for name in _NAMES}
_ANY = re.compile(r"</?[a-zA-Z!][^<>]*+>")
# Tags that separate words: a space takes their place.
_BREAKS = re.compile(r"<(?:br|/dd|/dt|/div|/li|/p|/td|/tr)\b[^<>]*+>", re.I)


def attribute(tag: str, name: str) -> str:
    """Return the value of a tag's id, class, href, name, content or src, "" if it has none."""
    # Most tags lack the attribute, and this test takes a fifth of the time.
    if name not in tag.lower():
        return ""
    found = _ATTRIBUTES[name].search(tag)
    return html.unescape(found[1] or found[2] or found[3] or "") if found else ""


def classes(tag: str) -> frozenset[str]:
    """Return the words of a tag's class."""
    return frozenset(attribute(tag, "class").split())


def text_of(fragment: str) -> str:
    """Return the text of an HTML fragment, in one line."""
    text = _ANY.sub("", _BREAKS.sub(" ", fragment)) if "<" in fragment else fragment
    return " ".join(html.unescape(text).split())


@cache
def _closing(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}\b[^<>]*+>?", re.I)


class Closings:
    """The closing tags of a document, found in linear time if they are asked for in order.

    Args:
        document: HTML.
    """

    def __init__(self, document: str) -> None:
        self._document = document
        self._next: dict[str, tuple[int, int]] = {}

    def after(self, name: str, position: int) -> tuple[int, int] | None:
        """Return where the next closing tag of this name starts and ends, None if there is none."""
        found = self._next.get(name)
        if found is None or found[0] < position:
            tag = _closing(name).search(self._document, position)
            found = tag.span() if tag else (len(self._document) + 1, 0)
            self._next[name] = found
        return found if found[0] <= len(self._document) else None


class TagWalk(ABC):
    """A walk over the tags of a document that replaces parts of it.

    Args:
        document: HTML without comments and scripts.
        tags: the pattern of the tags to visit.
    """

    def __init__(self, document: str, tags: re.Pattern[str]) -> None:
        self._document = document
        self._tags = tags
        self._closings = Closings(document)
        self._out: list[str] = []
        self._written = 0
        self._read = 0

    def rewritten(self) -> str:
        """Return the document with the replacements of `_take`."""
        for tag in self._tags.finditer(self._document):
            # Tags do not overlap: none begins before the place where reading continues and ends after it.
            start, end = tag.span()
            if start >= self._read:
                self._take(tag)
                if self._read < end:
                    self._read = end
        return "".join([*self._out, self._document[self._written :]])

    @abstractmethod
    def _take(self, tag: re.Match[str]) -> None:
        """Handle the next tag; `_read` is the end of the last tag, and may move to the end of this tag's element."""

    def _replace(self, start: int, end: int, text: str) -> None:
        """Write a text in place of a part of the document, after all parts that were replaced before."""
        self._out += [self._document[self._written : start], text]
        self._written = end
