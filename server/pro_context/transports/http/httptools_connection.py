"""A connection with the parser httptools, a time limit, and a limit on the size of heads."""

from __future__ import annotations

import asyncio
import sys
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from pro_context.transports.http.arrival import MOST_HEAD_BYTES, Arrival
from pro_context.transports.http.deadlines import Deadlines
from pro_context.transports.http.whole_response import WholeResponse

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application


class BoundedConnection(HttpToolsProtocol):
    """uvicorn's protocol with bounds on time and heads; the parser itself stores incomplete heads of any size."""

    def __init__(self, *arguments: Any, idle: Deadlines | None = None, **options: Any) -> None:
        """Make the protocol object of a connection.

        Args:
            arguments: those of uvicorn's protocol.
            idle: the connections of the server that wait for their next request.
            options: those of uvicorn's protocol.
        """
        super().__init__(*arguments, **options)
        self._idle = idle or Deadlines(self.timeout_keep_alive)
        self._arrival = Arrival(self)
        self._is_whole = False
        self._head_bytes: int | None = 0
        self._is_reading = False
        self._arrived: tuple[RequestResponseCycle, ASGI3Application] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit of the first request."""
        super().connection_made(transport)
        self._arrival.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time limit."""
        self._arrival.finish()
        self._idle.end(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read data; stop the time limit at the end of a request, and refuse a head over the limit."""
        self._is_whole = False  # empty lines alone are not a request
        self._is_reading = True
        super().data_received(data)
        self._is_reading = False
        if self._is_whole:
            self._arrival.finish()
        else:
            self._go_on(len(data))
        if self._arrived is not None:
            (cycle, app), self._arrived = self._arrived, None
            self._serve(cycle, app)

    def on_response_complete(self) -> None:
        """Serve the next request if it has arrived, else begin to wait for it."""
        if self.pipeline or self.transport.is_closing():
            super().on_response_complete()
            return
        self.server_state.total_requests += 1
        self.flow.resume_reading()
        self._idle.begin(self, self.timeout_keep_alive_handler)
        if not self.cycle.more_body and self._head_bytes is None:
            # Freed now, it is still in the processor's cache; the next request, which would replace it, comes later.
            self.cycle = self.scope = self.headers = None  # type: ignore[assignment]

    def _unset_keepalive_if_required(self) -> None:
        self._idle.end(self)

    def _go_on(self, size: int) -> None:
        """Wait for the rest of a request, whose last data had a number of bytes."""
        self._arrival.go_on()
        if self._head_bytes is not None:
            self._head_bytes += size
            if self._head_bytes > MOST_HEAD_BYTES:
                self._arrival.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Serve a request after the data was read to its end, which mostly is the end of the request."""
        if self._is_reading:
            self._arrived = cycle, app
        else:
            super()._start_asgi_task(cycle, app)

    def _serve(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Serve a request; one that waits for nothing is answered at once, without a turn of the event loop."""
        if sys.version_info < (3, 12):
            super()._start_asgi_task(cycle, app)
            return
        task = asyncio.Task(cycle.run_asgi(app), loop=self.loop, eager_start=True)
        if not task.done():
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

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
        """Stop to count the bytes of the head, and write the response at once if it is not that of HEAD."""
        self._head_bytes = None
        super().on_headers_complete()
        if self.scope["method"] != "HEAD":  # its response has no body
            self.cycle.send = WholeResponse(self.cycle).send  # type: ignore[method-assign,assignment]

    def on_message_complete(self) -> None:
        """Note that the request is complete."""
        self._is_whole = True
        super().on_message_complete()
