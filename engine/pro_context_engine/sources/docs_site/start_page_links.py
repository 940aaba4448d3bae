"""The pages that a site's start page links to, and those that these link to, for sites without an inventory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from pro_context_engine.documents.pages import main_element
from pro_context_engine.documents.pages.html_tags import Closings, attribute, text_of
from pro_context_engine.documents.pages.text import one_line
from pro_context_engine.documents.pages.visible_html import without_unseen
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS
from pro_context_engine.sources.sites import absolute_url

MAX_PAGES = 2_000
LEAST_PAGES = 2
"""A start page that links to fewer pages of its site is no table of contents."""

MAX_FRAMES = 5

_LINK = re.compile(r"<a\b[^<>]*+>", re.I)
_FRAME = re.compile(r"<frame\b[^<>]*+>", re.I)
# The texts of links by which a page leads around, or to code; such a page has a better name elsewhere, or is none.
_LEADING = frozenset(
    ["back", "contents", "first", "home", "index", "last", "next", "prev", "previous", "source", "top", "up"]
)
# Doxygen and Javadoc: copies of the source, and lists of what other pages have.
_COPIES = re.compile(r"(?:-members|_source|/package-(?:use|tree))\.html?$|/class-use/", re.I)
_MOST_TEXT = 1_000
_MOST_TITLE = 200
_LISTS = re.compile(r"/(?:genindex|modindex|py-modindex|search|_modules|_sources|tags|login)\b[^/]*(?:/|$)", re.I)


class LinkingPage(NamedTuple):
    """An HTML document and its address."""

    text: str
    url: str


_NONE: Mapping[str, LinkingPage] = MappingProxyType({})


def linked_pages(
    documents: Sequence[LinkingPage], further: Mapping[str, LinkingPage] = _NONE, least: int = LEAST_PAGES
) -> tuple[TocEntry, ...]:
    """Return the start page and the pages of its folder that it links to, each followed by those that it links to.

    Args:
        documents: the start page and its frames, each with its address.
        further: pages that the start page links to, by the addresses of their entries.
        least: the fewest pages besides the start page that make a list.

    Returns:
        At most 2,000 entries, each page once, in the order of the documents; () for links to fewer pages.
    """
    start = documents[0].url.partition("#")[0]
    folder = urljoin(start, ".")
    known = {start, folder, *(document.url for document in documents)}
    first = [entry for document in documents for entry in _entries(document, folder, known)]
    found: list[TocEntry] = []
    for entry in first:
        found.append(entry)
        if entry.url in further:
            found += _entries(further[entry.url], folder, known, _LEADING)
    pages = [TocEntry("Start page", start), *found] if len(found) >= least else []
    return tuple(pages[:MAX_PAGES])


def frames(document: LinkingPage) -> tuple[str, ...]:
    """Return the addresses of the documents that a frameset shows, in its folder."""
    folder = urljoin(document.url, ".")
    tags = islice(_FRAME.finditer(document.text), MAX_FRAMES)
    return tuple(filter(None, (_page(attribute(tag[0], "src"), document.url, folder) for tag in tags)))


def _entries(document: LinkingPage, folder: str, known: set[str], without: Container[str] = ()) -> list[TocEntry]:
    """Return the pages of the folder that a document links to, without the known ones, and note them as known."""
    text = without_unseen(document.text)
    base = absolute_url(main_element.base(text), document.url) or document.url
    closings = Closings(text)
    titles: dict[str, list[str]] = {}
    for tag in _LINK.finditer(text):
        end = closings.after("a", tag.end())
        address = _page(attribute(tag[0], "href"), base, folder)
        if end is None or not address or address in known:
            continue
        title = one_line(text_of(text[tag.end() : min(end[0], tag.end() + _MOST_TEXT)]))[:_MOST_TITLE]
        if title.strip("#¶") and title.lower() not in without:
            titles.setdefault(address, []).append(title)
        if len(known) + len(titles) > MAX_PAGES:
            break
    known.update(titles)
    # "Top of page" beside the links to each page's sections is the title of none.
    pages_of = Counter(title for several in titles.values() for title in set(several))
    return [
        TocEntry(next((title for title in several if pages_of[title] == 1), several[0]), address)
        for address, several in titles.items()
    ]


def _page(href: str, url: str, folder: str) -> str:
    """Return the address of the page in the folder that a link leads to, "" for other links."""
    try:
        parts = urlsplit(urljoin(url, href.strip()))
    except ValueError:
        return ""
    address = parts._replace(fragment="", query="").geturl()
    name = parts.path.rpartition("/")[2]
    is_page = "." not in name or name.endswith((".html", ".htm", ".xhtml"))
    if parts.query or not is_page or not address.startswith(folder):
        return ""
    is_other = AMBIGUOUS.search(parts.path) or _LISTS.search(parts.path) or _COPIES.search(parts.path)
    return "" if is_other else address
