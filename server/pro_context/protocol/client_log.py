"""What a handler tells the client while it works: `notifications/message` of MCP, from the level that it asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from mcp.server.context import ServerRequestContext
from mcp_types import LOG_LEVEL_META_KEY, LoggingMessageNotification, LoggingMessageNotificationParams
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from pro_context.protocol.session_state import MemorySession
from pro_context_contract.contract import LogLevel, ResolvedLibrary

_LEVELS: Sequence[str] = get_args(LogLevel)


class RequestSession:
    """The session as the handler of one request sees it: what it logs goes to the client, ahead of its answer."""

    def __init__(self, session: MemorySession, ctx: ServerRequestContext[Any, Any]) -> None:
        """See a session from one request.

        Args:
            session: of the client.
            ctx: of the request.
        """
        self._session = session
        self._ctx = ctx

    def remember(self, library_id: str, name: str, languages: Sequence[str]) -> None:
        """Add a library to those resolved in this session."""
        self._session.remember(library_id, name, languages)

    def resolved(self) -> Sequence[ResolvedLibrary]:
        """Return the libraries resolved in this session, in order."""
        return self._session.resolved()

    async def log(self, level: LogLevel, message: str) -> None:
        """Send a message, if it is grave enough for this client."""
        wanted = self._lowest_level()
        if wanted is None or _LEVELS.index(level) < _LEVELS.index(wanted):
            return
        params = LoggingMessageNotificationParams(level=level, data=message)
        # The SDK's own call warns that 2026-07-28 has deprecated logging.
        await self._ctx.session.send_notification(LoggingMessageNotification(params=params), self._ctx.request_id)

    def _lowest_level(self) -> str | None:
        """Return the level from which messages are sent; since 2026-07-28 each request asks, or hears none."""
        if self._ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return self._session.log_level
        level = (self._ctx.meta or {}).get(LOG_LEVEL_META_KEY)
        return str(level) if level in _LEVELS else None
