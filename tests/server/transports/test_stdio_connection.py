"""One client at the other end of two pipes: lines in, lines out, an end that keeps its word."""

import asyncio
import json
import os
import random
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from tests.server.harbor.docs import HarborDocs
from tests.server.harbor.wire import MODERN, VERSIONS, envelope, initialize
from tests.server.malformed import expects_answer, mutated

from pro_context.protocol.contract_server import ContractServer
from pro_context.protocol.served_contract import App
from pro_context.transports import stdio_connection
from pro_context.transports.standard_streams import MAX_LINE_BYTES, StandardStreams

SECONDS = 60
"""After which a test that waits in vain fails; however busy the machine is, an answer comes before."""


class Pipe:
    """The client's end."""

    def __init__(self, app: App) -> None:
        self._server_in, self.write_end = os.pipe()
        self.read_end, self._server_out = os.pipe()
        streams = StandardStreams(self._server_in, self._server_out)
        self.serving = asyncio.create_task(stdio_connection.serve(ContractServer(app), streams))
        self.serving.add_done_callback(lambda _: os.close(self._server_out))  # so that nobody waits for a line in vain
        self._file = os.fdopen(self.read_end, "rb")

    async def send(self, *messages: dict[str, Any] | bytes) -> None:
        """Write messages, or bytes as they are."""
        for message in messages:
            data = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
            await asyncio.to_thread(os.write, self.write_end, data)

    async def receive(self) -> dict[str, Any]:
        """Return the next line the server writes."""
        return json.loads(await asyncio.to_thread(self._file.readline))

    def end_input(self) -> None:
        """Close the server's input, once."""
        if self.write_end >= 0:
            os.close(self.write_end)
            self.write_end = -1

    async def close(self) -> None:
        """End everything, whatever state the test left it in."""
        self.end_input()
        self.serving.cancel()
        with suppress(asyncio.CancelledError):
            await self.serving
        self._file.close()
        os.close(self._server_in)


@asynccontextmanager
async def piped(app: App) -> AsyncIterator[Pipe]:
    pipe = Pipe(app)
    try:
        yield pipe
    finally:
        await pipe.close()


def request(number: int | str, method: str, params: dict[str, Any] | None = None, version: str = "") -> dict[str, Any]:
    meta = envelope(version)
    whole = {**(params or {}), **({"_meta": meta} if meta else {})}
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": whole}


async def opened(pipe: Pipe, version: str) -> None:
    if version != MODERN:
        await pipe.send(request("open", "initialize", initialize(version)))
        assert (await pipe.receive())["result"]["protocolVersion"] == version
        await pipe.send({"jsonrpc": "2.0", "method": "notifications/initialized"})


def horn(number: int, how: str, version: str) -> dict[str, Any]:
    return request(number, "tools/call", {"name": "sound-horn", "arguments": {"how": how}}, version)


every_version = pytest.mark.parametrize("version", VERSIONS)


@every_version
async def test_bad_lines_are_answered_and_the_session_goes_on(app: App, version: str) -> None:
    async with piped(app) as pipe:
        await pipe.send(b"{nonsense\n")  # also as the very first line
        assert (await pipe.receive())["error"]["code"] == -32700
        await opened(pipe, version)
        for line, code, number in [
            (b"\xff\xfe\n", -32700, None),
            (b"[]\n", -32600, None),
            (b'{"jsonrpc":"2.0","id":7}\n', -32600, 7),
            (b'{"id":"x","method":"ping"}\n', -32600, "x"),
            (b'{"jsonrpc":"2.0","id":8,"method":"ping","params":[]}\n', -32600, 8),
        ]:
            await pipe.send(line)
            answer = await pipe.receive()
            assert (answer["error"]["code"], answer["id"]) == (code, number)
        await pipe.send(request(9, "tools/list", version=version))
        assert len((await pipe.receive())["result"]["tools"]) == 2


