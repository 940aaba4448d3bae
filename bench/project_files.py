"""The time that it takes to find out what a project has: a workspace of 200 packages, half Python, half npm.

Usage: python bench/project_files.py [ROUNDS]

It makes a uv workspace of 100 members and an npm workspace of 100 members in a temporary folder, and prints the times
of the first look and of a look at unchanged files, milliseconds: the median and the best of the rounds. The budget of
the first look is 90 ms on an idle machine.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from time import perf_counter

# The readers are imported at the first look; that time is not the project's.
from pro_context_engine.libraries.project import npm_project, python_project  # noqa: F401
from pro_context_engine.libraries.project.detection import LOOK_AGAIN_AFTER, ProjectDependencies

MEMBERS = 100
BUDGET = 90
PACKAGES = [f"kit-{number}" for number in range(60)]


def make_workspace(folder: Path) -> None:
    """Write the manifests and the locks of both workspaces."""
    groups = '[dependency-groups]\ndev = ["kit-0<9", "kit-1!=1.2"]\n[tool.uv]\nconstraint-dependencies = ["kit-2<3"]\n'
    workspace = '[tool.uv.workspace]\nmembers = ["python/*"]\n'
    (folder / "pyproject.toml").write_text(f'[project]\nname = "root"\ndependencies = []\n{groups}{workspace}')
    root = {"name": "root", "workspaces": ["node/*"], "overrides": {"kit-2": "^1"}}
    (folder / "package.json").write_text(json.dumps(root))
    for number in range(MEMBERS):
        used = [PACKAGES[(number * 7 + step) % len(PACKAGES)] for step in range(8)]
        needs = [f"{name}>={1 + number % 3}.{step}" for step, name in enumerate(used)]
        python, node = folder / f"python/p{number}", folder / f"node/n{number}"
        python.mkdir(parents=True)
        node.mkdir(parents=True)
        text = f'[project]\nname = "p{number}"\nrequires-python = ">=3.11"\ndependencies = {json.dumps(needs)}\n'
        (python / "pyproject.toml").write_text(text)
        ranges = {name: f"^1.{number % 3}.{step}" for step, name in enumerate(used)}
        (node / "package.json").write_text(json.dumps({"name": f"n{number}", "dependencies": ranges}))
    (folder / "uv.lock").write_text("".join(map(locked, PACKAGES)))
    packages = {f"node_modules/{name}": {"version": "1.9.0"} for name in PACKAGES}
    (folder / "package-lock.json").write_text(json.dumps({"lockfileVersion": 3, "packages": packages}))


def locked(name: str) -> str:
    """Return the entry of a package in a `uv.lock`."""
    source = '{ registry = "https://index.example.invalid/simple" }'
    return f'[[package]]\nname = "{name}"\nversion = "3.9"\nsource = {source}\n\n'


def look(folder: Path) -> tuple[float, float]:
    """Return the times of a first look and of a second one, milliseconds."""
    now = itertools.count(step=LOOK_AGAIN_AFTER)
    dependencies = ProjectDependencies([folder], monotonic=lambda: next(now))
    times = []
    for _ in range(2):
        start = perf_counter()
        found = dependencies.stated("pypi/kit-2")
        times.append((perf_counter() - start) * 1000)
        if found is None or not found.exact:
            raise SystemExit("the workspace was not read")
    return times[0], times[1]


def main(rounds: int) -> None:
    """Print the times."""
    with tempfile.TemporaryDirectory() as name:
        make_workspace(Path(name))
        # Each in a process of its own, since readers remember the ranges that they have read.
        spawning = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=spawning, max_tasks_per_child=1) as processes:
            times = list(processes.map(look, [Path(name)] * rounds))
    for what, column in zip(("first look", "unchanged"), zip(*times, strict=True), strict=True):
        print(f"{what:10} median {median(column):.1f} ms, best {min(column):.1f} ms")
    print(f"{2 * MEMBERS} packages; the budget of the first look is {BUDGET} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
