"""The project environment is found on disk and read without running anything."""

from __future__ import annotations

import itertools
import logging
import os
import platform
from pathlib import Path

import pytest

from pro_context_engine.libraries.project.environment import RUNNING, ProjectEnvironment


def site(root: Path, layout: str = "lib/python3.12/site-packages") -> Path:
    """Make an empty environment and return its packages folder."""
    directory = root / layout
    directory.mkdir(parents=True)
    return directory


def install(directory: Path, name: str, version: str, summary: str = "") -> Path:
    """Write the metadata folder of a distribution."""
    folder = directory / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    lines = ["Metadata-Version: 2.4", f"Name: {name}", f"Version: {version}", f"Summary: {summary}", "", "A readme."]
    (folder / "METADATA").write_text("\n".join(lines), "utf-8")
    return folder


def environment(project: Path, setting: str = "auto", **environ: str) -> ProjectEnvironment:
    # A second passes between any two questions.
    return ProjectEnvironment(project, setting, environ, monotonic=itertools.count().__next__)


@pytest.mark.parametrize(
    "layout", ["lib/python3.12/site-packages", "lib64/python3.13/site-packages", "Lib/site-packages"]
)
def test_every_layout_is_read(tmp_path: Path, layout: str) -> None:
    install(site(tmp_path / ".venv", layout), "Some.Package", "1.2.3", "Does things.")
    found = environment(tmp_path)
    package = found.package("some_package")
    assert package is not None
    assert (package.name, package.version, package.summary) == ("some-package", "1.2.3", "Does things.")
    assert package.location == str((tmp_path / ".venv" / layout).resolve())
    assert found.origin() == ".venv"


def test_active_environment_goes_before_the_project_folder(tmp_path: Path) -> None:
    install(site(tmp_path / "project/.venv"), "lib", "1")
    install(site(tmp_path / "active"), "lib", "2")
    found = environment(tmp_path / "project", VIRTUAL_ENV=str(tmp_path / "active"))
    assert [package.version for package in found.packages()] == ["2"]


def test_active_environment_that_is_gone_is_passed_over(tmp_path: Path) -> None:
    install(site(tmp_path / "venv"), "lib", "1")
    found = environment(tmp_path, VIRTUAL_ENV=str(tmp_path / "gone"))
    assert [package.name for package in found.packages()] == ["lib"]
    assert found.origin() == "venv"


def test_parents_are_searched_up_to_the_repository_root_only(tmp_path: Path) -> None:
    install(site(tmp_path / ".venv"), "outside", "1")
    install(site(tmp_path / "repository/.venv"), "inside", "1")
    (tmp_path / "repository/.git").mkdir()
    nested = tmp_path / "repository/services/api"
    nested.mkdir(parents=True)
    assert environment(nested).package("inside")
    (tmp_path / "repository/.venv").rename(tmp_path / "repository/elsewhere")
    assert environment(nested).package("outside") is None


def test_a_project_without_an_environment_has_no_packages(tmp_path: Path) -> None:
    found = environment(tmp_path)
    assert found.package("pydantic") is None
    assert list(found.packages()) == []
    assert found.origin() == ""


def test_the_running_environment_belongs_to_no_project(tmp_path: Path) -> None:
    install(site(tmp_path / ".venv"), "lib", "1")
    found = environment(tmp_path, RUNNING, VIRTUAL_ENV=str(tmp_path / ".venv"))
    assert found.package("pydantic")
    assert found.package("lib") is None
    assert found.origin() == ""


def test_none_means_none(tmp_path: Path) -> None:
    install(site(tmp_path / ".venv"), "lib", "1")
    found = environment(tmp_path, "none", VIRTUAL_ENV=str(tmp_path / ".venv"))
    assert list(found.packages()) == []
    assert found.package("lib") is None
    assert found.origin() == ""


def test_a_configured_path_may_be_relative_to_the_project(tmp_path: Path) -> None:
    install(site(tmp_path / "environments/test"), "lib", "3")
    found = environment(tmp_path, "environments/test")
    assert [package.version for package in found.packages()] == ["3"]
    assert found.origin() == "environments/test"


def test_a_configured_path_without_packages_is_warned_about_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = environment(tmp_path, "nowhere")
    with caplog.at_level(logging.WARNING, "pro_context"):
        assert list(found.packages()) == []
        assert list(found.packages()) == []
    assert len(caplog.records) == 1
    assert "nowhere" in caplog.text