async def test_too_long_line_is_refused_and_the_session_goes_on(app: App) -> None:
    async with piped(app) as pipe:
        await opened(pipe, "2025-11-25")
        await pipe.send(b'{"pad":"', *[b"x" * 65_536] * (MAX_LINE_BYTES // 65_536), b'"}\n')
        assert "longer than" in (await pipe.receive())["error"]["message"]
        await pipe.send(request(1, "ping"))
        assert (await pipe.receive())["id"] == 1


async def test_blank_lines_and_carriage_returns_are_harmless(app: App) -> None:
    async with piped(app) as pipe:
        await opened(pipe, "2025-11-25")
        await pipe.send(b"\n\r\n  \n", json.dumps(request(1, "ping")).encode() + b"\r\n")
        assert (await pipe.receive())["id"] == 1


async def test_half_characters_do_not_break_the_session(app: App) -> None:
    async with piped(app) as pipe:
        await opened(pipe, "2025-11-25")
        await pipe.send(request(1, "tools/call", {"name": "greet-ship", "arguments": {"shipName": "A\ud83d"}}))
        while (answer := await pipe.receive()).get("id") != 1:
            pass
        assert answer["result"]["structuredContent"]["greeting"] == "Ahoy A?!"


async def test_last_line_without_newline_counts(app: App) -> None:
    async with piped(app) as pipe:
        await opened(pipe, "2025-11-25")
        await pipe.send(json.dumps(request(1, "ping")).encode())
        pipe.end_input()
        assert (await pipe.receive())["id"] == 1


@every_version
async def test_call_in_flight_is_answered_after_the_input_ended(app: App, docs: HarborDocs, version: str) -> None:
    async with piped(app) as pipe:
        await opened(pipe, version)
        await pipe.send(horn(1, "wait", version))
        await docs.started.wait()
        pipe.end_input()
        docs.release.set()
        assert (await pipe.receive())["result"]["structuredContent"] == {"sounded": 1}
        assert await pipe.serving == 0


@every_version
async def test_call_that_never_ends_does_not_hold_up_the_exit(
    app: App, docs: HarborDocs, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio_connection, "LAST_ANSWERS_SECONDS", 0.05)
    async with piped(app) as pipe:
        await opened(pipe, version)
        await pipe.send(horn(1, "wait", version))
        await docs.started.wait()
        pipe.end_input()
        assert await asyncio.wait_for(pipe.serving, SECONDS) == 0
        assert docs.cancelled.is_set()
        assert (await pipe.receive())["error"]["message"] == "Connection closed"


async def test_open_stream_ends_in_order_when_the_input_ends(app: App) -> None:
    async with piped(app) as pipe:
        filters = {"notifications": {"resourcesListChanged": True}}
        await pipe.send(request(1, "subscriptions/listen", filters, MODERN))
        assert (await pipe.receive())["method"] == "notifications/subscriptions/acknowledged"
        pipe.end_input()
        answer = await pipe.receive()
        assert (answer["id"], "result" in answer) == (1, True)
        assert await asyncio.wait_for(pipe.serving, SECONDS) == 0


async def test_input_that_ends_at_once(app: App) -> None:
    async with piped(app) as pipe:
        pipe.end_input()
        assert await asyncio.wait_for(pipe.serving, SECONDS) == 0


async def test_client_that_stops_reading_is_left_quietly(app: App, docs: HarborDocs) -> None:
    async with piped(app) as pipe:
        await opened(pipe, "2025-11-25")
        await pipe.send(horn(1, "wait", ""))
        await docs.started.wait()
        pipe._file.close()
        docs.release.set()
        assert await asyncio.wait_for(pipe.serving, SECONDS) == 0


async def test_client_that_never_reads_does_not_hold_up_the_exit(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio_connection, "LAST_ANSWERS_SECONDS", 0.05)
    monkeypatch.setattr(stdio_connection, "LAST_WRITE_SECONDS", 0.05)
    async with piped(app) as pipe:
        await opened(pipe, "2025-11-25")
        for number in range(100):  # the answers are more than a pipe holds
            await pipe.send(request(number, "tools/list"))
        pipe.end_input()
        assert await asyncio.wait_for(pipe.serving, SECONDS) == 0


async def test_requests_under_way_are_bounded(app: App, docs: HarborDocs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio_connection, "MAX_UNANSWERED", 2)
    async with piped(app) as pipe:
        await opened(pipe, "2025-11-25")
        await pipe.send(horn(1, "wait", ""), horn(2, "wait", ""), horn(3, "softly", ""))
        answer = await pipe.receive()
        assert (answer["id"], answer["error"]["code"]) == (3, -32600)
        docs.release.set()
        assert {(await pipe.receive())["id"], (await pipe.receive())["id"]} == {1, 2}
        await pipe.send(horn(4, "softly", ""))
        assert (await pipe.receive())["result"]["structuredContent"] == {"sounded": 1}


async def test_answered_request_is_not_counted(app: App, docs: HarborDocs, monkeypatch: pytest.MonkeyPatch) -> None:
    accepted, write = threading.Event(), stdio_connection._write_all

    def written_long_before_it_is_known(descriptor: int, data: bytes) -> None:
        write(descriptor, data)
        accepted.wait(SECONDS)

    monkeypatch.setattr(stdio_connection, "MAX_UNANSWERED", 1)
    monkeypatch.setattr(stdio_connection, "_write_all", written_long_before_it_is_known)
    async with piped(app) as pipe:
        await opened(pipe, "2025-11-25")
        await pipe.send(horn(1, "wait", ""))  # by a client that has read the answer before the server goes on
        try:
            await asyncio.wait_for(docs.started.wait(), SECONDS / 2)
        finally:
            accepted.set()
        docs.release.set()
        assert (await pipe.receive())["result"]["structuredContent"] == {"sounded": 1}


async def test_answers_that_nobody_reads_are_bounded(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio_connection, "MAX_UNANSWERED", 10)
    async with piped(app) as pipe:
        await opened(pipe, "2025-11-25")
        for number in range(200):  # the answers are more than a pipe holds
            await pipe.send(request(number, "tools/list"))
        pipe.end_input()
        answers = [await pipe.receive() for _ in range(200)]
        assert {answer["id"] for answer in answers} == set(range(200))
        assert {answer["error"]["code"] for answer in answers if "error" in answer} == {-32600}


async def test_cancelled_call_is_not_waited_for(app: App, docs: HarborDocs) -> None:
    async with piped(app) as pipe:
        await opened(pipe, "2025-11-25")
        await pipe.send(horn(1, "wait", ""))
        await docs.started.wait()
        await pipe.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        await docs.cancelled.wait()
        pipe.end_input()
        assert await asyncio.wait_for(pipe.serving, SECONDS) == 0


@every_version
async def test_no_mutated_line_is_met_with_silence(app: App, version: str) -> None:
    seed = random.Random(20261121)
    sound = [
        request(1, "tools/call", {"name": "sound-horn", "arguments": {"how": "softly"}}, version),
        request("a", "resources/read", {"uri": "harbor://tide"}, version),
        request(2, "prompts/get", {"name": "plan-voyage", "arguments": {"destination": "Oslo"}}, version),
    ]
    async with piped(app) as pipe:
        await opened(pipe, version)
        if version == MODERN:  # the first request decides the era
            await pipe.send(request("open", "tools/list", version=version))
            await pipe.receive()
        for number in range(500):
            line = mutated(seed, seed.choice(sound))
            await pipe.send(line + b"\n")
            if expects_answer(line):
                answer = await asyncio.wait_for(pipe.receive(), SECONDS)
                assert "error" in answer or "result" in answer, line
            if number % 50 == 49:
                await pipe.send(request(f"alive-{number}", "tools/list", version=version))
                assert (await asyncio.wait_for(pipe.receive(), SECONDS))["id"] == f"alive-{number}"
