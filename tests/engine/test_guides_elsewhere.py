"""Guides from another source of the same version, for a package whose source distribution has none."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.engine.fakes import FakeClock, FakeSource
from tests.engine.test_guides import SOURCE, WHEEL, ask, engine, install, settings
from tests.worlds.distributions import sdist
from tests.worlds.package_index import PackageIndex

from pro_context_engine import assembly
from pro_context_engine.domain.errors import FetchFailed, PageMissing, TocMissing, TopicUnmatched, VersionUnknown
from pro_context_engine.domain.model import Library, SourceName, Symbol, Toc, TocEntry
from pro_context_engine.domain.settings import LibraryOverride, Settings
from pro_context_engine.sources.package_index.package_folder import PackageFolder
from pro_context_engine.sources.packages.guides.guides_elsewhere import ABSENT_FOR, FAILED_FOR, GuidesElsewhere

__all__ = ["settings"]
BARE = sdist("pond-kit", "1.0", {"pond/__init__.py": '"""Ponds."""\n'}, readme="# Pond Kit\n")
LIBRARY = Library("pypi/pond-kit", "pond-kit", "pond-kit")


class Repository(FakeSource):
    """A source with guides of one version."""

    def __init__(self, *names: str, version: str | None = "1.0", name: SourceName = SourceName.GITHUB) -> None:
        super().__init__(*names, version=version, name=name)
        self.library_id = LIBRARY.library_id
        self.symbols: tuple[Symbol, ...] = ()

    def version(self, library: Library) -> str | None:
        return None

    def serves(self, library: Library, version: str | None) -> bool:
        return library.library_id == self.library_id

    async def toc(self, library: Library, version: str | None, known: Toc | None = None) -> Toc:
        return replace(await super().toc(library, version, known), symbols=self.symbols)


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Repository:
    found = Repository("feeding", "frogs")
    monkeypatch.setattr(assembly, "_sources_of_guides", lambda *_: [found])
    return found


async def test_a_package_gets_the_guides_of_its_repository_at_the_same_version(
    settings: Settings, index: PackageIndex, tmp_path: Path, repository: Repository
) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", WHEEL, BARE)
    async with engine(settings) as docs:
        assert (await ask(docs, "swim at a depth")).indexing
        await docs.warm("pypi/pond-kit")
        answer = await ask(docs, "how frogs work")
        passage = answer.passages[0]
        assert (passage.url.partition("#")[0], passage.version) == (repository.url("frogs"), "1.0")
        assert not answer.indexing
        listed = (await docs.library("pypi/pond-kit")).toc
        assert [entry.section for entry in listed.entries] == ["Overview", "Guides", "Guides", "API reference"]
        assert listed.source is SourceName.INSTALLED
        assert "How frogs work" in (await docs.page(repository.url("frogs"))).page.markdown


async def test_the_next_process_asks_nobody(
    settings: Settings, index: PackageIndex, tmp_path: Path, repository: Repository
) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", BARE)
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
    asked = (repository.tocs, len(repository.read))
    async with engine(settings) as docs:
        answer = await ask(docs, "how frogs work")
        assert (answer.indexing, answer.passages[0].url.partition("#")[0]) == (False, repository.url("frogs"))
    assert (repository.tocs, len(repository.read)) == asked


async def test_a_package_with_guides_of_its_own_needs_no_others(
    settings: Settings, index: PackageIndex, tmp_path: Path, repository: Repository
) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", SOURCE)
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
        with pytest.raises(TopicUnmatched):
            await ask(docs, "frogs")
    assert repository.tocs == 0


@pytest.mark.parametrize("how", ["another version", "an unknown version", "forced source"])
async def test_guides_of_another_version_stay_out(
    how: str, settings: Settings, index: PackageIndex, tmp_path: Path, repository: Repository
) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", BARE)
    if how == "forced source":
        settings = replace(settings, overrides=(LibraryOverride("pypi/pond-kit", source=SourceName.INSTALLED),))
    else:
        repository.exact_version = "2.0" if how == "another version" else None
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
        assert all(entry.url.startswith("pypi:") for entry in (await docs.library("pypi/pond-kit")).toc.entries)
        assert not (await ask(docs, "swim at a depth")).indexing
    assert repository.read == []


async def test_a_guide_that_is_read_again_stays_with_its_package(
    settings: Settings, index: PackageIndex, tmp_path: Path, repository: Repository
) -> None:
    install(tmp_path, WHEEL)
    index.add("pond-kit", BARE)
    address = repository.url("frogs")
    repository.owned[address] = ("pypi/pond-kit", "")
    repository.page_facts["frogs"] = PageMissing(address)
    async with engine(settings) as docs:
        await docs.warm("pypi/pond-kit")
        del repository.page_facts["frogs"]
        reading = await docs.page(address)
        assert (reading.library_id, reading.version) == ("pypi/pond-kit", "1.0")
        assert (await docs.library("pypi/pond-kit")).toc.source is SourceName.INSTALLED
        assert (await docs.page(address)).cached


async def test_pages_that_repeat_the_package_are_left_out(tmp_path: Path) -> None:
    site = Repository(name=SourceName.DOCS_SITE)
    site.names = ["guide.html", "api/pond.html", "changelog.html", "README.md", "frogs.html"]
    site.symbols = tuple(Symbol(f"pond.f{n}", f"{site.url('frogs.html')}#pond.f{n}") for n in range(9))
    elsewhere = GuidesElsewhere([site], PackageFolder(tmp_path, 1_000), lambda *_: True, FakeClock())
    assert await elsewhere.bring(LIBRARY, "pond-kit", "1.0", needed=True)
    assert elsewhere.entries("pond-kit", "1.0") == [
        TocEntry("Guide.Html", site.url("guide.html"), section="Guides"),
    ]


@pytest.mark.parametrize(
    ("fact", "wait"),
    [
        (TocMissing("pypi/pond-kit", ""), ABSENT_FOR),
        (VersionUnknown("pypi/pond-kit", "1.0", []), ABSENT_FOR),
        (FetchFailed("https://docs.example.org/", FetchFailed.TOOK_TOO_LONG), FAILED_FOR),
    ],
)
async def test_a_source_without_guides_is_asked_again_after_a_while(
    fact: Exception, wait: object, tmp_path: Path
) -> None:
    source, clock = Repository("frogs"), FakeClock()
    source.toc_fact = fact  # type: ignore[assignment]
    folder = PackageFolder(tmp_path, 1_000)
    elsewhere = GuidesElsewhere([source], folder, lambda *_: True, clock)
    assert not elsewhere.are_known("pond-kit", "1.0")
    assert not await elsewhere.bring(LIBRARY, "pond-kit", "1.0", needed=True)
    again = GuidesElsewhere([source], folder, lambda *_: True, clock)
    assert again.are_known("pond-kit", "1.0") == elsewhere.are_known("pond-kit", "1.0")
    clock.now += wait  # type: ignore[operator]
    assert not elsewhere.are_known("pond-kit", "1.0")


async def test_one_of_several_packages_of_a_library_gets_no_guides_of_the_others(tmp_path: Path) -> None:
    source = Repository("frogs")
    elsewhere = GuidesElsewhere([source], PackageFolder(tmp_path, 1_000), lambda *_: True, FakeClock())
    assert not await elsewhere.bring(replace(LIBRARY, part_of="org/ponds"), "pond-kit", "1.0", needed=True)
    assert source.tocs == 0
    with pytest.raises(PageMissing):
        await elsewhere.page(replace(LIBRARY, part_of="org/ponds"), "1.0", source.url("frogs"), None)


async def test_the_second_source_is_asked_where_the_first_has_no_guides(tmp_path: Path) -> None:
    first, second = Repository("readme.md"), Repository("frogs", name=SourceName.DOCS_SITE)
    second.site = "https://other.example.org"
    elsewhere = GuidesElsewhere([first, second], PackageFolder(tmp_path, 1_000), lambda *_: True, FakeClock())
    assert await elsewhere.bring(LIBRARY, "pond-kit", "1.0", needed=True)
    assert [entry.url for entry in elsewhere.entries("pond-kit", "1.0")] == [second.url("frogs")]
    assert (await elsewhere.page(LIBRARY, "1.0", second.url("frogs"), None)).title == "Frogs"
