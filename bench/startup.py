"""How long a client waits: from spawn to the answer of `initialize`, and for a first and a second `ask`.

    python bench/startup.py [--runs N]

Runs alternate with the import of the protocol library alone, so that the ratio holds on a busy machine.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

SERVER = [sys.executable, "-m", "pro_context.cli"]
BASELINE = [sys.executable, "-c", "import mcp.server.lowlevel, mcp.server.stdio"]
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}


def main() -> int:
    """Print medians in seconds, and the ratio of start-up to the import of the protocol library."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    imports, starts, cold, warm = [], [], [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, "PRO_CONTEXT__CACHE__DIRECTORY": cache}
            imports.append(_timed(subprocess.run, BASELINE, check=True))
            starts.append(_timed(_initialize, environment))
            cold.append(_timed(_ask, environment))
            warm.append(_timed(_ask, environment))
    for name, seconds in (("import", imports), ("initialize", starts), ("ask, cold", cold), ("ask, warm", warm)):
        print(f"{name:12} median {statistics.median(seconds):.2f} s  best {min(seconds):.2f} s")
    ratios = [start / base for start, base in zip(starts, imports, strict=True)]
    print(f"initialize / import, pair by pair: median {statistics.median(ratios):.2f}")
    return 0


def _timed(run: Callable[..., object], *arguments: object, **options: object) -> float:
    started = time.perf_counter()
    run(*arguments, **options)
    return time.perf_counter() - started


def _initialize(environment: dict[str, str]) -> None:
    with subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        server.stdin.flush()
        assert b"serverInfo" in server.stdout.readline()
        server.kill()


def _ask(environment: dict[str, str]) -> None:
    command = [*SERVER, "ask", "pydantic", "validate a field before assignment"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)


if __name__ == "__main__":
    sys.exit(main())
