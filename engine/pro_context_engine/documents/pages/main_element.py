"""The part of an HTML document that is the page itself, found by the marks that documentation generators leave."""

from __future__ import annotations

import html
import re

# Tried in order: the elements that HTML has for it, then the class and id names of generators that do not use it.
_MAIN = (
    re.compile(r"<(main)\b[^<>]*>", re.I),
    re.compile(r"<(\w+)\b[^<>]*\brole\s*=\s*[\"']?main\b[^<>]*>", re.I),
    re.compile(r"<(article)\b[^<>]*>", re.I),
    re.compile(
        r"<(div|section)\b[^<>]*\bclass\s*=\s*[\"'](?:body|document|markdown-body|theme-doc-markdown)\b[^<>]*>", re.I
    ),
    re.compile(r"<(div|section)\b[^<>]*\bid\s*=\s*[\"']?(?:content|main-content)\b[^<>]*>", re.I),
    re.compile(r"<(body)\b[^<>]*>", re.I),
)
_ARTICLE = re.compile(r"<(article)\b[^<>]*>", re.I)
_TITLE = re.compile(r"<title\b[^<>]*>([^<]*)</title", re.I)
_DESCRIPTION = re.compile(r"<meta\b[^<>]*\bname\s*=\s*[\"']?description\b[^<>]*>", re.I)
_CONTENT = re.compile(r"\bcontent\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.I)
_BASE = re.compile(r"<base\b[^<>]*\bhref\s*=\s*[\"']?([^\"'\s<>]+)", re.I)
_MOST_HEAD = 100_000


def cut(document: str) -> str:
    """Return the HTML of the page's main element, the whole document if it has none.

    Where the main element holds exactly one article, that is the page; the rest is navigation.
    """
    for mark in _MAIN:
        if opener := mark.search(document):
            found = _element(document, opener)
            articles = list(_ARTICLE.finditer(found, 1))
            return _element(found, articles[0]) if len(articles) == 1 else found
    return document


def _element(document: str, opener: re.Match[str]) -> str:
    """Return the element that starts with this tag; only elements of the same name inside it are counted."""
    opening, closing = (re.compile(rf"<{slash}{opener[1]}\b", re.I) for slash in ("", "/"))
    depth, start = 1, opener.end()
    for tag in closing.finditer(document, start):
        depth += len(opening.findall(document, start, tag.start())) - 1
        if depth == 0:
            # With its closing tag: the converter takes fifteen times as long for the text of an unclosed element.
            return document[opener.start() : document.find(">", tag.end()) + 1 or len(document)]
        start = tag.end()
    return document[opener.start() :]


def title(document: str) -> str:
    """Return the text of the document's title element, "" if none."""
    found = _TITLE.search(document, 0, _MOST_HEAD)
    return " ".join(html.unescape(found[1]).split()) if found else ""


def description(document: str) -> str:
    """Return the description in the document's head, "" if none."""
    tag = _DESCRIPTION.search(document, 0, _MOST_HEAD)
    found = _CONTENT.search(tag[0]) if tag else None
    return " ".join(html.unescape(found[1] or found[2] or "").split()) if found else ""


def base(document: str) -> str:
    """Return the base address that the document gives for its links, "" if none."""
    found = _BASE.search(document, 0, _MOST_HEAD)
    return html.unescape(found[1]) if found else ""
