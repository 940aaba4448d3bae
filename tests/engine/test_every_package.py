"""Every package of every library of the registry: the answer is of that package, in the version that the rule names."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version
from tests.engine.fakes import engine_on, finder_of, parts_of

from pro_context_engine.domain.errors import VersionUnknown
from pro_context_engine.domain.interfaces import Releases
from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.domain.results import Answer
from pro_context_engine.domain.versions.npm_versions import npm_version
from pro_context_engine.domain.versions.version_match import VersionMatch
from pro_context_engine.engine import DocsEngine
from pro_context_engine.libraries.packages import package_ids
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.project.node_modules import NodeModules
from pro_context_engine.libraries.registry import known_libraries
from pro_context_engine.libraries.registry.catalogue import Catalogue
from pro_context_engine.sources.installed.source import InstalledSource
from pro_context_engine.sources.package_index.npm.packument import NpmListing, NpmRelease
from pro_context_engine.sources.package_index.version_choice import PythonRelease, choose, newest_first
from pro_context_engine.sources.packages.package_kinds import NPM, PYTHON
from pro_context_engine.sources.packages.package_urls import parse_package_url
from pro_context_engine.sources.published.source import PublishedSource

VERSIONS = ["1.0.0", "1.4.2", "2.0.0", "2.0.3", "3.0.0-rc.1"]
"""The releases of every package."""

NPM_LISTING = NpmListing(
    tuple(NpmRelease(version) for text in VERSIONS if (version := npm_version(text))), {"latest": "2.0.3"}
)
PYTHON_RELEASES = [PythonRelease(Version(text)) for text in VERSIONS]

CATALOGUE = Catalogue.load()
SEVERAL = [library for library in CATALOGUE.all() if len(package_ids(library)) > 1]
PACKAGES = [(library, package) for library in CATALOGUE.all() for package in package_ids(library)]


class PythonIndex:
    def known(self, library: Library) -> Sequence[str]:
        return newest_first(PYTHON_RELEASES, 20)

    async def resolve(self, library: Library, wanted: str | None) -> str:
        found = choose(PYTHON_RELEASES, wanted)
        if found is None:
            raise VersionUnknown(library.library_id, wanted or "")
        return str(found)


class NpmIndex:
    def known(self, library: Library) -> Sequence[str]:
        return NPM_LISTING.newest_first(20)

    async def resolve(self, library: Library, wanted: str | None) -> str:
        found = NPM_LISTING.choose(wanted)
        if found is None:
            raise VersionUnknown(library.library_id, wanted or "")
        return str(found)


@dataclass(frozen=True)
class Published:
    """Packages that say which they are, made when they are asked for."""

    folder: Path
    write: Callable[[Path, str, str], Path]

    async def package(self, name: str, version: str) -> InstalledPackage:
        place = self.folder / version / name.replace("/", "~")
        place.mkdir(parents=True, exist_ok=True)
        return InstalledPackage(name, version, "", str(place), str(self.write(place, name, version)))


def write_python(site: Path, name: str, version: str) -> Path:
    metadata = site / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir(parents=True, exist_ok=True)
    (metadata / "METADATA").write_text(f"Name: {name}\nVersion: {version}\n\n{readme(name, version)}", "utf-8")
    return metadata


def write_npm(folder: Path, name: str, version: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text(json.dumps({"name": name, "version": version}), "utf-8")
    (folder / "README.md").write_text(readme(name, version), "utf-8")
    return folder


def readme(name: str, version: str) -> str:
    return f"# {name}\n\nA ship.\n\n## Mooring\n\nMoor a ship with two lines. This is {name} {version}.\n"


@dataclass(frozen=True)
class Rule:
    """A way to say which version is meant: what is asked, what the project has, and the version that is right."""

    version: str
    match: VersionMatch | None
    asked: str | None = None
    prepare: Callable[[Path, str], None] = field(default=lambda folder, package: None)


def write_manifest(python: str, npm: str) -> Callable[[Path, str], None]:
    def write(folder: Path, package: str) -> None:
        ecosystem, _, name = package.partition("/")
        if ecosystem == "npm":
            (folder / "package.json").write_text(json.dumps({"dependencies": {name: npm}}), "utf-8")
        else:
            (folder / "requirements.txt").write_text(f"{name}{python}\n", "utf-8")

    return write


def write_lock(folder: Path, package: str) -> None:
    write_manifest(">=1", ">=1")(folder, package)
    ecosystem, _, name = package.partition("/")
    if ecosystem == "npm":
        lock = {"lockfileVersion": 3, "packages": {f"node_modules/{name}": {"version": "1.0.0"}}}
        (folder / "package-lock.json").write_text(json.dumps(lock), "utf-8")
    else:
        source = '{ registry = "https://index.example" }'
        entry = f'[[package]]\nname = "{name}"\nversion = "1.0.0"\nsource = {source}\n'
        (folder / "uv.lock").write_text(entry, "utf-8")


def write_environment(folder: Path, package: str) -> None:
    ecosystem, _, name = package.partition("/")
    if ecosystem == "npm":
        write_manifest("", "*")(folder, package)
        write_npm(folder / "node_modules" / name, name, "2.0.0")
    else:
        write_python(folder / ".venv/lib/python3.12/site-packages", name, "2.0.0")


RULES = {
    "newest": Rule("2.0.3", None),
    "range": Rule("1.4.2", VersionMatch.COMPATIBLE, prepare=write_manifest("<2", "^1.0.0")),
    "pin": Rule("2.0.0", VersionMatch.EXACT, prepare=write_manifest("==2.0.0", "2.0.0")),
    "lock": Rule("1.0.0", VersionMatch.EXACT, prepare=write_lock),
    "environment": Rule("2.0.0", VersionMatch.EXACT, prepare=write_environment),
    "asked": Rule("1.4.2", VersionMatch.EXACT, asked="1", prepare=write_environment),
    "installed": Rule("1.0.0", VersionMatch.EXACT, asked="installed", prepare=write_lock),
    "latest": Rule("2.0.3", VersionMatch.EXACT, asked="latest", prepare=write_lock),
}


@asynccontextmanager
async def engine_of(project: Path, folder: Path) -> AsyncIterator[DocsEngine]:
    environment, modules = ProjectEnvironment(project, environ={}), NodeModules([project])
    python: Releases = PythonIndex()
    npm: Releases = NpmIndex()
    finder = finder_of(CATALOGUE, environment, ProjectDependencies([project]), modules, published=True)
    engine = engine_on(
        parts_of(
            [
                InstalledSource(environment),
                InstalledSource(modules, NPM),
                PublishedSource(python, Published(folder / "python", write_python), lambda: "an index", kind=PYTHON),
                PublishedSource(npm, Published(folder / "npm", write_npm), lambda: "a registry", kind=NPM),
            ],
            finder=finder,
        )
    )
    try:
        yield engine
    finally:
        await engine.close()


def check(answer: Answer, package: str, rule: Rule) -> None:
    """Hold the header, every passage and the verdict against the package and the rule."""
    ecosystem, _, name = package.partition("/")
    assert answer.verdict.documented == rule.version
    assert answer.verdict.match is rule.match
    assert f"This is {name} {rule.version}." in answer.content
    for passage in answer.passages:
        url = parse_package_url(passage.url.partition("#")[0], ecosystem)
        assert url is not None, passage.url
        assert (url.package, url.version, passage.version) == (name, rule.version, rule.version)
        assert f"({passage.library_id} {rule.version})" in answer.content
    assert answer.verdict.reason


async def ask(tmp_path: Path, package: str, rule: Rule, library_id: str) -> None:
    project = tmp_path / "project"
    project.mkdir(parents=True)
    rule.prepare(project, package)
    async with engine_of(project, tmp_path / "published") as engine:
        check(await engine.passages([(library_id, rule.asked)], "moor a ship", 1_000), package, rule)


@pytest.mark.parametrize("library", SEVERAL, ids=lambda library: library.library_id)
async def test_a_library_of_several_packages_is_never_another_package(library: Library, tmp_path: Path) -> None:
    rules = list(RULES.values())
    for at, package in enumerate(package_ids(library)):
        await ask(tmp_path / str(at), package, rules[at % len(rules)], package)


@pytest.mark.parametrize("rule", [name for name, rule in RULES.items() if name != "newest"])
@pytest.mark.parametrize("library", SEVERAL[::8], ids=lambda library: library.library_id)
async def test_the_id_of_a_library_means_the_package_that_the_project_has(
    library: Library, rule: str, tmp_path: Path
) -> None:
    await ask(tmp_path, package_ids(library)[-1], RULES[rule], library.library_id)


@given(st.sampled_from(PACKAGES), st.sampled_from(sorted(RULES)))
async def test_every_package_is_answered_by_every_rule(
    tmp_path_factory: Any, entry: tuple[Library, str], rule: str
) -> None:
    _, package = entry
    await ask(tmp_path_factory.mktemp("package"), package, RULES[rule], package)


def test_the_shipped_registry_has_such_libraries() -> None:
    assert len(SEVERAL) > 50
    assert len(PACKAGES) > len(known_libraries.read().libraries) / 2
