"""A raw JSON-RPC peer of the fixture's server process, without an SDK client's opinions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.harbor.wire import MODERN, envelope, initialize

ROOT = Path(__file__).parents[2]
ROOTS = [str(ROOT / name) for name in ("", "server", "handlers", "engine", "generated")]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(ROOTS)}

LEGACY = "2025-11-25"
VERSIONS = (LEGACY, MODERN)


def command(generated: Path) -> list[str]:
    """Return what starts the server."""
    return [sys.executable, "-m", "tests.conformance.fixture_server", str(generated)]


@dataclass(frozen=True)
class Answer:
    """What came back for one request: the response, and the notifications ahead of it."""

    response: dict[str, Any]
    notifications: list[dict[str, Any]]

    @property
    def result(self) -> dict[str, Any]:
        """Return the result of a request that must succeed."""
        assert "result" in self.response, self.response
        return self.response["result"]

    def notified(self, method: str) -> list[dict[str, Any]]:
        """Return the params of the notifications of one method, in order."""
        return [message["params"] for message in self.notifications if message["method"] == method]


class Peer:
    """One client of one server process."""

    def __init__(self, version: str, server: subprocess.Popen[bytes]) -> None:
        self.version = version
        self._server = server
        self._last_id = 0

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message as it is."""
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._server.stdin.flush()

    def ask(self, method: str, params: dict[str, Any] | None = None, **meta: Any) -> Answer:
        """Send a request and wait for its answer."""
        self._last_id += 1
        whole_meta = {**envelope(self.version), **meta}
        whole = {**(params or {}), **({"_meta": whole_meta} if whole_meta else {})}
        self.tell({"id": self._last_id, "method": method, "params": whole})
        ahead: list[dict[str, Any]] = []
        while (message := self._next()).get("id") != self._last_id:
            ahead.append(message)
        return Answer(message, ahead)

    def call(self, tool: str, arguments: dict[str, Any] | None = None, **meta: Any) -> Answer:
        """Call a tool."""
        given = {} if arguments is None else {"arguments": arguments}
        return self.ask("tools/call", {"name": tool, **given}, **meta)

    def _next(self) -> dict[str, Any]:
        assert self._server.stdout is not None
        line = self._server.stdout.readline()
        assert line, "the server has ended"
        return json.loads(line)


@contextmanager
def connected(generated: Path, version: str) -> Iterator[Peer]:
    """Give a peer on which the handshake, where there is one, is done."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command(generated), stdin=pipe, stdout=pipe, env=ENVIRONMENT, cwd=ROOT) as server:
        peer = Peer(version, server)
        try:
            if version != MODERN:
                peer.ask("initialize", initialize(version))
                peer.tell({"method": "notifications/initialized"})
            yield peer
        finally:
            server.kill()
