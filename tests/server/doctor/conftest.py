"""A machine in the test's folder: a user's home and a project, nothing of the real one, no network."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pro_context.doctor.findings import Check, ConfigurationReport, Finding, Situation
from pro_context_engine import open_engine
from pro_context_engine.domain.settings import GitHub, Settings

NOW = datetime(2027, 1, 1, 12, tzinfo=UTC)


@dataclass
class Sites:
    """Stands in for what the engine reaches: URL -> why not; others answer. Notes what it is asked."""

    silent: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    async def reach(self, url: str, *, origins: Any = (), proven: Any = ()) -> str:
        self.asked.append((url, tuple(origins)))
        return next((reason for start, reason in self.silent.items() if url.startswith(start)), "")


@dataclass
class Machine:
    folder: Path
    settings: Settings
    environ: dict[str, str] = field(default_factory=dict)
    sites: Sites = field(default_factory=Sites)
    configured: ConfigurationReport = field(default_factory=ConfigurationReport)
    now: datetime = NOW
    offline: bool = False

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def cache(self) -> Path:
        return self.folder / "cache"

    def set(self, **settings: Any) -> None:
        self.settings = replace(self.settings, **settings)

    @asynccontextmanager
    async def situation(self) -> AsyncIterator[Situation]:
        docs = open_engine(replace(self.settings, cache_directory=None))
        docs.reach = self.sites.reach  # type: ignore[method-assign]
        try:
            yield Situation(self.settings, docs, self.environ, self.home, self.now, self.configured, self.offline)
        finally:
            await docs.close()

    async def find(self, check: Check) -> Finding:
        async with self.situation() as situation:
            return await check(situation)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    for name in ("home", "project"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    settings = Settings(
        cache_directory=tmp_path / "cache",
        project_directory=tmp_path / "project",
        environment="none",
        llms_txt=False,
        github=GitHub(enabled=False),
        docs_sites=False,
        packages=False,
    )
    variables = {"PATH": "", "PIP_CONFIG_FILE": "/dev/null", "UV_NO_CONFIG": "1"}
    return Machine(tmp_path, settings, variables)


Find = Callable[[Check], Finding]
