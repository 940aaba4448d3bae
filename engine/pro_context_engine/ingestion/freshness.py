"""The age classes of stored snapshots and pages (decision 12)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from pro_context_engine.domain.interfaces import Clock
from pro_context_engine.domain.model import Freshness
from pro_context_engine.domain.settings import Settings


class Dated(Protocol):
    """A snapshot or page with two UTC times: `read_at`, and `fetched_at`, when it was last read or found unchanged."""

    @property
    def fetched_at(self) -> datetime: ...  # noqa: D102 - the class says it

    @property
    def read_at(self) -> datetime: ...  # noqa: D102 - the class says it


class Ages:
    """Tell the age class of snapshots and pages by the configured lifetimes.

    Args:
        settings: the lifetimes of fresh and of kept documentation.
        clock: gives the current time in UTC.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._fresh_for = settings.fresh_for
        self._of_library = {override.library: override.fresh_for for override in settings.overrides}
        self._kept_for = settings.kept_for
        self._clock = clock

    def of(self, stored: Dated, library_id: str) -> Freshness:
        """Return the age class.

        A page that was found unchanged is fresh again, but only reading it anew delays its expiry. A clock that was
        set back makes it fresh, never expired.

        Args:
            stored: the snapshot or page.
            library_id: its library, which may have a lifetime of its own.
        """
        now = self._clock()
        if now - stored.read_at > self._kept_for:
            return Freshness.EXPIRED
        return Freshness.FRESH if now - stored.fetched_at <= self._lifetime(library_id) else Freshness.STALE

    def expires(self, stored: Dated) -> datetime:
        """Return the UTC time until which it may be served."""
        return stored.read_at + self._kept_for

    def confirmable(self, stored: Dated, library_id: str) -> bool:
        """Tell whether it may be found unchanged now: not where it would expire while it counts as fresh."""
        return self._clock() - stored.read_at + self._lifetime(library_id) <= self._kept_for

    def _lifetime(self, library_id: str) -> timedelta:
        return self._of_library.get(library_id) or self._fresh_for
