"""The header `X-Pro-Context-Version` of every response, with the version that the handshake names."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING

from pro_context.access.scopes import add_headers

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from pro_context.app import App

NAME = b"x-pro-context-version"


class VersionHeader:
    """A middleware that adds the version to each response: the contract's at its paths, else the server's."""

    def __init__(self, app: ASGIApp, apps: Mapping[str, App]) -> None:
        """Wrap an application.

        Args:
            app: an ASGI application.
            apps: the contracts by path.
        """
        self._app = app
        self._own = version("pro-context").encode()
        self._versions = {path: one.contract.initialize["serverInfo"]["version"].encode() for path, one in apps.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an ASGI scope."""
        if scope["type"] == "http":
            number = self._versions.get(scope["path"].removesuffix("/"), self._own)
            send = add_headers(((NAME, number),), send)
        await self._app(scope, receive, send)
