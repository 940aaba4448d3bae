"""The protocol version 2026-07-28, in which every request is complete in itself."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from pro_context.protocol import client_description, json_rpc
from pro_context.protocol.contract_server import ContractServer
from pro_context.protocol.request import Client, ProtocolError, Request
from pro_context.transports.http.events import EventStream
from pro_context.transports.http.exchange import Exchange
from pro_context.transports.http.http_request import EVENTS, JSON, VERSION, ClientWatch, HttpRequest
from pro_context.transports.http.protocol_refusals import Refusal
from pro_context.transports.http.repeated_headers import check_arguments, check_headers, repeated_arguments
from pro_context.transports.http.sessions import Sessions
from pro_context_contract import Contract
from pro_context_contract.protocol import (
    HANDSHAKE_VERSIONS,
    HEADER_MISMATCH,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    PARSE_ERROR,
    STATELESS_VERSIONS,
    UNSUPPORTED_PROTOCOL_VERSION,
)

_STATUSES: Mapping[int, int] = {
    PARSE_ERROR: 400,
    INVALID_REQUEST: 400,
    INVALID_PARAMS: 400,
    HEADER_MISMATCH: 400,
    MISSING_REQUIRED_CLIENT_CAPABILITY: 400,
    UNSUPPORTED_PROTOCOL_VERSION: 400,
    METHOD_NOT_FOUND: 404,
}
"""The status of a response with an error, by its code; 200 for every other code."""


class Stateless:
    """The endpoint of one contract for clients of this version."""

    def __init__(self, contract: Contract, server: ContractServer, sessions: Sessions) -> None:
        self._versions = [version for version in contract.protocol_versions if version in STATELESS_VERSIONS]
        self._supported = contract.protocol_versions
        self._contract = contract.name
        self._server = server
        self._sessions = sessions
        # The arguments that a header repeats for gateways.
        self._repeated = {tool["name"]: list(repeated_arguments(tool["inputSchema"])) for tool in contract.tools}

    async def serve(self, http: HttpRequest) -> None:
        """Serve a request.

        Raises:
            Refusal: the request is refused.
        """
        if http.method != "POST":
            raise Refusal(405, "The only method of 2026-07-28 is POST", headers={"Allow": "POST"})
        http.check_accepts(JSON, EVENTS)
        message = await http.message()
        if isinstance(message, json_rpc.Reply):
            raise Refusal(400, "Invalid request: neither a request nor a notification")
        try:
            client = self._client(http, message)
        except ProtocolError as error:
            raise self._refusal(error, message.id) from None
        if client is not None:
            await self._answer(http, message, client)
        else:
            # A client cancels by closing the response; no other notification has an effect on a stateless server.
            await http.respond(Response(status_code=202))

    async def _answer(self, http: HttpRequest, message: json_rpc.Incoming, client: Client) -> None:
        session = self._sessions.of_key((self._contract, http.key_id))
        if session is None:
            raise Refusal(503, "There are too many sessions", INTERNAL_ERROR, request_id=message.id)
        exchange = Exchange(message.id, EventStream(http.send))
        if http.wait is None:
            request = Request(message.method, message.params, session.memory, client, exchange, message.id)
            serving = self._server.answer(request)
        else:
            serving = self._server.refuse_call(http.wait, client)
        with ClientWatch(http.receive, exchange.cancel, self._sessions.watches):
            response = await self._sessions.outcome(session, exchange, serving)
        await exchange.stream.finish(response, _STATUSES.get(response.get("error", {}).get("code"), 200))

    def _client(self, http: HttpRequest, message: json_rpc.Incoming) -> Client | None:
        """Return the client that a request names, if its headers name the same; None for a notification.

        Raises:
            ProtocolError: the request is incomplete, contradicts its headers, or is of another version.
        """
        if message.id is None:
            client_description.check_version(http.headers[VERSION], self._versions)
            return None
        try:
            check_headers(message.method, message.params, http.headers)
        except ProtocolError as error:
            if error.code == INVALID_PARAMS:
                # A client of another version gets the supported versions, not the rules of this one.
                client_description.check_version(http.headers[VERSION], self._versions)
            raise
        client = client_description.client_of(message.params, self._versions)
        arguments = message.params.get("arguments") or {}
        if message.method == "tools/call" and isinstance(arguments, dict):
            check_arguments(self._repeated.get(str(message.params.get("name")), []), arguments, http.headers)
        return client

    def _refusal(self, error: ProtocolError, request_id: str | int | None) -> Refusal:
        data = error.data
        is_unsupported = error.code == UNSUPPORTED_PROTOCOL_VERSION
        if is_unsupported and (not self._versions or data["requested"] in HANDSHAKE_VERSIONS):
            # With the versions of this era alone, a client of the other era would find no common version.
            data = {**data, "supported": list(self._supported)}
        return Refusal(_STATUSES[error.code], error.message, error.code, request_id=request_id, data=data)
