"""Counts of the fetches by kind of site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from pro_context_engine.adapters.fetch.responses import FetchRequest
from pro_context_engine.domain.fetching import ApiSite, FetchHealth
from pro_context_engine.domain.results import SiteKind, SiteTrouble


class SiteCounts:
    """Count fetches as they end.

    Args:
        sites: the declared sites by the names of their hosts; all others are documentation.
    """

    def __init__(self, sites: Mapping[str, ApiSite]) -> None:
        self._sites = sites
        self._counts: Counter[tuple[SiteKind, bool]] = Counter()
        self._last_success: dict[SiteKind, datetime] = {}

    def succeeded(self, request: FetchRequest, moment: datetime) -> None:
        """Count a fetch that brought a document, or found it unchanged."""
        kind = self._kind(request)
        self._counts[kind, True] += 1
        self._last_success[kind] = moment

    def failed(self, request: FetchRequest) -> None:
        """Count a fetch that failed, by our fault or theirs."""
        self._counts[self._kind(request), False] += 1

    def report(self, troubled: Sequence[SiteTrouble], requests_left: Mapping[SiteKind, int]) -> FetchHealth:
        """Return the counts.

        Args:
            troubled: the sites that fail now.
            requests_left: see `EngineStatus`.
        """
        by_kind = {kind: (self._counts[kind, True], self._counts[kind, False]) for kind in SiteKind}
        successes = sum(succeeded for succeeded, _ in by_kind.values())
        failures = sum(failed for _, failed in by_kind.values())
        last = max(self._last_success.values(), default=None)
        return FetchHealth(
            successes, failures, last, by_kind, tuple(troubled), dict(self._last_success), dict(requests_left)
        )

    def _kind(self, request: FetchRequest) -> SiteKind:
        if request.proven:
            return SiteKind.PACKAGES
        if request.url.origin in request.origins:
            return SiteKind.CONFIGURED
        site = self._sites.get(request.url.host)
        return site.kind if site else SiteKind.DOCUMENTATION
