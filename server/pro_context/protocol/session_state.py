"""The libraries that one session has resolved; on stdio the session is the process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from pro_context_contract.contract import LogLevel, ResolvedLibrary

MAX_RESOLVED = 1_000
"""The most libraries of one session; the oldest is removed first."""


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class MemorySession:
    """The contract's `Session`, kept in memory.

    Attributes:
        log_level: the lowest level of messages that the client wants (`logging/setLevel`).
    """

    def __init__(self, clock: Callable[[], datetime] = utc_now) -> None:
        self.log_level: LogLevel = "info"
        self._clock = clock
        self._resolved: dict[str, ResolvedLibrary] = {}
        self._has_news = False

    def remember(self, library_id: str, name: str, languages: Sequence[str]) -> None:
        """Add a library; a known library keeps its place and its values."""
        if library_id in self._resolved:
            return
        if len(self._resolved) >= MAX_RESOLVED:
            del self._resolved[next(iter(self._resolved))]
        self._resolved[library_id] = ResolvedLibrary(library_id, name, tuple(languages), self._clock())
        self._has_news = True

    def resolved(self) -> Sequence[ResolvedLibrary]:
        """Return every library in the order in which they were added."""
        return tuple(self._resolved.values())

    async def log(self, level: LogLevel, message: str) -> None:
        """Do nothing: only the session of a request can send messages (`client_log`)."""

    def take_news(self) -> bool:
        """Tell whether a library was added since the last call of this method."""
        had_news, self._has_news = self._has_news, False
        return had_news
