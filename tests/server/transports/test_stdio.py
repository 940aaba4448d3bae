"""The real process: its streams, its end, and the SDK's own client on the other side."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from tests.server.harbor.wire import initialize

ROOT = Path(__file__).parents[3]
ROOTS = [str(ROOT / name) for name in ("", "server", "handlers", "engine", "generated")]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(ROOTS)}
COMMAND = [sys.executable, "-m", "tests.server.harbor.serve"]
SECONDS = 60
"""After which a test that waits in vain fails; however busy the machine is, an end comes before."""


@contextmanager
def process(*options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Give a server process on which the handshake is done."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*COMMAND, *options], stdin=pipe, stdout=pipe, stderr=pipe, env=ENVIRONMENT, cwd=ROOT
    ) as server:
        try:
            answer = ask(server, "initialize", initialize("2025-11-25"))
            assert answer["result"]["serverInfo"]["name"] == "harbor"
            tell(server, {"jsonrpc": "2.0", "method": "notifications/initialized"})
            yield server
        finally:
            server.kill()


def tell(server: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    assert server.stdin is not None
    server.stdin.write(json.dumps(message).encode() + b"\n")
    server.stdin.flush()


def ask(server: subprocess.Popen[bytes], method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Send a request and return the next line, which must be its answer."""
    assert server.stdout is not None
    tell(server, {"jsonrpc": "2.0", "id": method, "method": method, "params": params})
    answer = json.loads(server.stdout.readline())
    assert answer["id"] == method
    return answer


def horn(how: str) -> dict[str, Any]:
    return {"name": "sound-horn", "arguments": {"how": how}}


def ended(server: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    """Return exit code and standard error."""
    _, errors = server.communicate(timeout=SECONDS)
    return server.returncode, errors


def test_nothing_but_the_protocol_on_stdout() -> None:
    with process() as server:
        answer = ask(server, "tools/call", horn("print"))  # `ask` fails on any other line
        assert answer["result"]["structuredContent"] == {"sounded": 1}
        crash = ask(server, "tools/call", horn("crash"))
        assert crash["result"]["isError"] is True
        assert "secret" not in json.dumps(crash)
        _, errors = ended(server)
    assert b"a library that prints\n" in errors
    assert b"a native library that writes\n" in errors
    assert b"secret" in errors


def test_end_of_input_is_a_quiet_exit_that_waits_for_nothing() -> None:
    with process("600") as server:
        assert ended(server) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_interrupt_is_a_quiet_exit() -> None:
    with process() as server:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=SECONDS)
        assert ended(server) == (130, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_termination_ends_a_call_that_does_not_end() -> None:
    with process() as server:
        tell(server, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": horn("wait")})
        ask(server, "tools/call", horn("softly"))  # the slow one is under way
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=SECONDS)
        assert ended(server) == (0, b"")


def test_reader_that_has_gone_is_a_quiet_exit() -> None:
    with process() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdout.close()
        tell(server, {"jsonrpc": "2.0", "id": 1, "method": "ping"})
        server.wait(timeout=SECONDS)
        assert server.returncode == 0
        assert server.stderr is not None
        assert server.stderr.read() == b""


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_sdk_client(mode: str) -> None:
    parameters = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=ENVIRONMENT, cwd=ROOT)
    async with Client(stdio_client(parameters), mode=mode) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["greet-ship", "sound-horn"]
        result = await client.call_tool("greet-ship", {"shipName": "Ada"})
        assert result.structured_content == {"greeting": "Ahoy Ada!", "shipsSeen": 1}
        read = await client.read_resource("harbor://session/ships")
        assert json.loads(read.contents[0].text) == {"ships": ["Ada"]}
        prompt = await client.get_prompt("plan-voyage", {"destination": "Oslo"})
        assert prompt.description == "Voyage to Oslo"
