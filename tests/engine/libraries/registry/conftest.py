"""A published registry, and what brings it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.engine.fakes import FakeClock
from tests.worlds.registry_feed import Feed, serve_feed

from pro_context_engine.adapters.fetch.client import HttpFetcher
from pro_context_engine.domain.settings import FetchLimits, RegistryFeed
from pro_context_engine.domain.shared_registry import SharedRegistry
from pro_context_engine.domain.work_leases import OwnLeases
from pro_context_engine.libraries.registry import registry_in_use
from pro_context_engine.libraries.registry.known_libraries import KnownLibraries
from pro_context_engine.libraries.registry.own_registry import OwnRegistry
from pro_context_engine.libraries.registry.registry_folder import RegistryFolder
from pro_context_engine.libraries.registry.updates import RegistryUpdates


class Bench:
    """Opens what brings registries as often as it is asked to, each time as another process would."""

    def __init__(self, directory: Path | None, feed: Feed, shared: SharedRegistry | None = None) -> None:
        self.directory = directory
        self.feed = feed
        self.shared = shared
        self.clock = FakeClock()
        self.clock.advance(days=365)
        self.used: list[KnownLibraries] = []

    @property
    def folder(self) -> RegistryFolder:
        return RegistryFolder(self.directory)

    def version(self) -> str:
        """Return the version that whoever starts now uses."""
        return registry_in_use.find(self.folder).known.version

    @asynccontextmanager
    async def updates(self, url: str | None = None, **feed: object) -> AsyncIterator[RegistryUpdates]:
        fetcher = HttpFetcher(FetchLimits(total_seconds=60.0), clock=self.clock, sleep=_no_time)
        settings = RegistryFeed(self.feed.url if url is None else url, **feed)  # type: ignore[arg-type]
        found = registry_in_use.find(self.folder)
        updates = RegistryUpdates(
            found, self.folder, settings, fetcher, self.used.append, self.shared or OwnRegistry(self.folder),
            OwnLeases(), self.clock,
        )  # fmt: skip
        try:
            yield updates
        finally:
            await updates.close()
            await fetcher.close()


async def _no_time(_: float) -> None:
    return


@pytest.fixture
def feed() -> Iterator[Feed]:
    with serve_feed() as served:
        yield served


@pytest.fixture
def bench(tmp_path: Path, feed: Feed) -> Bench:
    return Bench(tmp_path / "cache", feed)
