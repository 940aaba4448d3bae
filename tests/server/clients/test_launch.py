"""The command a client is told to start."""

import os
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from pro_context.clients.client_table import read_table
from pro_context.clients.launch import Process, command, this_process

TABLE = read_table()
UVX = PurePosixPath("/people/ada/.cache/uv/archive-v0/x1")
UVX_ON_WINDOWS = PureWindowsPath("D:/ada/AppData/Local/uv/cache/archive-v0/x1")


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    for name in ("pro-context", "uvx"):
        (tmp_path / name).touch(mode=0o755)
    return tmp_path


def test_what_lasts_is_named_by_its_path(scripts: Path) -> None:
    process = Process(PurePosixPath("/opt/venv"), (scripts,), "", "")
    assert command(TABLE, process, shared=False) == [str(scripts / "pro-context")]


def test_the_first_folder_that_has_it_counts(scripts: Path, tmp_path: Path) -> None:
    process = Process(PurePosixPath("/opt/venv"), (tmp_path / "empty", scripts), "", "")
    assert command(TABLE, process, shared=False) == [str(scripts / "pro-context")]


def test_without_a_script_python_starts_it() -> None:
    started = command(TABLE, Process(PurePosixPath("/opt/venv"), (), "", ""), shared=False)
    assert started[1:] == ["-m", "pro_context.cli"]
    assert os.access(started[0], os.X_OK)


@pytest.mark.parametrize("environment", [UVX, UVX_ON_WINDOWS], ids=["posix", "windows"])
def test_what_a_cache_holds_is_made_anew(environment: PurePosixPath, scripts: Path) -> None:
    process = Process(environment, (scripts,), str(scripts), "")
    assert command(TABLE, process, shared=False) == [str(scripts / "uvx"), "pro-context"]
    assert command(TABLE, process, shared=True) == ["uvx", "pro-context"]


def test_it_is_made_anew_from_where_it_came() -> None:
    process = Process(UVX, (), "", "git+https://git.example/pro-context")
    expected = ["uvx", "--from", "git+https://git.example/pro-context", "pro-context"]
    assert command(TABLE, process, shared=False) == expected


def test_a_shared_file_names_no_path(scripts: Path) -> None:
    process = Process(PurePosixPath("/opt/venv"), (scripts,), str(scripts), "")
    assert command(TABLE, process, shared=True) == ["pro-context"]


def test_this_process_knows_where_it_is() -> None:
    process = this_process(TABLE, {"PATH": "/bin"})
    assert Path(process.environment).is_dir()
    assert process.search == "/bin"
