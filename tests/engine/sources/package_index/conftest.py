"""A package index on loopback, and the engine's view of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from tests.engine.fakes import FakeClock
from tests.worlds.package_index import PackageIndex, serve_index

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.domain.model import Library
from pro_context_engine.libraries.project.index_address import IndexAddress, PackageIndexes
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.package_index.python.project_pages import ProjectPages
from pro_context_engine.sources.package_index.python.published_packages import open_published_packages
from pro_context_engine.sources.package_index.python.python_releases import PythonReleases


@dataclass
class Setup:
    """The room as assembly puts it together, over an index of the test's own."""

    cache: Path | None
    clock: FakeClock = field(default_factory=FakeClock)
    fetcher: HttpFetcher = field(default_factory=HttpFetcher)
    indexes: PackageIndexes = field(default_factory=lambda: PackageIndexes("pip"))
    max_bytes: int = 60_000_000
    origin: str = "the index"
    max_kept: int = 500_000_000
    python: str = "3.12.1"

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Go on as the next process would: nothing in memory, the same disk."""
        self.folder = PackageFolder(self.cache, self.max_kept, lambda: self.origin)
        self.pages = ProjectPages(lambda: self.indexes, self.fetcher)
        kept_for = timedelta(days=7)
        self.releases = PythonReleases(self.pages, self.folder, self.clock, kept_for, lambda: self.python)
        self.packages = open_published_packages(self.releases, self.fetcher, self.folder, self.max_bytes)

    def use(self, *indexes: PackageIndex, of_project: bool = False) -> None:
        """Name indexes as the user would: the last one is the main one."""
        *extra, main = [IndexAddress(index.url, "a test", of_project) for index in indexes]
        self.indexes = PackageIndexes("pip", main, tuple(extra))

    def files(self) -> list[str]:
        """Return every file below the cache, relative to it."""
        if self.cache is None:
            return []
        return sorted(path.relative_to(self.cache).as_posix() for path in self.cache.rglob("*") if not path.is_dir())


@pytest.fixture
def index() -> Iterator[PackageIndex]:
    with serve_index() as served:
        yield served


@pytest.fixture
async def setup(tmp_path: Path, index: PackageIndex) -> AsyncIterator[Setup]:
    made = Setup(tmp_path / "cache")
    made.use(index)
    yield made
    await made.fetcher.close()
    await asyncio.to_thread(made.folder.close)


def pond(name: str = "pond-kit") -> Library:
    return Library(f"pypi/{name}", name, name, python_packages=(name,))
