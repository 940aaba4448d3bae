"""How examples are recorded, and schemathesis for the one module that needs it.

Every run without that module would wait 1.3 s for it.
"""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the examples be recorded; the option exists only where this folder is named on the command line."""
    parser.addoption("--record-examples", action="store_true", help="write what the examples say to spec/recorded")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> None:
    """Register the plugin when the property tests are collected; it is off otherwise (pyproject.toml)."""
    plugins = parent.config.pluginmanager
    if file_path.name == "test_properties.py" and not plugins.has_plugin("schemathesis-late"):
        from schemathesis.pytest import plugin

        plugins.register(plugin, "schemathesis-late")
