"""Single HTML tags: what they are called, what their attributes say, and the text between them."""

from __future__ import annotations

import html
import re

_VALUE = r"\s*+=\s*+(?:\"([^\"<>]*+)\"|'([^'<>]*+)'|([^\s\"'<>]++))"
_ATTRIBUTES = {name: re.compile(rf"(?<![\w-]){name}{_VALUE}", re.I) for name in ("id", "class", "href")}
_ANY = re.compile(r"</?[a-zA-Z!][^<>]*+>")
# What keeps words apart where its tag stood.
_BREAKS = re.compile(r"<(?:br|/dd|/dt|/div|/li|/p|/td|/tr)\b[^<>]*+>", re.I)


def attribute(tag: str, name: str) -> str:
    """Return the value of a tag's id, class or href, "" if it has none."""
    found = _ATTRIBUTES[name].search(tag)
    return html.unescape(found[1] or found[2] or found[3] or "") if found else ""


def classes(tag: str) -> frozenset[str]:
    """Return the words of a tag's class."""
    return frozenset(attribute(tag, "class").split())


def text_of(fragment: str) -> str:
    """Return what is read of an HTML fragment, in one line."""
    return " ".join(html.unescape(_ANY.sub("", _BREAKS.sub(" ", fragment))).split())


class Closings:
    """Where elements of a document end, in time linear in it if they are asked for in order.

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
            tag = re.compile(rf"</{name}\b[^<>]*+>?", re.I).search(self._document, position)
            found = tag.span() if tag else (len(self._document) + 1, 0)
            self._next[name] = found
        return found if found[0] <= len(self._document) else None
