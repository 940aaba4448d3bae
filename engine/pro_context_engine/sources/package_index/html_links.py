"""The links of a project's page in HTML (PEP 503), in the form of PEP 691."""

from __future__ import annotations

from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin, urlsplit


def links_of(text: str, url: str) -> list[Mapping[str, Any]]:
    """Return descriptions of the files that a page links to.

    Args:
        text: the page.
        url: URL of the page, the base of relative links.
    """
    links = _Links(url)
    links.feed(text)
    return links.found


class _Links(HTMLParser):
    """A parser that collects the links of a page."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.base = url
        self.found: list[Mapping[str, Any]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        href = attributes.get("href") or ""
        try:
            if tag == "base":
                self.base = urljoin(self.base, href)
            elif tag == "a" and href:
                self.found.append(_description_of(urljoin(self.base, href), attributes))
        except ValueError:
            return  # a link that is no URL


def _description_of(url: str, attributes: Mapping[str, str | None]) -> Mapping[str, Any]:
    address, fragment = urldefrag(url)
    metadata = attributes.get("data-core-metadata") or attributes.get("data-dist-info-metadata") or ""
    return {
        "filename": unquote(urlsplit(address).path.rpartition("/")[2]),
        "url": address,
        "hashes": dict([_named_hash(fragment)]),
        "yanked": "data-yanked" in attributes,
        "requires-python": attributes.get("data-requires-python"),
        "core-metadata": dict([_named_hash(metadata)]),
    }


def _named_hash(text: str) -> tuple[str, str]:
    algorithm, _, digest = text.partition("=")
    return algorithm, digest
