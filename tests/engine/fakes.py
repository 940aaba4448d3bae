"""Small stand-ins for what the engine's upper rooms talk to: a clock, sources, an environment, a whole ingest."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from tests.patience import PATIENT

from pro_context_engine import DocsEngine
from pro_context_engine.adapters.store.sqlite import SqliteStore, open_store
from pro_context_engine.domain.errors import DocsError, PageMissing
from pro_context_engine.domain.fetching import FetchHealth, Response
from pro_context_engine.domain.interfaces import Clock, Environment, Registry, Source
from pro_context_engine.domain.model import (
    Delivery,
    InstalledPackage,
    Library,
    Page,
    SourceName,
    Toc,
    TocEntry,
    Validators,
)
from pro_context_engine.domain.settings import Patience, Settings
from pro_context_engine.domain.source_traits import CONFIGURED_ADDRESS, SourceTraits
from pro_context_engine.domain.storage import Store
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.node_modules import NodeModules
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.parts import Parts
from pro_context_engine.sources.crawl.source import CrawledSites
from pro_context_engine.sources.github.source import TRAITS as GITHUB_TRAITS
from pro_context_engine.sources.installed.source import InstalledSource
from pro_context_engine.sources.llms_txt.source import LlmsTxtSource
from pro_context_engine.sources.published.source import PublishedSource

SITE = "https://docs.rockets.example"
ROCKETS = Library(
    "acme/rockets", "rockets", "Rockets", docs_url=f"{SITE}/", llms_txt_url=f"{SITE}/llms.txt", languages=("python",)
)


TRAITS = {
    SourceName.CUSTOM: SourceTraits("custom", reads_web=True, is_configured=True, address_rule=CONFIGURED_ADDRESS),
    SourceName.INSTALLED: InstalledSource.traits,
    SourceName.PACKAGE: PublishedSource.traits,
    SourceName.GITHUB: GITHUB_TRAITS,
}


class FakeClock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **how_much: float) -> None:
        self.now += timedelta(**how_much)


class FakeSource:
    """A source with pages of its own, and facts it is told to report instead."""

    def __init__(self, *names: str, name: SourceName = SourceName.LLMS_TXT, version: str | None = None) -> None:
        self.name = name
        self.traits = TRAITS.get(name, LlmsTxtSource.traits)
        self.site = SITE
        self.names = list(names)
        self.exact_version = version
        self.library_id = ROCKETS.library_id
        self.toc_fact: DocsError | None = None
        self.page_facts: dict[str, Exception] = {}
        self.owned: dict[str, tuple[str, str]] = {}
        self.tocs = 0
        self.read: list[str] = []
        self.given: list[str] = []
        self.says_same = False
        self.tag = ""
        self.storable = self.toc_storable = True
        self.padding = ""
        self.edition = 1
        self.gate = asyncio.Event()
        self.gate.set()
        self.gates: dict[str, asyncio.Event] = {}
        self.toc_gate = asyncio.Event()
        self.toc_gate.set()
        self.at_once = 0
        self.most_at_once = 0

    def version(self, library: Library) -> str | None:
        return self.exact_version

    def serves(self, library: Library, version: str | None) -> bool:
        return library.library_id == self.library_id and version in (None, self.exact_version)

    def owner(self, url: str) -> tuple[str, str] | None:
        return self.owned.get(url)

    def named_origins(self, url: str) -> Sequence[str]:
        return []

    def origin(self, library: Library) -> str:
        return f"{self.site}/llms.txt"

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        self.tocs += 1
        await self.toc_gate.wait()
        if self.toc_fact:
            raise self.toc_fact
        entries = tuple(TocEntry(name.title(), self.url(name), f"All about {name}", "Guides") for name in self.names)
        delivery = replace(self.delivery(), storable=self.storable and self.toc_storable)
        toc = Toc(entries, self.name, self.origin(library), self.exact_version, delivery)
        return known if known and self.says_same and known.delivery == toc.delivery else toc

    async def page(self, library: Library, version: str | None, url: str, known: Page | None = None) -> Page:
        name = url.rpartition("/")[2]
        self.read.append(name)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await (self.gates.get(name) or self.gate).wait()
        finally:
            self.at_once -= 1
        if name in self.page_facts:
            raise self.page_facts[name]
        if name not in self.names:
            raise PageMissing(url)
        if known and self.says_same and known.delivery == self.delivery():
            return known
        self.given.append(name)
        text = f"# {name.title()}\n\nHow {name} work, edition {self.edition}.\n{self.padding}"
        return Page(url, name.title(), text, delivery=self.delivery())

    def delivery(self) -> Delivery:
        return Delivery("", Validators(f'"{self.tag or self.edition}"'), storable=self.storable)

    def url(self, name: str) -> str:
        return f"{self.site}/{name}"


class FakeEnvironment:
    """An environment with some packages."""

    def __init__(self, *packages: str) -> None:
        self.installed = [InstalledPackage(name, "1.2.3", f"About {name}.", "here", "there") for name in packages]

    def packages(self) -> Sequence[InstalledPackage]:
        return self.installed

    def package(self, name: str) -> InstalledPackage | None:
        return next((package for package in self.installed if package.name == name.lower()), None)

    def origin(self) -> str:
        return ".venv" if self.installed else ""

    def look_in(self, directories: Sequence[Path]) -> None:
        self.looked_in = list(directories)


class NoNetwork:
    """A fetcher that has nothing to fetch."""

    def __init__(self) -> None:
        self.closed = False

    async def fetch(self, url: str, **_: object) -> Response:
        raise AssertionError(url)

    def health(self) -> FetchHealth:
        return FetchHealth(3, 1, FakeClock().now)

    async def close(self) -> None:
        self.closed = True


def finder_of(
    registry: Registry,
    environment: Environment,
    dependencies: ProjectDependencies | None = None,
    node_modules: NodeModules | None = None,
    *,
    published: bool = False,
) -> LibraryFinder:
    """Return a finder of libraries for a project that has these packages."""
    dependencies, node_modules = dependencies or ProjectDependencies(), node_modules or NodeModules()
    return LibraryFinder(registry, ProjectLibraries(registry, environment, dependencies, node_modules), published)


def parts_of(
    sources: Iterable[Source],
    store: SqliteStore | None = None,
    *,
    finder: LibraryFinder | None = None,
    fetcher: Any = None,
    settings: Settings | None = None,
    clock: Clock | None = None,
    crawled: CrawledSites | None = None,
) -> Parts:
    """Return the parts of an engine, with a stand-in for each that is not given."""
    settings, fetcher = settings or Settings(patience=PATIENT), fetcher or NoNetwork()
    finder = finder or finder_of(Catalogue([ROCKETS]), FakeEnvironment())
    return Parts(
        settings=settings,
        finder=finder,
        project=finder.project,
        sources=list(sources),
        crawled=crawled or CrawledSites(fetcher, settings.crawl),
        store=store or open_store(None),
        fetcher=fetcher,
        clock=clock or FakeClock(),
    )


def engine_on(parts: Parts) -> DocsEngine:
    """Return an engine of these parts."""
    return DocsEngine(parts.settings, parts.finder, parts.project, lambda: parts)


class Bench:
    """The write path and the services over fake sources and a store in memory, with what tests look at."""

    def __init__(
        self, sources: Iterable[FakeSource], store: SqliteStore, clock: FakeClock, patience: Patience = PATIENT
    ) -> None:
        self.sources: list[Source] = list(sources)
        self.store = store
        self.clock = clock
        self.settings = Settings(patience=patience)
        self._start()

    def _start(self) -> None:
        self.parts = parts_of(self.sources, self.store, settings=self.settings, clock=self.clock)
        self.ingest, self.backfills = self.parts.ingest, self.parts.backfills

    async def restart(self) -> None:
        """Go on as the next process would: the same store, nothing in memory."""
        await self.ingest.close()
        self._start()

    def parts_over(self, store: object, patience: Patience) -> Parts:
        """Return the parts over a stand-in for the store; pages are fetched as before."""
        parts = replace(self.parts, store=cast(Store, store), settings=Settings(patience=patience))
        vars(parts)["backfills"] = self.backfills
        return parts

    async def text(self, url: str) -> str | None:
        stored = await self.store.page(url)
        return stored.page.markdown if stored else None


@asynccontextmanager
async def bench_of(
    *sources: FakeSource, store: SqliteStore | None = None, patience: Patience = PATIENT
) -> AsyncIterator[Bench]:
    bench = Bench(sources, store or open_store(None), FakeClock(), patience)
    try:
        yield bench
    finally:
        await bench.ingest.close()
        await bench.store.close()


async def until(condition: Callable[[], bool]) -> None:
    """Let everything else go on until a condition holds; one that never does fails by the time limit."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - the work that nobody waits for has no event either
            await asyncio.sleep(0)


class InterruptedIndex:
    """A bench's index of which another process changes something before the first search; it counts its searches.

    Args:
        bench: the bench.
        change: what the other process does.
    """

    def __init__(self, bench: Bench, change: Callable[[], Awaitable[object]]) -> None:
        self._bench = bench
        self._change = change
        self.searches = 0

    async def search(self, *asked: Any) -> Any:
        self.searches += 1
        if self.searches == 1:
            await self._change()
        return await self._bench.store.search(*asked)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bench.store, name)


class SlowIndex:
    """A bench's index that only has found something when all pages of a library have arrived, too late to be found."""

    def __init__(self, bench: Bench, opened: OpenedLibrary, *gates: asyncio.Event) -> None:
        self._bench = bench
        self._opened = opened
        self._gates = gates

    async def search(self, *asked: Any) -> Any:
        found = await self._bench.store.search(*asked)
        for gate in self._gates:
            gate.set()
        await self._bench.backfills.fill(self._opened, (), None)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bench.store, name)
