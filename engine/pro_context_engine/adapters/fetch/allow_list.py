"""The hosts of documentation: exact hosts, wildcards for one label, and path prefixes on shared hosts."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from urllib.parse import unquote

from pro_context_engine.adapters.fetch.urls import ParsedUrl, parse_url


class AllowList:
    """A predicate for URLs on the given hosts; call it with a parsed URL.

    Args:
        hosts: exact host names, in any spelling, every path of which is allowed.
        wildcards: `*.suffix`, where the star stands for exactly one label.
        prefixes: `https://host/path` of tenants on shared hosts; the paths below it, bounded by "/", are allowed.
    """

    def __init__(self, hosts: Iterable[str] = (), wildcards: Iterable[str] = (), prefixes: Iterable[str] = ()) -> None:
        self._hosts = frozenset(parse_url(f"https://{host}").host for host in hosts)
        self._parents = frozenset(wildcard.lower().removeprefix("*.") for wildcard in wildcards)
        self._prefixes: dict[str, list[str]] = {}
        for prefix in prefixes:
            url = parse_url(prefix)
            self._prefixes.setdefault(url.host, []).append(url.path.rstrip("/"))

    def __call__(self, url: ParsedUrl) -> bool:
        """Tell whether the URL is on an allowed host, or below an allowed prefix of a shared host."""
        if url.host in self._hosts or url.host.partition(".")[2] in self._parents:
            return True
        prefixes = self._prefixes.get(url.host)
        return prefixes is not None and _below(url.path, prefixes)


def _below(path: str, prefixes: list[str]) -> bool:
    """Compare the path as a server may read it: decoded, with dots resolved; an ambiguous path is not below."""
    decoded = unquote(path)
    if unquote(decoded) != decoded or "\\" in decoded or decoded.count("/") != path.count("/"):
        return False
    resolved = posixpath.normpath(decoded)
    return any(resolved == prefix or resolved.startswith(f"{prefix}/") for prefix in prefixes)
