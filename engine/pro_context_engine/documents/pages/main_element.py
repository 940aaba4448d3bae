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
    re.compile(r"<(div|section)\b[^<>]*\bid\s*=\s*[\"']?(?:content|main-content|main)(?=[\"'\s>])[^<>]*>", re.I),
    re.compile(r"<(body)\b[^<>]*>", re.I),
)
_ARTICLE = re.compile(r"<(article)\b[^<>]*>", re.I)
_FIRST_HEADING = re.compile(r"<h1\b", re.I)
_FRAME = re.compile(r"<(header|nav)\b[^<>]*+>(?:[^<]++|<(?!/?\1\b))*+</\1\b", re.I)
# The elements that hold the text of documentation. What has none of them is a menu, or stays empty without scripts.
_TEXT = re.compile(r"<(?:p|pre|h[1-6]|dl|table|blockquote)\b", re.I)
_TITLE = re.compile(r"<title\b[^<>]*>([^<]*)</title", re.I)
_DESCRIPTION = re.compile(r"<meta\b[^<>]*\bname\s*=\s*[\"']?description\b[^<>]*>", re.I)
_CONTENT = re.compile(r"\bcontent\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.I)
_BASE = re.compile(r"<base\b[^<>]*\bhref\s*=\s*[\"']?([^\"'\s<>]+)", re.I)
_REFRESH = re.compile(r"<meta\b[^<>]*\bhttp-equiv\s*=\s*[\"']?refresh\b[^<>]*>", re.I)
# The seconds until a reader is led on, and the address. With more seconds, the document itself is to be read.
_LED_ON = re.compile(r"\s*\d(?:\.\d*)?\s*[;,]\s*url\s*=\s*[\"']?([^\"'\s]+)", re.I)
_MOST_HEAD = 100_000


def cut(document: str) -> str:
    """Return the HTML of the page's main element, the whole document if it has none.

    Where the main element holds exactly one article, that is the page, unless the title stands before it; the rest is
    navigation. An element without text is not the page: its generator may have closed it too early. Of several
    articles, the first is the page only if it has the title; else they are sections.
    """
    for mark in _MAIN:
        if opener := mark.search(document):
            found = _element(document, opener)
            if opener[1].lower() != "body" and not _holds_page(found, document, opener.start()):
                continue
            articles = list(_ARTICLE.finditer(found, 1))
            article = _element(found, articles[0]) if len(articles) == 1 else ""
            return article if article and _has_title(article, found, articles[0].start()) else found
    return document


def _holds_page(element: str, document: str, start: int) -> bool:
    """Tell by its content whether the element that starts at a place of the document may be the page."""
    if not _TEXT.search(element):
        return False
    if element[:8].lower() != "<article" or _FIRST_HEADING.search(element):
        return True
    return len(_ARTICLE.findall(document)) == 1 and _has_title(element, document, start)


def _has_title(article: str, around: str, start: int) -> bool:
    """Tell whether an article has the title of the page, or none stands before it except in a header of the site."""
    return bool(_FIRST_HEADING.search(article)) or not _FIRST_HEADING.search(_FRAME.sub("", around[:start]))


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


def led_on_to(document: str) -> str:
    """Return the address that a document leads its readers on to at once, as it is written; "" if it stays."""
    tag = _REFRESH.search(document, 0, _MOST_HEAD)
    content = _CONTENT.search(tag[0]) if tag else None
    found = _LED_ON.match(html.unescape(content[1] or content[2] or "")) if content else None
    return found[1] if found else ""
