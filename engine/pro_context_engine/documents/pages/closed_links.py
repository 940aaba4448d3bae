"""HTML in which no link stands inside of another one, and whose tags any reader sees in the same places.

The converter takes time exponential in the depth of links that stand in headings, each inside of the one before. Such a
link is an error of HTML. An end tag that only some readers see, for it stands in an attribute or in a text area, must
not count as one: so tags are read strictly, and what is no tag becomes text.
"""

from __future__ import annotations

import re

_LINK = re.compile(r"<a[\s/>]", re.I)
_FEW = 8
"""The number of links, and of headings that end in the wrong place, that cost no time worth mentioning."""

_VALUE = r"(?:\"[^\"]{0,10000}+\"|'[^']{0,10000}+'|[^\s\"'<>`]++)"
_TOKEN = re.compile(
    rf"<(?P<end>/?)(?P<name>[a-zA-Z][^\s/<>\"'=]*+)(?P<rest>(?:\s++|/|[^\s\"'<>/=]++(?:\s*+=\s*+{_VALUE})?+)*+)>"
    r"|<[!?][^>]*+>|<"
)
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
# A reader takes the content of these as plain text, in which no tag counts.
_TEXT_ELEMENTS = frozenset(
    ["iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp"]
)


def with_closed_links(document: str) -> str:
    """Return HTML without links in links: of two, the outer one stays. The text of both stays.

    Args:
        document: HTML without comments and scripts.
    """
    if sum(1 for _ in _LINK.finditer(document)) <= _FEW:
        return document
    return _TOKEN.sub(_Reading().token, document)


class _Reading:
    """The reading of one document: whether a link is open, the open headings in it, and how many ended wrongly."""

    def __init__(self) -> None:
        self._is_open = False
        self._headings: list[str] = []
        self._wrong = 0

    def token(self, found: re.Match[str]) -> str:
        """Return the replacement of a tag, or of a `<` that begins no tag."""
        if found["name"] is None:
            return "&lt;" if found[0] == "<" else ""
        name = found["name"].lower()
        if name in _TEXT_ELEMENTS:
            return ""
        if name == "a":
            return self._link(found)
        if self._is_open and name in _HEADINGS:
            self._heading(name, is_end=bool(found["end"]))
        return _strict(found)

    def _link(self, found: re.Match[str]) -> str:
        """Return the tag of a link, "" for one inside of another and behind many wrong ones."""
        if found["end"]:
            # Readers differ in whether a link ends where a heading in it is still open.
            self._wrong += bool(self._headings)
            self._is_open = False
            self._headings.clear()
            return _strict(found)
        if self._is_open or self._wrong > _FEW:
            return ""
        self._is_open = "href" in found["rest"].lower()
        return _strict(found)

    def _heading(self, name: str, *, is_end: bool) -> None:
        if not is_end:
            self._headings.append(name)
        elif self._headings[-1:] == [name]:
            self._headings.pop()


def _strict(found: re.Match[str]) -> str:
    """Return a tag without marks of tags in its attributes."""
    rest = found["rest"]
    if "<" not in rest and ">" not in rest:
        return found[0]
    return f"<{found['end']}{found['name']}{rest.replace('<', '&lt;').replace('>', '&gt;')}>"
