"""SearchCoverage over fake sources: which version of each library is searched, and which libraries come first."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from tests.engine.fakes import FakeClock, FakeEnvironment, FakeSource, engine_on, finder_of, parts_of
from tests.patience import PATIENT

from pro_context_engine import DocsEngine
from pro_context_engine.adapters.store.sqlite import SqliteStore, open_store
from pro_context_engine.domain.errors import CursorUnusable, FetchFailed
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.results import SearchResult, Unsearched
from pro_context_engine.domain.settings import Patience, Settings
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.registry.catalogue import Catalogue


def library(library_id: str) -> Library:
    name = library_id.partition("/")[2]
    return Library(library_id, name, name.title(), languages=("python",), python_packages=(name,))


ANCHORS, BUOYS, CHARTS = (library(library_id) for library_id in ("sea/anchors", "sea/buoys", "sea/charts"))
CATALOGUE = Catalogue([ANCHORS, BUOYS, CHARTS])


def source(documented: Library, version: str | None, *pages: str) -> FakeSource:
    made = FakeSource(*pages or ("knots",), name=SourceName.INSTALLED, version=version)
    made.library_id = documented.library_id
    made.site = f"https://{documented.slug}.example/{version or 'latest'}"
    return made


SOURCES = [
    *(source(ANCHORS, version) for version in ("9.0", "10.0", "11.0rc1", None)),
    *(source(one, "1.0") for one in (BUOYS, CHARTS)),
]


class Cache:
    """A store that several projects share, with the documentation that they have fetched into it."""

    def __init__(self, sources: Sequence[FakeSource] = SOURCES) -> None:
        self.store: SqliteStore = open_store(None)
        self.clock = FakeClock()
        self.sources = sources

    def project(
        self, folder: Path, requirements: str = "", installed: Sequence[str] = (), patience: Patience = PATIENT
    ) -> DocsEngine:
        """Return an engine for a project with these requirements, and with an environment if anything is installed."""
        folder.mkdir(parents=True, exist_ok=True)
        if requirements:
            (folder / "requirements.txt").write_text(requirements, "utf-8")
        environment = FakeEnvironment(*installed)
        finder = finder_of(CATALOGUE, environment, dependencies=ProjectDependencies([folder]))
        settings = Settings(patience=patience)
        return engine_on(parts_of(self.sources, self.store, finder=finder, settings=settings, clock=self.clock))

    async def fill(self, *wanted: tuple[Library, str | None]) -> None:
        """Index libraries, one a minute."""
        engine = engine_on(parts_of(self.sources, self.store, finder=finder_of(CATALOGUE, FakeEnvironment()),
                                       clock=self.clock))  # fmt: skip
        parts = engine._parts
        for documented, version in wanted:
            for one in self.sources:
                if (one.library_id, one.exact_version) == (documented.library_id, version):
                    self.clock.advance(minutes=1)
                    opened = await parts.ingest.open_from(one, documented, version)
                    await parts.backfills.fill(opened, (), None)
        await parts.ingest.close()


@pytest.fixture
async def cache() -> Cache:
    return Cache()


async def found(engine: DocsEngine, query: str = "knots", **further: object) -> list[str]:
    results = (await engine.search(query, None, None, 20, **further)).results  # type: ignore[arg-type]
    return [f"{result.library_id} {result.version}".strip() for result in results]


async def test_each_project_finds_its_own_version_in_a_shared_cache(cache: Cache, tmp_path: Path) -> None:
    await cache.fill((ANCHORS, "9.0"), (ANCHORS, "10.0"), (ANCHORS, "11.0rc1"))
    assert await found(cache.project(tmp_path / "old", "anchors==9.0.0\n")) == ["sea/anchors 9.0"]
    assert await found(cache.project(tmp_path / "new", "anchors==10\n")) == ["sea/anchors 10.0"]
    assert await found(cache.project(tmp_path / "next", "anchors==11.0rc1\n")) == ["sea/anchors 11.0rc1"]


@pytest.mark.parametrize(
    ("indexed", "required", "searched"),
    [
        (["10.0", "9.0"], "", "10.0"),  # compared as versions, whichever was fetched last
        (["10.0", "11.0rc1"], "", "10.0"),  # a pre-release is newer only where there is no release
        (["9.0", "10.0"], "anchors==9.4", "9.0"),  # of the project's release line
        (["9.0", "10.0"], "anchors==8.0", "10.0"),  # neither fits
        (["9.0", None], "anchors==9.0", "9.0"),
        ([None, "9.0"], "anchors==10.0", ""),  # pages of the latest version say more than those of a wrong one
        ([None, "9.0"], "", "9.0"),  # fetched last
        (["9.0", None], "", ""),
    ],
)
async def test_one_version_of_each_library_is_searched(
    indexed: list[str | None], required: str, searched: str, cache: Cache, tmp_path: Path
) -> None:
    await cache.fill(*((ANCHORS, version) for version in indexed))
    assert await found(cache.project(tmp_path, required)) == [f"sea/anchors {searched}".strip()]


async def test_the_projects_libraries_come_first(cache: Cache, tmp_path: Path) -> None:
    await cache.fill((ANCHORS, "9.0"), (BUOYS, "1.0"), (CHARTS, "1.0"))
    everything = ["sea/anchors 9.0", "sea/buoys 1.0", "sea/charts 1.0"]
    assert await found(cache.project(tmp_path / "none")) == everything
    assert (await found(cache.project(tmp_path / "needs", "charts\n")))[0] == "sea/charts 1.0"
    assert (await found(cache.project(tmp_path / "has", installed=["buoys"])))[0] == "sea/buoys 1.0"
    assert await found(cache.project(tmp_path / "all", "anchors\nbuoys\ncharts\n")) == everything


async def test_a_wrong_version_of_a_library_of_the_project_does_not_come_first(cache: Cache, tmp_path: Path) -> None:
    await cache.fill((ANCHORS, "9.0"), (BUOYS, "1.0"))
    assert await found(cache.project(tmp_path, "anchors==10.0\nbuoys\n")) == ["sea/buoys 1.0", "sea/anchors 9.0"]


async def test_the_libraries_of_the_session_come_first(cache: Cache, tmp_path: Path) -> None:
    await cache.fill((ANCHORS, "9.0"), (BUOYS, "1.0"), (CHARTS, "1.0"))
    engine = cache.project(tmp_path)
    assert (await found(engine, used=["sea/charts"]))[0] == "sea/charts 1.0"
    assert (await found(engine))[0] == "sea/anchors 9.0"


async def test_clearly_more_relevant_pages_of_others_lead(tmp_path: Path) -> None:
    weak = source(CHARTS, "1.0", "harbours")
    weak.padding = "Boats are tied by knots there. " + "The water is deep and calm. " * 20
    cache = Cache([source(BUOYS, "1.0"), weak])
    await cache.fill((BUOYS, "1.0"), (CHARTS, "1.0"))
    assert await found(cache.project(tmp_path, "charts\n")) == ["sea/buoys 1.0", "sea/charts 1.0"]


async def test_many_pages_of_other_libraries_do_not_displace_the_projects(tmp_path: Path) -> None:
    many = source(ANCHORS, "9.0", *(f"knots-{number}" for number in range(200)))
    cache = Cache([many, source(CHARTS, "1.0", "knots-of-charts")])
    await cache.fill((ANCHORS, "9.0"), (CHARTS, "1.0"))
    assert (await found(cache.project(tmp_path, "charts\n")))[0] == "sea/charts 1.0"


async def test_a_search_may_stay_in_the_project(cache: Cache, tmp_path: Path) -> None:
    await cache.fill((ANCHORS, "9.0"), (BUOYS, "1.0"), (CHARTS, "1.0"))
    engine = cache.project(tmp_path, "charts\n", installed=["buoys"])
    results = await engine.search("knots", None, None, 20, project_only=True)
    assert results.searched == ("sea/buoys", "sea/charts")
    named = await engine.search("knots", ["sea/anchors"], "9.0", 20, project_only=True)
    assert named.searched == ("sea/anchors",)
    nothing = await cache.project(tmp_path / "none").search("knots", None, None, 20, project_only=True)
    assert (nothing.searched, nothing.results) == ((), ())


async def test_direct_dependencies_that_are_not_indexed_are_named(cache: Cache, tmp_path: Path) -> None:
    await cache.fill((CHARTS, "1.0"))
    engine = cache.project(tmp_path, "anchors\nbuoys\ncharts\nunserved\n")
    for project_only in (False, True):
        results = await engine.search("how buoys float", None, None, 20, project_only=project_only)
        assert results.unsearched == (Unsearched("sea/buoys"), Unsearched("sea/anchors"))
    await cache.fill((ANCHORS, "9.0"), (BUOYS, "1.0"))
    assert (await engine.search("knots", None, None, 20)).unsearched == ()


async def test_no_more_than_ten_of_them(tmp_path: Path) -> None:
    libraries = [library(f"sea/shell-{number}") for number in range(12)]
    cache = Cache([source(one, "1.0") for one in libraries])
    finder = finder_of(Catalogue(libraries), FakeEnvironment(), dependencies=ProjectDependencies([tmp_path]))
    (tmp_path / "requirements.txt").write_text("".join(f"shell-{number}\n" for number in range(12)), "utf-8")
    engine = engine_on(parts_of(cache.sources, cache.store, finder=finder, clock=cache.clock))
    assert len((await engine.search("knots", None, None, 5)).unsearched) == 10


async def test_named_libraries_that_are_not_searched_in_full_are_named(tmp_path: Path) -> None:
    broken, slow = source(BUOYS, "1.0", "floats"), source(CHARTS, "1.0", "harbours", *map(str, range(30)))
    broken.page_facts["floats"] = FetchFailed(broken.url("floats"), "status 503")
    cache = Cache([source(ANCHORS, "9.0"), broken, slow])
    await cache.fill((ANCHORS, "9.0"))
    slow.gate.clear()
    async with AsyncExitStack() as stack:
        engine = cache.project(tmp_path, patience=replace(PATIENT, searches=0.05))
        stack.push_async_callback(engine._parts.ingest.close)
        names = ["sea/anchors", "sea/buoys", "sea/charts"]
        results = await engine.search("knots", names, None, 20)
        assert results.searched == ("sea/anchors",)
        assert results.unsearched == (
            Unsearched("sea/buoys", False, 0, 1),
            Unsearched("sea/charts", True, 0, 31),
        )
        slow.gate.set()
        await engine.warm("sea/charts")
        results = await engine.search("knots", names, None, 20)
        assert results.searched == ("sea/anchors", "sea/charts")
        assert [one.library_id for one in results.unsearched] == ["sea/buoys"]


async def test_a_version_of_which_no_page_is_indexed_is_not_searched(cache: Cache, tmp_path: Path) -> None:
    broken = source(ANCHORS, "10.0")
    broken.page_facts["knots"] = FetchFailed(broken.url("knots"), "status 503")
    cache.sources = [source(ANCHORS, "9.0"), broken, source(BUOYS, "1.0")]
    await cache.fill((ANCHORS, "9.0"), (BUOYS, "1.0"))
    results = await cache.project(tmp_path, "anchors==10.0\n").search("knots", ["sea/anchors", "sea/buoys"], None, 20)
    assert results.searched == ("sea/buoys",)
    assert [one.library_id for one in results.unsearched] == ["sea/anchors"]


async def test_a_cursor_continues_in_the_order_of_the_first_results(tmp_path: Path) -> None:
    pages = [f"knots-{number}" for number in range(4)]
    cache = Cache([source(one, "1.0", *pages) for one in (ANCHORS, BUOYS, CHARTS)])
    await cache.fill(*((one, "1.0") for one in (ANCHORS, BUOYS, CHARTS)))
    engine = cache.project(tmp_path, "buoys\n")
    for used in ([], ["sea/charts"]):
        whole = await engine.search("knots", None, None, 20, used=used)
        seen: list[SearchResult] = []
        cursor = ""
        while not seen or cursor:
            page = await engine.search("knots", None, None, 5, cursor=cursor, used=used)
            seen += page.results
            cursor = page.cursor
            # The session reads a result before it asks for the next ones.
            used = [*used, *({page.results[-1].library_id} - {*used})]
        assert tuple(seen) == whole.results


async def test_a_cursor_is_of_one_scope(cache: Cache, tmp_path: Path) -> None:
    await cache.fill((ANCHORS, "9.0"), (BUOYS, "1.0"), (CHARTS, "1.0"))
    engine = cache.project(tmp_path, "buoys\ncharts\n")
    first = await engine.search("knots", None, None, 1)
    with pytest.raises(CursorUnusable):
        await engine.search("knots", None, None, 1, cursor=first.cursor, project_only=True)
    assert (await engine.search("knots", None, None, 1, cursor=first.cursor)).unsearched == ()
