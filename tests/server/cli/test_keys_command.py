"""`pro-context keys` and `pro-context-admin`, on a file of their own."""

import json
import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pro_context.cli import main as cli


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.upper().startswith("PRO_CONTEXT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PRO_CONTEXT__CACHE__DIRECTORY", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cache"


def run(*arguments: str) -> int:
    return cli.main(["keys", *arguments])


def made(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run("create", *arguments, "--json") == 0
    return json.loads(capsys.readouterr().out)


def listed(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run("list", "--json") == 0
    return json.loads(capsys.readouterr().out)["keys"]


def test_a_key_is_printed_alone_and_only_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("create", "--name", "alice") == 0
    key = capsys.readouterr().out.strip()
    assert key.startswith("pc_")
    assert len(key) == 43
    run("list")
    run("list", "--json")
    told = capsys.readouterr()
    assert key[:8] in told.out
    assert key not in told.out + told.err
    assert key.encode() not in (folder / "keys.sqlite3").read_bytes()


def test_json_tells_what_was_made(capsys: pytest.CaptureFixture[str]) -> None:
    report = made(capsys, "--name", "ci", "--rate-limit", "600", "--expires", "30d", "--admin")
    ends = datetime.fromisoformat(report["expiresAt"]) - datetime.now(UTC)
    assert timedelta(days=29, hours=23) < ends <= timedelta(days=30)
    assert (report["name"], report["rateLimit"], report["admin"], report["state"]) == ("ci", 600, True, "valid")
    (row,) = listed(capsys)
    assert row == {name: value for name, value in report.items() if name != "key"}


def test_every_key_is_another(capsys: pytest.CaptureFixture[str]) -> None:
    keys = [made(capsys, "--name", "n")["key"] for _ in range(5)]
    assert len(set(keys)) == len({key[:8] for key in keys}) == 5


@pytest.mark.parametrize("by", ["prefix", "name", "key"])
def test_a_key_is_revoked_by_prefix_name_or_itself(by: str, capsys: pytest.CaptureFixture[str]) -> None:
    report = made(capsys, "--name", "alice")
    made(capsys, "--name", "bob")
    assert run("revoke", report[by]) == 0
    assert {row["name"]: row["state"] for row in listed(capsys)} == {"alice": "revoked", "bob": "valid"}
    assert run("revoke", report[by]) == 1
    assert "revoked already" in capsys.readouterr().err


def test_a_name_of_several_keys_revokes_none(capsys: pytest.CaptureFixture[str]) -> None:
    prefixes = [made(capsys, "--name", "alice")["prefix"] for _ in range(2)]
    assert run("revoke", "alice") == 2
    told = capsys.readouterr().err
    assert all(prefix in told for prefix in prefixes)
    assert run("revoke", prefixes[0]) == 0
    assert run("revoke", "alice", "--json") == 0


def test_an_unknown_key_is_not_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    key = made(capsys, "--name", "alice")["key"]
    wrong = key[:-1] + ("A" if key[-1] != "A" else "B")
    assert run("revoke", wrong) == 1
    assert wrong not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("when", "days"), [("12h", 0.5), ("2w", 14), ("1y", 365), ("2999-01-31", None), ("2999-01-31T08:00+02:00", None)]
)
def test_ends_that_are_understood(when: str, days: float | None, capsys: pytest.CaptureFixture[str]) -> None:
    end = datetime.fromisoformat(made(capsys, "--name", "n", "--expires", when)["expiresAt"])
    if days is None:
        assert end.isoformat() == ("2999-01-31T06:00:00+00:00" if "T" in when else "2999-01-31T00:00:00+00:00")
    else:
        assert abs(end - datetime.now(UTC) - timedelta(days=days)) < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--name", "n", "--expires", "tomorrow"], "--expires takes"),
        (["--name", "n", "--expires", "99999y"], "--expires takes"),
        (["--name", "n", "--expires", ""], "--expires takes"),
        (["--name", "n", "--expires", "2020-01-01"], "in the past"),
        (["--name", "n", "--rate-limit", "0"], "--rate-limit takes"),
        (["--name", "n", "--rate-limit", "1.5"], "--rate-limit takes"),
        (["--name", " "], "--name takes"),
        (["--name", "a\x1b[31m"], "--name takes"),
        (["--name", "n" * 101], "--name takes"),
    ],
)
def test_wrong_usage(folder: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("create", *arguments) == 2
    assert said in capsys.readouterr().err
    assert not folder.exists()


def test_an_empty_list_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    assert "keys create" in capsys.readouterr().out


def test_keys_that_cannot_be_kept_are_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PRO_CONTEXT__CACHE__DIRECTORY")
    file = tmp_path / "mine.yaml"
    file.write_text("cache: { directory: null }\n")
    assert run("--config", str(file), "create", "--name", "n") == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "cache.directory" in told.err


def test_a_damaged_file_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(capsys, "--name", "n")
    (folder / "keys.sqlite3").write_bytes(b"x" * 5_000)
    assert run("list") == 1
    assert "is damaged" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder.write_text("no folder\n")
    assert run("create", "--name", "n") == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "keys" in told.err


def test_emptying_the_cache_keeps_the_keys(capsys: pytest.CaptureFixture[str]) -> None:
    made(capsys, "--name", "alice")
    assert cli.main(["cache", "clear"]) == 0
    assert [row["name"] for row in listed(capsys)] == ["alice"]


def test_the_script_of_administrators_takes_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["pro-context-admin", "create", "--name", "alice"])
    assert cli.admin() == 0
    assert capsys.readouterr().out.startswith("pc_")
    connection = sqlite3.connect(folder / "keys.sqlite3")
    assert connection.execute("SELECT name FROM api_key").fetchall() == [("alice",)]
    connection.close()


def test_the_script_of_administrators_goes_by_its_own_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (["--help"], ["create", "--help"]):
        monkeypatch.setattr("sys.argv", ["pro-context-admin", *arguments])
        with pytest.raises(SystemExit):
            cli.admin()
        told = capsys.readouterr().out
        assert told.startswith("usage: pro-context-admin")
        assert "pro-context keys" not in told
