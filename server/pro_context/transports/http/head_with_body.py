"""The transport of a response whose head is sent with the begin of its body, in one segment instead of two."""

from __future__ import annotations

import asyncio


class HeadWithBody:
    """A transport that keeps the head of a response until the next write; uvicorn writes it by itself."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head: bytes | None = None
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        """Write data; the first data but for an interim response is the head."""
        if self._head is None and not data.startswith(b"HTTP/1.1 100 "):
            self._head = data
        elif self._head:
            data, self._head = self._head + data, b""
            self._transport.write(data)
        else:
            self._transport.write(data)

    def close(self) -> None:
        """Write the head if it was kept, and close the connection."""
        if self._head:
            self._transport.write(self._head)
        self._transport.close()
