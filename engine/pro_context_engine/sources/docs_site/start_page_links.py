"""The links of a site's start page to its own pages, for sites without an inventory."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from pro_context_engine.documents.pages.html_tags import Closings, attribute, text_of
from pro_context_engine.documents.pages.text import one_line
from pro_context_engine.documents.pages.visible_html import without_unseen
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS

MAX_PAGES = 2_000
LEAST_PAGES = 2
"""A start page that links to fewer pages of its site is no table of contents."""

_LINK = re.compile(r"<a\b[^<>]*+>", re.I)
_MOST_TEXT = 1_000
_MOST_TITLE = 200
_LISTS = re.compile(r"/(?:genindex|modindex|py-modindex|search|_modules|_sources|tags|login)\b[^/]*(?:/|$)", re.I)


def linked_pages(document: str, url: str) -> tuple[TocEntry, ...]:
    """Return the start page and the pages of its folder that it links to.

    Args:
        document: the start page's HTML.
        url: its address.

    Returns:
        At most 2,000 entries, each page once, in the order of the document; () for links to fewer than two pages.
    """
    document = without_unseen(document)
    folder, start = urljoin(url, "."), url.partition("#")[0]
    closings = Closings(document)
    found: dict[str, TocEntry] = {}
    for tag in _LINK.finditer(document):
        end = closings.after("a", tag.end())
        address = _page(attribute(tag[0], "href"), url, folder)
        if end is None or not address or address in (start, folder) or address in found:
            continue
        title = one_line(text_of(document[tag.end() : min(end[0], tag.end() + _MOST_TEXT)]))[:_MOST_TITLE]
        if title.strip("#¶"):
            found[address] = TocEntry(title, address)
    pages = [TocEntry("Start page", start), *found.values()] if len(found) >= LEAST_PAGES else []
    return tuple(pages[:MAX_PAGES])


def _page(href: str, url: str, folder: str) -> str:
    """Return the address of the page in the folder that a link leads to, "" for other links."""
    try:
        parts = urlsplit(urljoin(url, href.strip()))
    except ValueError:
        return ""
    address = parts._replace(fragment="", query="").geturl()
    name = parts.path.rpartition("/")[2]
    is_page = "." not in name or name.endswith((".html", ".htm"))
    if parts.query or not is_page or not address.startswith(folder):
        return ""
    return "" if AMBIGUOUS.search(parts.path) or _LISTS.search(parts.path) else address
