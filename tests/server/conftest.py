"""The harbor contract on its engine, a clock, and an empty home directory."""

from pathlib import Path

import pytest
from tests.server.harbor.app import harbor_app
from tests.server.harbor.docs import HarborDocs
from tests.server.manual_clock import ManualClock

from pro_context.protocol.served_contract import App


@pytest.fixture
def docs() -> HarborDocs:
    return HarborDocs()


@pytest.fixture
def app(docs: HarborDocs) -> App:
    return harbor_app(docs)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home directory with nothing in it; the working directory is a project beside it, and PATH is empty."""
    for name in ("XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    project.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", "")
    monkeypatch.chdir(project)
    return home
