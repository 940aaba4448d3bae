"""The real process: its first lines, its signals, its end, TLS, and the SDK's own client on the other side."""

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import httpx2
import pytest
from mcp.client.client import Client
from tests.server.harbor.wire import initialize
from tests.server.transports.http.harness import ACCEPT, LEGACY, SECONDS, horn, request, stateless

from pro_context.transports.http import listener

ROOT = Path(__file__).parents[4]
ROOTS = [str(ROOT / name) for name in ("", "server", "handlers", "engine", "generated")]
COMMAND = [sys.executable, "-m", "tests.server.transports.http.serve", "--port", "0"]
HEADERS = {"Accept": ACCEPT, "Content-Type": "application/json"}
OPENING = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize(LEGACY)}


class Process:
    """A server in a process of its own."""

    def __init__(self, server: subprocess.Popen[str], errors: IO[str]) -> None:
        self.server = server
        self.lines: list[str] = []
        for line in errors:
            self.lines.append(line.rstrip())
            if "to connect a client" in line:
                break
        self.url = re.search(r"https?://\S+", self.lines[0])[0]
        self._waiting = threading.Event()
        # What it says later must not fill the pipe.
        self._rest = threading.Thread(target=self._listen, args=[errors])
        self._rest.start()

    def _listen(self, errors: IO[str]) -> None:
        for line in errors:
            self.lines.append(line.rstrip())
            if self.lines[-1] == "waiting":
                self._waiting.set()

    def until_waiting(self) -> None:
        """Return when a call has begun to wait."""
        assert self._waiting.wait(SECONDS)

    def until_refusing(self) -> None:
        """Return when it takes no more connections: the first sign of its end."""
        begun = time.monotonic()
        with suppress(httpx2.TransportError):
            while True:
                self.post(OPENING, {})
                assert time.monotonic() - begun < SECONDS

    def ended(self) -> int:
        """Return the exit code, once it has ended."""
        code = self.server.wait(SECONDS)
        self._rest.join(SECONDS)
        return code

    def post(self, message: object, headers: dict[str, str], **options: Any) -> httpx2.Response:
        """Post a message."""
        with httpx2.Client(trust_env=False, timeout=SECONDS, **options) as http:
            return http.post(self.url, content=json.dumps(message), headers={**HEADERS, **headers})

    def call(self, how: str) -> httpx2.Response:
        """Call a tool of 2026-07-28."""
        return self.post(*request(stateless(), "tools/call", horn(how)))


@contextmanager
def process(*options: str, **environment: str) -> Iterator[Process]:
    """Give a server that takes connections."""
    variables = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PRO_CONTEXT")},
        "PYTHONPATH": os.pathsep.join(ROOTS),
        "PRO_CONTEXT__SECURITY__REQUIRE_KEY": "false",
        "PRO_CONTEXT__CACHE__DIRECTORY": "null",
        **environment,
    }
    with subprocess.Popen([*COMMAND, *options], stderr=subprocess.PIPE, text=True, env=variables, cwd=ROOT) as server:
        assert server.stderr is not None
        try:
            yield Process(server, server.stderr)
        finally:
            server.kill()


def in_thread(work: Any, *arguments: Any) -> tuple[threading.Thread, list[Any]]:
    """Run something in a thread; what it returns comes in the list."""
    came: list[Any] = []
    thread = threading.Thread(target=lambda: came.append(work(*arguments)))
    thread.start()
    return thread, came


def test_first_lines_say_where_it_is() -> None:
    with process() as server:
        files = re.search(r"Max open files\s+(\d+)\s+(\d+)", Path(f"/proc/{server.server.pid}/limits").read_text())
        assert int(files[1]) >= min(listener.MOST_CONNECTIONS, int(files[2]))
        assert re.fullmatch(r"serving contract harbor 1\.2\.3 at http://127\.0\.0\.1:\d+/mcp", server.lines[0])
        assert server.lines[-1] == f"to connect a client: pro-context setup CLIENT --url {server.url}"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_signal_ends_it_quietly(number: signal.Signals, code: int) -> None:
    with process() as server:
        said = len(server.lines)
        server.server.send_signal(number)
        assert server.ended() == code
        assert server.lines[said:] == ["closed"]


def test_what_is_under_way_is_answered_before_the_end() -> None:
    with process() as server:
        answer = server.post(OPENING, {})
        session = {"Mcp-Session-Id": answer.headers["mcp-session-id"]}
        calling, answers = in_thread(server.call, "wait")
        server.until_waiting()
        with (
            httpx2.Client(trust_env=False, timeout=SECONDS) as http,
            http.stream("GET", server.url, headers={**session, "Accept": "text/event-stream"}) as listening,
        ):
            server.server.send_signal(signal.SIGTERM)
            assert listening.status_code == 200
            assert listening.read().startswith(b": ping")
        server.until_refusing()
        assert calling.is_alive()
        server.server.send_signal(signal.SIGUSR1)
        calling.join(SECONDS)
        assert server.ended() == 0
    assert answers[0].json()["result"]["structuredContent"] == {"sounded": 1}


def test_second_signal_ends_it_at_once() -> None:
    with process() as server:
        calling, _ = in_thread(_call_in_vain, server)
        server.until_waiting()
        server.server.send_signal(signal.SIGINT)
        server.until_refusing()
        server.server.send_signal(signal.SIGINT)
        assert server.ended() == 130
        calling.join(SECONDS)


def _call_in_vain(server: Process) -> None:
    with pytest.raises(httpx2.TransportError):
        server.call("wait")


def refused(*options: str) -> str:
    """Return the one line that a server says which cannot start."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(ROOTS), "PRO_CONTEXT__CACHE__DIRECTORY": "null"}
    command = [*COMMAND, *options]
    ended = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=SECONDS, check=False
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    [line] = ended.stderr.splitlines()
    return line


def test_port_that_is_taken_is_said_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--port", str(port))
    cure = "stop the other program, or name another port with --port"
    assert said == f"pro-context: cannot listen on 127.0.0.1 port {port}: Address already in use; {cure}"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to sign with")
def test_https(tmp_path: Path) -> None:
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *subject]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True, timeout=60)
    with process("--tls-certificate", str(certificate), "--tls-key", str(key)) as server:
        assert server.url.startswith("https://127.0.0.1:")
        trust = ssl.create_default_context(cafile=certificate)
        assert server.post(OPENING, {}, verify=trust).status_code == 200
    assert refused("--tls-certificate", str(key)).startswith(f"pro-context: cannot serve https with {key}: ")


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_client_of_the_sdk(mode: str) -> None:
    with process() as server:
        heard: list[float] = []

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            heard.append(progress)

        async with Client(server.url, mode=mode) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == ["greet-ship", "sound-horn"]
            greeted = await client.call_tool("greet-ship", {"shipName": "Elsa"})
            assert greeted.structured_content == {"greeting": "Ahoy Elsa!", "shipsSeen": 1}
            await client.call_tool("sound-horn", {"how": "progress"}, progress_callback=hear)
            assert heard == sorted(heard)
            assert heard
            ships = await client.read_resource("harbor://session/ships")
            assert "Elsa" in ships.contents[0].text
