"""`pro-context doctor`, as processes: what it prints, what it leaves alone, and that nothing holds it up."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.patience import VARIABLES

COMMAND = [sys.executable, "-m", "pro_context.cli", "doctor"]
CHECKS = [
    "program", "configuration", "cache", "store", "clock", "project", "registry", "sources", "package-index",
    "npm-registry", "proxy", "certificates", "port", "keys", "clients",
]  # fmt: skip


@pytest.fixture
def variables(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "home").mkdir()
    (tmp_path / "project").mkdir()
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path / "home"),
        "PYTHONPATH": os.pathsep.join(sys.path),
        **VARIABLES,
    }


def run(folder: Path, variables: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder / "project",
        env=variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_new_machine_is_sound_and_left_as_it_is(tmp_path: Path, variables: dict[str, str]) -> None:
    done = run(tmp_path, variables, "--offline", "--json")
    report = json.loads(done.stdout)
    assert [check["name"] for check in report["checks"]] == CHECKS
    assert (done.returncode, report["ok"], done.stderr) == (0, True, "")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["home", "project"]


def test_each_finding_is_a_line_and_a_fix_below_what_is_not_ok(tmp_path: Path, variables: dict[str, str]) -> None:
    variables["PRO_CONTEXT__CACHE__DIRECTORY"] = str(tmp_path / "home" / "file" / "cache")
    (tmp_path / "home" / "file").touch()
    done = run(tmp_path, variables, "--offline")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("fail  cache "))
    assert lines[place + 1].strip().startswith("fix: ")
    assert all(line.startswith(("ok    ", "warn  ", "fail  ", "      fix: ")) for line in lines)


def test_mistakes_of_the_configuration_are_a_finding_and_the_rest_is_checked(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    (tmp_path / "wrong.yaml").write_text("cache: { directoy: x }\n")
    done = run(tmp_path, variables, "--offline", "--json", "--config", str(tmp_path / "wrong.yaml"))
    states = {check["name"]: check["state"] for check in json.loads(done.stdout)["checks"]}
    assert (done.returncode, states["configuration"], states["registry"], done.stderr) == (1, "fail", "ok", "")


def test_options_of_the_server_count(tmp_path: Path, variables: dict[str, str]) -> None:
    command = [*COMMAND[:-1], "--transport", "http", "--port", "0", "doctor", "--offline", "--json"]
    done = subprocess.run(
        command, cwd=tmp_path / "project", env=variables, capture_output=True, text=True, timeout=60, check=False
    )
    found = {check["name"]: check["found"] for check in json.loads(done.stdout)["checks"]}
    assert found["port"] == "127.0.0.1:0 is free"


def test_without_a_home(tmp_path: Path, variables: dict[str, str]) -> None:
    del variables["HOME"]
    done = run(tmp_path, variables, "--offline")
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1)


def test_secrets_of_the_environment_are_not_told(tmp_path: Path, variables: dict[str, str]) -> None:
    variables |= {
        "HTTPS_PROXY": "http://ann:s3cret@127.0.0.1:9",
        "PIP_INDEX_URL": "https://ann:s3cret@127.0.0.1:9/simple",
        "PRO_CONTEXT_GITHUB_TOKEN": "s3cret",
        "PRO_CONTEXT__SERVER__AUTH_KEY": "s3cret",
    }
    for arguments in ([], ["--json"]):
        done = run(tmp_path, variables, "--offline", *arguments)
        assert "127.0.0.1" in done.stdout
        assert "s3cret" not in done.stdout + done.stderr


def test_what_hangs_holds_up_neither_the_others_nor_the_exit(tmp_path: Path, variables: dict[str, str]) -> None:
    script = """
import asyncio, os, socket, sys, threading
socket.getaddrinfo = lambda *_, **__: threading.Event().wait()
from pro_context.cli import main as cli
from pro_context.doctor import machine
machine.examine_store = lambda _: threading.Event().wait()
sys.exit(cli.main(["doctor"]))
"""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", script],
        cwd=tmp_path / "project",
        # Only the checks that hang take so long, on any machine.
        env={**variables, "PRO_CONTEXT__PATIENCE__CHECKS": "5"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert any(line.startswith("fail  store") and "no answer within 5 seconds" in line for line in lines)
    assert any(line.startswith("ok    program") for line in lines)
