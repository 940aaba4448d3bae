"""A home and a working directory of the test's own, and what is said about a configuration there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pro_context.configuration.loading import LoadedConfiguration, load
from pro_context.configuration.mistakes import ConfigurationMistakes

Mistakes = Callable[..., list[str]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the user's own configuration."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / ".pro-context"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory."""
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def operator_file(tmp_path: Path) -> Path:
    """Return where the operator's own file is, which `--config` names."""
    (tmp_path / "conf").mkdir()
    return tmp_path / "conf" / "operator.yaml"


@pytest.fixture
def read(operator_file: Path) -> Callable[[str | bytes], LoadedConfiguration]:
    """Return what loads a text as the operator's file."""

    def loaded(content: str | bytes) -> LoadedConfiguration:
        operator_file.write_bytes(content.encode() if isinstance(content, str) else content)
        return load(operator_file, {})

    return loaded


@pytest.fixture
def mistakes(operator_file: Path) -> Mistakes:
    """Return what gives the lines about a text that is the operator's file, its path left out; and about variables."""

    def told(content: str | bytes | None = None, environ: Mapping[str, str] | None = None) -> list[str]:
        if content is not None:
            operator_file.write_bytes(content.encode() if isinstance(content, str) else content)
        with pytest.raises(ConfigurationMistakes) as caught:
            load(None if content is None else operator_file, environ or {})
        assert all(line.isprintable() for line in caught.value.lines)
        return [line.removeprefix(str(operator_file)) for line in caught.value.lines]

    return told
