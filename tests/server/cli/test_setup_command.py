"""`pro-context setup`, with real files in a home directory of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pro_context.cli import main as cli

THEIRS = '{\n  // mine\n  "theme": "dark",\n}\n'


pytestmark = pytest.mark.usefixtures("home")


def run(*arguments: str) -> int:
    return cli.main(["setup", *arguments])


def report(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return json.loads(capsys.readouterr().out)


def test_the_list_tells_what_is_here_and_what_is_done(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("cursor", "--json")
    capsys.readouterr()
    (home / ".codex").mkdir()
    (home / ".codex/config.toml").write_text("= no TOML")
    assert run("--json") == 0
    states = {row["client"]: (row["found"], row["state"]) for row in report(capsys)["clients"]}
    assert states["cursor"] == (True, "set up")
    assert states["codex"] == (True, "unreadable")
    assert states["zed"] == (False, "not set up")
    assert run() == 0
    assert "cursor" in capsys.readouterr().out


def test_it_writes_tells_and_does_nothing_twice(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = home / ".config/zed/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(THEIRS)
    assert run("zed") == 0
    shown = capsys.readouterr().out
    assert f"added to {settings}" in shown
    assert f"kept: {settings}.bak" in shown
    assert settings.with_name("settings.json.bak").read_text() == THEIRS
    written = settings.read_text()
    assert written.startswith(THEIRS.removesuffix("}\n"))
    assert all(line in written for line in ("// mine", '"context_servers"', '"source": "custom"'))
    assert run("zed") == 0
    assert "set up already" in capsys.readouterr().out
    assert settings.read_text() == written


def test_removing_gives_back_the_rest(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = home / ".codex/config.toml"
    config.parent.mkdir()
    config.write_text("# mine\nmodel = 'm'\n")
    assert run("codex") == 0
    assert "[mcp_servers.pro-context]" in config.read_text()
    assert run("codex", "--remove") == 0
    assert config.read_text() == "# mine\nmodel = 'm'\n"
    assert run("codex", "--remove") == 0
    assert "is not set up" in capsys.readouterr().out


def test_a_dry_run_and_print_write_nothing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("vscode", "--dry-run") == 0
    assert "would be added" in capsys.readouterr().out
    assert run("vscode", "--print", "--command", "docs", "--serve") == 0
    printed = report(capsys)
    assert printed == {"servers": {"pro-context": {"command": "docs", "args": ["--serve"], "type": "stdio"}}}
    assert list(home.rglob("*")) == []


def test_a_project_gets_names_that_others_can_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("claude-code", "--project", "--json") == 0
    assert report(capsys)["file"] == str(Path.cwd() / ".mcp.json")
    entry = json.loads(Path(".mcp.json").read_text())["mcpServers"]["pro-context"]
    assert not Path(entry["command"]).is_absolute()


def test_another_entry_is_shown_and_stays(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("cursor", "--command", "theirs")
    capsys.readouterr()
    before = (home / ".cursor/mcp.json").read_text()
    assert run("cursor", "--command", "ours") == 1
    shown = capsys.readouterr().out
    assert all(word in shown for word in ("theirs", "ours", "--force", "--name"))
    assert (home / ".cursor/mcp.json").read_text() == before
    assert run("cursor", "--name", "docs", "--command", "ours") == 0
    assert run("cursor", "--force", "--command", "ours") == 0
    servers = json.loads((home / ".cursor/mcp.json").read_text())["mcpServers"]
    assert {name: entry["command"] for name, entry in servers.items()} == {"pro-context": "ours", "docs": "ours"}


def test_a_broken_file_is_named_by_line_and_left(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = home / ".cursor/mcp.json"
    file.parent.mkdir()
    file.write_text('{\n  "mcpServers": {,}\n}\n')
    assert run("cursor") == 1
    told = capsys.readouterr().err
    assert f"{file}:2: " in told
    assert '"mcpServers"' in told
    assert list(file.parent.iterdir()) == [file]
    assert run("cursor", "--json") == 1
    assert report(capsys)["line"] == 2


def test_what_the_server_is_told_is_passed_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configuration = tmp_path / "pro-context.yaml"
    configuration.write_text("contract: full")
    assert cli.main(["--config", str(configuration), "--contract", "full", "setup", "cursor", "--print"]) == 0
    entry = report(capsys)["mcpServers"]["pro-context"]
    assert entry["args"] == ["--config", str(configuration), "--contract", "full"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["crusor"], "did you mean cursor?"),
        (["--remove"], "which client?"),
        (["windsurf", "--project"], "no file for a project"),
        (["cursor", "--name", "two words"], "--name takes"),
        (["cursor", "--command"], "--command needs"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], home: Path) -> None:
    assert run(*arguments) == 2
    assert said in capsys.readouterr().err
    assert list(home.rglob("*")) == []
