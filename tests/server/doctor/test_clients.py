import json
from pathlib import Path

from tests.server.doctor.conftest import Machine

from pro_context.doctor.clients import clients


def cursor(machine: Machine, servers: object) -> Path:
    file = machine.home / ".cursor/mcp.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"mcpServers": servers}))
    return file


async def test_no_client(machine: Machine) -> None:
    assert (await machine.find(clients)).state == "ok"


async def test_a_client_that_does_not_know_us_warns(machine: Machine) -> None:
    cursor(machine, {"other": {"command": "other"}})
    found = await machine.find(clients)
    assert (found.state, "setup cursor" in found.fix) == ("warn", True)


async def test_a_client_that_starts_us(machine: Machine) -> None:
    program = machine.folder / "pro-context"
    program.touch(mode=0o755)
    cursor(machine, {"pro-context": {"command": str(program), "args": []}})
    found = await machine.find(clients)
    assert (found.state, "Cursor" in found.found) == ("ok", True)


async def test_a_client_that_starts_what_is_gone_fails(machine: Machine) -> None:
    cursor(machine, {"pro-context": {"command": str(machine.folder / "gone"), "args": []}})
    found = await machine.find(clients)
    assert (found.state, "--force" in found.fix) == ("fail", True)


async def test_a_file_that_cannot_be_read_warns(machine: Machine) -> None:
    file = cursor(machine, {})
    file.write_text("{")
    found = await machine.find(clients)
    assert found.state == "warn"
    assert file.read_text() == "{"
