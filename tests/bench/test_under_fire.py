"""The team server under fire, in small: what `hatch run bench storm kills crowd` measures in full."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"

# How fast it is, only a quiet machine can tell. There are more pages than any machine reads before the last kill.
RUNS = {
    "a fifth of the answers upstream are faults": "storm --clients 20 --calls 10 --pages 60 --growth 1.5",
    "killed three times under load": "kills --kills 3 --every 1 --ready 90 --pages 4000",
    "a crowd at a cold page, two servers on one cache, idle sessions": (
        "crowd cold shared idle --requests 300 --sessions 300 --seconds 3"
    ),
}


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_holds(run: str) -> None:
    name, *options = run.split()
    command = [sys.executable, str(BENCH / f"{name}.py"), *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
