"""The library that owns an address: the documentation sites in the registry."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from pro_context_engine.domain.model import Library

SHARED_HOSTS = ("github.com", "raw.githubusercontent.com", "gitlab.com")
"""Hosts on which anybody can publish; only the path in its entry belongs to a library."""

SHARED_DOMAINS = (".github.io", ".gitlab.io")
"""Domains on which each host has one tenant, and each first path segment is one of the tenant's projects."""

AMBIGUOUS = re.compile(r"(?:^|/)\.\.?(?:/|$)|\\|%(?:2e|2f|5c|25)", re.IGNORECASE)
"""The parts of a path that a server may resolve to another folder than a reader expects."""


class Addresses:
    """The documentation sites of libraries, to find the owner of a URL.

    Args:
        libraries: all libraries, most popular first.
    """

    def __init__(self, libraries: Iterable[Library]) -> None:
        self._sites: dict[str, list[tuple[str, str]]] = {}
        for library in libraries:
            for url in (library.docs_url, library.llms_txt_url):
                if url:
                    self._add(url, library.library_id)

    def owner(self, url: str) -> str | None:
        """Return the id of the library whose site contains this https URL, None if no known site does.

        Of several libraries on one host, the one with the longest path above the page wins, else the most popular one.
        """
        parts = _split(url)
        if parts is None or parts.scheme != "https" or AMBIGUOUS.search(parts.path):
            return None
        path = parts.path.rstrip("/") + "/"
        sites = self._sites.get(parts.netloc.lower(), [])
        fitting = [(prefix, library_id) for prefix, library_id in sites if path.startswith(prefix)]
        return max(fitting, key=lambda site: len(site[0]), default=(None, None))[1]

    def _add(self, url: str, library_id: str) -> None:
        parts = _split(url)
        host = parts.netloc.lower() if parts else ""
        bound = tenant(host, parts.path) if parts else None
        if parts and host and bound:
            folder = parts.path.rpartition("/")[0] + "/" if "." in parts.path.rpartition("/")[2] else parts.path
            start = folder.rstrip("/") + "/"
            prefixes = {bound, start} if start.startswith(bound) else {bound}
            self._sites.setdefault(host, []).extend((prefix, library_id) for prefix in prefixes)


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None


def tenant(host: str, path: str) -> str | None:
    """Return the path prefix, ending in "/", of one publisher's pages on a host; None if there is none.

    Args:
        host: lower case.
        path: path of a page on the host.
    """
    if host in SHARED_HOSTS:
        segments = [segment for segment in path.split("/") if segment][:2]
        return f"/{'/'.join(segments)}/" if len(segments) == 2 else None
    if host.endswith(SHARED_DOMAINS):
        project = path.strip("/").partition("/")[0]
        return f"/{project}/" if project else "/"
    return "/"
