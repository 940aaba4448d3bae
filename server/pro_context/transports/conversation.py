"""The conversation with one client over a way that carries messages in both directions, such as two pipes.

The first request decides its era: `initialize` and every other request without a version of its own begin a handshake,
a request that names its version in `_meta` begins a conversation without one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from pro_context.protocol import client_description, json_rpc
from pro_context.protocol.memory_session import MemorySession
from pro_context.protocol.request import Client, ProtocolError, Request, response_message
from pro_context_contract.protocol import (
    CONNECTION_CLOSED,
    INVALID_REQUEST,
    REQUEST_TIMEOUT,
    STATELESS_VERSIONS,
    UNSUPPORTED_PROTOCOL_VERSION,
)

if TYPE_CHECKING:
    from pro_context.protocol.contract_server import ContractServer
    from pro_context.protocol.staged_server import StagedServer


Send = Callable[[Mapping[str, Any]], Coroutine[Any, Any, None]]

_ONLY_ONE_ERA = "This connection has a handshake; requests that name their own version are not accepted on it"
_NO_HANDSHAKE = "This connection has no handshake; each request names its own version"


class Peer(Client):
    """The client of a conversation, which can be asked."""

    def __init__(self, send: Send) -> None:
        super().__init__()
        self._send = send
        self._asked: dict[int, asyncio.Future[json_rpc.Reply]] = {}
        self._last_id = 0

    async def announce(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Send a notification."""
        await self._send(json_rpc.notification(method, params))

    async def ask(self, method: str, seconds: float) -> Mapping[str, Any]:
        """Send a request, and return its result."""
        self._last_id = number = self._last_id + 1
        answered = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            await self._send({"jsonrpc": "2.0", "id": number, "method": method})
            response: json_rpc.Reply = await asyncio.wait_for(answered, seconds)
        except TimeoutError:
            await self.announce("notifications/cancelled", {"requestId": number, "reason": "timed out"})
            raise ProtocolError(REQUEST_TIMEOUT, f"{method} timed out") from None
        finally:
            del self._asked[number]
        if response.error is not None:
            raise ProtocolError(response.error["code"], response.error["message"])
        return response.result

    def take(self, response: json_rpc.Reply) -> None:
        """Take the response to a request; any other response has no effect."""
        number = str(response.id)
        answered = self._asked.get(int(number)) if number.isdecimal() and len(number) < 20 else None
        if answered is not None and not answered.done():
            answered.set_result(response)

    def leave(self) -> None:
        """End the requests without an answer: the client has left."""
        for answered in self._asked.values():
            if not answered.done():
                answered.set_result(json_rpc.Reply(None, {}, {"code": CONNECTION_CLOSED, "message": "closed"}))


class Conversation:
    """The messages of one client, and its requests that have no answer yet."""

    def __init__(self, server: ContractServer | StagedServer, session: MemorySession, send: Send) -> None:
        """Begin a conversation.

        Args:
            server: answers the requests.
            session: the session of the client.
            send: sends a message to the client; several calls are in order.
        """
        self._server = server
        self._session = session
        self._send = send
        self._peer = Peer(send)
        self._is_stateless: bool | None = None
        self._tasks: set[asyncio.Task[object]] = set()
        self._running: dict[str, asyncio.Task[object]] = {}
        self._silenced: set[asyncio.Task[object]] = set()
        self._sending: set[asyncio.Task[object]] = set()
        self._settled = asyncio.Event()

    @property
    def unanswered(self) -> int:
        """Return the number of requests without an answer, and of answers that wait for another one to be sent."""
        return len(self._running) + max(0, len(self._sending) - 1)

    async def take(self, message: json_rpc.Message) -> None:
        """Take the next message of the client; its answer is sent later, except that of the handshake."""
        if isinstance(message, json_rpc.Reply):
            self._peer.take(message)
        elif message.id is None:
            self._hear(message)
        else:
            if self._is_stateless is None:
                self._is_stateless = message.method != "initialize" and client_description.has_version(message.params)
            if message.method == "initialize":
                # It is over before the next message, which a client may have sent already.
                response = await self._response(message, message.id)
                self._sending.add(self._begin(self._send(response)))
                return
            task = self._begin(self._answer(message, message.id))
            key = str(message.id)
            self._running[key] = task
            task.add_done_callback(lambda done: self._forget(key, done))

    async def settle(self) -> None:
        """Return when every request has its answer."""
        while self._running:
            self._settled.clear()
            await self._settled.wait()

    def abandon(self) -> None:
        """Note that the client cannot be answered any more."""
        self._running.clear()
        self._settled.set()

    async def end(self, seconds: float) -> None:
        """Stop serving; each request without an answer gets an error.

        Args:
            seconds: seconds that the client has to read the errors.
        """
        self._peer.leave()
        for timeout, spared in ((seconds, self._sending), (None, ())):
            for task in self._tasks.difference(spared):
                task.cancel()
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=timeout)

    def _begin(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(self._sending.discard)
        return task

    def _forget(self, key: str, task: asyncio.Task[object]) -> None:
        self._silenced.discard(task)
        if self._running.get(key) is task:
            del self._running[key]
            self._settled.set()

    def _hear(self, message: json_rpc.Incoming) -> None:
        if message.method == "notifications/cancelled":
            task = self._running.get(str(message.params.get("requestId")))
            if task is not None:
                self._silenced.add(task)
                task.cancel()
        elif not self._is_stateless:
            self._begin(self._server.hear(self._request(message, self._peer)))

    def _request(self, message: json_rpc.Incoming, client: Client) -> Request:
        return Request(message.method, message.params, self._session, client, self, message.id)

    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Send a notification that belongs to a request."""
        await self._send(json_rpc.notification(method, params))

    async def _answer(self, message: json_rpc.Incoming, request_id: str | int) -> None:
        task = asyncio.current_task()
        try:
            response = await self._response(message, request_id)
        except asyncio.CancelledError:
            if task in self._silenced:
                return
            response = json_rpc.error(CONNECTION_CLOSED, "Connection closed", request_id)
        # Before the message is sent: a client that has read an answer may send the next request at once.
        if task is not None:
            self._forget(str(request_id), task)
            self._sending.add(task)
        await self._send(response)

    def _response(self, message: json_rpc.Incoming, request_id: str | int) -> Awaitable[dict[str, Any]]:
        async def serve() -> Mapping[str, Any]:
            return await self._server.answer(self._request(message, self._client(message)))

        return response_message(request_id, serve())

    def _client(self, message: json_rpc.Incoming) -> Client:
        """Return the client of a request, which on a connection without a handshake describes itself in each.

        Raises:
            ProtocolError: the request is of the other era, or incomplete.
        """
        if message.method == "initialize" and self._is_stateless:
            wanted = message.params.get("protocolVersion")
            data = {"supported": STATELESS_VERSIONS, **({"requested": wanted} if isinstance(wanted, str) else {})}
            raise ProtocolError(UNSUPPORTED_PROTOCOL_VERSION, _NO_HANDSHAKE, data)
        if self._is_stateless:
            return client_description.client_of(message.params)
        if message.method != "initialize" and client_description.has_version(message.params):
            raise ProtocolError(INVALID_REQUEST, _ONLY_ONE_ERA)
        return self._peer
