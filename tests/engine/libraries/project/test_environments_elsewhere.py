"""Environments that are not in the project's `.venv` are found: those of other tools, other places and other names."""

import os
from pathlib import Path

import pytest

from pro_context_engine.libraries.project.environment import ProjectEnvironment
from pro_context_engine.libraries.project.environment_layout import environment_root
from pro_context_engine.libraries.project.environments_elsewhere import environments_elsewhere

# Computed apart from the code: the start of the SHA-256 of the path, in the alphabet of URLs.
PROJECT = Path("/harbour/sails")
DIGEST = "wcdKHPDi"
DIGEST_OF_PIPFILE = "a1fJV--i"


def made(root: Path, at: float = 1_000_000) -> Path:
    """Make an environment as venv makes it, without packages."""
    (root / "lib/python3.12/site-packages").mkdir(parents=True)
    (root / "pyvenv.cfg").write_text("version = 3.12.1\n", "utf-8")
    os.utime(root / "pyvenv.cfg", (at, at))
    return root


PLACES = {
    "linux": (".cache/pypoetry/virtualenvs", ".local/share/virtualenvs", ".local/share/hatch"),
    "darwin": ("Library/Caches/pypoetry/virtualenvs", ".local/share/virtualenvs", "Library/Application Support/hatch"),
    "win32": ("local/pypoetry/Cache/virtualenvs", ".virtualenvs", "local/hatch"),
}


@pytest.mark.parametrize("platform", PLACES)
def test_environments_of_poetry_pipenv_and_hatch_are_found_where_they_keep_them(platform: str, tmp_path: Path) -> None:
    poetry, pipenv, hatch = (tmp_path / place for place in PLACES[platform])
    old = made(poetry / f"sails-{DIGEST}-py3.11", at=1_000)
    expected = [
        made(poetry / f"sails-{DIGEST}-py3.12"),
        old,
        made(pipenv / f"sails-{DIGEST_OF_PIPFILE}"),
        made(hatch / "env/virtual/sails" / DIGEST / "sails"),
        made(hatch / "env/virtual/sails" / DIGEST / "docs", at=2_000_000),
    ]
    made(poetry / "sails-AAAAAAAA-py3.12")
    made(hatch / "env/virtual/sails/AAAAAAAA/sails")
    environ = {"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path / "local")}
    assert list(environments_elsewhere(PROJECT, environ, platform)) == expected


def test_variables_name_other_places(tmp_path: Path) -> None:
    expected = [
        made(tmp_path / "p" / f"x-{DIGEST}-py3.9"),
        made(tmp_path / "w" / f"x-{DIGEST_OF_PIPFILE}"),
        made(tmp_path / "h/env/virtual/x" / DIGEST / "x"),
    ]
    environ = {"POETRY_VIRTUALENVS_PATH": "p", "WORKON_HOME": "w", "HATCH_DATA_DIR": "h"}
    given = {name: str(tmp_path / place) for name, place in environ.items()}
    assert list(environments_elsewhere(PROJECT, given)) == expected
    xdg = {"XDG_CACHE_HOME": str(tmp_path / "c"), "XDG_DATA_HOME": str(tmp_path / "d")}
    expected = [
        made(tmp_path / "c/pypoetry/virtualenvs" / f"x-{DIGEST}-py3.9"),
        made(tmp_path / "d/virtualenvs" / f"x-{DIGEST_OF_PIPFILE}"),
    ]
    assert list(environments_elsewhere(PROJECT, xdg, "linux")) == expected


def test_without_a_home_folder_nothing_is_found() -> None:
    assert list(environments_elsewhere(PROJECT, {}, "linux")) == []


def test_an_environment_of_any_name_in_the_project_is_its_own(tmp_path: Path) -> None:
    named = made(tmp_path / "py-sails")
    (tmp_path / "lib/python3.12/site-packages").mkdir(parents=True)
    assert environment_root(tmp_path, {}) == named
    usual = made(tmp_path / "venv")
    assert environment_root(tmp_path, {}) == usual


def test_the_environment_of_pixi_is_named_by_its_folder_in_the_project(tmp_path: Path) -> None:
    (tmp_path / ".pixi/envs/default/lib/python3.12/site-packages").mkdir(parents=True)
    assert ProjectEnvironment(tmp_path, environ={}).origin() == ".pixi/envs/default"


def test_the_environment_that_uv_is_told_is_the_project_s(tmp_path: Path) -> None:
    made(tmp_path / ".venv")
    named = made(tmp_path / "build/env")
    assert environment_root(tmp_path, {"UV_PROJECT_ENVIRONMENT": "build/env"}) == named
    assert environment_root(tmp_path, {"UV_PROJECT_ENVIRONMENT": str(named)}) == named


def test_an_active_environment_of_conda_counts_unless_it_is_the_base(tmp_path: Path) -> None:
    active = tmp_path / "conda/envs/sea"
    (active / "lib/python3.12/site-packages").mkdir(parents=True)
    project = tmp_path / "project"
    project.mkdir()
    environ = {"CONDA_PREFIX": str(active), "CONDA_DEFAULT_ENV": "sea"}
    assert environment_root(project, environ) == active
    assert environment_root(project, environ | {"CONDA_DEFAULT_ENV": "base"}) is None
    own = made(project / ".venv")
    assert environment_root(project, environ) == own
