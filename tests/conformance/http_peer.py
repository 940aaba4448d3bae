"""A raw JSON-RPC peer of the fixture's server process over HTTP, with a key as a client has one."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from tests.conformance.peer import ENVIRONMENT, ROOT, Answer, Peer, command
from tests.server.harbor.wire import MODERN, envelope, initialize

KEY = "pc_" + "f" * 40


class HttpPeer(Peer):
    """One client of one server process."""

    def __init__(self, version: str, url: str, http: httpx2.Client) -> None:
        self.version = version
        self._url = url
        self._http = http
        self._last_id = 0
        self._session: dict[str, str] = {}

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message as it is."""
        assert self._post(message).status_code == 202

    def ask(self, method: str, params: dict[str, Any] | None = None, **meta: Any) -> Answer:
        """Send a request and wait for its answer."""
        self._last_id += 1
        whole_meta = {**envelope(self.version), **meta}
        whole = {**(params or {}), **({"_meta": whole_meta} if whole_meta else {})}
        response = self._post({"id": self._last_id, "method": method, "params": whole})
        if "mcp-session-id" in response.headers:
            self._session = {"Mcp-Session-Id": response.headers["mcp-session-id"]}
        *ahead, answer = _messages(response)
        assert answer["id"] == self._last_id
        return Answer(answer, ahead)

    def _post(self, message: dict[str, Any]) -> httpx2.Response:
        content = json.dumps({"jsonrpc": "2.0", **message})
        return self._http.post(self._url, content=content, headers=self._headers(message))

    def _headers(self, message: dict[str, Any]) -> dict[str, str]:
        usual = {
            "Accept": "application/json, text/event-stream",
            "Authorization": f"Bearer {KEY}",
            "Content-Type": "application/json",
            "MCP-Protocol-Version": self.version,
        }
        if self.version != MODERN:
            return {**usual, **self._session}
        params = message["params"]
        named = {"Mcp-Name": params.get("name") or params.get("uri") or ""}
        region = params.get("arguments", {}).get("region") if params.get("name") == "test_header_argument" else None
        return {**usual, "Mcp-Method": message["method"], **named, **({"Mcp-Param-Region": region} if region else {})}


def _messages(response: httpx2.Response) -> list[dict[str, Any]]:
    if response.headers["content-type"] == "application/json":
        return [response.json()]
    return [json.loads(line.removeprefix("data: ")) for line in response.text.splitlines() if line.startswith("data: ")]


@contextmanager
def connected_over_http(generated: Path, version: str) -> Iterator[Peer]:
    """Give a peer on which the handshake, where there is one, is done."""
    environment = {**ENVIRONMENT, "PRO_CONTEXT__SERVER__AUTH_KEY": KEY}
    started = [*command(generated), "--port", "0"]
    with subprocess.Popen(started, stderr=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as server:
        assert server.stderr is not None
        try:
            url = next(found[0] for line in server.stderr if (found := re.search(r"http://\S+/mcp", line)))
            with httpx2.Client(trust_env=False, timeout=60) as http:
                peer = HttpPeer(version, url, http)
                if version != MODERN:
                    peer.ask("initialize", initialize(version))
                    peer.tell({"method": "notifications/initialized"})
                yield peer
        finally:
            server.kill()
