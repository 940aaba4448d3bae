"""The import rules: a wrong import of each kind fails `hatch run layers`."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PACKAGES = (
    "server/pro_context",
    "handlers/pro_context_handlers",
    "engine/pro_context_engine",
    "generated/pro_context_contract",
    "codegen/pro_context_codegen",
    "registry/pro_context_registry",
)
ENGINE = "engine/pro_context_engine"

WRONG_IMPORTS = [
    ("rooms", f"{ENGINE}/services/planted.py", "import pro_context_contract"),
    ("rooms", "handlers/pro_context_handlers/full/tools/planted.py", "import pro_context.app"),
    ("build-time", "server/pro_context/cli/planted.py", "import pro_context_codegen"),
    ("protocol", "handlers/pro_context_handlers/full/tools/planted.py", "import mcp"),
    ("sdk", "server/pro_context/cli/planted.py", "import mcp_types"),
    ("sdk", "handlers/pro_context_handlers/full/tools/planted.py", "import pydantic"),
    ("network", f"{ENGINE}/sources/planted.py", "import httpx2"),
    ("database", f"{ENGINE}/services/planted.py", "import sqlite3"),
    ("pure", f"{ENGINE}/documents/planted.py", "import os"),
    ("pure", f"{ENGINE}/search/planted.py", "from pro_context_engine.concurrency import progress"),
    ("engine-floors", f"{ENGINE}/planted.py", ""),
    ("engine-floors", f"{ENGINE}/domain/planted.py", "from pro_context_engine.services import page"),
    ("server-floors", "server/pro_context/access/planted.py", "from pro_context.transports import stdio"),
    (
        "server-floors",
        "server/pro_context/access/planted.py",
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from pro_context.transports import stdio",
    ),
    ("server-floors", "server/pro_context/planted.py", ""),
    (
        "cycles",
        f"{ENGINE}/sources/packages/symbols/planted.py",
        "from pro_context_engine.sources.packages import package_kinds",
    ),
    (
        "cycles",
        f"{ENGINE}/code_checks/python/values/planted.py",
        "def ask() -> None:\n    from pro_context_engine.code_checks.python.members import member_lookups",
    ),
    ("adapters", f"{ENGINE}/services/planted.py", "from pro_context_engine.adapters.fetch import guard"),
    ("handlers-facade", "handlers/pro_context_handlers/full/tools/planted.py", "import pro_context_engine.engine"),
    ("server-facade", "server/pro_context/cli/planted.py", "from pro_context_engine.libraries import finder"),
    ("server-facade", "server/pro_context/cli/planted.py", "from pro_context_engine.domain import model"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the project's packages and its import rules."""
    folder = tmp_path_factory.mktemp("project")
    data = shutil.ignore_patterns("__pycache__", "*.json", "*.js", "*.css")
    for package in PACKAGES:
        shutil.copytree(PROJECT / package, folder / package, ignore=data)
    shutil.copy(PROJECT / "pyproject.toml", folder)
    return folder


def lint(folder: Path, *contracts: str) -> tuple[int, str]:
    """Check some contracts, all without names; return the exit status and the report."""
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    limits = [word for contract in contracts for word in ("--contract", contract)]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(str(folder / Path(name).parent) for name in PACKAGES)}
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-logo", "--cache-dir", "cache", *limits],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_every_rule_is_tried() -> None:
    rules = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    assert {rule["id"] for rule in rules} == {contract for contract, _, _ in WRONG_IMPORTS}


def test_the_packages_keep_the_rules(copy: Path) -> None:
    status, report = lint(copy)
    assert status == 0, report


@pytest.mark.parametrize(("contract", "place", "line"), WRONG_IMPORTS)
def test_a_wrong_import_fails(copy: Path, contract: str, place: str, line: str) -> None:
    planted = copy / place
    planted.write_text(f'"""A module in the wrong place."""\n\n{line}\n')
    try:
        status, report = lint(copy, contract)
    finally:
        planted.unlink()
    assert status == 1
    # Of a cycle the report names the folders alone.
    assert "planted" in report or f"- .{planted.parent.name} -> " in report
