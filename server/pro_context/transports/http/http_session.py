"""The session of an HTTP client: its libraries, its current requests, its notifications."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pro_context.protocol import json_rpc
from pro_context.protocol.memory_session import MemorySession
from pro_context.protocol.request import Client
from pro_context.transports.http.exchange import Exchange

Owner = tuple[str, str]
"""The name of a contract and the id of a key, "" where access is open."""

MOST_WAITING = 100
"""The most notifications that wait for a slow reader; further ones are dropped."""


Notifications = asyncio.Queue[dict[str, Any] | None]
"""The notifications of a session that belong to no request."""


def new_id() -> str:
    """Return the id of a new session, 256 random bits."""
    return secrets.token_urlsafe(32)


class HttpSession(Client):
    """The session of one client; a server over HTTP asks its clients nothing, such as their folders.

    Before 2026-07-28 it is an MCP session. That version has no sessions: all clients with one key share one.

    Attributes:
        id: 256 random bits.
        owner: the contract and the key that may use it.
        memory: the session that handlers get.
        exchanges: the current requests.
        used_at: time of the last use, in monotonic seconds.
    """

    def __init__(self, owner: Owner, session_id: str = "", memory: MemorySession | None = None) -> None:
        super().__init__()
        self.id = session_id or new_id()
        self.owner = owner
        self.memory = memory or MemorySession()
        self.exchanges: set[Exchange] = set()
        self.used_at = 0.0
        self._notifications: Notifications | None = None

    @property
    def is_busy(self) -> bool:
        """Tell whether the session has a current request or an open stream."""
        return bool(self.exchanges) or self.is_streaming

    @property
    def is_streaming(self) -> bool:
        """Tell whether the session has an open stream of notifications."""
        return self._notifications is not None

    @contextmanager
    def streaming(self) -> Iterator[Notifications]:
        """Collect the notifications that belong to no request while the block runs; None follows the last one."""
        self._notifications = asyncio.Queue()
        try:
            yield self._notifications
        finally:
            self._notifications = None

    def close_stream(self) -> None:
        """End the stream of notifications, if it is open."""
        if self._notifications is not None:
            self._notifications.put_nowait(None)

    def cancel(self, request_id: object) -> bool:
        """Cancel the current request with this id; return whether there is one."""
        named = [
            exchange
            for exchange in self.exchanges
            if exchange.request_id == request_id and type(exchange.request_id) is type(request_id)
        ]
        for exchange in named:
            exchange.cancel()
        return bool(named)

    def end(self) -> None:
        """Cancel the current requests, and end the stream of notifications."""
        for exchange in self.exchanges:
            exchange.cancel()
        self.close_stream()

    def open(self, version: str, capabilities: Mapping[str, Any]) -> None:
        """Note the result of the handshake; capabilities may be long, and no code uses those of clients over HTTP."""
        super().open(version, {})

    async def announce(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Send a notification that belongs to no request, if the stream is open."""
        self.put(method, params)

    def put(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Queue a notification that belongs to no request, if the stream is open."""
        if self._notifications is not None and self._notifications.qsize() < MOST_WAITING:
            self._notifications.put_nowait(json_rpc.notification(method, params))
