"""The files of a distribution: which are read, and which are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.sources.packages.symbols.distributions import install, symbol_in

from pro_context_engine.domain.model import InstalledPackage
from pro_context_engine.sources.packages.distribution_files import DistributionFiles, FileRefused


def test_a_generated_module_of_some_megabytes_is_documented(tmp_path: Path) -> None:
    files = {"pond/api.py": f"{'#' * 3_000_000}\ndef list_frogs(): 'List the frogs.'\n"}
    assert symbol_in(install(tmp_path, files).symbols(), "pond.api.list_frogs").summary == "List the frogs."


def test_a_larger_file_is_refused(tmp_path: Path) -> None:
    install(tmp_path, {"pond/api.py": "#" * 4_000_001})
    files = DistributionFiles(InstalledPackage("pond", "2.0", "", str(tmp_path), str(tmp_path / "pond-2.0.dist-info")))
    [file] = files.files()
    assert files.text(file, head=10) == "#" * 10
    with pytest.raises(FileRefused):
        files.text(file)
