"""Which libraries are the project's, and in which version: its files and its environment together."""

from pathlib import Path

import pytest
from tests.engine.fakes import ROCKETS, FakeEnvironment

from pro_context_engine.domain.model import Library
from pro_context_engine.domain.versions.project_version import VersionOrigin
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.libraries.registry.catalogue import Catalogue

ROCKET_PACKAGES = Library(
    ROCKETS.library_id, ROCKETS.slug, ROCKETS.name, languages=("python",), python_packages=("rockets", "rockets-extra")
)
SAILS = Library("sea/sails", "sails", "Sails", languages=("javascript",), npm_packages=("@sea/sails", "sails"))


REGISTRY = Catalogue([ROCKET_PACKAGES, SAILS])


def project(folder: Path, *installed: str, **files: str) -> ProjectLibraries:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, "utf-8")
    return ProjectLibraries(REGISTRY, FakeEnvironment(*installed), ProjectDependencies([folder]))


def with_packages(*installed: str) -> ProjectLibraries:
    """Return the libraries of a project without files."""
    return ProjectLibraries(REGISTRY, FakeEnvironment(*installed))


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
    found = project(tmp_path, *packages, requirements_txt=f"{needed}\n").version(ROCKET_PACKAGES)
    assert found is not None
    assert (found.origin, found.text) == (origin, version)
    assert found.place == (".venv" if origin is VersionOrigin.ENVIRONMENT else "requirements.txt")


def test_a_lock_decides_over_the_environment(tmp_path: Path) -> None:
    lock = '[[package]]\nname = "rockets"\nversion = "1.1"\nsource = { registry = "https://index.example" }\n'
    found = project(tmp_path, "rockets", requirements_txt="rockets\n", uv_lock=lock).version(ROCKET_PACKAGES)
    assert found is not None
    assert (found.origin, found.exact, found.place) == (VersionOrigin.LOCK, "1.1", "uv.lock")


@pytest.mark.parametrize("needed", ["rockets", "fuel>=1"])
def test_a_project_may_say_nothing_about_a_version(needed: str, tmp_path: Path) -> None:
    assert project(tmp_path, requirements_txt=f"{needed}\n").version(ROCKET_PACKAGES) is None


def test_what_the_files_ask_for_comes_before_what_is_only_installed(tmp_path: Path) -> None:
    package_json = '{"dependencies": {"@sea/sails": "2.0.0", "knots": "^1.0.0"}}'
    found = project(tmp_path, "aardvark", "rockets", requirements_txt="rockets\n", package_json=package_json)
    assert [(library.library_id, version) for library, version in found.with_versions()] == [
        ("acme/rockets", "1.2.3"), ("sea/sails", "2.0.0"), ("npm/knots", None), ("pypi/aardvark", "1.2.3")
    ]  # fmt: skip
    assert [library.library_id for library in found.needed()] == ["acme/rockets", "sea/sails", "npm/knots"]
    assert found.origins() == ["requirements.txt", "package.json", ".venv"]


def test_the_libraries_of_the_project_are_named_once() -> None:
    found = with_packages("brightwheel", "rockets", "rockets-extra").with_versions()
    assert [(library.library_id, version) for library, version in found] == [
        ("pypi/brightwheel", "1.2.3"),
        ("acme/rockets", "1.2.3"),
        ("pypi/rockets-extra", "1.2.3"),
    ]
    assert with_packages().with_versions() == []


def test_the_main_package_tells_the_installed_version() -> None:
    main = with_packages("rockets-extra", "rockets").installed(ROCKET_PACKAGES)
    assert main is not None
    assert main.name == "rockets"
    assert with_packages("rockets-extra").installed(ROCKET_PACKAGES) is None
    assert with_packages("brightwheel").installed(ROCKET_PACKAGES) is None


def test_a_project_that_is_read_answers_from_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = tmp_path / ".venv" / "lib" / "python3.12" / "site-packages" / "sails-2.0.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text("Metadata-Version: 2.1\nName: sails\nVersion: 2.0\n\nName: text\n")
    (tmp_path / ".venv" / "pyvenv.cfg").write_text("version = 3.12.1\n")
    (tmp_path / "requirements.txt").write_text("oars==1.5\n")
    found = ProjectLibraries(
        REGISTRY,
        ProjectEnvironment(tmp_path, environ={}, monotonic=lambda: 0.0),
        ProjectDependencies([tmp_path], monotonic=lambda: 0.0),
    )
    found.read()
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("a file is read again"))
    assert [library.library_id for library, _ in found.with_versions()] == ["pypi/oars", "pypi/sails"]


def test_an_installed_package_is_known_by_any_spelling() -> None:
    [(library, _)] = with_packages("Rockets_Extra").with_versions()
    assert (library.library_id, library.part_of) == ("pypi/rockets-extra", "acme/rockets")


@pytest.mark.parametrize(
    ("installed", "files", "language"),
    [
        ((), {}, None),
        (("kelp",), {}, "python"),
        ((), {"requirements_txt": "kelp\n"}, "python"),
        (("kelp",), {"package_json": '{"dependencies": {"knots": "1"}}'}, "javascript"),
        ((), {"requirements_txt": "kelp\n", "package_json": '{"dependencies": {"knots": "1"}}'}, None),
    ],
)
def test_the_language_is_that_of_all_that_is_needed(
    tmp_path: Path, installed: tuple[str, ...], files: dict[str, str], language: str | None
) -> None:
    assert project(tmp_path, *installed, **files).language() == language


def test_of_one_library_a_project_has_what_it_needs_locks_or_installs(tmp_path: Path) -> None:
    needing = project(tmp_path, requirements_txt="rockets-extra\n")
    assert (needing.uses(ROCKET_PACKAGES), needing.has(ROCKET_PACKAGES)) == (True, False)
    assert needing.narrowed(ROCKET_PACKAGES).library_id == "pypi/rockets-extra"
    lock = '[[package]]\nname = "rockets"\nversion = "1.1"\nsource = { registry = "https://index.example" }\n'
    locking = project(tmp_path, "rockets-extra", requirements_txt="kelp\n", uv_lock=lock)
    assert (locking.uses(ROCKET_PACKAGES), locking.has(ROCKET_PACKAGES)) == (False, True)
    assert locking.narrowed(ROCKET_PACKAGES) is ROCKET_PACKAGES
    assert with_packages().narrowed(ROCKET_PACKAGES) is ROCKET_PACKAGES
