"""The protocol version 2026-07-28, in which every request is complete in itself."""

from __future__ import annotations

from collections.abc import Mapping

from mcp.server.connection import Connection
from mcp.server.runner import ServerRunner
from mcp.shared.inbound import (
    ERROR_CODE_HTTP_STATUS,
    InboundLadderRejection,
    InboundModernRoute,
    classify_inbound_request,
    unsupported_protocol_version_rejection,
    validate_mcp_param_headers,
    x_mcp_header_map,
)
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    UNSUPPORTED_PROTOCOL_VERSION,
    JSONRPCNotification,
    JSONRPCRequest,
)
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from starlette.responses import Response

from pro_context.protocol.contract_server import ContractServer
from pro_context.transports.http.call import EVENTS, JSON, VERSION, Call
from pro_context.transports.http.events import EventStream
from pro_context.transports.http.exchange import Exchange
from pro_context.transports.http.protocol_refusals import Refusal
from pro_context.transports.http.session_pool import Sessions
from pro_context_contract import Contract


class Stateless:
    """The endpoint of one contract for clients of this version."""

    def __init__(self, contract: Contract, server: ContractServer, sessions: Sessions) -> None:
        self._versions = [version for version in contract.protocol_versions if version in MODERN_PROTOCOL_VERSIONS]
        self._supported = contract.protocol_versions
        self._contract = contract.name
        self._server = server
        self._sessions = sessions
        # The tools with an argument that a header repeats for gateways.
        self._repeating = {
            tool["name"]: tool["inputSchema"] for tool in contract.tools if x_mcp_header_map(tool["inputSchema"])
        }

    async def serve(self, call: Call) -> None:
        """Serve a request.

        Raises:
            Refusal: the request is refused.
        """
        if call.method != "POST":
            raise Refusal(405, "The only method of 2026-07-28 is POST", headers={"Allow": "POST"})
        call.check_accepts(JSON, EVENTS)
        message = await call.message()
        if isinstance(message, JSONRPCRequest):
            await self._answer(call, message)
        elif isinstance(message, JSONRPCNotification):
            if unsupported := self._version_rejection(call):
                raise self._refusal(unsupported)
            # A client cancels by closing the response; no other notification has an effect on a stateless server.
            await call.respond(Response(status_code=202))
        else:
            raise Refusal(400, "Invalid request: neither a request nor a notification")

    async def _answer(self, call: Call, message: JSONRPCRequest) -> None:
        route = self._route(call, message)
        session = self._sessions.of_key((self._contract, call.key_id))
        if session is None:
            raise Refusal(503, "There are too many sessions", INTERNAL_ERROR, request_id=message.id)
        caller = call.caller(session.memory)
        exchange = Exchange(message, caller, EventStream(call.send))
        if caller.wait is None:
            connection = Connection.from_envelope(route.protocol_version, route.client_info, route.client_capabilities)
            serving = ServerRunner(self._server, connection, {}).on_request(exchange, message.method, message.params)
        else:
            serving = self._server.refuse_call(caller.wait, route.protocol_version)
        with self._sessions.busy(session, exchange), call.when_gone(exchange.cancel):
            response = await exchange.outcome(serving)
        code = response.get("error", {}).get("code")
        await exchange.finish(response, ERROR_CODE_HTTP_STATUS.get(code, 200))

    def _route(self, call: Call, message: JSONRPCRequest) -> InboundModernRoute:
        """Return the version and client that the request names, if its headers name the same.

        Raises:
            Refusal: the request is incomplete, or contradicts its headers.
        """
        body = {"method": message.method, "params": message.params}
        verdict = classify_inbound_request(body, headers=dict(call.headers), supported_modern_versions=self._versions)
        if isinstance(verdict, InboundLadderRejection):
            # A client of another version gets the supported versions, not the rules of this one.
            unsupported = self._version_rejection(call) if verdict.code == INVALID_PARAMS else None
            raise self._refusal(unsupported or verdict, message.id)
        if mismatch := self._param_mismatch(call, message):
            raise self._refusal(mismatch, message.id)
        return verdict

    def _version_rejection(self, call: Call) -> InboundLadderRejection | None:
        return unsupported_protocol_version_rejection(call.headers[VERSION], self._versions)

    def _param_mismatch(self, call: Call, message: JSONRPCRequest) -> InboundLadderRejection | None:
        params = message.params or {}
        schema = self._repeating.get(str(params.get("name"))) if message.method == "tools/call" else None
        arguments = params.get("arguments") or {}
        if schema is None or not isinstance(arguments, Mapping):
            return None
        return validate_mcp_param_headers(schema, arguments, call.headers)

    def _refusal(self, rejection: InboundLadderRejection, request_id: str | int | None = None) -> Refusal:
        status, data = ERROR_CODE_HTTP_STATUS[rejection.code], rejection.data
        is_unsupported = rejection.code == UNSUPPORTED_PROTOCOL_VERSION
        if is_unsupported and (not self._versions or data["requested"] in HANDSHAKE_PROTOCOL_VERSIONS):
            # With the versions of this era alone, a client of the other era would find no common version.
            data = {**data, "supported": list(self._supported)}
        return Refusal(status, rejection.message, rejection.code, request_id=request_id, data=data)
