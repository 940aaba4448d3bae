"""The check of a request's host and origin, which precedes the check of its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import Response

from pro_context.access import cors, denials
from pro_context.access.scopes import ADDRESS, PROBES, add_headers

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from pro_context.access.client_address import ClientAddresses
    from pro_context.access.origins import Hosts, Origins
    from pro_context.access.rate_limit import Limits


class HostAndOriginCheck:
    """A middleware that refuses foreign hosts and origins, answers preflights, and finds the client's address."""

    def __init__(
        self, app: ASGIApp, hosts: Hosts, origins: Origins, addresses: ClientAddresses, limits: Limits
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._origins = origins
        self._addresses = addresses
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an ASGI scope; WebSocket is not supported."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        scope[ADDRESS] = self._addresses.of(scope.get("client"), headers)
        answer = None if scope["path"] in PROBES else self._foreign(headers)
        cors_headers = () if answer else cors.response_headers(headers)
        if answer is None and cors.is_preflight(scope["method"], headers):
            answer, cors_headers = Response(status_code=204), cors.preflight_headers(headers)
        if answer is None:
            await self._app(scope, receive, add_headers(cors_headers, send))
        else:
            await answer(scope, receive, add_headers((*self._limits.look(scope[ADDRESS]).headers, *cors_headers), send))

    def _foreign(self, headers: Headers) -> Response | None:
        # Several headers, joined, are not a valid name.
        host = ",".join(headers.getlist("host"))
        if not self._hosts.takes(host):
            return denials.foreign_host()
        origins = headers.getlist("origin")
        if origins and not self._origins.takes(",".join(origins), host):
            return denials.foreign_origin()
        return None
