"""A full text under the name of an index: one page, and a table of contents made from it.

Some sites publish all their documentation as llms.txt. Pages with an address in their head are listed by it; otherwise
the file is one page, and its headings are listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from pro_context_engine.documents.pages.headings import plain
from pro_context_engine.documents.pages.html import looks_like_html, page_of
from pro_context_engine.documents.pages.markdown import markdown_page
from pro_context_engine.documents.pages.text import clean
from pro_context_engine.domain.model import Heading, Page, TocEntry
from pro_context_engine.domain.page_address import at_anchor
from pro_context_engine.sources.llms_files.full_text import page_texts
from pro_context_engine.sources.llms_files.full_text_heads import Head, heads_of
from pro_context_engine.sources.llms_files.link_list import MAX_ENTRIES

_LISTING = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t].*?(?:\]\(|https?://)")
_LEAST_TEXT = 5_000
_TEXT_PER_LISTING = 10
"""Measured on 43 files: an index has at most 9.8 times as much text as listing, a full text at least 12.6 times."""

_TEXT_PER_ENTRY = 10_000
"""Characters per listed heading at most, on average; above it deeper headings are listed too."""

_DEEPEST = 3


def is_full_text(text: str) -> bool:
    """Tell whether a text is documentation itself: some pages of prose with few lines that list links."""
    listing = prose = 0
    for line in text.split("\n"):
        if _LISTING.match(line[:2_000]):
            listing += len(line)
        else:
            prose += len(line)
    return prose >= _LEAST_TEXT and prose >= _TEXT_PER_LISTING * listing


def full_text_page(url: str, text: str) -> Page:
    """Return a full text as one page, in which each of its pages begins with a heading.

    Args:
        url: its address.
        text: the document.

    Raises:
        NotDocumentation: see `pages.markdown.markdown_page`.
    """
    text = clean(text)
    return markdown_page(url, "".join(_insert_headings(text, [head for head in heads_of(text) if not head.weak])))


def document_page(url: str, text: str, media_type: str = "") -> Page:
    """Return a document as a page, also a full text in a `.txt` file; see `pages.html.page_of`."""
    if not urlsplit(url).path.endswith(".txt") or looks_like_html(text, media_type):
        return page_of(url, text, media_type)
    if url.endswith("/llms-full.txt") or is_full_text(text):
        return full_text_page(url, text)
    return page_of(url, text, media_type)


def contents_of(url: str, text: str, found_at: str = "") -> tuple[tuple[TocEntry, ...], bool]:
    """Return the table of contents of a full text.

    Args:
        url: its address.
        text: the document.
        found_at: the address that redirects led to, "" for none.

    Returns:
        (entries, whether each is a page of its own): at most 20,000; else they are headings of `full_text_page`.

    Raises:
        NotDocumentation: see `full_text_page`.
    """
    cleaned = clean(text)
    texts = page_texts(cleaned, found_at or url, (), url)
    if len(texts) > 1 and 2 * sum(part.end - part.start for part in texts) >= len(cleaned):
        return tuple(TocEntry(plain(part.title) or part.url, part.url, plain(part.description)) for part in texts), True
    page = full_text_page(url, cleaned)
    return tuple(_heading_entries(page)), False


def _insert_headings(text: str, heads: Sequence[Head]) -> Iterator[str]:
    """Give a text whose front matter and elements have become headings."""
    position = 0
    for head in heads:
        if head.body == head.start:
            continue
        yield text[position : head.start]
        position = head.body
        if not text[head.body : head.body + 100].lstrip().startswith("# "):
            label = f" ({head.label})" if head.label and head.label != head.title else ""
            yield f"\n# {head.title}{label}\n\n{head.description}\n"
        else:
            yield "\n"
    yield text[position:]


def _heading_entries(page: Page) -> Iterator[TocEntry]:
    """Give the headings of a page as entries, with the fewest levels that make a useful list."""
    levels = Counter(heading.level for heading in page.headings)
    depth, listed = 0, 0
    while depth < _DEEPEST and listed * _TEXT_PER_ENTRY < len(page.markdown):
        depth += 1
        listed += levels[depth]
    above: list[Heading] = []
    for heading in [heading for heading in page.headings if heading.level <= depth and heading.title][:MAX_ENTRIES]:
        while above and above[-1].level >= heading.level:
            above.pop()
        yield TocEntry(heading.title, at_anchor(page.url, heading.anchor), section=above[-1].title if above else "")
        above.append(heading)
