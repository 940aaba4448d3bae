"""The connection with one client over two pipes, with one message per line.

Unreadable lines are answered, the length of a line is bounded, and running calls are finished when the input ends.
"""

from __future__ import annotations

import asyncio
import os
import select
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from pro_context.protocol import json_rpc
from pro_context.protocol.encoding import to_bytes
from pro_context.protocol.memory_session import MemorySession
from pro_context.transports.conversation import Conversation
from pro_context.transports.standard_streams import MAX_LINE_BYTES, LineSplitter, StandardStreams
from pro_context.transports.stop_signals import stop_on_signals
from pro_context_contract.protocol import INVALID_REQUEST
from pro_context_engine import BlockingCalls

if TYPE_CHECKING:
    from pro_context.protocol.contract_server import ContractServer
    from pro_context.protocol.staged_server import StagedServer

READ_BYTES = 65_536

MAX_UNANSWERED = 1_000
"""The most unanswered requests of one client."""

LAST_ANSWERS_SECONDS = 2.0
"""Seconds for which running calls may continue after the input has ended."""

LAST_WRITE_SECONDS = 1.0
"""Seconds for which a client that does not read can delay the exit."""


async def serve(server: ContractServer | StagedServer, streams: StandardStreams) -> int:
    """Serve one client until its input ends or a signal asks to stop.

    Args:
        server: the contract's server.
        streams: the streams that `standard_streams.claim` returned.

    Returns:
        The exit status: 0, or 130 after SIGINT.
    """
    connection = Connection(server, streams)
    with stop_on_signals(connection.stop) as signals:
        await connection.run()
    return signals.status


class Connection:
    """The lines to and from one client."""

    def __init__(self, server: ContractServer | StagedServer, streams: StandardStreams) -> None:
        self._server = server
        self._streams = streams
        self._conversation = Conversation(server, MemorySession(), self._send)
        self._reads = BlockingCalls("stdio-reads")
        self._writes = BlockingCalls("stdio-writes")
        self._writing = asyncio.Lock()
        self._reading: asyncio.Task[None] | None = None
        self._client_gone = False
        self._loop_reads = True

    async def run(self) -> None:
        """Serve until the input ends, then wait a short time for the last answers."""
        self._reading = asyncio.create_task(self._receive())
        try:
            await asyncio.wait([self._reading])
            if not self._reading.cancelled():
                self._reading.result()
            self._server.close_streams()
            if self._conversation.unanswered:
                await self._server.wait_until_open()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._conversation.settle(), LAST_ANSWERS_SECONDS)
        finally:
            self._reading.cancel()
            await self._conversation.end(LAST_WRITE_SECONDS)

    def stop(self) -> None:
        """Stop reading; requests that were read are still answered."""
        if self._reading is not None:
            self._reading.cancel()

    async def _receive(self) -> None:
        async for line in self._lines():
            await self._accept(line)

    async def _lines(self) -> AsyncIterator[bytes | None]:
        splitter = LineSplitter()
        with suppress(OSError):  # a closed terminal ends the input too
            while data := await self._read():
                for line in splitter.feed(data):
                    yield line
        for line in splitter.end():
            yield line

    async def _read(self) -> bytes:
        """Return the next bytes of the client, b"" after the last ones.

        A thread waits for them where the event loop cannot: for a file, and on Windows.
        """
        loop, descriptor = asyncio.get_running_loop(), self._streams.input
        if self._loop_reads:
            arrived: asyncio.Future[None] = loop.create_future()
            try:
                loop.add_reader(descriptor, _settle, arrived)
            except (NotImplementedError, OSError, ValueError):
                self._loop_reads = False
            else:
                try:
                    await arrived
                finally:
                    loop.remove_reader(descriptor)
                return os.read(descriptor, READ_BYTES)
        return await self._reads.call(partial(os.read, descriptor, READ_BYTES))

    async def _accept(self, line: bytes | None) -> None:
        if line is not None and not line.strip():
            return
        try:
            message = self._message(line)
        except json_rpc.UnreadableMessage as error:
            await self._send(json_rpc.error(error.code, error.reason, error.request_id))
            return
        await self._conversation.take(message)

    def _message(self, line: bytes | None) -> json_rpc.Message:
        if line is None:
            reason = f"Invalid request: longer than {MAX_LINE_BYTES} bytes"
            raise json_rpc.UnreadableMessage(INVALID_REQUEST, reason)
        message = json_rpc.to_message(json_rpc.parse(line))
        is_request = isinstance(message, json_rpc.Incoming) and message.id is not None
        if is_request and self._conversation.unanswered >= MAX_UNANSWERED:
            reason = f"Invalid request: {MAX_UNANSWERED} others have no answer yet"
            raise json_rpc.UnreadableMessage(INVALID_REQUEST, reason, message.id)
        return message

    async def _send(self, message: Mapping[str, Any]) -> None:
        line = to_bytes(message) + b"\n"
        async with self._writing:
            if self._client_gone:
                return
            try:
                if _takes_at_once(self._streams.output, line):
                    os.write(self._streams.output, line)
                else:
                    await self._writes.call(partial(_write_all, self._streams.output, line))
            except OSError:
                self._client_gone = True
                self._conversation.abandon()
                self.stop()


def _settle(arrived: asyncio.Future[None]) -> None:
    if not arrived.done():
        arrived.set_result(None)


def _takes_at_once(descriptor: int, data: bytes) -> bool:
    """Tell whether a pipe takes data without waiting; a thread writes longer ones (POSIX, `PIPE_BUF`)."""
    if len(data) > getattr(select, "PIPE_BUF", 0):
        return False
    waiting = select.poll()
    waiting.register(descriptor, select.POLLOUT)
    return any(event & select.POLLOUT for _, event in waiting.poll(0))


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
