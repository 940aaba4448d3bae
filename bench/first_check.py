"""Time the first check of code: `python bench/first_check.py --environment DIR | --node DIR FILE…`.

Each file is checked twice by a server of its own with an empty cache, offline. Prints for each check the seconds, the
seconds of processor time, and the most memory that the server had; the type checker counts where it is installed.

    python bench/first_check.py --environment .venv examples/*.py
    python bench/first_check.py --node . src/*.ts --json
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from installed_code import CODE
from junk import OFFLINE
from stdio_server import StdioServer

CHECKS = 2


def processor_seconds(process: int) -> float:
    """Return the processor time of a process and of its children that have ended."""
    state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, state[11:15])) / os.sysconf("SC_CLK_TCK")


def most_megabytes(process: int) -> int:
    """Return the most memory that a process has had."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024


def measured(file: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Return the seconds, the processor time and the findings of each check of a file, and the most memory."""
    where = {"VIRTUAL_ENV": str(options.environment.resolve()) if options.environment else ""}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        configuration = {**OFFLINE, "cache": {"directory": str(folder / "cache")}}
        server = StdioServer(folder, configuration, where, options.node or folder)
        checks = []
        for _ in range(CHECKS):
            used, started = processor_seconds(server.process.pid), time.perf_counter()
            answer = server.call("check-code", {"code": file.read_text("utf-8"), "language": CODE[file.suffix]})
            seconds = round(time.perf_counter() - started, 2)
            used = round(processor_seconds(server.process.pid) - used, 2)
            checks.append({"seconds": seconds, "processor": used, "findings": len(answer.get("findings", []))})
        megabytes = most_megabytes(server.process.pid)
        server.close()
    return {"file": str(file), "checks": checks, "megabytes": megabytes}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environment", type=Path, help="a virtual environment with Python packages")
    parser.add_argument("--node", type=Path, help="a folder with node_modules")
    parser.add_argument("--json", action="store_true", help="print the outcome of each file as JSON")
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE")
    options = parser.parse_args()
    if not options.files or not (options.environment or options.node) or not Path("/proc/self/stat").exists():
        print("skipped: name files and an environment or a folder with node_modules, on Linux")
        return
    for file in options.files:
        one = measured(file, options)
        if options.json:
            print(json.dumps(one), flush=True)
            continue
        times = "; ".join(
            f"{check['seconds']:6.2f} s, processor {check['processor']:5.2f} s" for check in one["checks"]
        )
        print(f"{file.name:24} {times}; {one['megabytes']} MB, {one['checks'][0]['findings']} findings", flush=True)


if __name__ == "__main__":
    main()
