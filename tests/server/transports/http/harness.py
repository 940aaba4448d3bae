"""The harbor contract over HTTP, on a free port of loopback and on the test's own loop."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2
from tests.server.harbor.app import harbor_app
from tests.server.harbor.docs import HarborDocs
from tests.server.harbor.wire import MODERN, envelope, initialize

from pro_context.access.key_ring import KeyRing
from pro_context.configuration.loading import load
from pro_context.configuration.server_settings import ServerSettings
from pro_context.configuration.variables import variable_of
from pro_context.operations.overview import ReadOverview
from pro_context.protocol.served_contract import App
from pro_context.transports.http import listener
from pro_context.transports.http.server import HttpServer, Served
from pro_context_engine.domain.api_keys import ApiKey
from pro_context_engine.domain.shared_state import SharedState

HANDSHAKES = ("2025-03-26", "2025-06-18", "2025-11-25")
LEGACY = "2025-11-25"
ACCEPT = "application/json, text/event-stream"
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
OPEN: Mapping[str, object] = {
    "security.requireKey": False,
    "rateLimit.burstSize": 100_000,
    "rateLimit.maxRequestsPerMinute": 100_000,
}
KEYED = {**OPEN, "security.requireKey": True}
KEY = "pc_" + "k" * 40
SECONDS = 60
"""After which a test that waits in vain fails; however busy the machine is, an answer comes before."""


class ListedKeys(KeyRing):
    """Keys that stand in a list, as if a store had them."""

    def __init__(self, *keys: ApiKey) -> None:
        super().__init__(None, KEY)
        self._keys = {key.prefix: key for key in keys}


@dataclass(frozen=True)
class Harbor:
    """A server with a client that has not spoken yet."""

    docs: HarborDocs
    server: HttpServer
    http: httpx2.AsyncClient
    port: int
    running: asyncio.Task[None]
    path: str = "/mcp"

    @property
    def url(self) -> str:
        """Return the address of the endpoint."""
        return f"http://127.0.0.1:{self.port}{self.path}"

    def at(self, path: str) -> Harbor:
        """Return the same server, asked at another endpoint."""
        return replace(self, path=path)

    async def post(self, message: object, headers: Mapping[str, str] | None = None) -> httpx2.Response:
        """Post a message, or bytes as they are."""
        content = message if isinstance(message, bytes) else json.dumps(message).encode()
        usual = {"Accept": ACCEPT, "Content-Type": "application/json"}
        return await self.http.post(self.url, content=content, headers={**usual, **(headers or {})})

    async def handshake(self, version: str = LEGACY, **headers: str) -> dict[str, str]:
        """Open a session and return the headers of its requests."""
        message = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize(version)}
        answer = await self.post(message, headers)
        assert answer.status_code == 200, answer.text
        session = {"Mcp-Session-Id": answer.headers["mcp-session-id"], "MCP-Protocol-Version": version, **headers}
        told = await self.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, session)
        assert told.status_code == 202
        return session

    async def ask(
        self, headers: Mapping[str, str], method: str, params: dict[str, Any] | None = None, **meta: Any
    ) -> httpx2.Response:
        """Send a request in a session, or of 2026-07-28, as the headers say."""
        return await self.post(*request(headers, method, params, **meta))

    @asynccontextmanager
    async def streaming(
        self, headers: Mapping[str, str], method: str, params: dict[str, Any] | None = None, **meta: Any
    ) -> AsyncIterator[Events]:
        """Send a request whose response is a stream."""
        message, whole = request(headers, method, params, **meta)
        usual = {"Accept": ACCEPT, "Content-Type": "application/json"}
        async with self.http.stream(
            "POST", self.url, content=json.dumps(message).encode(), headers={**usual, **whole}
        ) as response:
            yield Events(response)

    @asynccontextmanager
    async def listening(self, headers: Mapping[str, str]) -> AsyncIterator[Events]:
        """Open the GET stream of a session."""
        async with self.http.stream("GET", self.url, headers={"Accept": "text/event-stream", **headers}) as response:
            yield Events(response)


class Events:
    """The messages on a response that stays open."""

    def __init__(self, response: httpx2.Response) -> None:
        self.response = response
        self._lines = response.aiter_lines()

    async def next(self) -> dict[str, Any] | None:
        """Return the next message, None at the end of the stream."""
        async for line in self._lines:
            if line.startswith("data: "):
                return dict(json.loads(line.removeprefix("data: ")))
        return None

    async def rest(self) -> list[dict[str, Any]]:
        """Return all messages up to the end."""
        return [json.loads(line.removeprefix("data: ")) async for line in self._lines if line.startswith("data: ")]


def stateless(**headers: str) -> dict[str, str]:
    """Return what says in headers that a request is of 2026-07-28."""
    return {"MCP-Protocol-Version": MODERN, **headers}


def request(
    headers: Mapping[str, str], method: str, params: dict[str, Any] | None = None, **meta: Any
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return a request of the version that the headers name, and all its headers."""
    version = headers.get("MCP-Protocol-Version", "")
    whole_meta = {**envelope(version), **meta}
    whole = {**(params or {}), **({"_meta": whole_meta} if whole_meta else {})}
    named = {"Mcp-Method": method} if version == MODERN else {}
    if version == MODERN and (name := whole.get("name") or whole.get("uri")):
        named["Mcp-Name"] = str(name)
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": whole}, {**named, **headers}


