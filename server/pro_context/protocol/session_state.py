"""What one session has resolved; on stdio the session is the process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from pro_context_contract.contract import LogLevel, ResolvedLibrary

MAX_RESOLVED = 1_000
"""Libraries one session remembers; the oldest goes first."""


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class MemorySession:
    """The contract's `Session`, kept in memory, aware of whether it has grown since it was last asked.

    Attributes:
        log_level: the least grave messages that the client wants, as `logging/setLevel` says.
    """

    def __init__(self, clock: Callable[[], datetime] = utc_now) -> None:
        self.log_level: LogLevel = "info"
        self._clock = clock
        self._resolved: dict[str, ResolvedLibrary] = {}
        self._has_news = False

    def remember(self, library_id: str, name: str, languages: Sequence[str]) -> None:
        """Add a library; one that is known already stays as and where it is (seed 000 section 4.2)."""
        if library_id in self._resolved:
            return
        if len(self._resolved) >= MAX_RESOLVED:
            del self._resolved[next(iter(self._resolved))]
        self._resolved[library_id] = ResolvedLibrary(library_id, name, tuple(languages), self._clock())
        self._has_news = True

    def resolved(self) -> Sequence[ResolvedLibrary]:
        """Return every remembered library, in the order they came."""
        return tuple(self._resolved.values())

    async def log(self, level: LogLevel, message: str) -> None:
        """Do nothing: only within a request somebody listens (`client_log`)."""

    def take_news(self) -> bool:
        """Tell whether a library was added since this was last asked."""
        had_news, self._has_news = self._has_news, False
        return had_news
