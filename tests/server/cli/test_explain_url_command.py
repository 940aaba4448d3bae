"""`pro-context explain-url`, as a person and a program use it; no name is looked up outside this machine."""

import json
from pathlib import Path
from typing import Any

import pytest

from pro_context.cli import main as cli


@pytest.fixture
def configuration(tmp_path: Path) -> Path:
    custom = [
        {"name": "wiki", "type": "url", "url": "http://127.0.0.1:9/docs/llms.txt", "libraryId": "acme/wiki"},
        {"name": "lan", "type": "url", "url": "http://169.254.1.1/docs/llms.txt", "libraryId": "acme/lan"},
    ]
    tree = {
        "cache": {"directory": str(tmp_path / "cache")},
        "project": {"environment": "none"},
        "sources": {"custom": custom},
    }
    file = tmp_path / "pro-context.yaml"
    file.write_text(json.dumps(tree), encoding="utf-8")
    return file


def run(configuration: Path, *arguments: str) -> int:
    return cli.main(["explain-url", "--config", str(configuration), *arguments])


def reports(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_an_allowed_address_and_what_it_dials(configuration: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(configuration, "http://127.0.0.1:9/docs/page") == 0
    verdict, rule, library, address, redirects = capsys.readouterr().out.splitlines()
    assert verdict == "yes  http://127.0.0.1:9/docs/page"
    assert rule.startswith("     custom-source: ")
    assert library == "     library acme/wiki, read by wiki"
    assert address == "     address 127.0.0.1: loopback (127.0.0.0/8)"
    assert redirects.startswith("     redirects: ")


def test_one_line_of_json_each(configuration: Path, capsys: pytest.CaptureFixture[str]) -> None:
    urls = ["http://127.0.0.1:9/docs/page", "https://nobody.invalid/", "http://169.254.1.1/docs/page"]
    assert run(configuration, "--json", *urls) == 1
    allowed, unknown, link_local = reports(capsys)
    assert (allowed["allowed"], allowed["rule"], allowed["source"]) == (True, "custom-source", "wiki")
    assert [address["text"] for address in allowed["addresses"]] == ["127.0.0.1"]
    assert (unknown["allowed"], unknown["rule"]) == (False, "no-library")
    assert "libraryId" not in unknown
    assert (link_local["allowed"], link_local["rule"], link_local["libraryId"]) == (False, "address", "acme/lan")
    assert link_local["addresses"][0] == {
        "text": "169.254.1.1",
        "range": "169.254.0.0/16",
        "purpose": "link-local, cloud metadata among it",
        "allowed": False,
    }


def test_offline_looks_no_name_up(
    configuration: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: pytest.fail("looked up"))
    assert run(configuration, "--offline", "--json", "https://docs.pydantic.dev/latest/") == 0
    (report,) = reports(capsys)
    assert (report["rule"], report["libraryId"], report["addresses"]) == ("documentation-site", "pydantic/pydantic", [])


@pytest.mark.parametrize(
    "url",
    ["", "x", "https://[", "https://x/\x1b[31mred", "https://x/\u202egnp", "https://x/" + "a" * 100_000, "\udcff"],
)
def test_bad_input_is_refused_and_harmless_on_a_terminal(
    configuration: Path, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    assert run(configuration, "--", url) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("no   ")
    assert len(shown) < 500
    assert all(char.isprintable() for line in shown.splitlines() for char in line)
    assert run(configuration, "--json", "--", url) == 1
    line = capsys.readouterr().out
    assert line.isascii()
    assert json.loads(line)["url"] == url


def test_without_an_address_it_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["explain-url"])
    assert end.value.code == 2
    assert "usage: pro-context" in capsys.readouterr().err
