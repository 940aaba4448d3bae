"""A team's server in clients' files: what each is told, where the key goes, and that nobody is shown it."""

import io
import json
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.server.clients.test_client_table import TABLE

from pro_context.cli import main as cli
from pro_context.clients.edits import FORMATS
from pro_context.clients.remote import endpoint, key, mask_keys

KEY = "pc_" + "Ab3_-" * 8
URL = "https://docs.example.com/mcp"


def run(*arguments: str) -> int:
    return cli.main(["setup", *arguments])


def files(folder: Path) -> dict[Path, str]:
    return {file: file.read_text() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("client", TABLE.clients)
def test_each_client_is_told_address_and_key_in_its_own_file_and_nobody_else(
    client: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(client, "--url", URL, "--key", KEY) == 0
    shown = capsys.readouterr()
    ((file, content),) = files(home).items()
    assert URL in content
    assert f"Bearer {KEY}" in content
    assert KEY not in shown.out + shown.err
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert run(client, "--url", URL, "--key", KEY) == 0
    assert "set up already" in capsys.readouterr().out
    assert run(client, "--url", "https://other.example.com/mcp", "--key", KEY) == 1
    assert run(client, "--url", URL, "--key", KEY, "--json", "--force") == 0
    assert run(client, "--remove") == 0
    shown = capsys.readouterr()
    assert KEY not in shown.out + shown.err
    assert KEY not in file.read_text()


@pytest.mark.parametrize("client", [name for name, client in TABLE.clients.items() if client.project])
def test_what_others_read_names_a_variable_and_never_a_key(client: str, home: Path) -> None:
    project = Path.cwd()
    if client == "zed":
        assert run(client, "--project", "--url", URL, "--key", KEY) == 2
        assert files(project) == {}
        return
    assert run(client, "--project", "--url", URL, "--key", KEY) == 0
    (content,) = files(project).values()
    assert "PRO_CONTEXT_KEY" in content
    assert KEY not in content


def test_a_client_without_variables_needs_the_key(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("zed", "--url", URL) == 2
    assert "--key" in capsys.readouterr().err
    assert run("cursor", "--url", URL) == 0
    assert "PRO_CONTEXT_KEY" in capsys.readouterr().err


def entry(client: str, text: str) -> Any:
    kind = TABLE.clients[client]
    content = FORMATS[kind.format].load(text)
    for step in (*kind.keys, "pro-context"):
        content = content[step]
    return content


def test_print_gives_the_whole_text(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("codex", "--url", URL, "--key", KEY, "--print") == 0
    printed = entry("codex", capsys.readouterr().out)
    assert printed == {"url": URL, "http_headers": {"Authorization": f"Bearer {KEY}"}}
    assert run("claude-desktop", "--url", "http://10.0.0.1:3100", "--key", KEY, "--print") == 0
    printed = entry("claude-desktop", capsys.readouterr().out)
    assert "http://10.0.0.1:3100/mcp" in printed["args"]
    assert "--allow-http" in printed["args"]
    assert KEY not in json.dumps(printed["args"])
    assert not any(" " in argument for argument in printed["args"])
    assert files(home) == {}


def test_the_rest_of_a_toml_file_stays(home: Path) -> None:
    config = home / ".codex/config.toml"
    config.parent.mkdir()
    config.write_text("# mine\nmodel = 'm'\n")
    assert run("codex", "--url", URL, "--key", KEY) == 0
    assert tomllib.loads(config.read_text())["model"] == "m"
    assert run("codex", "--remove") == 0
    assert config.read_text() == "# mine\nmodel = 'm'\n"


def test_the_key_may_come_from_stdin(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{KEY}\n"))
    assert run("cursor", "--url", URL, "--key", "-") == 0
    assert KEY in (home / ".cursor/mcp.json").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cursor", "--url", "docs.example.com"], "--url takes"),
        (["cursor", "--url", "ftp://docs.example.com"], "--url takes"),
        (["cursor", "--url", "https://"], "--url takes"),
        (["cursor", "--url", "https://a b"], "--url takes"),
        (["cursor", "--url", "https://me:pw@docs.example.com"], "--url takes"),
        (["cursor", "--url", "https://docs.example.com?key=1"], "--url takes"),
        (["cursor", "--url", URL, "--key", "two words"], "--key takes"),
        (["cursor", "--url", URL, "--key", ""], "--key takes"),
        (["cursor", "--url", URL, "--key", '"'], "--key takes"),
        (["cursor", "--key", KEY], "--url"),
        (["cursor", "--url", URL, "--command", "x"], "--command"),
        (["cursor", "--url", URL, "--contract", "lean"], "leave out /mcp or --contract"),
        (["--url", URL], "which client?"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 2
    assert said in capsys.readouterr().err
    assert files(home) == {}


def test_an_address_without_a_path_means_the_default_endpoint() -> None:
    assert endpoint("https://docs.example.com") == endpoint("https://docs.example.com/") == URL
    assert endpoint("http://[::1]:3100/lean/mcp") == "http://[::1]:3100/lean/mcp"
    assert endpoint("https://docs.example.com/", "lean") == "https://docs.example.com/lean/mcp"
    with pytest.raises(ValueError, match=r"--url "):
        endpoint("https://docs.example.com:99999")
    assert key(None) == ""


def test_what_is_shown_has_no_key_but_still_names_variables() -> None:
    assert mask_keys(f'"Authorization": "Bearer {KEY}"') == '"Authorization": "Bearer …"'
    assert mask_keys(f"key = {KEY}, other") == f"key = {KEY[:8]}…, other"
    assert mask_keys("Bearer s3cret'") == "Bearer …'"
    assert mask_keys('"Bearer ${env:PRO_CONTEXT_KEY}"') == '"Bearer ${env:PRO_CONTEXT_KEY}"'
