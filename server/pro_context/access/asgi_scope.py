"""The values that the server adds to the ASGI scope of a request, and the public paths."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Message, Scope, Send

KEY = "pro_context.key"
"""The `KeyHolder`; None where no key is required, on public paths, and for a permitted `initialize` without a key."""

OWNER = "pro_context.owner"
"""The id of the key that owns the session of the request; absent where no key is required."""

RATE = "pro_context.rate"
"""The `RateVerdict`."""

ADDRESS = "pro_context.address"
"""The client's address as text, also behind trusted proxies."""

HEADERS = "pro_context.headers"
"""The `RequestHeaders`."""

RESPONSE = "pro_context.response"
"""The `SentResponse`."""

MESSAGE = "pro_context.message"
"""The method of the message and the `name` in its params, as the client sent them; a name may be any value."""

HeaderList = tuple[tuple[bytes, bytes], ...]

PROBES = frozenset({"/healthz", "/readyz"})
"""The paths of health checks, which need no key and accept every host name."""

STATUS = frozenset({"/", "/status.json"})
"""The paths that need no key, but show more with one."""

PUBLIC_FOLDERS = ("/reference/", "/contract/")
"""The folders of published content, which browsers and code generators read without a key."""


class RequestHeaders(dict[str, str]):
    """The headers of a request by name in lower case; the values of a repeated one are joined with commas.

    Attributes:
        repeated: the names that the request has more than once.
    """

    def __init__(self, scope: Scope) -> None:
        self.repeated: set[str] = set()
        for raw, value in scope["headers"]:
            name, text = raw.decode("latin-1"), value.decode("latin-1")
            if name in self:
                self.repeated.add(name)
                text = f"{self[name]},{text}"
            self[name] = text


def headers_of(scope: Scope) -> RequestHeaders:
    """Return the headers of a request, which are read once."""
    headers = scope.get(HEADERS)
    if headers is None:
        headers = scope[HEADERS] = RequestHeaders(scope)
    return headers


def is_public(scope: Scope) -> bool:
    """Tell whether a request needs no key."""
    path = scope["path"]
    if scope["method"] not in ("GET", "HEAD"):
        return False
    if path in STATUS:
        return all(name != b"authorization" for name, _ in scope["headers"])
    return path in PROBES or f"{path}/".startswith(PUBLIC_FOLDERS)


class SentResponse:
    """The response to a request while it is sent.

    Attributes:
        status: its status, 0 before it starts.
        headers: the headers that it gets besides its own.
        is_complete: whether its last byte was sent.
    """

    def __init__(self, send: Send) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.is_complete = False
        self._send = send

    def send(self, message: Message) -> Awaitable[None]:
        """Send a part of the response; `send` of an ASGI application."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message["headers"], *self.headers]
        elif message["type"] == "http.response.body":
            self.is_complete = not message.get("more_body", False)
        return self._send(message)


def response_of(scope: Scope, send: Send) -> SentResponse:
    """Return the response to a request; `send` is used by the first call alone."""
    response = scope.get(RESPONSE)
    if response is None:
        response = scope[RESPONSE] = SentResponse(send)
    return response
