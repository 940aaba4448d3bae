"""A connection with the parser h11 and a time limit; used where httptools is not installed."""

from __future__ import annotations

import asyncio
import sys
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pro_context.transports.http.arrival import Arrival


class BoundedConnection(H11Protocol):
    """uvicorn's protocol with a time limit; the parser bounds the size of heads itself."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._arrival = Arrival(self)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit of the first request."""
        super().connection_made(transport)
        self._arrival.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time limit."""
        self._arrival.finish()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read data, and stop the time limit at the end of a request."""
        self._arrival.go_on()
        super().data_received(data)
        if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR):
            self._arrival.finish()

    def on_response_complete(self) -> None:
        """Start the time limit of the next request if part of it has arrived."""
        super().on_response_complete()
        if self.conn.trailing_data[0]:
            self._arrival.go_on()

    def send_400_response(self, msg: str) -> None:
        """Answer data that is not HTTP, or a head that is too long."""
        reason = sys.exc_info()[1]
        is_too_long = isinstance(reason, h11.RemoteProtocolError) and reason.error_status_hint == 431
        self._arrival.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if is_too_long else HTTPStatus.BAD_REQUEST)
