"""The title of an HTML page whose first heading does not say it.

The title element of a document often adds the name of the site; the beginning or end of it that stands on the page is
the page's own. Some generators write that line as a division, a paragraph or a header of the site, which becomes the
first heading.
"""

from __future__ import annotations

import html
import re

from pro_context_engine.documents.pages.headings import plain
from pro_context_engine.documents.pages.html_tags import classes, text_of

_HEADING = re.compile(r"<(h[1-6])\b[^<>]*+>((?:[^<]++|<(?!/?h[1-6]\b)){0,500}+)", re.I)
_HEADER = re.compile(r"<header\b[^<>]*+>((?:[^<]++|<(?!/?header\b)){0,2000}+)</header\b[^<>]*+>", re.I)
# The text of an element before its first tag.
_BLOCK = re.compile(r"<(p|div)\b([^<>]*+)>([^<>]{1,300}+)(?=<)", re.I)
_NUMBER = re.compile(r"(?:(?:Chapter|Appendix|Section) )?(?:[A-Z]|\d{1,3})(?:\.\d{1,3})*+(?:-\d{1,3})?+[.:]? ")
_MARKDOWN_HEADING = re.compile(r"^#{1,6} (.{1,500}?)(?: \{#[^{}]*\})?$", re.M)
# The text before the first heading is searched so far, and so many headings may say the title.
_MOST_BEFORE = 50_000
_MOST_BLOCKS = 500
_MOST_HEADINGS = 20
_MOST_HEADERS = 5


def with_title(document: str, title: str) -> str:
    """Return the HTML with its title as a heading, where it stands in a header or in a block that is no heading.

    Args:
        document: HTML without comments and scripts.
        title: the document's title element; "" for a part of a document, which stays as it is.
    """
    if not title:
        return document
    document = _without_title_headers(document, title) if "<header" in document else document
    heading = _HEADING.search(document)
    if heading and heading[1] in ("h1", "H1") and _is_in(text_of(heading[2]), title):
        return document
    end = min(heading.start() if heading else len(document), _MOST_BEFORE)
    has_title = re.search(r"<h1\b", document, re.I) is not None
    for number, block in enumerate(_BLOCK.finditer(document, 0, end)):
        if number == _MOST_BLOCKS:
            break
        text = text_of(block[3])
        is_named = block[1].lower() == "div" and "title" in classes(block[0])
        if text and (_letters(text) == _letters(title) or (is_named and (not has_title or _is_in(text, title)))):
            start, stop = block.span(3)
            return f"{document[:start]}<h1>{document[start:stop]}</h1>{document[stop:]}"
    return document


def own_title(title: str, markdown: str) -> str:
    """Return the beginning or end of a title that the page's first heading repeats, the whole title if there is none.

    Args:
        title: the document's title element.
        markdown: the text of the page.
    """
    first = _MARKDOWN_HEADING.search(markdown)
    heading = plain(first[1]) if first else ""
    # A number tells two chapters of one name apart.
    if not heading or _letters(heading) == _letters(title):
        return title
    heading = _NUMBER.sub("", heading, count=1)
    return heading if heading and _is_in(heading, title) else title


def _without_title_headers(document: str, title: str) -> str:
    """Return the HTML with the first heading of a header in the place of the header, where that is the title."""
    pieces, read = list[str](), 0
    for number, header in enumerate(_HEADER.finditer(document)):
        heading = next((each for each in _HEADING.finditer(header[1]) if each[1] in ("h1", "H1")), None)
        if number == _MOST_HEADERS or heading is None:
            continue
        text = text_of(heading[2])
        if _begins(text, title) or (_is_in(text, title) and not _is_said_elsewhere(document, header.span(), title)):
            # The parts of a name may be separated by styles alone.
            shown = title if _letters(text) == _letters(title) else text
            pieces += [document[read : header.start()], f"<h1>{html.escape(shown, quote=False)}</h1>"]
            read = header.end()
    return "".join([*pieces, document[read:]])


def _is_said_elsewhere(document: str, header: tuple[int, int], title: str) -> bool:
    """Tell whether a heading outside of a header says how the title begins."""
    for number, heading in enumerate(_HEADING.finditer(document)):
        if number == _MOST_HEADINGS:
            break
        if not header[0] <= heading.start() < header[1] and _begins(text_of(heading[2]), title):
            return True
    return False


def _begins(text: str, title: str) -> bool:
    return bool(_letters(text)) and _letters(title).startswith(_letters(text))


def _is_in(text: str, title: str) -> bool:
    """Tell whether a text without its number is the beginning or the end of a title, in whole words."""
    found, whole = (" ".join(each.lower().split()) for each in (_NUMBER.sub("", text, count=1), title))
    if not found:
        return False
    rest = whole[len(found) :] if whole.startswith(found) else ""
    before = whole[: -len(found)] if whole.endswith(found) else ""
    return whole == found or bool(rest and not rest[0].isalnum()) or bool(before and not before[-1].isalnum())


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
