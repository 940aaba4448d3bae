"""What the fetches so far tell about the network, by kinds of sites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from pro_context_engine.adapters.fetch.responses import FetchRequest
from pro_context_engine.domain.fetching import FetchHealth
from pro_context_engine.domain.results import SiteKind, SiteTrouble

_GITHUB = frozenset({"github.com", "api.github.com", "raw.githubusercontent.com", "codeload.github.com"})


class Health:
    """Counts fetches as they end."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[SiteKind, bool]] = Counter()
        self._last_success: dict[SiteKind, datetime] = {}

    def succeeded(self, request: FetchRequest, moment: datetime) -> None:
        """Count a fetch that brought a document, or the news that it is still the known one."""
        kind = _kind(request)
        self._counts[kind, True] += 1
        self._last_success[kind] = moment

    def failed(self, request: FetchRequest) -> None:
        """Count a fetch that failed, by our fault or theirs."""
        self._counts[_kind(request), False] += 1

    def report(self, troubled: Sequence[SiteTrouble], github_requests_left: int | None = None) -> FetchHealth:
        """Return the counts.

        Args:
            troubled: the sites that fail now.
            github_requests_left: see `EngineStatus`.
        """
        by_kind = {kind: (self._counts[kind, True], self._counts[kind, False]) for kind in SiteKind}
        successes = sum(succeeded for succeeded, _ in by_kind.values())
        failures = sum(failed for _, failed in by_kind.values())
        last = max(self._last_success.values(), default=None)
        return FetchHealth(
            successes, failures, last, by_kind, tuple(troubled), dict(self._last_success), github_requests_left
        )


def _kind(request: FetchRequest) -> SiteKind:
    if request.proven:
        return SiteKind.PACKAGES
    if request.url.origin in request.origins:
        return SiteKind.CONFIGURED
    return SiteKind.GITHUB if request.url.host in _GITHUB else SiteKind.DOCUMENTATION
