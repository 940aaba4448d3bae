"""A server over HTTP in a process of its own, and just enough of a client to load it, for the benchmarks."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

KEY = "bench-" + "k" * 34
SERVER = [sys.executable, "-m", "pro_context.cli"]
CONFIGURATION: Mapping[str, Any] = {
    "server": {"transport": "http", "port": 0, "authKey": KEY},
    "sources": {name: {"enabled": False} for name in ("llmsTxt", "github", "docsSites", "package")},
    "project": {"autoDetect": False, "environment": "none"},
    "registry": {"checkAtStart": False},
    "rateLimit": {"maxRequestsPerMinute": 1_000_000, "burstSize": 1_000_000},
}
"""Nobody's documentation but what is added, for one key, without a limit."""

TICKS = os.sysconf("SC_CLK_TCK")
READY_SECONDS = 60.0
VERSION = "2025-11-25"

EVENTS = b"content-type: text/event-stream"
DATA = re.compile(rb"(?m)^data: (.*?)\r?$")


class ServerProcess:
    """A process that serves MCP over HTTP.

    Attributes:
        process: of the server.
        log: what it says on stderr.
        address: of its endpoint.
    """

    def __init__(self, command: list[str], log: Path) -> None:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PRO_CONTEXT")}
        self.log = log
        already = log.stat().st_size if log.exists() else 0
        with log.open("ab") as errors:
            self.process = subprocess.Popen(command, stderr=errors, env=inherited)
        until = time.monotonic() + READY_SECONDS
        while not (found := re.search(rb"http://[^/\s]+/mcp", log.read_bytes()[already:])):
            assert self.process.poll() is None, log.read_text()
            assert time.monotonic() < until, "it does not start"
            time.sleep(0.02)
        self.address = found[0].decode()

    @property
    def cpu(self) -> float:
        """Return the seconds of CPU the process and its ended children have used."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, stat[11:15])) / TICKS

    @property
    def memory(self) -> float:
        """Return the megabytes of memory the process has."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def kill(self) -> None:
        """End it as power does."""
        self.process.kill()
        self.process.wait(10)

    def close(self) -> None:
        """End it in order."""
        with suppress(ProcessLookupError):
            self.process.terminate()
        self.process.wait(60)


def configured(folder: Path, further: Mapping[str, Any]) -> list[str]:
    """Return the command of the product's server with a configuration and a cache in a folder.

    Args:
        folder: for both.
        further: sections of the configuration, over `CONFIGURATION`.
    """
    own = {"cache": {"directory": str(folder / "cache")}}
    sections = {**CONFIGURATION, **own}
    whole = {name: {**sections.get(name, {}), **further.get(name, {})} for name in {**sections, **further}}
    file = folder / "pro-context.yaml"
    file.write_text(json.dumps(whole))
    return [*SERVER, "--config", str(file)]


@contextmanager
def serving(folder: Path, further: Mapping[str, Any]) -> Iterator[ServerProcess]:
    """Serve the product with this configuration while the block runs."""
    server = ServerProcess(configured(folder, further), folder / "log")
    try:
        yield server
    finally:
        server.close()


class Connection:
    """One connection that is kept, and just enough HTTP."""

    def __init__(self, address: str, key: str = KEY) -> None:
        self.place = urlsplit(address)
        self.headers = f"Authorization: Bearer {key}\r\n" if key else ""

    async def open(self) -> Self:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection(self.place.hostname, self.place.port)
        return self

    async def start(self) -> Self:
        """Connect and open a session."""
        await self.open()
        client = {"name": "bench", "version": "1"}
        head, _ = await self.post(
            request("initialize", {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": client})
        )
        if session := re.search(rb"mcp-session-id: (\S+)", head):
            self.headers += f"Mcp-Session-Id: {session[1].decode()}\r\nMCP-Protocol-Version: {VERSION}\r\n"
        return self

    def close(self) -> None:
        """Close the connection; the session stays."""
        self.writer.close()

    async def post(self, message: bytes) -> tuple[bytes, bytes]:
        """Return head and body of the answer to a message.

        An answer that takes long is a stream of events: then the last message of the stream stands for the body.
        """
        self.writer.write(self.head(len(message)) + message)
        head = await self.reader.readuntil(b"\r\n\r\n")
        if EVENTS in head:
            return head, DATA.findall(await self._chunked())[-1]
        length = re.search(rb"(?i)content-length: (\d+)", head)
        return head, await self.reader.readexactly(int(length[1]) if length else 0)

    async def _chunked(self) -> bytes:
        """Return a body whose length was not known when it began."""
        body = b""
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            body += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readexactly(2)
        return body

    def head(self, length: int) -> bytes:
        """Return the head of a request with a body of so many bytes."""
        return (
            f"POST {self.place.path} HTTP/1.1\r\nHost: {self.place.netloc}\r\n{self.headers}"
            f"Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
            f"Content-Length: {length}\r\n\r\n"
        ).encode()

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the outcome of a call, `ok` or a code, and what it gave.

        Raises:
            OSError: the connection ended.
        """
        _, body = await self.post(calling(tool, arguments))
        message = json.loads(body)
        if "error" in message:
            return str(message["error"].get("code")), message["error"]
        result = message["result"]
        if not result.get("isError"):
            return "ok", result.get("structuredContent") or {}
        error = json.loads(result["content"][0]["text"])
        return error["code"], error


def request(method: str, params: Mapping[str, Any]) -> bytes:
    """Return a request as it goes over the wire."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def calling(tool: str, arguments: Mapping[str, Any]) -> bytes:
    """Return the request that calls a tool."""
    return request("tools/call", {"name": tool, "arguments": arguments})


async def load(address: str, message: bytes, clients: int, calls: int, key: str = KEY) -> list[float]:
    """Send one message so many times over so many sessions; return the seconds of each answer, in order of size."""
    connections = [await Connection(address, key).start() for _ in range(clients)]
    waited: list[float] = []

    async def ask(connection: Connection) -> None:
        while len(waited) < calls:
            begun = time.perf_counter()
            head, body = await connection.post(message)
            waited.append(time.perf_counter() - begun)
            assert head.startswith(b"HTTP/1.1 200"), head
            assert b'"isError":true' not in body, body[:200]

    await asyncio.gather(*map(ask, connections))
    for connection in connections:
        connection.close()
    return sorted(waited)