def settings(values: Mapping[str, object]) -> ServerSettings:
    """Return a configuration that says this and nothing else."""
    with tempfile.NamedTemporaryFile(suffix=".yaml") as nothing:
        said = {key: value if isinstance(value, str) else json.dumps(value) for key, value in values.items()}
        return load(Path(nothing.name), {variable_of(key): text for key, text in said.items()}).settings


@asynccontextmanager
async def serving(
    values: Mapping[str, object] = OPEN,
    keys: KeyRing | None = None,
    apps: Mapping[str, App] | None = None,
    look: ReadOverview | None = None,
    shared: SharedState | None = None,
) -> AsyncIterator[Harbor]:
    """Serve the harbor."""
    docs = HarborDocs()
    listening = listener.bind_socket("127.0.0.1", 0)
    port = listening.getsockname()[1]

    async def ready() -> bool:
        return not docs.cancelled.is_set()

    served = Served(apps or {"/mcp": harbor_app(docs)}, ready, look)
    server = HttpServer(served, settings(values), keys or ListedKeys(), listening, shared=shared)
    running = asyncio.create_task(server.run())
    try:
        address = f"http://127.0.0.1:{port}"
        # Nobody shows a certificate here, and reading whom to trust takes longer than most tests.
        async with httpx2.AsyncClient(base_url=address, timeout=SECONDS, trust_env=False, verify=False) as http:
            yield Harbor(docs, server, http, port, running)
    finally:
        server.stop()
        docs.release.set()
        await asyncio.wait_for(running, SECONDS)


def horn(how: str) -> dict[str, Any]:
    """Return the params of a call that does as it is told."""
    return {"name": "sound-horn", "arguments": {"how": how}}


def greeting(ship: str) -> dict[str, Any]:
    """Return the params of a call that adds to what the session remembers."""
    return {"name": "greet-ship", "arguments": {"shipName": ship}}


def refusal(response: Any, status: int, code: int) -> dict[str, Any]:
    """Return the error of a response that must be one, without a session and in our own words."""
    assert response.status_code == status, response.text
    assert "mcp-session-id" not in response.headers
    body = response.json()
    assert body["error"]["code"] == code
    assert "pydantic" not in response.text
    return dict(body)


async def connect(harbor: Harbor, version: str) -> dict[str, str]:
    return stateless() if version == MODERN else await harbor.handshake(version)
