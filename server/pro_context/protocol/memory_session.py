"""The libraries that one session has resolved and used, and the lowest level of its log messages.

On stdio the session is the process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pro_context_contract.contract import LogLevel, ResolvedLibrary

MAX_RESOLVED = 1_000
"""The most resolved libraries of one session, and the most used ones; the oldest is removed first."""

Change = tuple[str, dict[str, Any]]
"""A notification that something has changed: its method and its params."""


class MemorySession:
    """The contract's `Session`, kept in memory.

    Attributes:
        log_level: the lowest level of messages that the client wants (`logging/setLevel`).
        listed: the resources of the project's libraries as the client has listed them, None before it has.
        is_shared: whether several clients may have this session; the libraries of one say nothing about another.
    """

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.log_level: LogLevel = "info"
        self.listed: Sequence[Mapping[str, Any]] | None = None
        self.is_shared = False
        self._clock = clock
        self._resolved: dict[str, ResolvedLibrary] = {}
        self._used: dict[str, None] = {}
        self._has_news = False

    def set_level(self, level: LogLevel) -> None:
        """Set the lowest level of messages that the client wants."""
        self.log_level = level

    def remember(self, library_id: str, name: str, languages: Sequence[str]) -> None:
        """Add a library; a known library keeps its place and its values."""
        if library_id in self._resolved:
            return
        if len(self._resolved) >= MAX_RESOLVED:
            del self._resolved[next(iter(self._resolved))]
        self._resolved[library_id] = ResolvedLibrary(library_id, name, tuple(languages), self._clock())
        self._has_news = True

    async def resolved(self) -> Sequence[ResolvedLibrary]:
        """Return every library in the order in which they were added."""
        return tuple(self._resolved.values())

    def note_use(self, library_ids: Iterable[str]) -> None:
        """Add libraries whose documentation was used; a known one keeps its place."""
        for library_id in library_ids:
            if library_id not in self._used and len(self._used) >= MAX_RESOLVED:
                del self._used[next(iter(self._used))]
            self._used.setdefault(library_id)

    async def used(self) -> Sequence[str]:
        """Return the ids of the used libraries in the order of their first use; () where the session is shared."""
        return () if self.is_shared else tuple(self._used)

    async def log(self, level: LogLevel, message: str) -> None:
        """Do nothing: only the session of a request can send messages (`RequestSession`)."""

    def take_news(self) -> bool:
        """Tell whether a library was added since the last call of this method."""
        had_news, self._has_news = self._has_news, False
        return had_news

    async def keep(self) -> None:
        """Do nothing: one server has this session, in memory (`SharedSession`)."""

    async def announce_elsewhere(self, changes: Sequence[Change]) -> None:
        """Do nothing: no other server has a stream of this session."""
