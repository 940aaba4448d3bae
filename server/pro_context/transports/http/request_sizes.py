"""Bounds on the size of a request: its headers, and its body while it arrives."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from pro_context.access.asgi_scope import HEADERS
from pro_context.transports.http.protocol_refusals import Refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_HEADERS = 100
MOST_HEADER_BYTES = 32_768


class RequestSizes:
    """A middleware that refuses requests over the bounds; reading a body that is too large raises a refusal."""

    def __init__(self, app: ASGIApp, max_body: int) -> None:
        """Wrap an application.

        Args:
            app: an ASGI application that reads the body before it answers, and answers refusals.
            max_body: the most bytes of a body.
        """
        self._app = app
        self._max_body = max_body

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve an ASGI scope."""
        if scope["type"] != "http":
            return self._app(scope, receive, send)
        # The parser reads no more bytes than are declared, and refuses a length that is not a number.
        declared = scope[HEADERS].get("content-length", "")
        try:
            _check_headers(scope)
            if declared.isdecimal():
                self._check_body(int(declared))
        except Refusal as refusal:
            return refusal.response(scope, receive, send)
        return self._app(scope, receive if declared else self._count_bytes(receive), send)

    def _count_bytes(self, receive: Receive) -> Receive:
        size = 0

        async def receive_and_count() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            self._check_body(size)
            return message

        return receive_and_count

    def _check_body(self, size: int) -> None:
        if size > self._max_body:
            # The rest of the body is not read, so the connection cannot carry another request.
            raise Refusal(413, f"The body is longer than {self._max_body} bytes", headers={"Connection": "close"})


def _check_headers(scope: Scope) -> None:
    headers = scope["headers"]
    if len(headers) > MOST_HEADERS:
        raise Refusal(431, f"There are more than {MOST_HEADERS} headers")
    if sum([len(name) + len(value) for name, value in headers]) > MOST_HEADER_BYTES:
        raise Refusal(431, f"The headers are longer than {MOST_HEADER_BYTES} bytes")
