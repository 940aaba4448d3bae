"""A connection that httptools reads, bounded in time and in the length of its heads."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pro_context.transports.http.arrival import MOST_HEAD_BYTES, Arrival


class BoundedConnection(HttpToolsProtocol):
    """uvicorn's protocol; its parser keeps whatever comes of a head until that is whole."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._arrival = Arrival(self)
        self._is_whole = False
        self._head_bytes: int | None = 0

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
        self._is_whole = False  # empty lines alone make no request
        super().data_received(data)
        if self._is_whole:
            self._arrival.finish()
        elif self._head_bytes is not None:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self._arrival.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Take the first byte of a head."""
        self._head_bytes = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; blanks around its value are none of it (RFC 9110 section 5.5), which the parser leaves."""
        super().on_header(name, value.strip(b" \t"))

    def on_headers_complete(self) -> None:
        """Take the end of a head."""
        self._head_bytes = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Take the end of a request."""
        self._is_whole = True
        super().on_message_complete()
