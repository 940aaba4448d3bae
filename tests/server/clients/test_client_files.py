"""Other programs' files: replaced at once, mode and links kept, what was there kept beside them."""

import os
import stat
from pathlib import Path

import pytest

from pro_context.clients import client_files
from pro_context.clients.client_files import CannotEdit


def test_a_new_file_gets_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.json"
    assert client_files.replace(client_files.read(path), "new") is None
    assert path.read_text() == "new"
    assert [file.name for file in path.parent.iterdir()] == ["c.json"]


def test_mode_mark_and_bytes_stay(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_bytes("\ufeff{}\r\n".encode())
    path.chmod(0o640)
    content = client_files.read(path)
    assert content.text == "{}\r\n"
    backup = client_files.replace(content, "{1}\r\n")
    assert path.read_bytes() == "\ufeff{1}\r\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert backup == tmp_path / "c.json.bak"
    assert backup.read_bytes() == "\ufeff{}\r\n".encode()
    assert stat.S_IMODE(backup.stat().st_mode) == 0o640


def test_no_backup_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    (tmp_path / "c.json.bak").write_text("somebody's")
    path.write_text("1")
    assert client_files.replace(client_files.read(path), "2") == tmp_path / "c.json.bak2"
    assert (tmp_path / "c.json.bak").read_text() == "somebody's"


def test_a_file_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text("1")
    for text in ("2", "1", "2", "1"):
        client_files.replace(client_files.read(path), text)
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {
        "c.json": "1",
        "c.json.bak": "1",
        "c.json.bak2": "2",
    }


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "c.json"
    real.parent.mkdir()
    real.write_text("1")
    link = tmp_path / "c.json"
    link.symlink_to(real)
    assert client_files.replace(client_files.read(link), "2") == real.with_name("c.json.bak")
    assert link.is_symlink()
    assert real.read_text() == "2"


def test_what_another_program_wrote_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text("1")
    content = client_files.read(path)
    path.write_text("2")
    with pytest.raises(CannotEdit, match="changed by another program"):
        client_files.replace(content, "3")
    assert path.read_text() == "2"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_text_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(CannotEdit, match="UTF-8"):
        client_files.read(path)
    with pytest.raises(CannotEdit, match="cannot be read"):
        client_files.read(tmp_path)


def test_a_failed_write_leaves_the_file_and_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "c.json"
    path.write_text("1")
    content = client_files.read(path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotEdit, match="No space left"):
        client_files.replace(content, "2")
    assert path.read_text() == "1"
    assert not list(tmp_path.glob(".*"))
