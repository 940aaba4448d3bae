"""Server-sent events: messages on a response that stays open."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pro_context.protocol.encoding import to_bytes

if TYPE_CHECKING:
    from starlette.types import Send

PING_SECONDS = 15.0
"""Seconds between two pings, below the idle timeouts of proxies."""

PING = b": ping\r\n\r\n"

_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]


class EventStream:
    """A response that becomes a stream with its first event, and is plain JSON if it has none."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._is_open = False
        self._one_at_a_time: asyncio.Lock | None = None  # most responses are no stream
        self._pinging: asyncio.Task[None] | None = None

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message as an event."""
        await self._write(self._event(message))

    def keep_alive(self) -> None:
        """Open the stream, and send pings from now on."""
        self._pinging = self._pinging or asyncio.create_task(self._ping())

    def settle(self) -> None:
        """Send no further pings."""
        if self._pinging is not None:
            self._pinging.cancel()

    async def finish(
        self, message: dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        """Send the last message.

        Args:
            message: the message.
            status: HTTP status, which applies if no event was sent before.
            headers: headers of the response, which apply likewise.
        """
        if self._is_open:
            await self._write(self._event(message), more=False)
            return
        body = to_bytes(message)
        named = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in (headers or {}).items()]
        length = (b"content-length", b"%d" % len(body))
        start = [(b"content-type", b"application/json"), length, *named]
        await self._send({"type": "http.response.start", "status": status, "headers": start})
        await self._send({"type": "http.response.body", "body": body, "more_body": False})

    async def close(self) -> None:
        """End a stream without a last message."""
        await self._write(b"", more=False)

    async def _ping(self) -> None:
        while True:
            await self._write(PING)
            await asyncio.sleep(PING_SECONDS)

    async def _write(self, data: bytes, *, more: bool = True) -> None:
        if self._one_at_a_time is None:
            self._one_at_a_time = asyncio.Lock()
        async with self._one_at_a_time:
            if not self._is_open:
                self._is_open = True
                await self._send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await self._send({"type": "http.response.body", "body": data, "more_body": more})

    def _event(self, message: dict[str, Any]) -> bytes:
        return b"event: message\r\ndata: " + to_bytes(message) + b"\r\n\r\n"


class PlainEvents(EventStream):
    """A response that is always a stream, whose events have no names (contract crawl, `/mcp/sse`)."""

    async def finish(
        self, message: dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        """Send the last message as an event, even if it is the only one."""
        await self._write(self._event(message), more=False)

    def _event(self, message: dict[str, Any]) -> bytes:
        return b"data: " + to_bytes(message) + b"\n\n"
