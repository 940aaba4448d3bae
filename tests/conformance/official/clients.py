"""The official TypeScript clients and the Inspector, and what each of them says of a server."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conformance.official.packages import HERE, PACKAGES, node
from tests.contract import server_process

INSPECTOR = PACKAGES / "@modelcontextprotocol" / "inspector" / "clients" / "launcher" / "build" / "index.js"
ERAS = ("legacy", "modern")
OK, NO_KEY, IS_ERROR = 0, 3, 5
"""How the Inspector ends."""

SECONDS = 240


@dataclass(frozen=True)
class Told:
    """What came of it: how much went well, and what did not."""

    passed: int
    failed: list[str]


def over_http(url: str, key: str) -> list[str]:
    """Return the arguments of `clients.mjs` that name a server over HTTP."""
    return ["http", url, key]


def over_stdio(command: Sequence[str]) -> list[str]:
    """Return the arguments of `clients.mjs` that name a server over stdio."""
    return ["stdio", *command]


def typescript(calls: list[dict[str, Any]], server: list[str], folder: Path) -> Told:
    """Let both clients speak with a server, version 2 in both eras.

    Args:
        calls: as `tests.conformance.calls` makes them.
        server: as `over_http` or `over_stdio` names it.
        folder: for the calls.
    """
    file = folder / "calls.json"
    file.write_text(json.dumps(calls), encoding="utf-8")
    ended = _run([node(), str(HERE / "clients.mjs"), str(file), *server], server_process.ENVIRONMENT)
    assert ended.returncode == 0, ended.stderr
    said = json.loads(ended.stdout.splitlines()[-1])
    return Told(said["passed"], said["failed"])


def inspector(calls: list[dict[str, Any]], url: str, key: str, folder: Path) -> Told:
    """Let the Inspector look at a server over HTTP, in both eras, strictly where it can be strict.

    Args:
        calls: as `tests.conformance.calls` makes them.
        url: of the endpoint.
        key: that it takes.
        folder: which the Inspector takes for a home.
    """
    asked: list[tuple[int, list[str]]] = [(OK, ["tools/list", "--strict"]), (OK, ["resources/list"])]
    asked += [
        (IS_ERROR if "expect" in call else OK, ["tools/call", "--tool-name", call["name"], "--tool-args-json", said])
        for call in calls
        if call.get("expect") != "protocolError" and (said := json.dumps(call["arguments"]))
    ]
    header = ["--header", f"Authorization: Bearer {key}"]
    failed, passed = [], 0
    for era, wanted, header_or_none, method in [
        *((era, wanted, header, method) for era in ERAS for wanted, method in asked),
        (ERAS[0], NO_KEY, [], ["tools/list"]),
    ]:
        server = ["--server-url", url, *header_or_none, "--stored-auth-only", "--protocol-era", era]
        command = [node(), str(INSPECTOR), "--cli", *server, "--format", "json", "--method", *method]
        ended = _run(command, {**os.environ, "HOME": str(folder), "NO_COLOR": "1"})
        if ended.returncode == wanted:
            passed += 1
        else:
            failed.append(f"{era} {' '.join(method)}: exit status {ended.returncode}: {ended.stderr[:300]}")
    return Told(passed, failed)


def _run(command: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=HERE,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
