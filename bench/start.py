"""The start and the calls of the server beside the SDK's bare echo server, over stdio and HTTP; the largest imports.

    python bench/start.py [--runs N] [--seconds S]

Each run starts both servers in turn and asks both the same: `initialize`, `tools/list`, a first call, 200 warm calls. A
figure is a median; a ratio is the median of the ratios of the runs. CPU holds best on a busy machine. Over HTTP 64
clients call for some seconds, in sessions and without; bare ASGI is the same web server without a protocol.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import start_http

OURS = [sys.executable, "-m", "pro_context.cli"]
ECHO = [sys.executable, str(Path(__file__).parent / "echo_stdio.py")]
CALL = {"name": "resolve-library", "arguments": {"query": "pydantic"}}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
WARM_CALLS = 200
LARGEST = 10
ROWS = ("tools/list, s", "tools/list, CPU s", "first call, s", "first call, CPU s", "memory, MiB", "warm call, ms",
        "warm call, CPU ms")  # fmt: skip
_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Print the table and the imports."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.5)
    options = parser.parse_args()
    runs = options.runs
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HOME": folder, "PRO_CONTEXT__CACHE__DIRECTORY": f"{folder}/cache"}
        ours, echo = [], []
        for run in range(runs + 1):
            pair = [_measure(command, environment, folder) for command in (OURS, ECHO)]
            if run:  # the first start writes bytecode
                ours.append(pair[0])
                echo.append(pair[1])
        _print_table(ours, echo)
        _print_http(Path(folder), runs, options.seconds)
        _print_imports(environment, folder)
    return 0


def _print_table(ours: list[list[float]], echo: list[list[float]]) -> None:
    print(f"{'':24} {'ours':>9} {'SDK echo':>9} {'ratio':>6}")
    for number, name in enumerate(ROWS):
        ratio = statistics.median(own[number] / other[number] for own, other in zip(ours, echo, strict=True))
        own, other = (statistics.median(row[number] for row in rows) for rows in (ours, echo))
        print(f"{name:24} {own:9.3f} {other:9.3f} {ratio:6.2f}")


def _print_http(folder: Path, runs: int, seconds: float) -> None:
    served = folder / "http"
    served.mkdir()
    for name, figures in start_http.rows(served, runs, seconds):
        own, other, *least = (statistics.median(column) for column in zip(*figures, strict=True))
        bare = f"   bare ASGI {least[0]:.3f} {start_http.ratio(figures, 2):.2f}" if least else ""
        print(f"{name:24} {own:9.3f} {other:9.3f} {start_http.ratio(figures, 0):6.2f}{bare}", flush=True)


def _print_imports(environment: dict[str, str], folder: str) -> None:
    """Print the largest imports before the answer to `tools/list`, each without the imports below it."""
    empty = _imports(["-c", "pass"], environment, folder)
    # Python also lists what it tries to import on other platforms.
    found = {
        name: microseconds
        for name, microseconds in _imports(OURS[1:], environment, folder).items()
        if name not in empty and find_spec(name.partition(".")[0])
    }
    others = [name for name in found if name.partition(".")[0] not in sys.stdlib_module_names]
    print(f"\n{len(found)} modules before tools/list is answered, beyond those of an empty program;")
    print(f"{len(others)} of them do not come with Python. The largest, in ms:")
    for name in sorted(found, key=found.__getitem__, reverse=True)[:LARGEST]:
        print(f"{found[name] / 1000:9.1f} {name}")


def _imports(program: list[str], environment: dict[str, str], folder: str) -> dict[str, int]:
    """Return the modules that a program imports until it has answered `tools/list`, with their microseconds."""
    asked = [_message(1, "initialize", HELLO), _message(2, "tools/list", {})]
    command = [sys.executable, "-X", "importtime", *program]
    done = subprocess.run(
        command, input=b"".join(asked), capture_output=True, env=environment, cwd=folder, check=True, timeout=120
    )
    found = re.findall(r"^import time: +(\d+) \| +\d+ \| +(\S+)$", done.stderr.decode(), re.MULTILINE)
    return {name: int(microseconds) for microseconds, name in found}


def _measure(command: list[str], environment: dict[str, str], folder: str) -> list[float]:
    """Return the figures of one start in the order of `ROWS`."""
    begun = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, cwd=folder
    ) as server:
        _ask(server, 1, "initialize", HELLO)
        assert server.stdin is not None
        server.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        _ask(server, 2, "tools/list", {})
        figures = [time.perf_counter() - begun, _cpu(server.pid)]
        _ask(server, 3, "tools/call", CALL)
        figures += [time.perf_counter() - begun, _cpu(server.pid), _memory(server.pid)]
        cpu, seconds = _cpu(server.pid), []
        for number in range(WARM_CALLS):
            asked = time.perf_counter()
            _ask(server, 10 + number, "tools/call", CALL)
            seconds.append(time.perf_counter() - asked)
        figures += [statistics.median(seconds) * 1000, (_cpu(server.pid) - cpu) / WARM_CALLS * 1000]
        server.stdin.close()
        server.wait(30)
    return figures


def _ask(server: subprocess.Popen[bytes], number: int, method: str, params: dict[str, Any]) -> None:
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(_message(number, method, params))
    server.stdin.flush()
    while line := server.stdout.readline():
        answer = json.loads(line)
        if answer.get("id") == number:
            assert "result" in answer, answer
            return
    raise RuntimeError("the server has ended")


def _message(number: int, method: str, params: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


def _cpu(process: int) -> float:
    """Return the CPU time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _memory(process: int) -> float:
    """Return the peak memory of a process in MiB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


if __name__ == "__main__":
    sys.exit(main())
