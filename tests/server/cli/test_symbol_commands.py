"""`pro-context symbols`, as a person and a program use it, on a package of our own."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from pro_context.cli import main as cli
from pro_context.cli.symbol_texts import signature_text
from pro_context_engine import Signature
from pro_context_engine.domain.symbols import Parameter, ParameterKind

MODULE = '''
    """Docks for ships."""

    __all__ = ["Ship", "moor"]


    def moor(ship: str, /, *, lines: int = 2) -> None:
        """Fasten a ship to the quay.

        .. deprecated:: 1.2
           Use `Ship.moor` instead.
        """


    class Ship:
        """A thing that floats."""

        def sink(self) -> None:
            """Go down."""
'''


@pytest.fixture
def configuration(tmp_path: Path) -> Path:
    site = tmp_path / "project/.venv/lib/python3.12/site-packages"
    metadata = site / "dock-1.3.0.dist-info"
    metadata.mkdir(parents=True)
    (site / "dock.py").write_text(dedent(MODULE).lstrip())
    (metadata / "METADATA").write_text("Name: dock\nVersion: 1.3.0\n\n# Dock\n")
    (metadata / "RECORD").write_text("dock.py,,\n")
    tree = {
        "cache": {"directory": str(tmp_path / "cache")},
        "project": {"workingDirectory": str(tmp_path / "project"), "environment": str(tmp_path / "project/.venv")},
        "sources": {name: {"enabled": False} for name in ("llmsTxt", "package", "docsSites", "github")},
        "registry": {"checkAtStart": False},
    }
    file = tmp_path / "pro-context.yaml"
    file.write_text(json.dumps(tree), encoding="utf-8")
    return file


def run(configuration: Path, *arguments: str) -> int:
    return cli.main(["symbols", "--config", str(configuration), *arguments])


def test_the_names_of_a_package_are_listed(configuration: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(configuration, "pypi/dock") == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == f"dock 1.3.0: {len(lines)} symbols, the most public first"
    assert {line.split()[0] for line in lines} >= {"dock.moor", "dock.Ship", "dock.Ship.sink"}


def test_everything_is_told_about_a_name(configuration: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(configuration, "dock", "moor") == 0
    text = capsys.readouterr().out
    assert "function dock.moor" in text
    assert "moor(ship: str, /, *, lines: int = 2) -> None" in text
    assert "deprecated since 1.2; use Ship.moor" in text
    assert "pypi://dock/1.3.0/api/dock#moor" in text


def test_a_program_reads_the_table(configuration: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(configuration, "dock", "Ship.sink", "--json") == 0
    table = json.loads(capsys.readouterr().out)
    assert (table["package"], table["version"]) == ("dock", "1.3.0")
    assert [symbol["name"] for symbol in table["symbols"]] == ["dock.Ship.sink"]


def test_an_unknown_name_and_an_unknown_package_fail(configuration: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(configuration, "dock", "anchor") == 1
    assert capsys.readouterr().err.endswith("pro-context: dock 1.3.0 has no public anchor\n")
    assert run(configuration, "quay") == 1
    assert "LIBRARY_NOT_FOUND" in capsys.readouterr().err


def test_a_signature_is_written_as_a_person_writes_it() -> None:
    signature = Signature(
        (
            Parameter("a", ParameterKind.POSITIONAL_ONLY),
            Parameter("b", default="1"),
            Parameter("rest", ParameterKind.VAR_POSITIONAL, annotation="int"),
            Parameter("c", ParameterKind.KEYWORD_ONLY, default="None", annotation="str | None"),
            Parameter("more", ParameterKind.VAR_KEYWORD),
        ),
        "bytes",
    )
    assert signature_text(signature) == "(a, /, b=1, *rest: int, c: str | None = None, **more) -> bytes"


def test_a_misspelt_name_is_told_with_those_most_like_it(
    configuration: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(configuration, "dock", "Shipp") == 1
    assert "dock 1.3.0 has no public Shipp; similar: dock.Ship" in capsys.readouterr().err
