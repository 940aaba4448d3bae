"""The values that access adds to the ASGI scope of a request, and the public paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Message, Scope, Send

KEY = "pro_context.key"
"""The `KeyHolder`, None without a key."""

OWNER = "pro_context.owner"
"""The id of the key that owns the session of the request; absent where no key is required."""

RATE = "pro_context.rate"
"""The `RateVerdict`."""

ADDRESS = "pro_context.address"
"""The client's address as text, also behind trusted proxies."""

HeaderList = tuple[tuple[bytes, bytes], ...]

PROBES = frozenset({"/healthz", "/readyz"})
"""The paths of health checks, which need no key and accept every host name."""

STATUS = frozenset({"/", "/status.json"})
"""The paths that need no key, but show more with one."""

PUBLIC_FOLDERS = ("/reference", "/contract")
"""The folders of published content, which browsers and code generators read without a key."""


def is_public(scope: Scope) -> bool:
    """Tell whether a request needs no key."""
    path = scope["path"]
    if path in STATUS:
        return scope["method"] in ("GET", "HEAD") and all(name != b"authorization" for name, _ in scope["headers"])
    is_listed = path in PROBES or any(path == name or path.startswith(f"{name}/") for name in PUBLIC_FOLDERS)
    return is_listed and scope["method"] in ("GET", "HEAD")


def add_headers(headers: HeaderList, send: Send) -> Send:
    """Return a `send` that adds headers to a response."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *headers]}
        await send(message)

    return send_with_headers
