"""Send damaged messages to a real `pro-context` process, and count what should not be (`hatch run fuzz`).

Crashed: the process has ended. Hung: no answer within ten seconds. Unanswered: silence where JSON-RPC wants an answer.
Wrong: another code or status than the message deserves, 5xx among them. Exit status 1 if there is any.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

import httpx2
from tests.contract import server_process
from tests.server.harbor.wire import MODERN, initialize
from tests.server.malformed import expects_answer, mutated, over_http, sound, wrong

CALLS = sound("resolve-library", {"query": "pydantic"}, "pro-context://libraries")
OPENING = {"jsonrpc": "2.0", "id": "open", "method": "initialize", "params": initialize("2025-11-25")}
AT_ONCE = 8
ANSWER_SECONDS = 10.0
MOST_SHOWN = 20

HTTP = {
    "PRO_CONTEXT__SECURITY__REQUIRE_KEY": "false",
    "PRO_CONTEXT__RATE_LIMIT__BURST_SIZE": "1000000",
    "PRO_CONTEXT__RATE_LIMIT__MAX_REQUESTS_PER_MINUTE": "1000000",
}


def main(transport: str, number: int, first_seed: int) -> int:
    """Send so many damaged messages and print what came back; return 1 if anything is wrong."""
    begun = time.monotonic()
    seen, faults = asyncio.run((_http if transport == "http" else _stdio)(number, random.Random(first_seed)))
    for kind, count in sorted(seen.items()):
        print(f"{kind:20} {count:6}")
    for fault in faults[:MOST_SHOWN]:
        print(f"FAULT {fault}")
    print(f"{number} messages over {transport} in {time.monotonic() - begun:.0f} s, {len(faults)} faults")
    return 1 if faults else 0


async def _http(number: int, seed: random.Random) -> tuple[Counter[str], list[str]]:
    seen: Counter[str] = Counter()
    faults: list[str] = []
    with _process("--transport", "http", "--port", "0") as server:
        assert server.stderr is not None
        url = next(match[0] for line in server.stderr if (match := re.search(r"http://\S+/mcp", line)))
        async with httpx2.AsyncClient(timeout=ANSWER_SECONDS, trust_env=False) as http:
            usual = {"Accept": "*/*", "Content-Type": "application/json"}
            opened = await http.post(url, json=OPENING, headers=usual)
            requests = islice(over_http(seed, CALLS, opened.headers["mcp-session-id"]), number)
            await asyncio.gather(*(_ask(http, url, requests, seen, faults) for _ in range(AT_ONCE)))
        faults += ["crashed"] if server.poll() is not None else []
    return seen, faults


async def _ask(
    http: httpx2.AsyncClient,
    url: str,
    requests: Iterator[tuple[bytes, dict[str, str]]],
    seen: Counter[str],
    faults: list[str],
) -> None:
    for body, headers in requests:
        try:
            answer = await http.post(url, content=body, headers=headers)
        except httpx2.TimeoutException:
            faults.append(f"hung: {body!r} {headers}")
            continue
        seen[f"status {answer.status_code}"] += 1
        fault = wrong(body, headers, answer.status_code, answer.content)
        faults += [f"{fault}: {body!r} {headers}"] if fault else []


async def _stdio(number: int, seed: random.Random) -> tuple[Counter[str], list[str]]:
    seen: Counter[str] = Counter()
    faults: list[str] = []
    half = number // 2
    for modern in (False, True):
        with _process() as server:
            lines = await _opened(server, modern)
            calls = [call for call in CALLS if ("_meta" in call["params"]) is modern]
            for _ in range(half):
                line = mutated(seed, seed.choice(calls))
                _write(server, line)
                if not expects_answer(line):
                    seen["no answer wanted"] += 1
                    continue
                try:
                    answer = await asyncio.wait_for(lines.get(), ANSWER_SECONDS)
                except TimeoutError:
                    faults.append(f"unanswered: {line!r}")
                    continue
                seen["result" if "result" in answer else f"error {answer['error']['code']}"] += 1
            faults += ["crashed"] if server.poll() is not None else []
    return seen, faults


async def _opened(server: subprocess.Popen[str], modern: bool) -> asyncio.Queue[dict[str, object]]:
    """Open a connection of one era and return what is answered on it."""
    lines: asyncio.Queue[dict[str, object]] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    assert server.stdout is not None
    output = server.stdout

    def read() -> None:
        with suppress(ValueError):  # it is closed at the end
            for line in output:
                message = json.loads(line)
                if "method" not in message:
                    loop.call_soon_threadsafe(lines.put_nowait, message)

    loop.run_in_executor(None, read)
    opening = next(call for call in CALLS if MODERN in json.dumps(call)) if modern else OPENING
    _write(server, json.dumps(opening).encode())
    await asyncio.wait_for(lines.get(), 60)
    return lines


def _write(server: subprocess.Popen[str], line: bytes) -> None:
    assert server.stdin is not None
    server.stdin.buffer.write(line + b"\n")
    server.stdin.flush()


@contextmanager
def _process(*options: str) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    with tempfile.TemporaryDirectory() as folder:
        configuration = server_process.configure(Path(folder), "full", [])
        command = [*server_process.COMMAND, "--config", str(configuration), *options]
        environment = {**server_process.ENVIRONMENT, **HTTP}
        # What it says on stderr at the start is read over HTTP; on stdio it goes to the terminal.
        errors = pipe if options else None
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, text=True, env=environment) as server:
            try:
                yield server
            finally:
                server.kill()
