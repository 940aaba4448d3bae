"""Log messages of a handler to the client: `notifications/message` of MCP, from the level that the client wants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from mcp.server.context import ServerRequestContext
from mcp_types import LOG_LEVEL_META_KEY, LoggingMessageNotification, LoggingMessageNotificationParams
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from pro_context.protocol.session_state import MemorySession
from pro_context_contract.contract import LogLevel, ResolvedLibrary

_LEVELS: Sequence[str] = get_args(LogLevel)


class RequestSession:
    """The session of one request; log messages go to the client ahead of the result."""

    def __init__(self, session: MemorySession, ctx: ServerRequestContext[Any, Any]) -> None:
        """Combine a session with one request.

        Args:
            session: the session of the client.
            ctx: the SDK's context of the request.
        """
        self._session = session
        self._ctx = ctx

    def remember(self, library_id: str, name: str, languages: Sequence[str]) -> None:
        """Add a library to the session."""
        self._session.remember(library_id, name, languages)

    def resolved(self) -> Sequence[ResolvedLibrary]:
        """Return the libraries of the session in the order in which they were added."""
        return self._session.resolved()

    def note_use(self, library_ids: Iterable[str]) -> None:
        """Add libraries to those that the session has used."""
        self._session.note_use(library_ids)

    def used(self) -> Sequence[str]:
        """Return the ids of the libraries that the session has used, in the order of their first use."""
        return self._session.used()

    async def log(self, level: LogLevel, message: str) -> None:
        """Send a message if its level is high enough for this client."""
        wanted = self._lowest_level()
        if wanted is None or _LEVELS.index(level) < _LEVELS.index(wanted):
            return
        params = LoggingMessageNotificationParams(level=level, data=message)
        # The SDK's own function warns that 2026-07-28 has deprecated logging.
        await self._ctx.session.send_notification(LoggingMessageNotification(params=params), self._ctx.request_id)

    def _lowest_level(self) -> str | None:
        """Return the lowest level that is sent, None for no messages; since 2026-07-28 each request names its level."""
        if self._ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return self._session.log_level
        level = (self._ctx.meta or {}).get(LOG_LEVEL_META_KEY)
        return str(level) if level in _LEVELS else None
