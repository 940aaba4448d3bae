"""`pro-context config check|show`, as its user sees it."""

import json
from pathlib import Path

import pytest

from pro_context.cli.main import main


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "conf.yaml"
    path.write_text("server:\n  transport: http\n  authKey: shh-shh\nlogging: { level: info }\n")
    return path


def test_a_sound_configuration_names_its_files(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--config", str(file), "config", "check"]) == 0
    assert capsys.readouterr().out == f"the configuration is sound: {file}\n"
    assert main(["config", "check"]) == 0
    assert capsys.readouterr().out == "the configuration is sound: no file\n"


def test_mistakes_are_told_with_their_lines(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("server:\n  prot: 1\n")
    for action in ("check", "show"):
        assert main(["--config", str(file), "config", action]) == 1
        out, error = capsys.readouterr()
        assert (out, error.splitlines()) == (
            "",
            [f"{file}:2: server.prot: there is no such key; did you mean server.port?"],
        )
    assert main(["--config", str(file), "config", "check", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is False
    assert said["mistakes"][0].startswith(f"{file}:2: server.prot")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--contract", "none"], "there is no contract 'none'"),
        (["--contracts", "full,leen"], "there is no contract 'leen'"),
        (["--contracts", "full,leen"], "did you mean lean?"),
        (["--config", "missing.yaml"], "missing.yaml cannot be read"),
        (["--transport", "http", "--tls-certificate", "none.pem"], "cannot serve https with"),
        (["--port", "x"], "--port: server.port must be a whole number"),
    ],
)
def test_what_could_not_be_served_is_a_mistake(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "config", "check"]) == 1
    assert said in capsys.readouterr().err


def test_an_unknown_contract_is_told_with_its_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("logging: { level: info }\ncontract: fulll\n")
    assert main(["--config", str(file), "config", "check"]) == 1
    assert capsys.readouterr().err.startswith(f"{file}:2: contract: there is no contract 'fulll'")


def test_a_source_that_does_not_exist_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = {"name": "manual", "type": "file", "path": "nowhere", "libraryId": "acme/manual"}
    file.write_text(json.dumps({"sources": {"custom": [source]}}))
    assert main(["--config", str(file), "config", "check"]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"{file}:1: sources.custom: manual: ")
    assert error.endswith("nowhere does not exist\n")
    (file.parent / "nowhere").mkdir()
    assert main(["--config", str(file), "config", "check"]) == 0


def test_open_access_on_a_network_is_a_mistake(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("server: { transport: http, host: 0.0.0.0 }\nsecurity: { requireKey: false }\n")
    assert main(["--config", str(file), "config", "check"]) == 1
    assert "security.requireKey" in capsys.readouterr().err


def test_every_setting_is_shown_with_its_origin(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--config", str(file), "--port", "8080", "config", "show"]) == 0
    lines = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines()}
    assert lines["server.port"] == ["8080", "--port"]
    assert lines["server.authKey"] == ['"•••"', f"{file}:3"]
    assert lines["logging.level"] == ['"info"', f"{file}:4"]
    assert lines["logging.format"] == ['"pretty"', "default"]


def test_settings_are_shown_to_programs(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRO_CONTEXT_PORT", "99")
    assert main(["--config", str(file), "config", "show", "--json"]) == 0
    out = capsys.readouterr().out
    every = {one["key"]: one for one in json.loads(out)["settings"]}
    port = {"key": "server.port", "value": 99, "from": "variable", "place": "PRO_CONTEXT_PORT", "line": None}
    assert every["server.port"] == port
    assert every["server.transport"]["line"] == 2
    assert every["registry.url"] == {"key": "registry.url", "value": "", "from": "default", "place": None, "line": None}
    assert "shh" not in out
