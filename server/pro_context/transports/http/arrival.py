"""How long a request may take to arrive, and how long its head may be before it is whole: what uvicorn leaves open."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

MOST_HEAD_BYTES = 65_536
"""Of a head that is still arriving."""

ARRIVAL_SECONDS = 20.0
"""For a whole request, from its first byte to the last one of its body."""


class Arrival:
    """The request that is arriving on one connection."""

    def __init__(self, connection: Any) -> None:
        """Watch a connection.

        Args:
            connection: uvicorn's protocol, of either of its parsers.
        """
        self._connection = connection
        self._deadline: asyncio.TimerHandle | None = None

    def go_on(self) -> None:
        """Take note that something is to arrive or has arrived; the time runs from the first."""
        if self._deadline is None:
            self._deadline = self._connection.loop.call_later(ARRIVAL_SECONDS, self._late)

    def finish(self) -> None:
        """Take note that the request is whole, or that nothing more will come."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def refuse(self, status: HTTPStatus) -> None:
        """Answer a request that is not whole, and close the connection."""
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
            self.go_on()  # what is late is the next request, and this one's answer shall not suffer for it
        elif is_answering and cycle.response_started:
            self._connection.transport.close()
        else:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT)
