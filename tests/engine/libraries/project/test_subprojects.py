"""The projects in folders of a repository count after the opened folder, with their environments."""

import json
from pathlib import Path

import pytest

from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.project.node_modules import NodeModules
from pro_context_engine.libraries.project.subprojects import MAX_SUBPROJECTS, subprojects

KIT = "[project]\nname = 'service'\ndependencies = ['kit==1.2', 'site']\n"
HULL = json.dumps({"name": "site", "dependencies": {"hull": "2.1.0", "panel": "^1"}})


def repository(folder: Path, files: dict[str, str]) -> Path:
    (folder / ".git").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def stated(project: ProjectDependencies, package: str) -> tuple[str, str]:
    found = project.stated(package)
    return (found.exact, found.file) if found else ("", "")


def test_projects_in_folders_are_read_with_their_paths(tmp_path: Path) -> None:
    root = repository(tmp_path, {"backend/pyproject.toml": KIT, "apps/web/package.json": HULL})
    project = ProjectDependencies([root])
    assert stated(project, "pypi/kit") == ("1.2", "backend/pyproject.toml")
    assert stated(project, "npm/hull") == ("2.1.0", "apps/web/package.json")
    assert [one.name for one in project.direct_dependencies()] == ["kit", "site", "hull", "panel"]


def test_the_opened_folder_wins_and_locks_above_count(tmp_path: Path) -> None:
    lock = {"lockfileVersion": 3, "packages": {"node_modules/panel": {"version": "1.7.0"}}}
    files = {
        "pyproject.toml": "[project]\nname = 'all'\ndependencies = ['kit==1.9']\n",
        "backend/pyproject.toml": KIT,
        "package.json": "{}",
        "web/package.json": HULL,
        "package-lock.json": json.dumps(lock),
    }
    project = ProjectDependencies([repository(tmp_path, files)])
    assert stated(project, "pypi/kit") == ("1.9", "pyproject.toml")
    assert stated(project, "npm/panel") == ("1.7.0", "package-lock.json")


def test_projects_of_one_repository_are_no_libraries_to_each_other(tmp_path: Path) -> None:
    other = json.dumps({"name": "panel", "dependencies": {"rope": "1.0.0"}})
    project = ProjectDependencies([repository(tmp_path, {"a/package.json": HULL, "b/package.json": other})])
    assert [one.name for one in project.direct_dependencies()] == ["hull", "rope"]
    assert project.stated("npm/panel") is None


@pytest.mark.parametrize(
    "files",
    [
        {"examples/one/package.json": HULL, "tests/package.json": HULL, "node_modules/hull/package.json": HULL},
        {"other/.git/HEAD": "", "other/package.json": HULL},
        {"env/pyvenv.cfg": "", "env/package.json": HULL},
        {"a/b/c/package.json": HULL},
    ],
)
def test_folders_of_other_purposes_do_not_count(tmp_path: Path, files: dict[str, str]) -> None:
    assert subprojects(repository(tmp_path, files)) == []
    assert ProjectDependencies([tmp_path]).direct_dependencies() == []


def test_a_folder_outside_of_a_repository_has_no_projects_below(tmp_path: Path) -> None:
    folder = repository(tmp_path, {"backend/pyproject.toml": KIT})
    (folder / ".git").rmdir()
    assert subprojects(folder) == []


def test_links_are_not_followed_and_the_number_is_bounded(tmp_path: Path) -> None:
    root = repository(tmp_path / "root", {f"part-{number}/package.json": "{}" for number in range(MAX_SUBPROJECTS + 5)})
    outside = repository(tmp_path / "outside", {"package.json": HULL})
    (root / "a-link").symlink_to(outside)
    found = [one.folder.name for one in subprojects(root)]
    assert len(found) == MAX_SUBPROJECTS
    assert "a-link" not in found


def test_a_project_that_appears_is_seen(tmp_path: Path) -> None:
    clock = iter(range(100))
    root = repository(tmp_path, {"apps/README.md": ""})
    project = ProjectDependencies([root], monotonic=lambda: float(next(clock)))
    assert project.direct_dependencies() == []
    repository(root, {"apps/web/package.json": HULL})
    assert stated(project, "npm/hull") == ("2.1.0", "apps/web/package.json")


def test_their_environments_count(tmp_path: Path) -> None:
    files = {
        "backend/pyproject.toml": KIT,
        "backend/.venv/pyvenv.cfg": "version = 3.12.1\n",
        "backend/.venv/lib/python3.12/site-packages/kit-1.2.dist-info/METADATA": "Name: kit\nVersion: 1.2\n",
        "web/package.json": HULL,
        "web/node_modules/hull/package.json": json.dumps({"name": "hull", "version": "2.1.0"}),
    }
    root = repository(tmp_path, files)
    environment = ProjectEnvironment(root, environ={})
    assert (environment.origin(), environment.own_python()) == ("backend/.venv", "3.12.1")
    found = environment.package("kit"), NodeModules([root]).package("hull")
    assert [one.version for one in found if one] == ["1.2", "2.1.0"]
