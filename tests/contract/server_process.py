"""The real server as an MCP client starts it: `pro-context` in a process of its own, configured by a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from mcp.client.stdio import StdioServerParameters
from tests.contract.product import corpus_index
from tests.patience import CONFIGURATION
from tests.postgres import database_of
from tests.worlds import World

from pro_context_contract import load_contract

COMMAND = [sys.executable, "-m", "pro_context.cli"]
ROOT = Path(__file__).parents[2]
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("PRO_CONTEXT")},
    "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
}


def configure(folder: Path, contract: str, worlds: Sequence[World]) -> Path:
    """Write the configuration an operator would for these worlds, and return the file.

    Args:
        folder: for the file and the cache.
        contract: to serve.
        worlds: any sites, and at most one environment.
    """
    environments = [str(world.environment) for world in worlds if world.environment is not None]
    sources = [
        {"name": source.name, "type": "url", "url": source.location, "libraryId": source.library_id}
        for world in worlds
        for source in world.custom
    ]
    configuration = {
        "contract": contract,
        "cache": {"directory": str(folder / "cache")},
        "store": {"url": database_of(folder)},
        "sources": {
            **{name: {"enabled": False} for name in ("llmsTxt", "package", "github", "docsSites")},
            "custom": sources,
        },
        "crawl": {"delaySeconds": 0},
        "patience": CONFIGURATION,
        "project": {"workingDirectory": str(folder), "environment": environments[0] if environments else "none"},
    }
    if index := corpus_index(load_contract(contract), worlds, folder):
        configuration["corpus"] = {"index": str(index)}
    file = folder / "pro-context.yaml"
    file.write_text(json.dumps(configuration), encoding="utf-8")  # JSON is YAML
    return file


def parameters(configuration: Path) -> StdioServerParameters:
    """Return how an MCP client starts the server with this configuration."""
    return StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], "--config", str(configuration)], env=ENVIRONMENT
    )


def run(configuration: Path, *arguments: str) -> None:
    """Run a subcommand that must succeed."""
    outcome(configuration, *arguments).check_returncode()


def outcome(configuration: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a subcommand and return how it ended."""
    return subprocess.run(
        [*COMMAND, "--config", str(configuration), *arguments],
        env=ENVIRONMENT,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
