"""The command line: which options a command gets, and how it behaves as a process."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from pro_context.cli import main as cli
from pro_context_contract import CONTRACTS, load_contract


@pytest.fixture
def configuration(tmp_path: Path) -> Path:
    """Return a configuration under which no library has documentation and nothing is fetched."""
    file = tmp_path / "pro-context.yaml"
    tree = {
        "cache": {"directory": str(tmp_path / "cache")},
        "sources": {"llmsTxt": {"enabled": False}, "package": {"enabled": False}},
        "project": {"environment": "none"},
    }
    file.write_text(json.dumps(tree), encoding="utf-8")
    return file


@pytest.mark.parametrize("place", ["before", "after"])
def test_configuration_before_or_after_the_subcommand(
    configuration: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    option = ["--config", str(configuration)]
    command = ["ask", "--json", "langchain-ai/langchain", "chat models"]
    status = cli.main([*option, *command] if place == "before" else [*command, *option])
    assert status == 1
    assert json.loads(capsys.readouterr().out)["code"] == "SOURCE_UNAVAILABLE"


def test_a_mistaken_configuration_starts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pro-context.yaml"
    file.write_text("cache:\n  directoy: /x\n")
    monkeypatch.setenv("PRO_CONTEXT_LOG_LEVEL", "loud")
    assert cli.main(["--config", str(file), "resolve", "pydantic"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        f"{file}:2: cache.directoy: there is no such key; did you mean cache.directory?",
        'PRO_CONTEXT_LOG_LEVEL: logging.level must be one of debug, info, warn, error, not "loud"',
    ]


def test_unknown_subcommand_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["aks", "pydantic", "models"])
    assert end.value.code == 2
    assert "there is no command 'aks'; did you mean ask?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["serve", "--http"], "without a command, pro-context serves; --transport http serves over HTTP"),
        (["cache"], "`pro-context cache --help` explains the arguments, with examples"),
        (["cache", "clean"], "there is no action 'clean'; did you mean clear?"),
        (["cache", "zzz"], "there is no action 'zzz'; there are status, clear, verify"),
        (["ask"], "`pro-context ask --help` explains the arguments, with examples"),
    ],
)
def test_wrong_usage_tells_what_is_possible(
    arguments: list[str], advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(arguments)
    assert end.value.code == 2
    assert advice in capsys.readouterr().err


@pytest.mark.parametrize("command", [["--help"], ["resolve", "httpx"], ["config", "show"]])
def test_an_encoding_that_lacks_a_character_is_no_error(command: list[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "pro_context.cli", *command], capture_output=True, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    done.stdout.decode("ascii")


def test_options_without_effect_are_told(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from pro_context.transports import stdio

    monkeypatch.setattr(stdio, "run", lambda _: 0)
    assert cli.main(["--port", "3199", "--corpus", "index"]) == 0
    said = capfd.readouterr().err.splitlines()
    assert "pro-context: --port has no effect without --transport http" in said
    assert "pro-context: --corpus has no effect without --contract corpus" in said


@pytest.mark.parametrize("command", [("ask", "pydantic", "models"), ("setup", "zed"), ("cache", "status")])
def test_an_unknown_option_is_refused_with_the_usage_of_its_command(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([*command, "--colour", "brown"])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith(f"usage: pro-context {command[0]} ")
    assert f"pro-context {command[0]}: error: unrecognized arguments: --colour brown\n" in said
    assert said.endswith(f"`pro-context {command[0]} --help` explains the arguments, with examples\n")


# As processes: what only shows in a process of its own

COMMAND = [sys.executable, "-m", "pro_context.cli"]
HEAVY = ("mcp", "pydantic", "pro_context_engine", "httpx2", "asyncio")


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.upper().startswith("PRO_CONTEXT__")}


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, timeout=120, env=environment(), check=False, **options
    )


@pytest.mark.parametrize("module", ["pro_context", "pro_context.cli"])
def test_the_package_runs_as_a_module(module: str) -> None:
    command = [sys.executable, "-m", module, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment(), check=False)
    assert (done.returncode, done.stdout.split()[0]) == (0, "pro-context")


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_load_nothing_heavy(option: str) -> None:
    script = f"""
import sys
from pro_context.cli import main as cli
try:
    cli.main([{option!r}])
except SystemExit as end:
    print("status", end.code)
