"""The protocol versions before 2026-07-28: a handshake opens a session, which later requests name."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Any

from starlette.responses import Response

from pro_context.protocol import client_description, json_rpc
from pro_context.protocol.contract_server import ContractServer
from pro_context.protocol.request import Request
from pro_context.transports.http.events import EventStream
from pro_context.transports.http.exchange import Exchange
from pro_context.transports.http.http_request import EVENTS, JSON, SESSION_ID, VERSION, ClientWatch, HttpRequest
from pro_context.transports.http.http_session import HttpSession, Owner
from pro_context.transports.http.protocol_refusals import Refusal
from pro_context.transports.http.sessions import Sessions
from pro_context_contract import Contract
from pro_context_contract.protocol import HANDSHAKE_VERSIONS, HEADER_MISMATCH, INTERNAL_ERROR

MOST_STREAMS = 1_000
"""The most open GET streams of one key."""


class Handshake:
    """The endpoint of one contract for clients of these versions.

    Attributes:
        versions: the versions that the contract has.
        methods: the functions that serve the requests of each HTTP method; they may raise `Refusal`.
    """

    def __init__(self, contract: Contract, server: ContractServer, sessions: Sessions) -> None:
        self.versions = [version for version in contract.protocol_versions if version in HANDSHAKE_VERSIONS]
        self.methods = {"GET": self._get, "POST": self._post, "DELETE": self._delete}
        self._contract = contract.name
        self._server = server
        self._sessions = sessions

    async def _post(self, http: HttpRequest) -> None:
        http.check_accepts(JSON, EVENTS)
        session = await self._session(http) if SESSION_ID in http.headers else None
        message = await http.message()
        if session is None:
            await self._open(http, message)
        elif isinstance(message, json_rpc.Reply) or message.id is None:
            if isinstance(message, json_rpc.Incoming) and message.method == "notifications/cancelled":
                await self._sessions.cancel(session, message.params.get("requestId"))
            # No other notification of a client has an effect here, and notifications have no response.
            await http.respond(Response(status_code=202))
        elif message.method == "initialize" or client_description.has_version(message.params):
            reason = f"This session speaks {session.version}, by its own handshake"
            raise Refusal(400, reason, request_id=message.id)
        else:
            await self._answer(http, session, message)

    async def _answer(self, http: HttpRequest, session: HttpSession, message: json_rpc.Incoming) -> None:
        exchange = Exchange(message.id, EventStream(http.send))
        if http.wait is None:
            serving = self._serve_request(session, exchange, message.method, message.params)
        else:
            serving = self._server.refuse_call(http.wait, session)
        await exchange.stream.finish(await self._sessions.outcome(session, exchange, serving))

    async def _open(self, http: HttpRequest, message: json_rpc.Message) -> None:
        """Answer the handshake, and keep the session if it succeeds."""
        if isinstance(message, json_rpc.Reply) or message.id is None:
            raise Refusal(400, f"The header {SESSION_ID} is missing")
        if client_description.has_version(message.params):
            raise Refusal(400, f"The header {VERSION} is missing", HEADER_MISMATCH, request_id=message.id)
        if message.method != "initialize":
            raise Refusal(400, f"The header {SESSION_ID} is missing", request_id=message.id)
        session = self._sessions.open(self._owner(http))
        if session is None:
            raise Refusal(503, "There are too many sessions", INTERNAL_ERROR, request_id=message.id)
        headers = {}
        try:
            exchange = Exchange(message.id, EventStream(http.send))
            serving = self._serve_request(session, exchange, message.method, self._with_served_version(message.params))
            response = await self._sessions.outcome(session, exchange, serving)
            if "result" in response:
                await self._sessions.keep(session)
                headers = {SESSION_ID: session.id}
        finally:
            if not headers:
                self._sessions.drop(session)
        await exchange.stream.finish(response, headers=headers)

    async def _get(self, http: HttpRequest) -> None:
        """Stream the notifications that belong to no request, until the session ends or the client leaves."""
        http.check_accepts(EVENTS)
        session = await self._session(http)
        if session.is_streaming:
            raise Refusal(409, "The session has a stream already")
        if self._sessions.streams_of(session.owner) >= MOST_STREAMS:
            raise Refusal(429, "Your key has too many streams", headers={"Retry-After": "60"})
        stream = EventStream(http.send)
        watch = ClientWatch(http.receive, session.close_stream, self._sessions.watches)
        with session.streaming() as notifications, watch:
            try:
                await self._sessions.note_stream(session)
                stream.keep_alive()
                while (notification := await notifications.get()) is not None:
                    await stream.send(notification)
            finally:
                stream.settle()
                self._sessions.touch(session)
        await stream.close()

    async def _delete(self, http: HttpRequest) -> None:
        await self._sessions.end(await self._session(http))
        await http.respond(Response(status_code=200))

    def _serve_request(
        self, session: HttpSession, exchange: Exchange, method: str, params: Mapping[str, Any]
    ) -> Awaitable[Mapping[str, Any]]:
        return self._server.answer(Request(method, params, session.memory, session, exchange, exchange.request_id))

    async def _session(self, http: HttpRequest) -> HttpSession:
        session_id = http.headers.get(SESSION_ID)
        if session_id is None:
            raise Refusal(400, f"The header {SESSION_ID} is missing")
        owner = self._owner(http)
        session = self._sessions.find(session_id, owner) or await self._sessions.lookup(session_id, owner)
        if session is None:
            raise Refusal(404, "The session does not exist, or has ended")
        return session

    def _owner(self, http: HttpRequest) -> Owner:
        return self._contract, http.key_id

    def _with_served_version(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the params of a handshake; an unsupported version is replaced by the newest supported one."""
        wanted = params.get("protocolVersion")
        if not isinstance(wanted, str) or wanted in self.versions:
            return params
        return {**params, "protocolVersion": max(self.versions)}
