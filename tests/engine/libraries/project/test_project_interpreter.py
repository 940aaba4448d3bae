"""The version of Python of a project: of its environment, its files, or what its manifest allows."""

import platform
from pathlib import Path

import pytest

from pro_context_engine.libraries.project.detection import LOOK_AGAIN_AFTER, ProjectDependencies

RUNNING = platform.python_version().rstrip("+")


def write(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


CASES = {
    "nothing": ({}, RUNNING),
    "a version file": ({".python-version": "# ours\n3.12\n3.11\n"}, "3.12"),
    "an exact version": ({".python-version": "cpython@3.12.4\n"}, "3.12.4"),
    "a pre-release": ({".python-version": "3.15.0rc1\n"}, "3.15.0"),
    "another implementation first": ({".python-version": "pypy3.10-7.3\nmy-environment\n3.12\n"}, "3.12"),
    "another implementation alone": ({".python-version": "pypy3.10-7.3\n"}, RUNNING),
    "the running one is allowed": ({"pyproject.toml": "[project]\nrequires-python = '>=3.9'\n"}, RUNNING),
    "an older one": ({"pyproject.toml": "[project]\nrequires-python = '>=3.8,<3.10'\n"}, "3.8"),
    "a newer one": ({"pyproject.toml": "[project]\nrequires-python = '>=3.29'\n"}, "3.29"),
    "a patch release": ({"pyproject.toml": "[project]\nrequires-python = '>=3.9.4,<3.10'\n"}, "3.9.4"),
    "none that exists": ({"pyproject.toml": "[project]\nrequires-python = '>=9'\n"}, RUNNING),
    "malformed": ({"pyproject.toml": "[project]\nrequires-python = 'new'\n"}, RUNNING),
    "poetry": ({"pyproject.toml": "[tool.poetry.dependencies]\npython = '~3.9'\n"}, "3.9"),
    "a Pipfile": ({"Pipfile": "[requires]\npython_version = '3.8'\n"}, "3.8"),
    "a Pipfile with a full version": ({"Pipfile": "[requires]\npython_full_version = '3.8.2'\n"}, "3.8.2"),
    "a version file before the manifest": (
        {".python-version": "3.12\n", "pyproject.toml": "[project]\nrequires-python = '<3.10'\n"},
        "3.12",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_files_determine_the_python(name: str, tmp_path: Path) -> None:
    files, version = CASES[name]
    assert ProjectDependencies([write(tmp_path, files)]).python_version() == version


def test_the_nearest_file_of_the_repository_counts(tmp_path: Path) -> None:
    write(tmp_path / "r/.git", {})
    write(tmp_path, {".python-version": "3.8\n"})
    folder = write(tmp_path / "r/a", {"pyproject.toml": "[project]\nname = 'a'\ndependencies = ['kit']\n"})
    write(tmp_path / "r", {"pyproject.toml": "[project]\nrequires-python = '>=3.8,<3.9'\n"})
    assert ProjectDependencies([folder]).python_version() == "3.8"
    write(tmp_path / "r", {".python-version": "3.13\n"})
    assert ProjectDependencies([folder]).python_version() == "3.13"


MARKED = "kit<2 ; python_version < '3.10'\nkit>=2 ; python_version >= '3.10'\nold ; python_version < '3.10'\n"


def test_markers_are_for_the_python_of_the_project(tmp_path: Path) -> None:
    pyproject = "[project]\nrequires-python = '>=3.8,<3.10'\n"
    found = ProjectDependencies([write(tmp_path, {"requirements.txt": MARKED, "pyproject.toml": pyproject})])
    assert [(one.name, one.specifier) for one in found.direct_dependencies()] == [("kit", "<2"), ("old", "")]


def test_an_environment_counts_before_files_and_is_noticed(tmp_path: Path) -> None:
    now = [0.0]
    own = [""]
    folder = write(tmp_path, {"requirements.txt": MARKED, ".python-version": "3.9\n"})
    found = ProjectDependencies([folder], monotonic=lambda: now[0], own_python=lambda: own[0])
    assert found.python_version() == "3.9"
    own[0], now[0] = "3.12.1", LOOK_AGAIN_AFTER
    assert found.python_version() == "3.12.1"
    assert [(one.name, one.specifier) for one in found.direct_dependencies()] == [("kit", ">=2")]


def test_without_a_project_the_environment_or_the_running_python_counts() -> None:
    assert ProjectDependencies(own_python=lambda: "3.12.1").python_version() == "3.12.1"
    assert ProjectDependencies().python_version() == RUNNING


def test_a_lock_has_the_fork_for_the_python_of_the_project(tmp_path: Path) -> None:
    lock = "".join(
        f'[[packages]]\nname = "kit"\nversion = "{version}"\nmarker = "python_version {sign} \'3.10\'"\n'
        for version, sign in (("2.0", ">="), ("1.0", "<"))
    )
    found = ProjectDependencies([write(tmp_path, {"pylock.toml": lock, ".python-version": "3.8\n"})])
    kit = found.stated("pypi/kit")
    assert kit
    assert kit.exact == "1.0"
