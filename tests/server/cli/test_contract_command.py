"""`pro-context contract`: the published documents, byte for byte, and clear words for those that do not exist."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pro_context.cli import main as cli
from pro_context_contract import CONTRACTS, bundles

PUBLISHED = Path(__file__).parents[3] / "generated" / "pro_context_contract" / "bundles"


@pytest.mark.parametrize("name", CONTRACTS)
def test_show_prints_the_published_bytes(name: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for version in bundles.versions()[name]:
        assert cli.main(["contract", "show", name, "--version", version]) == 0
        assert capfdbinary.readouterr().out == (PUBLISHED / f"{name}-{version}.json").read_bytes()
    assert cli.main(["contract", "show", name]) == 0
    assert capfdbinary.readouterr().out == (PUBLISHED / f"{name}-{version}.json").read_bytes()


def test_show_alone_prints_the_contract_that_is_served(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(["contract", "show"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["contract"] == "full"


def test_schema_prints_the_published_bytes(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(["contract", "schema"]) == 0
    assert capfdbinary.readouterr().out == (PUBLISHED / "bundle.schema.json").read_bytes()


def test_list_tells_every_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["contract", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {f"{item['contract']}-{item['version']}.json" for item in listed} == {
        file.name for file in PUBLISHED.glob("*.json") if ".schema." not in file.name
    }
    assert cli.main(["contract", "list"]) == 0
    shown = capsys.readouterr().out
    for item in listed:
        assert f"{item['contract']} {item['version']}  sha256 {item['sha256']}" in shown


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["fulll"], f"there is no contract 'fulll'; known: {', '.join(CONTRACTS)}"),
        (["full", "--version", "9.9.9"], "contract full has no version '9.9.9'; known: "),
        (["full", "--version", "../full-0.1.0"], "contract full has no version '../full-0.1.0'; known: "),
        (["../bundles/full"], "there is no contract '../bundles/full'; known: "),
    ],
)
def test_what_does_not_exist_is_one_line_that_names_what_does(
    arguments: list[str], reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["contract", "show", *arguments]) == 2
    output = capfd.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"pro-context: {reason}")
    assert len(output.err.splitlines()) == 1
