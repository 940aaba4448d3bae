"""The command line on the installed world, in this process."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.worlds import World, serve

from pro_context.cli import main as cli

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def installed() -> Iterator[World]:
    with serve("installed") as world:
        yield world


@pytest.fixture
def run(installed: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line on the installed world; return (exit status, stdout, stderr)."""
    tree: dict[str, Any] = {
        "cache": {"directory": str(tmp_path / "cache")},
        "sources": {"llmsTxt": {"enabled": False}, "package": {"enabled": False}},
        "project": {"environment": str(installed.environment)},
    }

    def run(*arguments: str, **sections: dict[str, Any]) -> tuple[int, str, str]:
        file = tmp_path / "pro-context.yaml"
        file.write_text(json.dumps({**tree, **sections}), encoding="utf-8")
        status = cli.main([*arguments, "--config", str(file)])
        return (status, *capsys.readouterr())

    return run
