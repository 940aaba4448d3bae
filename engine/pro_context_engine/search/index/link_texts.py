"""The texts of links from other pages to a page: the names that these pages use for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from urllib.parse import unquote, urljoin, urlsplit

from pro_context_engine.search.index.analysis import analyse

MAX_LINKS = 300
"""The maximum number of links of a page that are read."""

MAX_LINK_TERMS = 16
"""The maximum number of terms of a link's text that are kept."""

# Linear: both repetitions are bounded, and neither class contains its terminator.
_LINK = re.compile(r"(?<!!)\[([^\[\]]{1,200})\]\(<?([^\s()<>]{1,1000})")
# Host and path of an address of ASCII letters, in which `urlsplit` has nothing to check or to leave out.
_PLAIN = re.compile(r"https?://([A-Za-z0-9.:-]+)((?:/[!-\"$->@-~]*)?)(?:[?#][!-~]*)?")
_ENDINGS = ("index.html", "index.htm", "index.md", "index.mdx", "index.rst", ".html", ".htm", ".mdx", ".md", ".rst")


def links_of(url: str, markdown: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the targets of a page's links to other pages of its host, with the terms of the link texts.

    Args:
        url: URL of the page.
        markdown: text of the page.

    Returns:
        Targets (outputs of `place_of`) with terms, each pair once, at most 300.
    """
    own = place_of(url)
    links = dict.fromkeys(islice(_links(url, markdown), MAX_LINKS))
    return [(place, terms) for place, terms in links if terms and place != own and _host(place) == _host(own)]


@lru_cache(maxsize=4096)
def place_of(url: str) -> str:
    """Return the common part of a page's URLs: host and path, without index page, file extension and last slash.

    A link in the page's source names it `guide.md`, a link on its site `guide/`, and a neighbouring page `guide.html`.
    """
    # Ten times as fast as `urlsplit`, and a search asks for the places of 150 pages.
    if plain := _PLAIN.fullmatch(url):
        host, path = plain.groups()
    else:
        _, host, path, _, _ = urlsplit(url)
    path = unquote(path)
    ending = next(filter(path.endswith, _ENDINGS), "")
    return f"{host.lower()}{path.removesuffix(ending).rstrip('/')}"


def _links(url: str, markdown: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for text, target in _LINK.findall(markdown):
        try:
            place = place_of(urljoin(url, target))
        except ValueError:  # such as an unclosed bracket of an IPv6 address
            continue
        yield place, tuple(analyse(text)[:MAX_LINK_TERMS])


def _host(place: str) -> str:
    return place.partition("/")[0]
