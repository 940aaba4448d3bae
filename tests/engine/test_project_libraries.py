"""Which libraries are the project's, and in which version: its files and its environment together."""

from pathlib import Path

import pytest
from tests.engine.fakes import ROCKETS, FakeEnvironment, FakeSource, bench_of

from pro_context_engine.domain.errors import FetchFailed
from pro_context_engine.domain.model import Library, SourceName
from pro_context_engine.domain.versions.project_version import VersionOrigin
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.services.versions import WantedVersions

ROCKET_PACKAGES = Library(
    ROCKETS.library_id, ROCKETS.slug, ROCKETS.name, languages=("python",), python_packages=("rockets",)
)
SAILS = Library("sea/sails", "sails", "Sails", languages=("javascript",), npm_packages=("@sea/sails", "sails"))


def finder(folder: Path, *installed: str, **files: str) -> LibraryFinder:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, "utf-8")
    environment = FakeEnvironment(*installed)
    return LibraryFinder(Catalogue([ROCKET_PACKAGES, SAILS]), environment, dependencies=ProjectDependencies([folder]))


@pytest.mark.parametrize(
    ("needed", "installed", "origin", "version"),
    [
        ("rockets==1.0", False, VersionOrigin.PIN, "1.0"),
        ("rockets==1.0", True, VersionOrigin.PIN, "1.0"),
        ("rockets>=1", True, VersionOrigin.ENVIRONMENT, "1.2.3"),
        ("rockets>=2", True, VersionOrigin.ENVIRONMENT, "1.2.3"),
        ("rockets>=1", False, VersionOrigin.MANIFEST, ">=1"),
        ("fuel", True, VersionOrigin.ENVIRONMENT, "1.2.3"),
    ],
)
def test_the_version_a_project_has(
    needed: str, installed: bool, origin: VersionOrigin, version: str, tmp_path: Path
) -> None:
    packages = ["rockets"] if installed else []
    found = finder(tmp_path, *packages, requirements_txt=f"{needed}\n").project_version(ROCKET_PACKAGES)
    assert found is not None
    assert (found.origin, found.text) == (origin, version)
    assert found.place == (".venv" if origin is VersionOrigin.ENVIRONMENT else "requirements.txt")


def test_a_lock_decides_over_the_environment(tmp_path: Path) -> None:
    lock = '[[package]]\nname = "rockets"\nversion = "1.1"\nsource = { registry = "https://index.example" }\n'
    found = finder(tmp_path, "rockets", requirements_txt="rockets\n", uv_lock=lock).project_version(ROCKET_PACKAGES)
    assert found is not None
    assert (found.origin, found.exact, found.place) == (VersionOrigin.LOCK, "1.1", "uv.lock")


@pytest.mark.parametrize("needed", ["rockets", "fuel>=1"])
def test_a_project_may_say_nothing_about_a_version(needed: str, tmp_path: Path) -> None:
    assert finder(tmp_path, requirements_txt=f"{needed}\n").project_version(ROCKET_PACKAGES) is None


def test_what_the_files_ask_for_comes_before_what_is_only_installed(tmp_path: Path) -> None:
    package_json = '{"dependencies": {"@sea/sails": "2.0.0", "knots": "^1.0.0"}}'
    found = finder(tmp_path, "aardvark", "rockets", requirements_txt="rockets\n", package_json=package_json)
    assert [(library.library_id, version) for library, version in found.of_project()] == [
        ("acme/rockets", "1.2.3"), ("sea/sails", "2.0.0"), ("npm/knots", None), ("pypi/aardvark", "1.2.3")
    ]  # fmt: skip
    assert [library.library_id for library in found.needed()] == ["acme/rockets", "sea/sails", "npm/knots"]
    assert found.origins() == ["requirements.txt", "package.json", ".venv"]


def test_what_the_project_needs_is_a_library_by_its_name(tmp_path: Path) -> None:
    found = finder(tmp_path, package_json='{"dependencies": {"knots": "1.0.0"}}', requirements_txt="Fuel\n")
    assert found.library("npm/knots").npm_packages == ("knots",)
    assert found.library("pypi/fuel").python_packages == ("fuel",)
    assert found.resolve("knots", None)[0].library.library_id == "npm/knots"
    assert found.resolve("fuel", "javascript")[:1] == []
    assert found.ids_with_prefix("npm/", 5) == ["npm/knots"]


def test_npm_packages_of_the_project_are_found_by_their_slugs(tmp_path: Path) -> None:
    found = finder(tmp_path, package_json='{"dependencies": {"@acme/Fuel.kit": "^1.0.0", "pumps": "2.0.0"}}')
    for query in ("@acme/Fuel.kit", "pumps"):
        [match] = found.resolve(query, None)
        assert found.find(match.library.slug) == match.library
    assert found.find("npm-acme-tanks") is None


def test_of_exact_matches_the_one_the_project_needs_comes_first(tmp_path: Path) -> None:
    twin = Library("a/sails", "a-sails", "Sails", languages=("python",), python_packages=("sails",))
    found = finder(tmp_path, package_json='{"dependencies": {"sails": "1.0.0"}}')
    both = LibraryFinder(Catalogue([twin, SAILS]), found.environment, dependencies=found.dependencies)
    assert [match.library.library_id for match in both.resolve("sails", None)] == ["npm/sails", "sea/sails", "a/sails"]


async def test_the_projects_version_is_asked_where_somebody_has_it(tmp_path: Path) -> None:
    exact = FakeSource("guide", name=SourceName.CUSTOM, version="1.0")
    exact.name = SourceName.INSTALLED
    site = FakeSource("latest")
    async with bench_of(site, exact) as bench:
        wanted = WantedVersions(finder(tmp_path, requirements_txt="rockets==1.0\n"), bench.ingest)
        opened = await wanted.open(ROCKET_PACKAGES, None)
        assert opened.toc.version == wanted.version(ROCKET_PACKAGES) == "1.0"


async def test_the_sources_own_version_stands_in_where_the_projects_fails(tmp_path: Path) -> None:
    exact = FakeSource("guide", name=SourceName.INSTALLED, version="1.0")
    exact.toc_fact = FetchFailed("", FetchFailed.NO_CONNECTION)
    async with bench_of(FakeSource("latest"), exact) as bench:
        wanted = WantedVersions(finder(tmp_path, requirements_txt="rockets==1.0\n"), bench.ingest)
        assert (await wanted.open(ROCKET_PACKAGES, None)).toc.source is SourceName.LLMS_TXT
        with pytest.raises(FetchFailed):
            await wanted.open(ROCKET_PACKAGES, "1.0")


async def test_a_custom_source_is_meant_whatever_the_version(tmp_path: Path) -> None:
    sources = [FakeSource("own", name=SourceName.CUSTOM), FakeSource("guide", name=SourceName.INSTALLED, version="1.0")]
    async with bench_of(*sources) as bench:
        wanted = WantedVersions(finder(tmp_path, requirements_txt="rockets==1.0\n"), bench.ingest)
        assert wanted.version(ROCKET_PACKAGES) is None


async def test_nobody_is_asked_for_a_version_that_nobody_has(tmp_path: Path) -> None:
    async with bench_of(FakeSource("latest")) as bench:
        wanted = WantedVersions(finder(tmp_path, requirements_txt="rockets==1.0\n"), bench.ingest)
        assert wanted.version(ROCKET_PACKAGES) is None
