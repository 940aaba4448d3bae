"""The links of a document to other pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import quote, urljoin, urlsplit

from pro_context_engine.documents.pages import main_element
from pro_context_engine.documents.pages.html import looks_like_html
from pro_context_engine.documents.pages.html_tags import attribute
from pro_context_engine.documents.pages.visible_html import without_unseen
from pro_context_engine.libraries.registry.site_owners import AMBIGUOUS
from pro_context_engine.sources.sites import absolute_url

MOST_LINKS = 2_000
"""Links of one document that are read."""

LONGEST = 2_048

_MOST_HEAD = 100_000

# The value of an attribute may contain ">"; text that looks like the beginning of a tag begins a new tag.
_ATTRIBUTES = r"(?:[^<>=]++|=\s*+(?:\"[^\"<]*+\"|'[^'<]*+')?+)*+"
_ELEMENT = re.compile(rf"<(?:a|area|frame)\b{_ATTRIBUTES}>", re.I)
_META = re.compile(rf"<meta\b{_ATTRIBUTES}>", re.I)
_NOT_FOLLOWED = re.compile(r"\brel\s*+=\s*+[\"']?[^\"'<>]{0,100}?\bnofollow\b", re.I)
_NONE = frozenset({"nofollow", "none"})
_MARKDOWN = re.compile(r"\]\([ \t]{0,10}<?([^()\s<>]{1,2048}+)|<(https?://[^\s<>]{1,2048}+)>")
# Endings of files that are no pages.
_FILE = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|css|m?js|map|json|xml|rss|atom|zip|gz|tgz|bz2|xz|7z|rar|tar|whl|jar|deb|rpm"
    r"|exe|msi|dmg|iso|bin|pdf|epub|docx?|xlsx?|pptx?|mp[34]|m4[av]|webm|og[gv]|wav|avi|mov|woff2?|ttf|otf|eot|inv)$",
    re.I,
)


def links_of(text: str, media_type: str, url: str) -> tuple[str, ...]:
    """Return the addresses that a document links to and that may be pages, each once, without fragments.

    Args:
        text: HTML or Markdown.
        media_type: the media type of the response.
        url: its address.
    """
    hrefs = _html_links(text, url) if looks_like_html(text, media_type) else _markdown_links(text, url)
    return tuple(dict.fromkeys(filter(None, islice(hrefs, MOST_LINKS))))


def _html_links(document: str, url: str) -> Iterator[str]:
    seen = without_unseen(document)
    if _forbids_following(seen):
        return
    try:
        base = urljoin(url, main_element.base(seen))
    except ValueError:
        base = url
    if target := main_element.led_on_to(seen):
        yield _address(target, base)
    for tag in _ELEMENT.finditer(seen):
        if not _NOT_FOLLOWED.search(tag[0]):
            yield _address(attribute(tag[0], "src" if tag[0][1] in "fF" else "href"), base)


def _forbids_following(document: str) -> bool:
    """Tell whether a page forbids robots to follow its links."""
    return any(
        attribute(tag[0], "name").strip().lower() == "robots"
        and not _NONE.isdisjoint(word.strip().lower() for word in attribute(tag[0], "content").split(","))
        for tag in _META.finditer(document, 0, _MOST_HEAD)
    )


def _markdown_links(text: str, url: str) -> Iterator[str]:
    for found in _MARKDOWN.finditer(text):
        yield _address(found[1] or found[2], url)


def _address(href: str, base: str) -> str:
    """Return the absolute address of a link, "" if it leads to no page."""
    href = quote(href.strip(), safe="%/?#[]@!$&'()*+,;=:-._~")
    url = absolute_url(href, base) if href and not href.startswith("#") else ""
    if not url or len(url) > LONGEST:
        return ""
    parts = urlsplit(url)
    if "@" in parts.netloc or AMBIGUOUS.search(parts.path) or _FILE.search(parts.path):
        return ""
    return parts._replace(netloc=parts.netloc.lower(), path=parts.path or "/").geturl()
