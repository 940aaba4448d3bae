"""The hosts that the operator allows besides documentation (`security.urlAllowlist`)."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_engine.adapters.fetch.urls import parse_url
from pro_context_engine.domain.errors import UrlRefused


class AllowList:
    """A predicate for the addresses of pages on some hosts.

    Args:
        hosts: host names, in any spelling; in `*.suffix` the star stands for exactly one label.
    """

    def __init__(self, hosts: Sequence[str]) -> None:
        self._hosts = frozenset(parse_url(f"https://{host}").host for host in hosts if not host.startswith("*."))
        self._parents = frozenset(host.lower().removeprefix("*.") for host in hosts if host.startswith("*."))

    def __call__(self, url: str) -> bool:
        """Tell whether a URL lies on one of the hosts."""
        try:
            host = parse_url(url).host
        except UrlRefused:
            return False
        return host in self._hosts or host.partition(".")[2] in self._parents
