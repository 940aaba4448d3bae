"""The CPU of calls and the memory of sessions over HTTP, of the product, of the SDK's echo server, and of bare ASGI."""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from http_server import KEY, Connection, ServerProcess, configured

CALL = {"name": "resolve-library", "arguments": {"query": "pydantic"}}
STATELESS = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": STATELESS,
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
CLIENTS = 64
SESSIONS = 1_000
Measure = Callable[[ServerProcess], float]


def rows(folder: Path, runs: int, seconds: float) -> Iterator[tuple[str, list[list[float]]]]:
    """Yield the name of each row with the figures of our server, of the echo server and of bare ASGI, one for each run.

    Args:
        folder: for configurations and logs.
        runs: the number of runs; in each, the servers are measured in turn.
        seconds: the duration of one measurement of calls.
    """
    here = Path(__file__).parent
    echo = [sys.executable, str(here / "echo_stdio.py"), "--http", KEY]
    commands = [configured(folder, {}), echo, [sys.executable, str(here / "bare_asgi.py"), KEY]]
    with ExitStack() as stack:
        servers = [
            stack.enter_context(closing(ServerProcess(command, folder / f"log{number}")))
            for number, command in enumerate(commands)
        ]
        for name, measure in (("sessions", _of_sessions), (STATELESS, _of_stateless)):
            for server in servers:
                measure(server, 0.5)
            figures = [[measure(server, seconds) for server in servers] for _ in range(runs)]
            yield f"HTTP, {name}, CPU ms", figures
        yield f"{SESSIONS} sessions, MiB", [[_session_memory(server) for server in servers[:2]]]


def ratio(figures: list[list[float]], column: int) -> float:
    """Return the median ratio of a column to the echo server's."""
    return statistics.median(row[column] / row[1] for row in figures)


def _of_sessions(server: ServerProcess, seconds: float) -> float:
    async def connected() -> Connection:
        return await Connection(server.address).start()

    return asyncio.run(_cpu_per_call(server, [connected] * CLIENTS, _message({}), seconds))


def _of_stateless(server: ServerProcess, seconds: float) -> float:
    async def connected() -> Connection:
        connection = await Connection(server.address).open()
        own = {"MCP-Protocol-Version": STATELESS, "Mcp-Method": "tools/call", "Mcp-Name": CALL["name"]}
        connection.headers += "".join(f"{name}: {value}\r\n" for name, value in own.items())
        return connection

    return asyncio.run(_cpu_per_call(server, [connected] * CLIENTS, _message({"_meta": META}), seconds))


def _message(further: dict[str, object]) -> bytes:
    params = {**CALL, **further}
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}).encode()


async def _cpu_per_call(
    server: ServerProcess, connect: list[Callable[[], object]], message: bytes, seconds: float
) -> float:
    """Return the milliseconds of CPU of the server for each call."""
    connections = [await one() for one in connect]  # type: ignore[misc]
    calls, begun, until = 0, server.cpu, time.monotonic() + seconds

    async def ask(connection: Connection) -> None:
        nonlocal calls
        while time.monotonic() < until:
            head, body = await connection.post(message)
            assert head.startswith(b"HTTP/1.1 200"), head + body
            assert b'"structuredContent"' in body, body
            calls += 1

    await asyncio.gather(*map(ask, connections))
    spent = server.cpu - begun
    for connection in connections:
        connection.close()
    return spent / calls * 1_000


def _session_memory(server: ServerProcess) -> float:
    async def open_all(number: int) -> None:
        for _ in range(number):
            (await Connection(server.address).start()).close()

    asyncio.run(open_all(200))  # what is made once is made by then
    before = server.memory
    asyncio.run(open_all(SESSIONS))
    return max(server.memory - before, 0.01)
