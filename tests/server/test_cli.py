"""Which options a command gets, wherever they stand on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pro_context import cli


@pytest.fixture
def configuration(tmp_path: Path) -> Path:
    """Return a configuration under which no library has documentation and nothing is fetched."""
    file = tmp_path / "pro-context.yaml"
    tree = {
        "cache": {"directory": str(tmp_path / "cache")},
        "sources": {"llmsTxt": {"enabled": False}},
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


def test_unknown_subcommand_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["aks", "pydantic", "models"])
    assert end.value.code == 2
    assert "invalid choice" in capsys.readouterr().err
