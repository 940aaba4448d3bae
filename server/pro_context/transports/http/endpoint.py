"""The MCP endpoint of one contract: both eras of the protocol at one address."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

from pro_context.protocol.contract_server import ContractServer
from pro_context.protocol.served_contract import App
from pro_context.transports.http.handshake import Handshake
from pro_context.transports.http.http_request import VERSION, HttpRequest
from pro_context.transports.http.protocol_refusals import Refusal
from pro_context.transports.http.sessions import Sessions
from pro_context.transports.http.stateless import Stateless
from pro_context_contract.protocol import INTERNAL_ERROR, UNSUPPORTED_PROTOCOL_VERSION
from pro_context_engine.domain.errors import StoreUnavailable

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


class Endpoint:
    """An ASGI application that speaks MCP.

    Attributes:
        server: answers the requests of the contract.
    """

    def __init__(self, app: App, sessions: Sessions) -> None:
        self._versions = app.contract.protocol_versions
        self.server = ContractServer(app)
        sessions.on_announcement.append(self.server.announcements.relay)
        self._handshake = Handshake(app.contract, self.server, sessions)
        self._stateless = Stateless(app.contract, self.server, sessions)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        try:
            await self._serve(HttpRequest(scope, receive, send))
        except Refusal as refusal:
            await refusal.response(scope, receive, send)
        except StoreUnavailable as fact:
            await _without_sessions(fact.retry_after).response(scope, receive, send)
        except ClientDisconnect:
            pass  # no client is left to answer

    def _serve(self, http: HttpRequest) -> Awaitable[None]:
        version = http.headers.get(VERSION)
        serve = self._handshake.methods.get(http.method)
        if serve is None:
            allowed = ", ".join(self._handshake.methods)
            raise Refusal(405, "MCP uses the methods GET, POST and DELETE", headers={"Allow": allowed})
        if version is None or version in self._handshake.versions:
            return serve(http)
        if version in self._versions or http.method == "POST":
            return self._stateless.serve(http)
        supported = {"supported": list(self._versions), "requested": version}
        raise Refusal(400, "Unsupported protocol version", UNSUPPORTED_PROTOCOL_VERSION, data=supported)


def _without_sessions(seconds: int) -> Refusal:
    """Return the answer to a request whose session is in a database that does not answer."""
    headers, data = {"Retry-After": str(seconds)}, {"retryAfter": seconds}
    return Refusal(503, "The sessions cannot be read at the moment", INTERNAL_ERROR, data=data, headers=headers)
