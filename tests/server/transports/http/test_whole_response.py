"""The writing of responses on a connection: at once where the body is one message."""

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

pytest.importorskip("httptools")

from pro_context.transports.http.deadlines import Deadlines
from pro_context.transports.http.httptools_connection import BoundedConnection

REQUEST = b"POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 2\r\n\r\nhi"
START = {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4"), (b"x-a", b"b")]}
BODY = {"type": "http.response.body", "body": b"body", "more_body": False}


class Pipe(asyncio.Transport):
    """A transport that keeps each write."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def resume_reading(self) -> None:
        """Read on; there is nothing to read."""

    def pause_reading(self) -> None:
        """Read no further; there is nothing to read."""


def served(sent: list[dict[str, Any]], *requests: bytes, turns: int = 0) -> Pipe:
    """Return the transport of a connection after requests, each answered with some messages."""

    async def app(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        await receive()
        for message in sent:
            await send(dict(message))

    return exchange(app, *requests, turns=turns)


def exchange(app: Any, *requests: bytes, turns: int) -> Pipe:
    """Return the transport of a connection to an application after requests, each with some turns of the loop."""

    async def run() -> Pipe:
        config = uvicorn.Config(app, http=BoundedConnection, log_config=None, server_header=False, date_header=False)
        config.load()
        connection, pipe = BoundedConnection(config=config, server_state=ServerState(), app_state={}), Pipe()
        connection.connection_made(pipe)
        for request in requests:
            connection.data_received(request)
            for _ in range(turns):
                await asyncio.sleep(0)
        connection.connection_lost(None)
        return pipe

    return asyncio.run(run())


@pytest.mark.skipif("sys.version_info < (3, 12)")
def test_a_request_that_waits_for_nothing_is_answered_at_once() -> None:
    assert served([START, BODY], REQUEST).written == [b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\nx-a: b\r\n\r\nbody"]


def test_an_answered_request_leaves_nothing_for_the_garbage_collector() -> None:
    ended: list[weakref.ref[Any]] = []

    class Kept(dict[str, Any]):
        """What an application adds to the scope, with the `send` of the response."""

    async def app(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        scope["kept"] = Kept(send=send)
        ended.append(weakref.ref(scope["kept"]))
        await send(dict(START))
        await send(dict(BODY))

    gc.disable()
    try:
        exchange(app, REQUEST, REQUEST, turns=20)
        assert [one() for one in ended] == [None, None]
    finally:
        gc.enable()


def test_requests_in_one_segment_are_answered_in_their_order() -> None:
    pipe = served([START, BODY], REQUEST * 3, turns=20)
    assert [data.partition(b"\r\n\r\n")[2] for data in pipe.written] == [b"body"] * 3


@pytest.mark.parametrize("cut", range(1, len(REQUEST)))
def test_a_request_that_begins_with_the_end_of_another_one_is_answered(cut: int) -> None:
    """Some applications answer before they have read the body."""

    async def app(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        await send(dict(START))
        await send(dict(BODY))

    pipe = exchange(app, REQUEST[:-1], b"i" + REQUEST[:cut], REQUEST[cut:] + REQUEST, turns=20)
    assert b"".join(pipe.written).count(b"\r\n\r\nbody") == 3


def test_a_request_in_pieces_is_read_to_its_end() -> None:
    assert b"".join(served([START, BODY], REQUEST[:-1], b"i", turns=20).written).endswith(b"body")


def test_a_connection_that_closes_says_so() -> None:
    closing = REQUEST.replace(b"host: h", b"host: h\r\nconnection: close")
    pipe = served([START, BODY], closing, turns=20)
    assert b"connection: close" in b"".join(pipe.written)
    assert pipe.closed


def test_a_body_in_parts_is_written_in_parts() -> None:
    parts = [{**BODY, "body": b"bo", "more_body": True}, {**BODY, "body": b"dy"}]
    assert b"".join(served([START, *parts], REQUEST, turns=20).written).endswith(b"\r\n\r\nbody")


def test_a_header_with_a_line_end_is_never_written() -> None:
    start = {**START, "headers": [(b"content-length", b"4"), (b"x-a", b"b\r\nx-c: d")]}
    pipe = served([start, BODY], REQUEST, turns=20)
    assert not pipe.written
    assert pipe.closed


def test_a_body_of_another_length_than_its_head_says_is_not_sent() -> None:
    assert b"longer" not in b"".join(served([START, {**BODY, "body": b"longer"}], REQUEST, turns=20).written)


async def test_an_idle_connection_is_closed_and_one_with_a_request_is_not() -> None:
    release = asyncio.Event()

    async def app(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        if scope["path"] == "/wait":
            await release.wait()
        await send(dict(START))
        await send(dict(BODY))

    config = uvicorn.Config(app, http=BoundedConnection, log_config=None, server_header=False, date_header=False)
    config.load()
    state, idle = ServerState(), Deadlines(0.05)
    pipes = [Pipe(), Pipe(), Pipe()]
    connections = []
    for pipe in pipes:
        connections.append(BoundedConnection(config=config, server_state=state, app_state={}, idle=idle))
        connections[-1].connection_made(pipe)
        connections[-1].data_received(REQUEST)
    waiting, quiet, lost = connections
    await asyncio.sleep(0.01)
    waiting.data_received(REQUEST.replace(b"/ ", b"/wait "))
    lost.connection_lost(ConnectionResetError())
    await asyncio.sleep(0.1)
    assert [pipe.closed for pipe in pipes] == [False, True, False]
    release.set()
    await asyncio.sleep(0.1)
    assert pipes[0].closed
    for connection in (waiting, quiet):
        connection.connection_lost(None)
