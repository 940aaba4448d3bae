"""What this part says of a request to those behind it, in the request's ASGI scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Message, Scope, Send

KEY = "pro_context.key"
"""The `Caller`, None where there is none."""

RATE = "pro_context.rate"
"""The `Verdict` of the rate limit."""

ADDRESS = "pro_context.address"
"""The client's address as text, behind trusted proxies too."""

HeaderList = tuple[tuple[bytes, bytes], ...]

PROBES = frozenset({"/healthz", "/readyz"})
"""What supervisors ask, by whatever name and without a key."""

STATUS = frozenset({"/", "/status.json"})
"""What says more to whoever has a key."""

PUBLIC_FOLDERS = ("/reference", "/contract")
"""What says nothing but what is published: browsers and code generators read it without a key."""


def is_public(scope: Scope) -> bool:
    """Tell whether a request needs no key."""
    path = scope["path"]
    if path in STATUS:
        return scope["method"] in ("GET", "HEAD") and all(name != b"authorization" for name, _ in scope["headers"])
    listed = path in PROBES or any(path == name or path.startswith(f"{name}/") for name in PUBLIC_FOLDERS)
    return listed and scope["method"] in ("GET", "HEAD")


def adding(headers: HeaderList, send: Send) -> Send:
    """Return what sends a response with further headers."""

    async def adding(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *headers]}
        await send(message)

    return adding
