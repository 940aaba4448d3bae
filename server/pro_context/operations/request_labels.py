"""The labels of a request for logs and counts: known names only, no texts of clients."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from pro_context.access.scopes import MESSAGE
from pro_context.protocol.tables import NOTIFICATION_METHODS, REQUEST_METHODS

if TYPE_CHECKING:
    from starlette.types import Scope

OTHER = "other"
"""The label of every unknown name."""

UNWATCHED = frozenset({"/healthz", "/readyz", "/metrics"})
"""The paths that programs request every few seconds; they are logged at level debug only."""

_PATHS = frozenset({"/", "/status.json"}) | UNWATCHED
_FOLDERS = ("/contract/", "/reference/")
_METHODS = REQUEST_METHODS | NOTIFICATION_METHODS


class RequestLabels:
    """The known paths and tools of one server."""

    def __init__(self, endpoints: Iterable[str], tools: Collection[str]) -> None:
        self.endpoints = frozenset(endpoints)
        self._tools = frozenset(tools)

    def place(self, path: str) -> str:
        """Return the label of a path: the path of a contract or page, or the folder of published content."""
        if path in _PATHS or path in self.endpoints:
            return path
        if path.removesuffix("/") in self.endpoints:
            return path.removesuffix("/")
        return next((folder for folder in _FOLDERS if f"{path}/".startswith(folder)), OTHER)

    def message(self, scope: Scope) -> tuple[str, str]:
        """Return the labels of a message's method and tool, "" without one."""
        method, name = scope.get(MESSAGE, ("", None))
        tool = name if method == "tools/call" and isinstance(name, str) else ""
        known = method if not method or method in _METHODS else OTHER
        return known, tool if not tool or tool in self._tools else OTHER
