"""A connection that h11 reads, bounded in time; where httptools is not installed."""

from __future__ import annotations

import asyncio
import sys
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pro_context.transports.http.arrival import Arrival


class BoundedConnection(H11Protocol):
    """uvicorn's protocol; its parser bounds heads itself."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._arrival = Arrival(self)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection: the time of its first request runs."""
        super().connection_made(transport)
        self._arrival.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the connection go."""
        self._arrival.finish()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._arrival.go_on()
        super().data_received(data)
        if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR):
            self._arrival.finish()

    def on_response_complete(self) -> None:
        """Turn to the next request, part of which may have come already."""
        super().on_response_complete()
        if self.conn.trailing_data[0]:
            self._arrival.go_on()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, or a head that is too long."""
        reason = sys.exc_info()[1]
        is_too_long = isinstance(reason, h11.RemoteProtocolError) and reason.error_status_hint == 431
        self._arrival.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if is_too_long else HTTPStatus.BAD_REQUEST)
