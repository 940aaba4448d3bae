"""A response that is written at once where its body is one message, as that of nearly every request is."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Message
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

_STATUS_LINES = {status.value: b"HTTP/1.1 %d %s" % (status, status.phrase.encode()) for status in HTTPStatus}
_FORBIDDEN = bytes([*range(9), *range(10, 32), 127])
"""The bytes that no header may have (RFC 9110 section 5.5); lines end after they were looked for."""


class WholeResponse:
    """The `send` of a response; uvicorn writes the head by itself, and each part of a body that has several."""

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle
        self._send = cycle.send
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        """Send a part of the response; the head waits for the begin of the body."""
        start, self._start = self._start, None
        if message["type"] == "http.response.start" and not self._cycle.response_started:
            self._start = message
            return
        if start is not None:
            head = self._head(start, message)
            if head is not None:
                self._write(head + message["body"])
                return
            await self._send(start)  # type: ignore[arg-type]
        await self._send(message)  # type: ignore[arg-type]

    def _head(self, start: Message, body: Message) -> bytes | None:
        """Return the head of a response of known length on a connection that stays open, None for any other one."""
        cycle, headers = self._cycle, [*self._cycle.default_headers, *start["headers"]]
        names = dict(headers)
        if names.get(b"content-length") != b"%d" % len(body.get("body", b"")) or body.get("more_body", False):
            return None
        if b"connection" in names or b"transfer-encoding" in names or not cycle.keep_alive:
            return None
        if cycle.flow.write_paused or cycle.disconnected or start["status"] not in _STATUS_LINES:
            return None
        lines = [b": ".join(header) for header in headers]
        text = b"".join(lines)
        if len(text.translate(None, _FORBIDDEN)) < len(text):
            return None
        return b"\r\n".join([_STATUS_LINES[start["status"]], *lines, b"\r\n"])

    def _write(self, response: bytes) -> None:
        cycle = self._cycle
        # The cycle refers to this object: without an end of that, only the garbage collector would free a request.
        del self._cycle, self._send
        cycle.response_started = cycle.response_complete = True
        cycle.waiting_for_100_continue = False
        cycle.transport.write(response)
        cycle.message_event.set()
        cycle.on_response()
