"""Loads schemathesis for the one module that needs it: every run without that module would wait 1.3 s for it."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> None:
    """Register the plugin when the property tests are collected; it is off otherwise (pyproject.toml)."""
    plugins = parent.config.pluginmanager
    if file_path.name == "test_properties.py" and not plugins.has_plugin("schemathesis-late"):
        from schemathesis.pytest import plugin

        plugins.register(plugin, "schemathesis-late")
