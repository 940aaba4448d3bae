"""What a request is about, in words of our own: what clients wrote enters neither log nor counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from mcp_types.methods import SPEC_CLIENT_METHODS, SPEC_CLIENT_NOTIFICATION_METHODS

if TYPE_CHECKING:
    from starlette.types import Scope

MESSAGE = "pro_context.message"
"""In the scope of a request: method and tool of its JSON-RPC message, as the client wrote them."""

OTHER = "other"
"""Stands for everything that nothing is known of."""

UNWATCHED = frozenset({"/healthz", "/readyz", "/metrics"})
"""What programs ask every few seconds; worth no line in the log."""

_PATHS = frozenset({"/", "/status.json"}) | UNWATCHED
_FOLDERS = ("/contract/", "/reference/")
_METHODS = SPEC_CLIENT_METHODS | SPEC_CLIENT_NOTIFICATION_METHODS


class Places:
    """The places of one server, and the tools that can be called there."""

    def __init__(self, endpoints: Iterable[str], tools: Collection[str]) -> None:
        """Know these.

        Args:
            endpoints: paths of contracts.
            tools: names of all their tools.
        """
        self.endpoints = frozenset(endpoints)
        self._tools = frozenset(tools)

    def place(self, path: str) -> str:
        """Return the place that a path leads to; the folder of what is published."""
        if path in _PATHS or path in self.endpoints:
            return path
        if path.removesuffix("/") in self.endpoints:
            return path.removesuffix("/")
        return next((folder for folder in _FOLDERS if f"{path}/".startswith(folder)), OTHER)

    def message(self, scope: Scope) -> tuple[str, str]:
        """Return method and tool of a request's message, "" where it has none."""
        method, tool = scope.get(MESSAGE, ("", ""))
        known = method if not method or method in _METHODS else OTHER
        return known, tool if not tool or tool in self._tools else OTHER
