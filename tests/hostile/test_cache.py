"""A cache directory whose records somebody else has written: they count as absent."""

from pathlib import Path

import pytest

from pro_context_engine.sources.package_index.npm.npm_code import files_left_out
from pro_context_engine.sources.package_index.package_folder import COMPLETE, PackageFolder

DEEP = "[" * 100_000


@pytest.mark.parametrize("record", [DEEP, "[]", "null", '{"size": Infinity, "origin": [], "summary": {}}', "\0", ""])
def test_damaged_records_of_packages_are_absent_packages(record: str, tmp_path: Path) -> None:
    folder = PackageFolder(tmp_path, 1_000)
    version = tmp_path / "packages/kettle/1.0"
    version.mkdir(parents=True)
    (version / COMPLETE).write_text(record)
    (version.parent / "versions.json").write_text(record)
    assert folder.package("kettle", "1.0") is None
    assert folder.read_versions("kettle") == {}
    assert folder.kept() == []


def test_a_damaged_count_of_files_is_an_unknown_one(tmp_path: Path) -> None:
    (tmp_path / ".left-out.json").write_text(DEEP)
    assert files_left_out(tmp_path) is None
