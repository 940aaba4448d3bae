"""The product itself over HTTP, in a process of its own: who gets in, and what its log says of that."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from tests.server.access.conftest import SECONDS, Team

from pro_context_contract import CONTRACTS, load_contract

SILENT = (
    "sources: { llmsTxt: { enabled: false }, github: { enabled: false }, docsSites: { enabled: false }, "
    "package: { enabled: false } }\nproject: { autoDetect: false, environment: none }\n"
)
HTTP = "server: { transport: http, port: 0 }\nlogging: { level: debug, format: json }\n"
JSON = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
QUERY = "zanzibar-of-nothing"
ADDRESS = re.compile(rb"at (http://[0-9.:]+)/mcp")


class Server:
    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self._process = process
        self._log = log
        begun = time.monotonic()
        while not (found := ADDRESS.search(log.read_bytes())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() - begun < SECONDS, log.read_text()
            time.sleep(0.05)
        self.client = httpx2.Client(base_url=found[1].decode(), headers=JSON, trust_env=False, timeout=SECONDS)

    def ask(self, method: str, params: dict[str, Any], **headers: str) -> httpx2.Response:
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return self.client.post("/mcp", json=message, headers=headers)

    def stop(self) -> str:
        self._process.send_signal(signal.SIGTERM)
        assert self._process.wait(SECONDS) == 0
        return self._log.read_text()


@contextmanager
def running(team: Team, saying: str = "") -> Iterator[Server]:
    team.settings(SILENT + HTTP + saying)
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PRO_CONTEXT")}
    variables["PYTHONPATH"] = os.pathsep.join(sys.path)
    log = team.folder / "log"
    command = [sys.executable, "-m", "pro_context.cli", "--config", str(team.folder / "pro-context.yaml")]
    with log.open("wb") as file:
        process = subprocess.Popen(command, stderr=file, stdout=file, env=variables, cwd=team.folder)
    try:
        server = Server(process, log)
        with server.client:
            yield server
    finally:
        process.kill()
        process.wait()


def test_sessions_belong_to_the_key_that_opened_them_and_the_log_says_no_secret(team: Team) -> None:
    alice, bob = team.key(), team.key("bob")
    wrong = alice[:-1] + ("A" if alice[-1] != "A" else "B")
    with running(team) as server:
        as_alice, as_bob = ({"Authorization": f"Bearer {key}"} for key in (alice, bob))
        session = server.ask("initialize", HELLO, **as_alice).headers["mcp-session-id"]
        owned = {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"}
        call = {"name": "resolve-library", "arguments": {"query": QUERY}}
        assert server.ask("tools/call", call, **as_alice, **owned).status_code == 200
        read = {"name": "read-page", "arguments": {"url": f"https://docs.example.com/{QUERY}"}}
        assert server.ask("tools/call", read, **as_alice, **owned).json()["result"]["isError"]
        others = server.ask("tools/call", call, **as_bob, **owned)
        unknown = server.ask("tools/call", call, **as_bob, **{**owned, "Mcp-Session-Id": "nobody"})
        assert (others.status_code, others.content) == (unknown.status_code, unknown.content) == (404, unknown.content)
        assert server.client.delete("/mcp", headers={**as_bob, **owned}).status_code == 404
        assert server.ask("ping", {}, **as_alice, **owned).status_code == 200
        assert server.ask("ping", {}, Authorization=f"Bearer {wrong}", **owned).status_code == 401
        server.client.get(f"/mcp?key={alice}")
        log = server.stop()
    for secret in (alice, bob, wrong, session, "Bearer", QUERY):
        assert secret not in log
    for line in log.splitlines():
        assert {"time", "level", "logger", "message"} <= set(json.loads(line))
    assert {key.name: key.uses for key in team.all_keys()} == {"alice": 4, "bob": 3}


def test_a_tool_call_beyond_the_limit_is_told_so_as_its_result(team: Team) -> None:
    authorization = {"Authorization": f"Bearer {team.key()}"}
    with running(team, "rateLimit: { burstSize: 3, maxRequestsPerMinute: 1 }\n") as server:
        session = server.ask("initialize", HELLO, **authorization).headers["mcp-session-id"]
        call = {"name": "resolve-library", "arguments": {"query": "x"}}
        answers = [
            server.ask("tools/call", call, **authorization, **{"Mcp-Session-Id": session}).json()["result"]
            for _ in range(4)
        ]
        refused = [json.loads(answer["content"][0]["text"]) for answer in answers if answer.get("isError")]
        assert [error["code"] for error in refused] == ["RATE_LIMITED"] * 2
        assert all(1 <= error["retryAfter"] <= 60 for error in refused)
        listing = server.ask("tools/list", {}, **authorization, **{"Mcp-Session-Id": session})
        assert (listing.status_code, listing.json()["code"]) == (429, "RATE_LIMITED")


def test_every_contract_takes_the_same_keys_until_they_are_revoked(team: Team) -> None:
    contracts = [name for name in CONTRACTS if not load_contract(name).corpus_filters]
    paths = ["/mcp", *(f"/{name}/mcp" for name in contracts)]
    key = team.key()
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}
    with running(team, f"contracts: {json.dumps(contracts)}\n") as server:

        def statuses() -> set[int]:
            asked = (
                server.client.post(path, json=message, headers={"Authorization": f"Bearer {key}"}) for path in paths
            )
            return {answer.status_code for answer in asked}

        assert statuses() == {200}
        team.revoke(key)
        since = time.monotonic()
        while statuses() != {401}:
            assert time.monotonic() - since < SECONDS
        log = server.stop()
    assert all(f"serving contract {name} " in log for name in contracts)


def test_the_key_of_a_first_start_is_said_once_and_gets_in(team: Team) -> None:
    with running(team) as server:
        made = re.findall(r"pc_[A-Za-z0-9_-]{40}", (team.folder / "log").read_text())
        assert len(made) == 1
        assert server.ask("initialize", HELLO, Authorization=f"Bearer {made[0]}").status_code == 200
        server.stop()


def test_a_session_opened_without_a_key_works_for_the_first_key_that_uses_it(team: Team) -> None:
    alice, bob = ({"Authorization": f"Bearer {key}"} for key in (team.key(), team.key("bob")))
    with running(team, "security: { anonymousInitialize: true }\n") as server:
        session = {"Mcp-Session-Id": server.ask("initialize", HELLO).headers["mcp-session-id"]}
        statuses = [server.ask("tools/list", {}, **key, **session).status_code for key in ({}, alice, bob, alice)]
    assert statuses == [401, 200, 404, 200]


def test_open_access_on_a_network_is_not_started(team: Team) -> None:
    team.settings(SILENT + "server: { transport: http, host: 0.0.0.0, port: 0 }\nsecurity: { requireKey: false }\n")
    command = [sys.executable, "-m", "pro_context.cli", "--config", str(team.folder / "pro-context.yaml")]
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, env=variables, timeout=60)
    assert done.returncode == 1
    assert "security.requireKey" in done.stderr
