"""A connection with the parser httptools, a time limit, and a limit on the size of heads."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pro_context.transports.http.arrival import MOST_HEAD_BYTES, Arrival
from pro_context.transports.http.head_with_body import HeadWithBody


class BoundedConnection(HttpToolsProtocol):
    """uvicorn's protocol with bounds on time and heads; the parser itself stores incomplete heads of any size."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._arrival = Arrival(self)
        self._is_whole = False
        self._head_bytes: int | None = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit of the first request."""
        super().connection_made(transport)
        self._arrival.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time limit."""
        self._arrival.finish()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read data; stop the time limit at the end of a request, and refuse a head over the limit."""
        self._is_whole = False  # empty lines alone are not a request
        super().data_received(data)
        if self._is_whole:
            self._arrival.finish()
            return
        self._arrival.go_on()
        if self._head_bytes is not None:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self._arrival.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Start to count the bytes of a head."""
        self._head_bytes = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header without the blanks around its value (RFC 9110 section 5.5), which the parser keeps."""
        name, value = name.lower(), value.strip(b" \t")
        if name == b"expect":
            super().on_header(name, value)
        else:
            self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        """Stop to count the bytes of the head, and send the head of the response with the begin of its body."""
        self._head_bytes = None
        super().on_headers_complete()
        if self.scope["method"] != "HEAD":  # its response has no body
            self.cycle.transport = HeadWithBody(self.transport)  # type: ignore[assignment]

    def on_message_complete(self) -> None:
        """Note that the request is complete."""
        self._is_whole = True
        super().on_message_complete()
