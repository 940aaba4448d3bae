"""What the doctor says of a team's server on this machine, and of the one that clients here use."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from tests.server.doctor.conftest import NOW, Machine
from tests.server.ports import free_port

from pro_context.configuration.loading import load
from pro_context.doctor.findings import Check, Finding
from pro_context.doctor.own_server import keys, port
from pro_context.doctor.team_server import team_server
from pro_context_engine.adapters.store.sqlite.key_store import open_keys
from pro_context_engine.domain.api_keys import ApiKey

KEY = "pc_" + "k" * 40


@contextmanager
def answering(status: int, headers: dict[str, str]) -> Iterator[tuple[int, list[str]]]:
    """Serve one answer to everything, and note the Authorization headers."""
    given: list[str] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            given.append(self.headers.get("Authorization", ""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            """Stay silent."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_port, given
        finally:
            server.shutdown()


async def find(machine: Machine, check: Check, saying: str = "") -> Finding:
    file = machine.folder / "product.yaml"
    file.write_text(f"cache: {{ directory: {machine.cache} }}\n{saying}")
    product = load(file, {}).settings
    async with machine.situation() as situation:
        object.__setattr__(situation, "server", product)
        return await check(situation)


def http(**server: object) -> str:
    return f"server: {json.dumps({'transport': 'http', **server})}\n"


async def test_stdio_needs_neither_port_nor_keys(machine: Machine) -> None:
    for check in (port, keys):
        assert (await find(machine, check)).state == "ok"
    assert not machine.cache.exists()


async def test_a_free_port_is_found(machine: Machine) -> None:
    number = free_port()
    found = await find(machine, port, http(port=number))
    assert (found.state, found.found) == ("ok", f"127.0.0.1:{number} is free")


async def test_our_own_server_is_recognised_and_another_is_not(machine: Machine) -> None:
    with answering(200, {"X-Pro-Context-Version": "0.1.0"}) as (number, _):
        found = await find(machine, port, http(port=number))
    assert (found.state, found.found) == ("ok", f"127.0.0.1:{number} is served by Pro-Context")
    with answering(200, {}) as (number, _):
        found = await find(machine, port, http(port=number))
    assert found.state == "fail"
    assert "server.port" in found.fix


async def test_an_address_of_another_machine_cannot_be_had(machine: Machine) -> None:
    assert (await find(machine, port, http(host="192.0.2.1"))).state == "fail"


@pytest.mark.parametrize(
    ("saying", "state", "named"),
    [
        (http(), "warn", "keys create"),
        (http(authKey="short"), "warn", "longer"),
        (http(authKey="k" * 16), "ok", ""),
        (http() + "security: { requireKey: false }\n", "warn", "requireKey"),
        (http(host="0.0.0.0") + "security: { requireKey: false }\n", "fail", "does not start"),
    ],
)
async def test_access_is_judged(machine: Machine, saying: str, state: str, named: str) -> None:
    found = await find(machine, keys, saying)
    assert found.state == state
    assert named in found.fix


async def test_keys_are_counted_and_their_file_is_looked_at(machine: Machine) -> None:
    store = open_keys(machine.cache)
    await store.add(ApiKey("pc_valid", b"1", "a", NOW))
    await store.add(ApiKey("pc_ended", b"2", "b", NOW, expires_at=NOW - timedelta(days=1)))
    found = await find(machine, keys, http())
    assert (found.state, found.found) == ("ok", "1 valid, 1 revoked or expired")
    file = machine.cache / "keys.sqlite3"
    await asyncio.to_thread(file.chmod, 0o644)
    assert "chmod 600" in (await find(machine, keys, http())).fix
    await asyncio.to_thread(file.write_bytes, b"x" * 4_000)
    assert (await find(machine, keys, http())).state == "fail"


# The server that clients here use


def tell_cursor(machine: Machine, url: str, authorization: str = f"Bearer {KEY}") -> None:
    file = machine.home / ".cursor/mcp.json"
    file.parent.mkdir(exist_ok=True)
    entry = {"url": url, "headers": {"Authorization": authorization}}
    file.write_text(json.dumps({"mcpServers": {"pro-context": entry}}))


@pytest.fixture(autouse=True)
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


async def test_no_client_uses_one(machine: Machine) -> None:
    assert (await find(machine, team_server)).state == "ok"


@pytest.mark.parametrize(
    ("status", "state", "said"),
    [
        (400, "ok", "answers and accepts the key"),
        (429, "ok", "answers and accepts the key"),
        (401, "fail", "does not accept the key"),
        (421, "fail", "does not accept the host name"),
        (404, "fail", "no server"),
        (302, "fail", "no server"),
        (502, "fail", "no server"),
    ],
)
async def test_the_answer_tells_what_is_wrong(machine: Machine, status: int, state: str, said: str) -> None:
    with answering(status, {}) as (number, given):
        tell_cursor(machine, f"http://127.0.0.1:{number}/mcp")
        found = await find(machine, team_server)
    assert found.state == state
    assert said in found.found
    assert given == [f"Bearer {KEY}"]
    assert KEY not in found.found + found.fix


async def test_a_server_without_the_contract_is_told_from_none(machine: Machine) -> None:
    with answering(404, {"X-Pro-Context-Version": "0.1.0"}) as (number, _):
        tell_cursor(machine, f"http://127.0.0.1:{number}/lean/mcp")
        found = await find(machine, team_server)
    assert (found.state, found.fix) == ("fail", "enable it there (setting contracts)")
    assert "/lean/mcp has no contract at that path" in found.found


async def test_the_key_may_be_in_the_environment(machine: Machine) -> None:
    with answering(400, {}) as (number, given):
        tell_cursor(machine, f"http://127.0.0.1:{number}/mcp", "Bearer ${env:PRO_CONTEXT_KEY}")
        assert "PRO_CONTEXT_KEY" in (await find(machine, team_server)).fix
        machine.environ["PRO_CONTEXT_KEY"] = KEY
        assert (await find(machine, team_server)).state == "ok"
    assert given == [f"Bearer {KEY}"]


async def test_a_projects_file_gets_no_key(machine: Machine) -> None:
    machine.environ["PRO_CONTEXT_KEY"] = KEY
    folder = Path(machine.settings.project_directory) / ".cursor"
    await asyncio.to_thread(folder.mkdir)
    entry = {"url": "http://127.0.0.1:1/mcp", "headers": {"Authorization": "Bearer ${env:PRO_CONTEXT_KEY}"}}
    await asyncio.to_thread((folder / "mcp.json").write_text, json.dumps({"mcpServers": {"pro-context": entry}}))
    assert (await find(machine, team_server)).found == "no client uses a team's server"


async def test_redirects_do_not_carry_the_key_away(machine: Machine) -> None:
    with (
        answering(400, {}) as (other, stolen),
        answering(302, {"Location": f"http://127.0.0.1:{other}/"}) as (number, _),
    ):
        tell_cursor(machine, f"http://127.0.0.1:{number}/mcp")
        await find(machine, team_server)
    assert stolen == []


async def test_silence_is_told(machine: Machine) -> None:
    tell_cursor(machine, "http://127.0.0.1:1/mcp")
    found = await find(machine, team_server)
    assert (found.state, found.fix) == ("fail", "check address, network and proxy")
