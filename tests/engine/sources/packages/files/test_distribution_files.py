"""The files of a distribution: which are read, and which are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.files.distribution_files import (
    MOST_FILE_BYTES,
    DistributionFiles,
    FileRefused,
    bytes_within,
)


def test_a_generated_module_of_some_megabytes_is_documented(tmp_path: Path) -> None:
    files = {"pond/api.py": f"{'#' * 3_000_000}\ndef list_frogs(): 'List the frogs.'\n"}
    assert symbol_in(install(tmp_path, files).symbols(), "pond.api.list_frogs").summary == "List the frogs."


def test_a_larger_file_is_refused(tmp_path: Path) -> None:
    install(tmp_path, {"pond/api.py": "#" * (MOST_FILE_BYTES + 1)})
    files = DistributionFiles(InstalledPackage("pond", "2.0", "", str(tmp_path), str(tmp_path / "pond-2.0.dist-info")))
    [file] = files.files()
    assert files.text(file, head=10) == "#" * 10
    with pytest.raises(FileRefused):
        files.text(file)


def test_a_plain_file_is_read_without_resolving_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path.resolve()
    (root / "pond").mkdir()
    (root / "pond" / "api.py").write_text("frogs = 3\n", "utf-8")
    monkeypatch.setattr(Path, "resolve", lambda *_, **__: pytest.fail("the path is resolved"))
    assert bytes_within(root / "pond" / "api.py", (root,), 100) == b"frogs = 3\n"
    with pytest.raises(FileRefused):
        bytes_within(root / "pond" / "api.py", (root,), 3)
    with pytest.raises(FileRefused):
        bytes_within(root / "pond" / "none.py", (root,), 100)


def test_links_are_followed_within_the_roots_alone(tmp_path: Path) -> None:
    root, outside = tmp_path.resolve() / "site", tmp_path.resolve() / "outside"
    for folder in (root / "pond", outside):
        folder.mkdir(parents=True)
        (folder / "api.py").write_text(f"{folder.name} = 3\n", "utf-8")
    (root / "lake").symlink_to(root / "pond")
    (root / "sea").symlink_to(outside)
    (root / "pond" / "sea.py").symlink_to(outside / "api.py")
    assert bytes_within(root / "lake" / "api.py", (root,), 100) == b"pond = 3\n"
    for path in (root / "sea" / "api.py", root / "pond" / "sea.py", root / "pond" / ".." / ".." / "outside" / "api.py"):
        with pytest.raises(FileRefused):
            bytes_within(path, (root,), 100)
