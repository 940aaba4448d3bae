"""Whatever a client sends, however slowly: it is answered or cut off, and nobody else waits for it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec

import pytest
from tests.server.transports.http.harness import OPEN, PING, SECONDS, Harbor, greeting, request, serving, stateless

from pro_context.transports.http import arrival, h11_connection, httptools_connection, listener

KB = 1_024
GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
HEAD = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: */*\r\n"


@pytest.fixture(params=["httptools", "h11"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let uvicorn read by one of its parsers."""
    kinds = {"httptools": httptools_connection, "h11": h11_connection}
    assert find_spec("httptools")
    monkeypatch.setattr(listener, "_connection", lambda: kinds[request.param].BoundedConnection)


either_parser = pytest.mark.usefixtures("parser")


@asynccontextmanager
async def connection(harbor: Harbor) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", harbor.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def raw(harbor: Harbor, *pieces: bytes) -> bytes:
    """Send bytes on a connection of their own and return everything that comes back until it is closed."""
    async with connection(harbor) as (reader, writer):
        for piece in pieces:
            writer.write(piece)
        return await asyncio.wait_for(reader.read(), SECONDS)


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


async def answers(harbor: Harbor) -> bool:
    """Tell whether a ping over a new connection is answered; one that waits in vain fails."""
    session = await harbor.handshake()
    return (await harbor.post(PING, session)).json()["result"] == {}


async def test_body_up_to_the_bound() -> None:
    async with serving({**OPEN, "server.maxBodyKB": 2}) as harbor:
        session = await harbor.handshake()
        empty = json.dumps({**PING, "params": {"pad": ""}})
        for size, expected in ((2 * KB, 200), (2 * KB + 1, 413), (200 * KB, 413)):
            body = json.dumps({**PING, "params": {"pad": "x" * (size - len(empty))}}).encode()
            answer = await harbor.post(body, session)
            assert (answer.status_code, len(body)) == (expected, size)
            if expected == 413:
                assert answer.json()["error"]["message"] == "The body is longer than 2048 bytes"


@either_parser
async def test_body_of_unknown_length_is_counted_while_it_arrives() -> None:
    async with serving({**OPEN, "server.maxBodyKB": 2}) as harbor:
        chunk = b"400\r\n" + b" " * KB + b"\r\n"
        answer = await raw(harbor, HEAD + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 3)
        assert status(answer) == 413
        assert await answers(harbor)


async def test_declared_length_alone_is_enough_to_refuse() -> None:
    async with serving() as harbor:
        answer = await raw(harbor, HEAD + b"Content-Length: 10000000000\r\n\r\n")
        assert status(answer) == 413
        assert b"connection: close" in answer.lower()


@either_parser
async def test_blanks_around_a_header_are_none_of_it() -> None:
    message, headers = request(stateless(), "tools/call", greeting("Elsa"))
    body = json.dumps(message).encode()
    lines = "".join(f"{name}: \t{value} \t\r\n" for name, value in headers.items())
    async with serving(OPEN) as harbor:
        end = f"{lines}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        answer = await raw(harbor, HEAD + end.encode() + body)
    assert status(answer) == 200
    assert b"Ahoy Elsa!" in answer


@either_parser
async def test_headers_up_to_the_bound() -> None:
    async with serving() as harbor:
        many = b"".join(b"X-%d: y\r\n" % number for number in range(101))
        long = b"X: " + b"y" * 40 * KB + b"\r\n"
        few = b"".join(b"X-%d: %s\r\n" % (number, b"y" * 150) for number in range(90))
        for head, expected in ((many, 431), (long, 431), (few, 200)):
            assert status(await raw(harbor, GET + head + b"\r\n")) == expected


@either_parser
async def test_endless_header_is_cut_off() -> None:
    async with serving() as harbor, connection(harbor) as (reader, writer):
        writer.write(b"GET /healthz HTTP/1.1\r\nX: ")
        for _ in range(100):
            writer.write(b"y" * KB)
        answer = b""
        with suppress(ConnectionResetError):  # where it closes with bytes of ours still unread
            answer = await asyncio.wait_for(reader.read(), SECONDS)
        assert not answer or status(answer) == 431


@either_parser
@pytest.mark.parametrize(
    "pieces",
    [
        [],
        [b"POST /mc"],
        [HEAD],
        [HEAD + b"Content-Length: 100\r\n\r\n"],
        [HEAD + b'Content-Length: 100\r\n\r\n{"jsonrpc"'],
        [HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{    \r\n"],
    ],
)
async def test_request_that_does_not_arrive_is_cut_off(monkeypatch: pytest.MonkeyPatch, pieces: list[bytes]) -> None:
    monkeypatch.setattr(arrival, "ARRIVAL_SECONDS", 0.3)
    async with serving() as harbor:
        assert status(await raw(harbor, *pieces)) == 408


@either_parser
async def test_dripping_does_not_prolong_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrival, "ARRIVAL_SECONDS", 0.5)
    async with serving() as harbor, connection(harbor) as (reader, writer):
        closed = asyncio.create_task(reader.read())
        async with asyncio.timeout(SECONDS):
            while not closed.done():
                writer.write(b"\r\n")
                await asyncio.wait([closed], timeout=0.05)
        # Bytes that the server has not read when it closes make the end of the connection a reset.
        with suppress(ConnectionResetError):
            await closed


@either_parser
async def test_late_next_request_does_not_spoil_the_answer_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as harbor:
        session = await harbor.handshake()
        named = b"".join(f"{name}: {value}\r\n".encode() for name, value in session.items())
        call = {**PING, "method": "tools/call", "params": {"name": "sound-horn", "arguments": {"how": "wait"}}}
        body = json.dumps(call).encode()
        async with connection(harbor) as (reader, writer):
            writer.write(HEAD + named + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            await harbor.docs.started.wait()
            monkeypatch.setattr(arrival, "ARRIVAL_SECONDS", 0.1)
            writer.write(HEAD)
            await asyncio.wait([asyncio.create_task(harbor.docs.cancelled.wait())], timeout=0.4)
            harbor.docs.release.set()
            answer = await asyncio.wait_for(reader.read(), SECONDS)
    assert status(answer) == 200
    assert b'"sounded":1' in answer


async def test_fifty_half_sent_bodies_stall_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrival, "ARRIVAL_SECONDS", 10 * SECONDS)  # who is stalled waits too long for this test
    async with serving() as harbor:
        half = HEAD + b'Content-Length: 60000\r\n\r\n{"jsonrpc":' + b" " * 30_000
        writers = [(await asyncio.open_connection("127.0.0.1", harbor.port))[1] for _ in range(250)]
        for number, writer in enumerate(writers):
            writer.write(half if number < 50 else HEAD[: number // 4])
        assert await answers(harbor)
        for writer in writers:
            writer.close()
        assert await answers(harbor)


@either_parser
@pytest.mark.parametrize(
    "garbage",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/one\r\n\r\n",
        b"BREW /pot HTCPCP/1.0\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    ],
)
async def test_what_is_no_http_is_refused_without_a_line_in_the_log(
    garbage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as harbor:
        assert status(await raw(harbor, garbage)) == 400
        assert await answers(harbor)
    assert caplog.records == []


async def test_upgrade_is_not_taken() -> None:
    async with serving() as harbor:
        answer = await raw(harbor, GET + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
    assert status(answer) == 200


async def test_client_that_leaves_while_it_sends_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async with serving() as harbor:
        async with connection(harbor) as (_, writer):
            writer.write(HEAD + b"Content-Length: 100\r\n\r\n{")
            await writer.drain()
        assert await answers(harbor)
    assert caplog.records == []
