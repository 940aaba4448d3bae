"""A raw JSON-RPC peer of the harbor server, without an SDK client's opinions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio

from pro_context.protocol.contract_server import ContractServer
from pro_context.protocol.encoding import to_bytes
from pro_context.protocol.json_rpc import parse, to_message
from pro_context.protocol.memory_session import MemorySession
from pro_context.protocol.served_contract import App
from pro_context.transports.conversation import Conversation

LEGACY = ("2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
VERSIONS = (*LEGACY, MODERN)

CLIENT = {"name": "test", "version": "0"}


def envelope(version: str) -> dict[str, Any]:
    """Return the `_meta` every request of this version carries."""
    if version != MODERN:
        return {}
    prefix = "io.modelcontextprotocol/"
    return {
        f"{prefix}protocolVersion": version,
        f"{prefix}clientInfo": CLIENT,
        f"{prefix}clientCapabilities": {},
    }


def initialize(version: str, capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the params of `initialize`."""
    return {"protocolVersion": version, "capabilities": capabilities or {}, "clientInfo": CLIENT}


class Wire:
    """One connection: requests and their responses by id, and every notification in order."""

    def __init__(self, app: App, version: str) -> None:
        self.version = version
        self.notifications: list[dict[str, Any]] = []
        self.received: list[dict[str, Any]] = []
        self.conversation = Conversation(ContractServer(app), MemorySession(), self._receive)
        self._answers: dict[int, dict[str, Any]] = {}
        self._changed = anyio.Event()
        self._last_id = 0

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message as it is."""
        await self.conversation.take(to_message(parse(to_bytes(message))))

    async def start(self, method: str, params: dict[str, Any] | None = None, **meta: Any) -> int:
        """Send a request and return its id."""
        self._last_id += 1
        whole_meta = {**envelope(self.version), **meta}
        whole = {**(params or {}), **({"_meta": whole_meta} if whole_meta else {})}
        await self.send({"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": whole})
        return self._last_id

    async def answer(self, request_id: int) -> dict[str, Any]:
        """Return the response to a request."""
        while request_id not in self._answers:
            await self._changed.wait()
        return self._answers[request_id]

    async def request(self, method: str, params: dict[str, Any] | None = None, **meta: Any) -> dict[str, Any]:
        """Send a request and return the response: `result` or `error`, with `id`."""
        return await self.answer(await self.start(method, params, **meta))

    async def result(self, method: str, params: dict[str, Any] | None = None, **meta: Any) -> dict[str, Any]:
        """Send a request that must succeed and return its result."""
        response = await self.request(method, params, **meta)
        assert "result" in response, response
        return response["result"]

    async def error(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request that must fail and return its error."""
        response = await self.request(method, params)
        assert "error" in response, response
        return response["error"]

    async def notified(self, method: str) -> dict[str, Any]:
        """Return the first notification of this method, waiting for it."""
        while not (found := [message for message in self.notifications if message["method"] == method]):
            await self._changed.wait()
        return found[0]

    async def _receive(self, sent: Mapping[str, Any]) -> None:
        """Take a message of the server."""
        message = parse(to_bytes(sent))
        self.received.append(message)
        if "method" in message:
            self.notifications.append(message)
        else:
            self._answers[message["id"]] = message
        changed, self._changed = self._changed, anyio.Event()
        changed.set()


@asynccontextmanager
async def connected(app: App, version: str, capabilities: dict[str, Any] | None = None) -> AsyncIterator[Wire]:
    """Give a connection on which the handshake, where there is one, is done."""
    wire = Wire(app, version)
    try:
        if version != MODERN:
            await wire.result("initialize", initialize(version, capabilities))
            await wire.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        yield wire
    finally:
        await wire.conversation.end(1)
