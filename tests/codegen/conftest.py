"""The garden: a small contract that uses every part of the dialect."""

import shutil
from pathlib import Path

import pytest

import pro_context_contract

HERE = Path(__file__).parent


@pytest.fixture
def garden_spec() -> Path:
    """Return the spec folder of the garden, to be read only."""
    return HERE / "specs" / "garden"


@pytest.fixture
def golden() -> Path:
    """Return what the garden's spec gives, as it was last looked at by a person."""
    return HERE / "golden" / "garden"


@pytest.fixture
def spec_copy(garden_spec: Path, tmp_path: Path) -> Path:
    """Return a copy of the garden's spec that a test may spoil."""
    return Path(shutil.copytree(garden_spec, tmp_path / "spec"))


@pytest.fixture
def garden_package(golden: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the golden garden importable as `pro_context_contract.garden`."""
    found = [*pro_context_contract.__path__, str(golden / "pro_context_contract")]
    monkeypatch.setattr(pro_context_contract, "__path__", found)
