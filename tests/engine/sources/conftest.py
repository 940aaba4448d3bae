"""The weather package, installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.weather import FILES, write

from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.sources.installed.source import InstalledSource


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """An environment with the weather package."""
    directory = tmp_path / ".venv/lib/python3.12/site-packages"
    directory.mkdir(parents=True)
    write(directory, FILES)
    (directory / "weather/latin.py").write_bytes(
        b'# -*- coding: latin-1 -*-\n"""Caf\xe9 weather."""\n\ndef open_caf() -> None:\n    """Drink caf\xe9."""\n'
    )
    return directory


@pytest.fixture
def source(tmp_path: Path, site: Path) -> InstalledSource:
    return InstalledSource(ProjectEnvironment(tmp_path, environ={}))
