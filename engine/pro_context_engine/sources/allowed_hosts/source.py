"""Pages of hosts that the operator allows besides documentation (`security.urlAllowlist`)."""

from __future__ import annotations

from collections.abc import Callable

from pro_context_engine.domain.errors import TocMissing
from pro_context_engine.domain.fetching import Fetcher
from pro_context_engine.domain.model import Library, SourceName, Toc
from pro_context_engine.domain.results import UrlRule
from pro_context_engine.domain.source_traits import AddressRule, SourceTraits
from pro_context_engine.sources.web_source import WebSource


class AllowedHosts(WebSource):
    """Reads pages that are no library's; implements `interfaces.Source`.

    It serves no library. The address guard holds for its hosts as for all: public, https.

    Args:
        allows: tells whether a URL lies on one of the hosts.
        fetcher: how bytes arrive.
    """

    name = SourceName.CUSTOM
    traits = SourceTraits(
        "", reads_web=True, address_rule=AddressRule(UrlRule.ALLOWLIST, "security.urlAllowlist names its host")
    )

    def __init__(self, allows: Callable[[str], bool], fetcher: Fetcher) -> None:
        super().__init__(fetcher)
        self._allows = allows

    def serves(self, library: Library, version: str | None) -> bool:
        """Return False: the pages belong to no library."""
        return False

    def owner(self, url: str) -> tuple[str, str] | None:
        """Return ("", "") if the host is allowed: the page may be read, unless it belongs to a library."""
        return ("", "") if self._allows(url) else None

    def origin(self, library: Library) -> str:
        """Return "": there is no table of contents."""
        return ""

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        """Raise TocMissing: nothing lists the pages."""
        raise TocMissing(library.library_id, "")
