"""The connection with one client over two pipes, with one message per line.

The SDK's stdio transport does not answer unreadable lines, reads lines of any length, and drops running calls when its
input ends. This connection answers such lines, bounds their length, and finishes running calls.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

from pro_context.protocol.contract_server import ContractServer
from pro_context.transports import json_rpc
from pro_context.transports.standard_streams import MAX_LINE_BYTES, LineSplitter, StandardStreams
from pro_context.transports.stop_signals import stop_on_signals
from pro_context_engine import BlockingCalls

READ_BYTES = 65_536

MAX_UNANSWERED = 1_000
"""The most unanswered requests of one client."""

LAST_ANSWERS_SECONDS = 2.0
"""Seconds for which running calls may continue after the input has ended."""

LAST_WRITE_SECONDS = 1.0
"""Seconds for which a client that does not read can delay the exit."""


async def serve(server: ContractServer, streams: StandardStreams) -> int:
    """Serve one client until its input ends or a signal asks to stop.

    Args:
        server: the contract's server.
        streams: the streams that `standard_streams.claim` returned.

    Returns:
        The exit status: 0, or 130 after SIGINT.
    """
    to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception]()
    outgoing, from_server = anyio.create_memory_object_stream[SessionMessage]()
    connection = Connection(streams, to_server, server.announcements.close)
    with stop_on_signals(connection.stop) as signals:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(connection.receive)
            tasks.start_soon(connection.send, from_server)
            await server.run(incoming, outgoing, server.create_initialization_options())
            connection.stop()
            tasks.cancel_scope.deadline = anyio.current_time() + LAST_WRITE_SECONDS
    return signals.status


class Connection:
    """The lines to and from one client, and the requests without an answer."""

    def __init__(
        self,
        streams: StandardStreams,
        to_server: MemoryObjectSendStream[SessionMessage | Exception],
        on_end: Callable[[], None],
    ) -> None:
        """Connect the streams with the server.

        Args:
            streams: the pipes of the client.
            to_server: the stream of messages to the server; closed after the last one.
            on_end: called when the input has ended, before the last answers are awaited.
        """
        self._streams = streams
        self._to_server = to_server
        self._on_end = on_end
        self._reads = BlockingCalls("stdio-reads")
        self._writes = BlockingCalls("stdio-writes")
        self._reading = anyio.CancelScope()
        self._unanswered: set[RequestId] = set()
        self._settled = anyio.Event()
        self._client_gone = False

    async def receive(self) -> None:
        """Pass every message to the server until the input ends, then wait a short time for the last answers."""
        async with self._to_server:
            with self._reading:
                async for line in self._lines():
                    await self._accept(line)
            self._on_end()
            with anyio.move_on_after(LAST_ANSWERS_SECONDS):
                while self._unanswered:
                    self._settled = anyio.Event()
                    await self._settled.wait()

    async def send(self, from_server: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Write every message of the server."""
        async with from_server:
            async for item in from_server:
                message = item.message
                # Before the write: a client that has read an answer may send the next request at once.
                if isinstance(message, JSONRPCResponse | JSONRPCError):
                    self._settle(message.id)
                await self._write(json_rpc.encode(message.model_dump(by_alias=True, exclude_unset=True)))

    def stop(self) -> None:
        """Stop reading; requests that were read are still answered."""
        self._reading.cancel()

    async def _lines(self) -> AsyncIterator[bytes | None]:
        splitter = LineSplitter()
        with suppress(OSError):  # a closed terminal ends the input too
            while data := await self._reads.call(partial(os.read, self._streams.input, READ_BYTES)):
                for line in splitter.feed(data):
                    yield line
        for line in splitter.end():
            yield line

    async def _accept(self, line: bytes | None) -> None:
        if line is not None and not line.strip():
            return
        try:
            message = _message(line)
            self._count(message)
        except json_rpc.UnreadableMessage as error:
            await self._write(json_rpc.encode(json_rpc.error(error.code, error.reason, error.request_id)))
            return
        await self._to_server.send(SessionMessage(message))

    def _count(self, message: JSONRPCMessage) -> None:
        if isinstance(message, JSONRPCRequest):
            if len(self._unanswered) >= MAX_UNANSWERED:
                reason = f"Invalid request: {MAX_UNANSWERED} others have no answer yet"
                raise json_rpc.UnreadableMessage(json_rpc.INVALID_REQUEST, reason, message.id)
            self._unanswered.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))  # a cancelled request gets no answer

    async def _write(self, message: bytes) -> None:
        if self._client_gone:
            return
        try:
            await self._writes.call(partial(_write_all, self._streams.output, message + b"\n"))
        except OSError:
            self._client_gone = True
            self._unanswered.clear()
            self._settled.set()
            self.stop()

    def _settle(self, request_id: object) -> None:
        if isinstance(request_id, str | int):
            self._unanswered.discard(request_id)
        self._settled.set()


def _message(line: bytes | None) -> JSONRPCMessage:
    if line is None:
        reason = f"Invalid request: longer than {MAX_LINE_BYTES} bytes"
        raise json_rpc.UnreadableMessage(json_rpc.INVALID_REQUEST, reason)
    return json_rpc.to_message(json_rpc.parse(line))


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
