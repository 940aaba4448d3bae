"""A server over HTTP with the keys and the calls of a made-up team, in a process of its own."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx2
from tests.contract.server_process import ENVIRONMENT, configure
from tests.server.transports.http.harness import ACCEPT, request, stateless
from tests.worlds import World

PEOPLE = {"alice": ["--admin"], "ben": [], "build server": ["--expires", "90d"]}
"""Options of the key of each."""

CALLS: list[tuple[str, dict[str, object]]] = [
    ("resolve-library", {"query": "langchain"}),
    ("get-docs", {"libraries": [{"libraryId": "langchain-ai/langchain"}], "topic": "streaming chat models"}),
    ("get-docs", {"libraries": [{"libraryId": "orchard/orchard"}], "topic": "plan water by the forecast"}),
    ("get-docs", {"libraries": [{"libraryId": "pypi/brightwheel"}], "topic": "retry a failed delivery"}),
    ("get-docs", {"libraries": [{"libraryId": "pypi/brightwheel"}], "topic": "zzqqxx wwvvkk"}),
    ("get-library-info", {"libraryId": "orchard/orchard"}),
    ("search-docs", {"query": "scion", "libraryIds": ["orchard/orchard"]}),
]

# For the part that counts requests, an hour passes in half a minute, so that the plot has something to show.
HASTE = 120
SERVER = f"""
import sys, time
from pro_context.cli.main import main
from pro_context.operations.measurements import Measurements
Measurements.__init__.__defaults__ = (lambda: {HASTE} * time.monotonic(),)
sys.exit(main())
"""
LIMITS = {f"PRO_CONTEXT__RATE_LIMIT__{name}": "100000" for name in ("BURST_SIZE", "MAX_REQUESTS_PER_MINUTE")}


def configure_user(home: str, worlds: Sequence[World]) -> None:
    """Write the configuration of a user whose program knows some worlds and no network.

    Args:
        home: the user's home folder.
        worlds: any sites, and at most one environment.
    """
    folder = Path(home) / ".pro-context"
    folder.mkdir()
    configure(folder, "full", worlds)


def run_command(home: str, *arguments: str) -> str:
    """Run the program as the user with this home folder, and return its output."""
    command = [sys.executable, "-m", "pro_context.cli", *arguments]
    environment = {**ENVIRONMENT, "HOME": home}
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=home, env=environment).stdout


def make_key(home: str, name: str, *options: str) -> str:
    """Make an API key for a person, and return it."""
    return run_command(home, "keys", "create", "--name", name, *options).strip()


@contextmanager
def serve_team(home: str, worlds: Sequence[World]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Serve some worlds while the block runs.

    Yields:
        (address of the server with a slash at the end, key of each person).
    """
    configure_user(home, worlds)
    keys = {name: make_key(home, name, *options) for name, options in PEOPLE.items()}
    command = [sys.executable, "-c", SERVER, "--transport", "http", "--port", "0"]
    environment = {**ENVIRONMENT, **LIMITS, "HOME": home}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=home, env=environment) as server:
        assert server.stderr is not None
        try:
            yield next(found[1] for line in server.stderr if (found := re.search(r"(http://\S+/)mcp", line))), keys
        finally:
            server.terminate()


def call_for_an_hour(address: str, keys: Sequence[str]) -> None:
    """Call tools with some keys for an hour of the server, often at its beginning and its end.

    Args:
        address: of the server, with a slash at the end.
        keys: of those who call.
    """
    chance = random.Random(16)
    with httpx2.Client(trust_env=False, timeout=60) as http:
        for minute in range(60):
            ends_at = time.monotonic() + 60 / HASTE
            for _ in range(chance.randrange(2 + abs(30 - minute) // 4)):
                tool, arguments = chance.choice(CALLS)
                headers = stateless(Authorization=f"Bearer {chance.choice(keys)}", Accept=ACCEPT)
                if library := arguments.get("libraryId"):
                    headers["Mcp-Param-Library"] = str(library)
                message, headers = request(headers, "tools/call", {"name": tool, "arguments": arguments})
                http.post(f"{address}mcp", json=message, headers=headers).raise_for_status()
            time.sleep(max(0, ends_at - time.monotonic()))
