"""The counting and logging of all HTTP requests, refused ones included, by known names and no texts of clients."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from pro_context.access.asgi_scope import KEY, MESSAGE, RATE, response_of
from pro_context.protocol.method_tables import METHODS

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from pro_context.operations.measurements import Measurements

MOST_REFUSALS = 10
"""The most log lines a second about refused requests; further ones are only counted."""

OTHER = "other"
"""The label of every unknown name."""

_UNWATCHED = frozenset({"/healthz", "/readyz", "/metrics"})
"""The paths that programs request every few seconds; they are logged at level debug only."""

_PATHS = frozenset({"/", "/status.json"}) | _UNWATCHED
_FOLDERS = ("/contract/", "/reference/")
_HTTP_METHODS = frozenset({"GET", "POST", "DELETE", "HEAD", "OPTIONS"})
_REFUSED = range(400, 500)
_TOO_MANY = 429
_VERSION = b"x-pro-context-version"
_log = logging.getLogger("pro_context.access")


class RequestLog:
    """A middleware that counts and logs all requests, and adds the version of the handshake to each response."""

    def __init__(
        self,
        app: ASGIApp,
        measurements: Measurements,
        tools: Collection[str],
        versions: Mapping[str, str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Wrap an application.

        Args:
            app: the application with its access checks.
            measurements: the counts.
            tools: the names of the tools of all contracts.
            versions: the version of each contract by its path, and that of the server by "".
            clock: returns monotonic seconds.
        """
        self._app = app
        self._measurements = measurements
        self._tools = frozenset(tools)
        self._endpoints = frozenset(versions) - {""}
        self._headers = {place: (_VERSION, version.encode()) for place, version in versions.items()}
        self._clock = clock
        self._second = 0
        self._refusals = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an ASGI scope."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, response = self._clock(), response_of(scope, send)
        place = self._place(scope["path"])
        response.headers.append(self._headers.get(place) or self._headers[""])
        counted = int(place in self._endpoints)
        self._measurements.under_way += counted
        try:
            await self._app(scope, receive, response.send)
        finally:
            self._measurements.under_way -= counted
            self._end(scope, place, response.status, self._clock() - begun)

    def _place(self, path: str) -> str:
        """Return the label of a path: the path of a contract or page, or the folder of published content."""
        if path in _PATHS or path in self._endpoints:
            return path
        if path.removesuffix("/") in self._endpoints:
            return path.removesuffix("/")
        return next((folder for folder in _FOLDERS if f"{path}/".startswith(folder)), OTHER)

    def _end(self, scope: Scope, place: str, status: int, seconds: float) -> None:
        self._measurements.requests[place, status] += 1
        if place in self._endpoints:
            self._measurements.rate.add(seconds)
        verdict = scope.get(RATE)
        if status == _TOO_MANY or (verdict is not None and verdict.retry_after is not None):
            self._measurements.rate_limited += 1
        level = logging.DEBUG if place in _UNWATCHED else logging.INFO
        if _log.isEnabledFor(level) and not self._is_flood(status):
            self._log_request(level, scope, place, status, seconds)

    def _is_flood(self, status: int) -> bool:
        if status not in _REFUSED:
            return False
        if int(self._clock()) != self._second:
            self._second, self._refusals = int(self._clock()), 0
        self._refusals += 1
        return self._refusals > MOST_REFUSALS

    def _log_request(self, level: int, scope: Scope, place: str, status: int, seconds: float) -> None:
        method, name = scope.get(MESSAGE, ("", None))
        tool = name if method == "tools/call" and isinstance(name, str) else ""
        caller = scope.get(KEY)
        fields = {
            "http": scope["method"] if scope["method"] in _HTTP_METHODS else OTHER,
            "path": place,
            "method": method if not method or method in METHODS else OTHER,
            "tool": tool if not tool or tool in self._tools else OTHER,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "key": caller.key_id if caller else "",
        }
        present = {name: value for name, value in fields.items() if value != ""}
        _log.log(level, "%s", " ".join(map(str, present.values())), extra={"fields": present})
