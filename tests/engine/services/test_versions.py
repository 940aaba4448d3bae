"""Ranges become one exact version before any source is asked for documentation."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from packaging.version import Version
from tests.engine.fakes import ROCKETS, Bench, FakeEnvironment, FakeSource, bench_of, finder_of

from pro_context_engine.domain.errors import DocsError, FetchFailed, PackageIndexUnreachable, VersionUnknown
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.versions.project_version import ProjectVersion, VersionOrigin
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.services.versions import WantedVersions
from pro_context_engine.sources.installed.source import InstalledSource
from pro_context_engine.sources.package_index.version_choice import PythonRelease, choose, newest_first

ROCKET_PACKAGE = replace(ROCKETS, python_packages=("rockets",))
POND = Library("acme/pond", "Pond", "pond", python_packages=("pond",))
FINDER = cast(Any, None)
DOWN = PackageIndexUnreachable("acme/pond")


class Plain:
    """A source that may have a version of its own."""

    name = SourceName.INSTALLED

    def __init__(self, version: str | None = None) -> None:
        self._version = version

    traits = InstalledSource.traits

    def version(self, library: Library) -> str | None:
        return self._version

    def serves(self, library: Library, version: str | None) -> bool:
        return version is None or version == self._version


class Numbered(Plain):
    """A source that has these versions, or a reason why it cannot tell."""

    def __init__(self, *versions: str, fact: DocsError | None = None) -> None:
        super().__init__()
        self._releases = [PythonRelease(Version(version)) for version in versions]
        self._fact = fact
        self.asked = 0

    def serves(self, library: Library, version: str | None) -> bool:
        return True

    def _chosen(self, library: Library, wanted: str | None) -> str:
        self.asked += 1
        found = choose(self._releases, wanted)
        if self._fact or found is None:
            raise self._fact or VersionUnknown(library.library_id, wanted or "")
        return str(found)


class Tagged(Numbered):
    async def versions(self, library: Library) -> Sequence[str]:
        self._chosen(library, None)
        return newest_first(self._releases, 20)

    def known_versions(self, library: Library) -> Sequence[str]:
        return []

    async def version_within(self, library: Library, wanted: str) -> str:
        return self._chosen(library, wanted)


class Indexed(Numbered):
    async def exact_version(self, library: Library, version: str | None) -> str:
        return self._chosen(library, version)

    def known_versions(self, library: Library) -> Sequence[str]:
        return newest_first(self._releases, 20)


class Sources:
    def __init__(self, sources: Sequence[Plain], stored: Sequence[str] = ()) -> None:
        self._sources = sources
        self.stored = list(stored)

    def serving(self, library: Library, version: str | None) -> Sequence[Plain]:
        assert version is None
        return self._sources

    async def open(self, library: Library, version: str | None) -> str | None:
        return version

    async def stored_versions(self, library: Library) -> list[str]:
        return self.stored

    def versions(self, library: Library) -> list[str]:
        return []


async def published(*sources: Plain) -> tuple[str, tuple[str, ...]]:
    return await WantedVersions(FINDER, cast(ProjectLibraries, NoProject()), cast(Any, Sources(sources))).published(
        POND
    )


@pytest.fixture
def opened() -> Callable[..., Any]:
    async def opened(asked: str | None, *sources: Plain) -> str | None:
        wanted = WantedVersions(FINDER, cast(ProjectLibraries, NoProject()), cast(Any, Sources(sources)))
        return cast("str | None", await wanted.open(POND, asked))

    return opened


class NoProject:
    def version(self, library: Library) -> None:
        return None


class Project:
    """A project that has one version of every package, or a range."""

    def __init__(self, exact: str = "", *ranges: str) -> None:
        origin = VersionOrigin.LOCK if exact else VersionOrigin.MANIFEST
        self._version = ProjectVersion("pypi/pond", origin, "a file", exact=exact, ranges=ranges)

    def version(self, library: Library) -> ProjectVersion:
        return self._version


async def opened_for(project: Project, asked: str | None, *sources: Plain, stored: Sequence[str] = ()) -> str | None:
    wanted = WantedVersions(FINDER, cast(ProjectLibraries, project), cast(Any, Sources(sources, stored)))
    return cast("str | None", await wanted.open(POND, asked))


@pytest.mark.parametrize("asked", ["0.3.x", ">=0.3,<0.4", "^0.3", "~0.3.1", "~=0.3.0"])
async def test_the_index_says_which_version_a_range_means(asked: str, opened: Callable[..., Any]) -> None:
    tags = Tagged("0.3.1", "0.3.99")
    assert await opened(asked, tags, Indexed("0.2", "0.3.1", "0.3.14", "1.0")) == "0.3.14"
    assert tags.asked == 0


async def test_an_exact_version_and_none_are_left_alone(opened: Callable[..., Any]) -> None:
    index = Indexed("0.3.14")
    assert await opened("0.3.0", index) == "0.3.0"
    assert await opened(None, index) is None
    assert index.asked == 0


async def test_without_an_index_the_tags_say_it(opened: Callable[..., Any]) -> None:
    assert await opened("0.3.x", Tagged("0.3.1", "0.3.14", "1.0")) == "0.3.14"


@pytest.mark.parametrize("index", [Indexed(fact=DOWN), Indexed("9.0")])
async def test_tags_stand_in_for_an_index_that_cannot_tell(index: Indexed, opened: Callable[..., Any]) -> None:
    assert await opened("0.3.x", Tagged("0.3.2"), index) == "0.3.2"


async def test_else_the_version_of_a_source_counts_that_has_one(opened: Callable[..., Any]) -> None:
    down = Tagged(fact=FetchFailed("https://code.example", "no connection"))
    assert await opened(">=2,<3", Plain("2.4"), down, Indexed(fact=DOWN)) == "2.4"
    assert await opened(">=3", Plain("2.4")) == ">=3"
    assert await opened("4.2", Plain("2.4")) == "4.2"


async def test_what_nobody_understands_is_passed_on(opened: Callable[..., Any]) -> None:
    assert await opened("the newest", Plain("2.4"), Tagged("1.0"), Indexed("1.0")) == "the newest"


@pytest.mark.parametrize(
    ("asked", "version"),
    [
        ("latest", "3.0.1"),
        ("Stable", "3.0.1"),
        ("2", "2.1.0"),
        ("2.0", "2.0.3"),
        ("v2", "2.1.0"),
        ("2.x", "2.1.0"),
        ("^2.0", "2.1.0"),
        ("2.0.0", "2.0.0"),
    ],
)
async def test_words_mean_the_newest_release_that_fits(asked: str, version: str) -> None:
    index = Indexed("2.0.0", "2.0.3", "2.1.0", "3.0.1", "4.0.0rc1")
    assert await opened_for(Project("1.0.0"), asked, index) == version


@pytest.mark.parametrize(("asked", "version"), [("2", "2.0.0"), ("2.0", "2.0.0"), (">=2", "2.0.0"), ("2.1", "2.1.0")])
async def test_the_projects_version_is_meant_where_it_fits(asked: str, version: str) -> None:
    index = Indexed("2.0.0", "2.0.3", "2.1.0", "3.0.1")
    assert await opened_for(Project("2.0.0"), asked, index) == version


async def test_the_installed_version_can_be_asked_for() -> None:
    index = Indexed("1.4.2", "2.0.0")
    assert await opened_for(Project("2.0.0"), "installed", index) == "2.0.0"
    assert await opened_for(Project("", "<2"), "installed", index) == "1.4.2"
    with pytest.raises(VersionUnknown):
        await opened_for(cast(Project, NoProject()), "installed", index)


async def test_a_range_of_the_project_means_the_newest_release_in_it() -> None:
    index = Indexed("1.4.2", "2.0.0", "2.0.3")
    assert await opened_for(Project("", ">=1,<2"), None, index) == "1.4.2"
    assert await opened_for(Project("", ">=1,<1.2,>=2", ">=1,<2"), None, index) == "1.4.2"
    assert await opened_for(Project("", ">=5"), None, index) is None


async def test_without_a_network_a_stored_version_in_the_range_is_opened() -> None:
    down = Indexed(fact=DOWN)
    assert await opened_for(Project("", ">=1,<2"), None, down, stored=["2.0.0", "1.3.0", "1.2.0"]) == "1.3.0"
    assert await opened_for(Project("", ">=1,<2"), None, down, stored=["2.0.0"]) is None


async def test_the_versions_are_those_of_the_index_else_of_the_tags_else_of_a_source() -> None:
    plain, tags, index = Plain("2.4"), Tagged("1.0", "3.0rc1"), Indexed("1.0.0", "2.0.0")
    assert await published(plain, tags, index) == ("2.0.0", ("2.0.0", "1.0.0"))
    assert tags.asked == 0
    assert await published(plain, tags, Indexed(fact=DOWN)) == ("1.0", ("1.0", "3.0rc1"))
    assert await published(plain, Tagged(fact=FetchFailed("https://code.example", "no connection"))) == (
        "2.4",
        ("2.4",),
    )
    assert await published(Plain()) == ("", ())


def pinned(folder: Path, bench: Bench) -> WantedVersions:
    """Return the wanted versions of a project that pins rockets."""
    (folder / "requirements.txt").write_text("rockets==1.0\n")
    finder = finder_of(Catalogue([ROCKET_PACKAGE]), FakeEnvironment(), ProjectDependencies([folder]))
    return WantedVersions(finder, finder.project, bench.ingest)


async def test_the_projects_version_is_asked_where_somebody_has_it(tmp_path: Path) -> None:
    exact = FakeSource("guide", name=SourceName.CUSTOM, version="1.0")
    exact.name = SourceName.INSTALLED
    site = FakeSource("latest")
    async with bench_of(site, exact) as bench:
        wanted = pinned(tmp_path, bench)
        opened = await wanted.open(ROCKET_PACKAGE, None)
        assert opened.toc.version == wanted.version(ROCKET_PACKAGE) == "1.0"


async def test_the_sources_own_version_stands_in_where_the_projects_fails(tmp_path: Path) -> None:
    exact = FakeSource("guide", name=SourceName.INSTALLED, version="1.0")
    exact.toc_fact = FetchFailed("", FetchFailed.NO_CONNECTION)
    async with bench_of(FakeSource("latest"), exact) as bench:
        wanted = pinned(tmp_path, bench)
        assert (await wanted.open(ROCKET_PACKAGE, None)).toc.source is SourceName.LLMS_TXT
        with pytest.raises(FetchFailed):
            await wanted.open(ROCKET_PACKAGE, "1.0")


async def test_a_custom_source_is_meant_whatever_the_version(tmp_path: Path) -> None:
    sources = [FakeSource("own", name=SourceName.CUSTOM), FakeSource("guide", name=SourceName.INSTALLED, version="1.0")]
    async with bench_of(*sources) as bench:
        wanted = pinned(tmp_path, bench)
        assert wanted.version(ROCKET_PACKAGE) is None


async def test_nobody_is_asked_for_a_version_that_nobody_has(tmp_path: Path) -> None:
    async with bench_of(FakeSource("latest")) as bench:
        wanted = pinned(tmp_path, bench)
        assert wanted.version(ROCKET_PACKAGE) is None
