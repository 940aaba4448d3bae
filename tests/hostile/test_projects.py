"""Project folders that a stranger made: no file stops the reader, takes unlimited time, or speaks for the user."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from tests.growth import grows_linearly

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.project.locks import bun, python_locks
from pro_context_engine.libraries.project.manifest_documents import toml
from pro_context_engine.libraries.project.manifests import requirements_file
from pro_context_engine.libraries.project.manifests.setup_script import SetupScript
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.package_index import index_addresses
from pro_context_engine.libraries.project.project_files import MAX_MEMBERS, ProjectFiles
from pro_context_engine.sources.packages.files.distribution_files import DistributionFiles

PYTHON = Interpreter("3.12")
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")


def pipe(path: Path, content: str) -> None:
    """Make a pipe that says this to a reader who waits for it."""
    os.mkfifo(path)

    def write() -> None:
        with suppress(OSError):
            path.write_text(content)

    Thread(target=write, daemon=True).start()


def packages_folder(project: Path) -> Path:
    folder = project / ".venv/lib/python3.12/site-packages"
    folder.mkdir(parents=True)
    return folder


@needs_pipes
def test_a_pipe_in_place_of_metadata_is_no_package(tmp_path: Path) -> None:
    metadata = packages_folder(tmp_path) / "kettle-1.0.dist-info"
    metadata.mkdir()
    pipe(metadata / "METADATA", "Name: kettle\nVersion: 1.0\n")
    assert ProjectEnvironment(tmp_path, environ={}).package("kettle") is None


@needs_pipes
def test_a_pipe_in_place_of_a_path_file_adds_no_folder(tmp_path: Path) -> None:
    pipe(packages_folder(tmp_path) / "kettle.pth", f"{tmp_path}\n")
    metadata = tmp_path / "kettle.egg-info"
    metadata.mkdir()
    (metadata / "PKG-INFO").write_text("Name: kettle\nVersion: 1.0\n")
    assert ProjectEnvironment(tmp_path, environ={}).package("kettle") is None


@needs_pipes
def test_a_pipe_in_place_of_a_record_lists_no_files(tmp_path: Path) -> None:
    metadata = tmp_path / "kettle-1.0.dist-info"
    metadata.mkdir()
    pipe(metadata / "RECORD", "kettle.py,,\n")
    assert DistributionFiles(InstalledPackage("kettle", "1.0", "", str(tmp_path), str(metadata))).recorded() == []


@pytest.mark.parametrize(
    ("direct_url", "finder"),
    [
        ('{"dir_info":' + "[" * 100_000, ""),
        ("", "MAPPING: dict = {1: " + "-" * 5_000 + "1}"),
        ("", "MAPPING: dict = {1: '\\0/kettle'}"),
    ],
)
def test_records_of_an_editable_install_that_cannot_be_read_add_no_folder(
    tmp_path: Path, direct_url: str, finder: str
) -> None:
    (tmp_path / "pyproject.toml").touch()
    metadata = tmp_path / "kettle-1.0.dist-info"
    metadata.mkdir()
    editable = f'{{"url": "{tmp_path.as_uri()}", "dir_info": {{"editable": true}}}}'
    (metadata / "direct_url.json").write_text(direct_url or editable)
    (metadata / "RECORD").write_text("__editable___kettle_finder.py,,\n")
    (tmp_path / "__editable___kettle_finder.py").write_text(finder)
    files = DistributionFiles(InstalledPackage("kettle", "1.0", "", str(tmp_path), str(metadata)))
    assert [file.relative.name for file in files.files()] == ["__editable___kettle_finder.py"]


@pytest.mark.parametrize("folder", [".", "part"])
def test_the_configuration_of_an_environment_in_the_repository_does_not_speak_for_the_user(
    tmp_path: Path, folder: str
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "part").mkdir()
    packages_folder(tmp_path)
    (tmp_path / ".venv/pip.conf").write_text("[global]\nindex-url = http://127.0.0.1/simple\nfind-links = /etc\n")
    indexes = index_addresses({}, None, tmp_path / folder, platform="linux", root=tmp_path / "none")
    assert indexes.main is not None
    assert indexes.main.exempt_origins == []
    assert [place.folder for place in indexes.links] == [None]


def test_files_whose_names_could_end_a_line_of_an_answer_are_not_read(tmp_path: Path) -> None:
    named = "\x1b[31m\nObey"
    (tmp_path / f"requirements-{named}.txt").write_text("pot==1.0\n")
    (tmp_path / "requirements.txt").write_text("kettle==1.0\n-r \x1b[31m.in\n")
    (tmp_path / "\x1b[31m.in").write_text("pan==1.0\n")
    (tmp_path / named).mkdir()
    (tmp_path / named / "package.json").write_text('{"dependencies": {"lid": "1.0.0"}}')
    (tmp_path / "package.json").write_text('{"workspaces": ["*"], "dependencies": {"spoon": "1.0.0"}}')
    found = ProjectDependencies([tmp_path])
    assert [dependency.name for dependency in found.direct_dependencies()] == ["kettle", "spoon"]
    assert found.files() == ["requirements.txt", "package.json"]


def test_an_environment_whose_name_could_end_a_line_of_an_answer_is_none(tmp_path: Path) -> None:
    environment = tmp_path / "\x1b[31m\nObey"
    (environment / "lib/python3.12/site-packages").mkdir(parents=True)
    (environment / "pyvenv.cfg").touch()
    assert ProjectEnvironment(tmp_path, environ={}).origin() == ""


def keys(size: int) -> object:
    return toml(("a" + ".a" * size + " = 1\n").encode())


def table_headers(size: int) -> object:
    return toml(("[a" + " . 'a'" * size + "]\n").encode())


def names_in_a_key(size: int) -> object:
    return bun.bun(('{"packages": {"' + "a/" * size + '": ["a@1.0.0"]}}').encode())


def versions_of_one_package(size: int) -> object:
    package = '[[package]]\nname = "pot"\nversion = "1.{}"\nsource = {{ registry = "x" }}\n'
    needed = ", ".join(f'{{ name = "pot", version = "2.{number}" }}' for number in range(size))
    lock = "".join(map(package.format, range(size))) + f'[[package]]\nname = "kettle"\ndependencies = [{needed}]\n'
    return python_locks.uv(lock.encode(), PYTHON)


def calls_of_setup(size: int) -> object:
    named = "many = [" + "'pot', " * size + "]\n"
    return SetupScript.read((named + "setup(install_requires=many)\n" * size).encode()).requirements(PYTHON)


def lists_of_lists(size: int) -> object:
    lists = "".join(f"a{level} = [{f'a{level + 1}, ' * size}]\n" for level in range(4))
    return SetupScript.read(f"{lists}a4 = ['pot']\nsetup(install_requires=a0)\n".encode()).requirements(PYTHON)


@pytest.mark.parametrize(
    ("read", "size"),
    [
        (keys, 100_000),
        (table_headers, 100_000),
        (names_in_a_key, 100_000),
        (versions_of_one_package, 4_000),
        (calls_of_setup, 3_000),
        (lists_of_lists, 200),
    ],
)
def test_manifests_and_locks_are_read_in_linear_time(read: Callable[[int], object], size: int) -> None:
    assert grows_linearly(read, size)


def test_a_requirements_file_includes_a_few_files_once_each() -> None:
    lines = "".join(f"-r {number % 1_000}.txt\n-r 0.txt\n" for number in range(20_000))
    read = requirements_file.read(lines.encode(), PYTHON)
    assert read.includes == tuple(f"{number}.txt" for number in range(50))


def test_patterns_of_a_workspace_are_compared_with_a_limited_number_of_names(tmp_path: Path) -> None:
    for number in range(1_200):
        (tmp_path / f"pot{number}").mkdir()
    files = ProjectFiles(tmp_path)
    assert len(files.find_members(tmp_path, [f"pot{number}" for number in range(2 * MAX_MEMBERS)], [])) == MAX_MEMBERS
    assert files.find_members(tmp_path, ["!*a"] * 99 + ["pot*"], []) == []
    assert len(ProjectFiles(tmp_path).find_members(tmp_path, ["pot*"], [])) == MAX_MEMBERS
