"""The check of a request's host and origin, which precedes the check of its key."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from starlette.responses import Response

from pro_context.access import cors, denials
from pro_context.access.asgi_scope import ADDRESS, PROBES, headers_of, response_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from pro_context.access.asgi_scope import RequestHeaders
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

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve an ASGI scope; WebSocket is not supported."""
        if scope["type"] != "http":
            is_lifespan = scope["type"] == "lifespan"
            return self._app(scope, receive, send) if is_lifespan else send({"type": "websocket.close", "code": 1008})
        headers = headers_of(scope)
        scope[ADDRESS] = self._addresses.of(scope.get("client"), headers)
        answer = None if scope["path"] in PROBES else self._foreign(headers)
        cors_headers = () if answer else cors.response_headers(headers)
        if answer is None and scope["method"] == "OPTIONS" and cors.is_preflight(headers):
            answer, cors_headers = Response(status_code=204), cors.preflight_headers(headers)
        response = response_of(scope, send)
        response.headers += cors_headers
        if answer is None:
            return self._app(scope, receive, response.send)
        response.headers += self._limits.look(scope[ADDRESS]).headers
        return answer(scope, receive, response.send)

    def _foreign(self, headers: RequestHeaders) -> Response | None:
        # Several headers, joined, are not a valid name.
        host = headers.get("host", "")
        if not self._hosts.takes(host):
            return denials.foreign_host()
        if "origin" in headers and not self._origins.takes(headers["origin"], host):
            return denials.foreign_origin()
        return None
