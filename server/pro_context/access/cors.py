"""The response headers for pages of other origins (the Fetch standard's CORS protocol)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pro_context.access.asgi_scope import HeaderList, RequestHeaders

METHODS = ("GET", "POST", "DELETE", "OPTIONS")
REQUEST_HEADERS = (
    "accept",
    "authorization",
    "content-type",
    "last-event-id",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "mcp-session-id",
)
ARGUMENT_PREFIX = "mcp-param-"
"""The prefix of headers that repeat an argument of a tool (2026-07-28)."""

EXPOSED = (
    "Mcp-Session-Id",
    "WWW-Authenticate",
    "Retry-After",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Pro-Context-Version",
)
MAX_AGE_SECONDS = 600
"""Seconds for which a browser may cache a preflight."""

MAX_ASKED = 64
"""The most headers of one preflight that are answered."""


def is_preflight(headers: RequestHeaders) -> bool:
    """Tell whether a request with the method OPTIONS is a preflight of a browser."""
    return "origin" in headers and "access-control-request-method" in headers


def preflight_headers(headers: RequestHeaders) -> HeaderList:
    """Return the headers that answer a preflight of an accepted origin."""
    requested = headers.get("access-control-request-headers", "").lower().split(",")[:MAX_ASKED]
    arguments = [name for name in map(str.strip, requested) if name.startswith(ARGUMENT_PREFIX) and name.isascii()]
    return (
        (b"access-control-allow-methods", ", ".join(METHODS).encode()),
        (b"access-control-allow-headers", ", ".join([*REQUEST_HEADERS, *arguments]).encode()),
        (b"access-control-max-age", b"%d" % MAX_AGE_SECONDS),
        *response_headers(headers),
    )


def response_headers(headers: RequestHeaders) -> HeaderList:
    """Return the headers that let a page of an accepted origin read the response; only `Vary` without an origin."""
    origin = headers.get("origin")
    if origin is None:
        return ((b"vary", b"Origin"),)
    return (
        (b"access-control-allow-origin", origin.encode("latin-1")),
        (b"access-control-expose-headers", ", ".join(EXPOSED).encode()),
        (b"vary", b"Origin"),
    )
