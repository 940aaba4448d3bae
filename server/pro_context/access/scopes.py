"""The values that access adds to the ASGI scope of a request, and the public paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import Message, Scope, Send

KEY = "pro_context.key"
"""The `KeyHolder`, None without a key."""

OWNER = "pro_context.owner"
"""The id of the key that owns the session of the request; absent where no key is required."""

RATE = "pro_context.rate"
"""The `RateVerdict`."""

ADDRESS = "pro_context.address"
"""The client's address as text, also behind trusted proxies."""

HEADERS = "pro_context.headers"
"""The `RequestHeaders`."""

RESPONSE_HEADERS = "pro_context.response_headers"
"""The list of headers that the response gets besides its own."""

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
    if path in STATUS:
        return scope["method"] in ("GET", "HEAD") and all(name != b"authorization" for name, _ in scope["headers"])
    is_listed = path in PROBES or f"{path}/".startswith(PUBLIC_FOLDERS)
    return is_listed and scope["method"] in ("GET", "HEAD")


def add_headers(headers: Sequence[tuple[bytes, bytes]], send: Send) -> Send:
    """Return a `send` that adds headers to a response, those that the sequence has when the response starts."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *headers]}
        await send(message)

    return send_with_headers
