"""Bounds on arriving requests that uvicorn lacks: the time to arrive and the size of the head."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

MOST_HEAD_BYTES = 65_536
"""The most bytes of an incomplete head."""

ARRIVAL_SECONDS = 20.0
"""The most seconds from the first byte of a request to the last one of its body."""


class Arrival:
    """The request that is arriving on one connection."""

    def __init__(self, connection: Any) -> None:
        """Watch a connection.

        Args:
            connection: uvicorn's protocol object, with either of its parsers.
        """
        self._connection = connection
        self._deadline: asyncio.TimerHandle | None = None

    def go_on(self) -> None:
        """Start the time limit of a request, unless it runs already."""
        if self._deadline is None:
            self._deadline = self._connection.loop.call_later(ARRIVAL_SECONDS, self._late)

    def finish(self) -> None:
        """Stop the time limit: the request is complete, or nothing more will arrive."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def refuse(self, status: HTTPStatus) -> None:
        """Answer an incomplete request, and close the connection."""
        self.finish()
        transport = self._connection.transport
        if not transport.is_closing():
            defaults = self._connection.server_state.default_headers
            lines = [
                b"HTTP/1.1 %d %s" % (status, status.phrase.encode()),
                *(name + b": " + value for name, value in defaults),
                b"content-length: 0",
                b"connection: close",
            ]
            transport.write(b"\r\n".join([*lines, b"", b""]))
            transport.close()

    def _late(self) -> None:
        self._deadline = None
        cycle = self._connection.cycle
        is_answering = cycle is not None and not cycle.response_complete
        if is_answering and (not cycle.more_body or getattr(self._connection, "pipeline", None)):
            self.go_on()  # the late request is the next one; the current response must not be cut off
        elif is_answering and cycle.response_started:
            self._connection.transport.close()
        else:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT)
