"""Node and what `npm ci` has put beside this file: a TypeScript compiler and a tokenizer."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TSC = HERE / "node_modules" / "typescript" / "bin" / "tsc"
INSTALLED = HERE / "node_modules" / ".package-lock.json"
"""What npm writes last."""

NODE = shutil.which("node")

needs_node = pytest.mark.skipif(NODE is None, reason="there is no node here")
needs_packages = pytest.mark.skipif(
    NODE is None or not INSTALLED.is_file(),
    reason="the npm packages are not there: npm ci --prefix tests/clients",
)


def node(*arguments: str | Path, stdin: bytes = b"", cwd: Path = HERE) -> subprocess.CompletedProcess[bytes]:
    """Run node to its end, whatever its exit status."""
    assert NODE is not None
    return subprocess.run([NODE, *arguments], input=stdin, capture_output=True, timeout=300, cwd=cwd, check=False)
