"""Small stand-ins for what the engine's upper rooms talk to: a clock, sources, an environment, a whole ingest."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from pro_context_engine.errors import DocsError, PageMissing
from pro_context_engine.ingest import Ingest
from pro_context_engine.interfaces import Source
from pro_context_engine.model import InstalledPackage, Library, Page, SourceName, Toc, TocEntry
from pro_context_engine.settings import Settings
from pro_context_engine.store import SqliteStore, open_store

SITE = "https://docs.rockets.example"
ROCKETS = Library(
    "acme/rockets", "rockets", "Rockets", docs_url=f"{SITE}/", llms_txt_url=f"{SITE}/llms.txt", languages=("python",)
)


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
        self.site = SITE
        self.names = list(names)
        self.exact_version = version
        self.library_id = ROCKETS.library_id
        self.toc_fact: DocsError | None = None
        self.page_facts: dict[str, Exception] = {}
        self.owned: dict[str, tuple[str, str]] = {}
        self.tocs = 0
        self.read: list[str] = []
        self.edition = 1
        self.gate = asyncio.Event()
        self.gate.set()
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

    async def toc(self, library: Library, version: str | None) -> Toc:
        self.tocs += 1
        await self.toc_gate.wait()
        if self.toc_fact:
            raise self.toc_fact
        entries = tuple(TocEntry(name.title(), self.url(name), f"All about {name}", "Guides") for name in self.names)
        return Toc(entries, self.name, f"{self.site}/llms.txt", self.exact_version)

    async def page(self, library: Library, version: str | None, url: str) -> Page:
        name = url.rpartition("/")[2]
        self.read.append(name)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self.gate.wait()
        finally:
            self.at_once -= 1
        if name in self.page_facts:
            raise self.page_facts[name]
        if name not in self.names:
            raise PageMissing(url)
        text = f"# {name.title()}\n\nHow {name} work, edition {self.edition}.\n"
        return Page(url, name.title(), text)

    def url(self, name: str) -> str:
        return f"{self.site}/{name}"


class FakeEnvironment:
    """An environment with some packages."""

    def __init__(self, *packages: str, of_project: bool = True) -> None:
        self.installed = [InstalledPackage(name, "1.2.3", f"About {name}.", "here", "there") for name in packages]
        self.of_project = of_project

    def packages(self) -> Sequence[InstalledPackage]:
        return self.installed

    def package(self, name: str) -> InstalledPackage | None:
        return next((package for package in self.installed if package.name == name.lower()), None)

    def belongs_to_project(self) -> bool:
        return self.of_project

    def origin(self) -> str:
        return ".venv" if self.of_project else ""


class Bench:
    """An ingest over fake sources and a store in memory, with what tests look at."""

    def __init__(self, sources: Iterable[FakeSource], store: SqliteStore, clock: FakeClock) -> None:
        self.sources: list[Source] = list(sources)
        self.store = store
        self.clock = clock
        self.settings = Settings()
        self.ingest = Ingest(self.sources, store, store, self.settings, clock)

    async def restart(self) -> None:
        """Go on as the next process would: the same store, nothing in memory."""
        await self.ingest.close()
        self.ingest = Ingest(self.sources, self.store, self.store, self.settings, self.clock)

    async def text(self, url: str) -> str | None:
        stored = await self.store.page(url)
        return stored.page.markdown if stored else None


@asynccontextmanager
async def bench_of(*sources: FakeSource) -> AsyncIterator[Bench]:
    bench = Bench(sources, open_store(None), FakeClock())
    try:
        yield bench
    finally:
        await bench.ingest.close()
        await bench.store.close()


async def until(condition: Callable[[], bool]) -> None:
    """Let everything else go on until a condition holds; one that never does fails by the time limit."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - the work that nobody waits for has no event either
            await asyncio.sleep(0)
