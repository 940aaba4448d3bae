"""What other pages call a page: the texts of the links that point at it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from urllib.parse import unquote, urljoin, urlsplit

from pro_context_engine.search.index.analysis import analyse

MAX_LINKS = 300
"""So many links of a page are looked at."""

MAX_LINK_TERMS = 16
"""So many terms of a link's text count."""

# Linear: neither class contains what ends it, and both are bounded.
_LINK = re.compile(r"(?<!!)\[([^\[\]]{1,200})\]\(<?([^\s()<>]{1,1000})")
_ENDINGS = ("index.html", "index.htm", "index.md", "index.mdx", "index.rst", ".html", ".htm", ".mdx", ".md", ".rst")


def links_of(url: str, markdown: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return where a page's links to other pages of its host point, and the terms of their texts.

    Args:
        url: of the page.
        markdown: its text.

    Returns:
        Places (of `place_of`) with terms, each pair once, at most 300.
    """
    own = place_of(url)
    links = dict.fromkeys(islice(_links(url, markdown), MAX_LINKS))
    return [(place, terms) for place, terms in links if terms and place != own and _host(place) == _host(own)]


@lru_cache(maxsize=4096)
def place_of(url: str) -> str:
    """Return what the addresses of a page have in common: host and path, without index page, extension and last slash.

    The same page is `guide.md` to a link in its source, `guide/` to one on its site and `guide.html` to its neighbour.
    """
    parts = urlsplit(url)
    path = unquote(parts.path)
    ending = next((ending for ending in _ENDINGS if path.endswith(ending)), "")
    return f"{parts.netloc.lower()}{path.removesuffix(ending).rstrip('/')}"


def _links(url: str, markdown: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for text, target in _LINK.findall(markdown):
        try:
            place = place_of(urljoin(url, target))
        except ValueError:  # such as an unclosed bracket of an IPv6 address
            continue
        yield place, tuple(analyse(text)[:MAX_LINK_TERMS])


def _host(place: str) -> str:
    return place.partition("/")[0]
