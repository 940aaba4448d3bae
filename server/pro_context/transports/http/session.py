"""One HTTP client as the server remembers it: what it resolved, what is under way, what it is told unasked."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from mcp.server.connection import Connection
from mcp.shared.dispatcher import CallOptions
from mcp.shared.exceptions import NoBackChannelError

from pro_context.protocol.session_state import MemorySession
from pro_context.transports.http.exchange import Exchange

Owner = tuple[str, str]
"""The contract, and the id of the key, "" where access is open."""

MOST_WAITING = 100
"""Notifications that wait for a slow reader; further ones are dropped, as if nobody listened."""


class UnrequestedNotifications:
    """Notifications that no request asked for, on their way to whoever reads them."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(MOST_WAITING + 1)

    async def next(self) -> dict[str, Any] | None:
        """Return the next notification, None after the last one."""
        return await self._waiting.get()

    def put(self, notification: dict[str, Any]) -> None:
        """Add a notification."""
        if self._waiting.qsize() < MOST_WAITING:
            self._waiting.put_nowait(notification)

    def end(self) -> None:
        """Let no further notification follow."""
        if not self._waiting.full():
            self._waiting.put_nowait(None)


class HttpSession:
    """What is known of one client.

    Before 2026-07-28 that is one MCP session. Since then there are none, and it is everybody with the same key.

    Attributes:
        id: 256 random bits.
        owner: who may use it.
        memory: what handlers see of it.
        connection: the SDK's record of the handshake.
        exchanges: the requests under way.
        used_at: monotonic seconds.
    """

    def __init__(self, owner: Owner) -> None:
        self.id = secrets.token_urlsafe(32)
        self.owner = owner
        self.memory = MemorySession()
        self.connection = Connection.for_loop(self)
        self.exchanges: set[Exchange] = set()
        self.used_at = 0.0
        self._unasked: UnrequestedNotifications | None = None

    @property
    def is_busy(self) -> bool:
        """Tell whether a request is under way, or somebody reads what is sent unasked."""
        return bool(self.exchanges) or self.is_streaming

    @property
    def is_streaming(self) -> bool:
        """Tell whether somebody reads what is sent unasked."""
        return self._unasked is not None

    @contextmanager
    def streaming(self) -> Iterator[UnrequestedNotifications]:
        """Give what is sent to the client unasked while the block runs."""
        self._unasked = UnrequestedNotifications()
        try:
            yield self._unasked
        finally:
            self._unasked = None

    def close_stream(self) -> None:
        """End what is sent unasked, if somebody reads it."""
        if self._unasked is not None:
            self._unasked.end()

    def cancel(self, request_id: object) -> None:
        """Cancel a request under way, if it is one."""
        for exchange in self.exchanges:
            if exchange.request_id == request_id and type(exchange.request_id) is type(request_id):
                exchange.cancel()

    def end(self) -> None:
        """Cancel what is under way, and end what is sent unasked."""
        for exchange in self.exchanges:
            exchange.cancel()
        self.close_stream()

    async def notify(self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None) -> None:
        """Send a notification to whoever reads what is sent unasked."""
        if self._unasked is not None:
            body = {} if params is None else {"params": dict(params)}
            self._unasked.put({"jsonrpc": "2.0", "method": method, **body})

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> dict[str, Any]:
        """Refuse: a server for many asks its clients nothing, least of all where on their disks they work.

        Raises:
            NoBackChannelError: always.
        """
        raise NoBackChannelError(method)
