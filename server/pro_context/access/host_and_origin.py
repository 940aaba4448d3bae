"""By which name the server is asked, and from whose page: what must be right before a key is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import Response

from pro_context.access import cors, denials
from pro_context.access.scopes import ADDRESS, PROBES, adding

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from pro_context.access.client_address import ClientAddresses
    from pro_context.access.origins import Hosts, Origins
    from pro_context.access.rate_limit import Limits


class Doors:
    """Refuses foreign names and pages, answers what browsers ask before they call, and finds out who calls."""

    def __init__(
        self, app: ASGIApp, hosts: Hosts, origins: Origins, addresses: ClientAddresses, limits: Limits
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._origins = origins
        self._addresses = addresses
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an ASGI scope; nothing here speaks WebSocket."""
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
        granted = () if answer else cors.granted(headers)
        if answer is None and cors.is_preflight(scope["method"], headers):
            answer, granted = Response(status_code=204), cors.preflight(headers)
        if answer is None:
            await self._app(scope, receive, adding(granted, send))
        else:
            await answer(scope, receive, adding((*self._limits.look(scope[ADDRESS]).headers, *granted), send))

    def _foreign(self, headers: Headers) -> Response | None:
        # Of several, joined, none is a name.
        host = ",".join(headers.getlist("host"))
        if not self._hosts.takes(host):
            return denials.foreign_host()
        origins = headers.getlist("origin")
        if origins and not self._origins.takes(",".join(origins), host):
            return denials.foreign_origin()
        return None