print("loaded", [name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env=environment(), check=True
    )
    *text, status, loaded = done.stdout.splitlines()
    assert (status, loaded, done.stderr) == ("status 0", "loaded []", "")
    expected = "pro-context ask pydantic" if option == "--help" else f"pro-context {version('pro-context')}"
    assert expected in "\n".join(text)


def test_answers_without_a_cache_or_an_environment(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "broken").mkdir()
    custom = [{"name": "manual", "type": "file", "path": "manual.md", "libraryId": "acme/rockets"}]
    (tmp_path / "manual.md").write_text("# Engines\n\nHow engines burn.\n")
    tree = {
        "cache": {"directory": str(tmp_path / "file" / "cache")},
        "project": {"environment": str(tmp_path / "broken")},
        "sources": {"llmsTxt": {"enabled": False}, "package": {"enabled": False}, "custom": custom},
    }
    (tmp_path / "pro-context.yaml").write_text(json.dumps(tree))
    done = run("ask", "acme/rockets", "engines", "--config", str(tmp_path / "pro-context.yaml"))
    assert done.returncode == 0
    assert "How engines burn." in done.stdout
    warnings = done.stderr.splitlines()
    assert len(warnings) == 2
    assert any("kept in memory" in line for line in warnings)
    assert any("environment" in line for line in warnings)


def test_on_a_terminal_the_server_says_what_it_waits_for() -> None:
    leader, follower = pty.openpty()
    with subprocess.Popen(
        COMMAND, stdin=follower, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment()
    ) as server:
        os.close(follower)
        assert server.stderr is not None
        told = [server.stderr.readline() for _ in range(3)]
        assert "waits for a client" in told[0]
        assert "pro-context setup" in told[1]
        assert "pro-context ask" in told[2]
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 130
    os.close(leader)


def test_serving_an_unknown_contract_is_wrong_usage(configuration: Path) -> None:
    done = run("--config", str(configuration), "--contract", "nothing", stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"pro-context: there is no contract 'nothing'; known: {', '.join(CONTRACTS)}\n"


def logging_to(configuration: Path, **options: str) -> list[str]:
    """Set options of the log; return the arguments that serve `lean` with them."""
    tree = json.loads(configuration.read_text(encoding="utf-8"))
    configuration.write_text(json.dumps({**tree, "logging": options}), encoding="utf-8")
    return ["--config", str(configuration), "--contract", "lean"]


def started(line: str, transport: str) -> bool:
    """Tell whether a line of the log says that `lean` is served, and with which list of libraries."""
    entry = json.loads(line)
    about = {name: entry.get(name) for name in ("level", "event", "contract", "contract_version", "transport")}
    assert re.fullmatch(r"registry-v\d{4}-\d\d-\d\d", entry.get("registry_version", ""))
    lean = load_contract("lean")
    return list(about.values()) == ["info", "server_started", lean.name, lean.version, transport]


def test_a_start_over_stdio_is_logged_once_and_not_by_default(configuration: Path) -> None:
    done = run(*logging_to(configuration, level="info", format="json"), stdin=subprocess.DEVNULL)
    [line] = done.stderr.splitlines()
    assert started(line, "stdio")
    silent = run(*logging_to(configuration), stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout, silent.returncode, silent.stdout, silent.stderr) == (0, "", 0, "", "")


def test_a_start_over_http_is_logged(configuration: Path) -> None:
    arguments = [*logging_to(configuration, level="info", format="json"), "--transport", "http", "--port", "0"]
    with subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.PIPE, text=True, env=environment()) as process:
        assert process.stderr is not None
        try:
            assert started(process.stderr.readline(), "http")
        finally:
            process.terminate()


def test_whoever_stops_reading_hears_no_complaint(configuration: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as output:
        done = subprocess.run(
            [*COMMAND, "resolve", "pydantic", "--config", str(configuration)],
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            env=environment(),
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "")


def test_an_interrupt_ends_quietly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as never_answers:
        port = never_answers.getsockname()[1]
        url = f"http://127.0.0.1:{port}/llms.txt"
        custom = [{"name": "slow", "type": "url", "url": url, "libraryId": "acme/slow"}]
        tree = {
            "cache": {"directory": str(tmp_path / "cache")},
            "project": {"environment": "none"},
            "sources": {"custom": custom},
        }
        (tmp_path / "pro-context.yaml").write_text(json.dumps(tree))
        arguments = ["ask", "acme/slow", "engines", "--config", str(tmp_path / "pro-context.yaml")]
        with subprocess.Popen(
            [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
        ) as process:
            never_answers.settimeout(120)
            connection, _ = never_answers.accept()
            with connection:
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")


@pytest.mark.parametrize("command", [("ask", "", "x"), ("ask", "x", " "), ("resolve", ""), ("symbols", "\t")])
def test_an_empty_argument_is_wrong_usage(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(command)
    assert end.value.code == 2
    assert "must not be empty" in capsys.readouterr().err