def test_broken_metadata_is_left_out_with_one_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    directory = site(tmp_path / ".venv")
    install(directory, "good", "1")
    (directory / "empty-1.0.dist-info").mkdir()
    (directory / "odd-1.0.dist-info").mkdir()
    (directory / "odd-1.0.dist-info/METADATA").write_bytes(b"\xff\xfe\x00 nonsense\n")
    with caplog.at_level(logging.WARNING, "pro_context"):
        assert [package.name for package in environment(tmp_path).packages()] == ["good"]
    assert len(caplog.records) == 2
    assert "nonsense" not in caplog.text


def test_metadata_in_another_encoding_is_still_read(tmp_path: Path) -> None:
    directory = site(tmp_path / ".venv")
    folder = install(directory, "lib", "1")
    (folder / "METADATA").write_bytes("Name: lib\nVersion: 1\nSummary: café\n".encode("latin-1"))
    package = environment(tmp_path).package("lib")
    assert package is not None
    assert package.summary.startswith("caf")


def test_summaries_carry_no_control_characters(tmp_path: Path) -> None:
    install(site(tmp_path / ".venv"), "lib", "1", "red \x1b[31malert\u202e")
    package = environment(tmp_path).package("lib")
    assert package is not None
    assert package.summary == "red alert"


def test_old_egg_info_is_read_as_folder_and_as_file(tmp_path: Path) -> None:
    directory = site(tmp_path / ".venv")
    (directory / "folder-1.0-py3.12.egg-info").mkdir()
    (directory / "folder-1.0-py3.12.egg-info/PKG-INFO").write_text("Name: folder\nVersion: 1.0\n")
    (directory / "single-2.0.egg-info").write_text("Name: single\nVersion: 2.0\n")
    found = {package.name: package.version for package in environment(tmp_path).packages()}
    assert found == {"folder": "1.0", "single": "2.0"}


def test_source_folders_of_develop_installs_are_read_and_pth_code_is_not_run(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "devlib.egg-info").mkdir(parents=True)
    (source / "devlib.egg-info/PKG-INFO").write_text("Name: devlib\nVersion: 0.1\n")
    directory = site(tmp_path / ".venv")
    marker = tmp_path / "ran"
    (directory / "easy-install.pth").write_text(f"import pathlib; pathlib.Path({str(marker)!r}).touch()\n{source}\n")
    assert environment(tmp_path).package("devlib")
    assert not marker.exists()


def test_an_upgrade_shows_without_a_restart(tmp_path: Path) -> None:
    directory = site(tmp_path / ".venv")
    old = install(directory, "lib", "1")
    found = environment(tmp_path)
    assert [package.version for package in found.packages()] == ["1"]
    (old / "METADATA").unlink()
    old.rmdir()
    install(directory, "lib", "2")
    # File systems with coarse times would hide a change within the same tick.
    os.utime(directory, ns=(1, 1))
    assert [package.version for package in found.packages()] == ["2"]


def test_an_environment_made_later_is_found(tmp_path: Path) -> None:
    found = environment(tmp_path)
    assert found.origin() == ""
    install(site(tmp_path / ".venv"), "lib", "1")
    assert found.origin() == ".venv"
    assert [package.name for package in found.packages()] == ["lib"]


def test_the_folders_are_looked_at_once_a_second(tmp_path: Path) -> None:
    now = 0.0
    packages = site(tmp_path / ".venv")
    install(packages, "lib", "1")
    found = ProjectEnvironment(tmp_path, "auto", {}, monotonic=lambda: now)
    assert found.package("other") is None
    install(packages, "other", "1")
    now = 0.5
    assert found.package("other") is None
    now = 1.0
    assert found.package("other") is not None


@pytest.mark.parametrize(
    ("configuration", "python"),
    [
        ("home = /usr/bin\nversion = 3.13.2\n", "3.13.2"),  # venv
        ("uv = 0.9\nversion_info = 3.13.2\n", "3.13.2"),
        ("version_info = 3.13.2.final.0\n", "3.13.2"),  # virtualenv
        ("version=3.13", "3.13"),
        ("version = unknown\nbase-version = 3.13.2", "3.12"),
        ("", "3.12"),
        (None, "3.12"),  # conda's
    ],
)
def test_an_environment_tells_its_python(tmp_path: Path, configuration: str | None, python: str) -> None:
    site(tmp_path / ".venv", "lib/python3.12/site-packages")
    if configuration is not None:
        (tmp_path / ".venv/pyvenv.cfg").write_text(configuration, "utf-8")
    assert environment(tmp_path).python_version() == python


def test_the_running_python_stands_in_where_nothing_tells(tmp_path: Path) -> None:
    running = platform.python_version().rstrip("+")
    assert environment(tmp_path).python_version() == running
    site(tmp_path / ".venv", "Lib/site-packages")
    os.mkfifo(tmp_path / ".venv/pyvenv.cfg")
    assert environment(tmp_path).python_version() == running
    assert environment(tmp_path, "none").python_version() == running
