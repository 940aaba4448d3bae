"""The path `/mcp/sse` of the contract crawl: a POST with a JSON-RPC request is answered by an event.

A POST without a body is the handshake. A response ends with its event, so that the next request can use the same
connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect
from starlette.responses import Response

from pro_context.protocol import json_rpc
from pro_context.protocol.served_contract import App
from pro_context.transports.http.events import PlainEvents
from pro_context.transports.http.exchange import Exchange
from pro_context.transports.http.http_request import EVENTS, ClientWatch, HttpRequest
from pro_context.transports.http.legacy_methods import LegacyMethods
from pro_context.transports.http.protocol_refusals import Refusal
from pro_context.transports.http.sessions import Sessions
from pro_context_contract.protocol import INTERNAL_ERROR

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


class LegacySse:
    """An ASGI application that serves `/mcp/sse`."""

    def __init__(self, app: App, sessions: Sessions) -> None:
        self._contract = app.contract.name
        self._methods = LegacyMethods(app)
        self._sessions = sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        try:
            await self._serve(HttpRequest(scope, receive, send))
        except Refusal as refusal:
            await refusal.response(scope, receive, send)
        except ClientDisconnect:
            pass  # no client is left to answer

    async def _serve(self, http: HttpRequest) -> None:
        if http.method != "POST":
            raise Refusal(405, "The only method here is POST", headers={"Allow": "POST"})
        http.check_accepts(EVENTS)
        stream = PlainEvents(http.send)
        body = await http.body()
        if body:
            http.check_is_json()
        try:
            parsed = json_rpc.parse(body) if body else {}
            message = json_rpc.to_message(parsed) if parsed else None
        except json_rpc.UnreadableMessage as error:
            await stream.finish(json_rpc.error(error.code, error.reason, error.request_id))
            return
        if message is None:
            await stream.finish({"jsonrpc": "2.0", "result": self._methods.greeting, "id": None})
        elif isinstance(message, json_rpc.Incoming) and message.id is not None:
            await self._answer(http, message, stream)
        else:
            await http.respond(Response(status_code=202))

    async def _answer(self, http: HttpRequest, message: json_rpc.Incoming, stream: PlainEvents) -> None:
        session = self._sessions.of_key((self._contract, http.key_id))
        if session is None:
            raise Refusal(503, "There are too many sessions", INTERNAL_ERROR, request_id=message.id)
        exchange = Exchange(message.id, stream)
        with ClientWatch(http.receive, exchange.cancel, self._sessions.watches):
            answering = self._methods.answer(message.method, message.params, session.memory)
            response = await self._sessions.outcome(session, exchange, answering)
        await stream.finish(response)
