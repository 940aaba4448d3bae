"""The garden, released: what changes are planted into, and how a person runs the commands on it."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from packaging.version import Version

from pro_context_codegen import yaml_documents
from pro_context_codegen.__main__ import main
from pro_context_codegen.compatibility import freezing

GARDEN = Path(__file__).parents[1] / "specs" / "garden" / "contracts" / "garden"


class Told(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str


class Workplace:
    """A folder with a spec and a changelog, as a maintainer has it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.spec = folder / "spec"
        self.garden = self.spec / "contracts" / "garden"
        self.bundles = folder / "generated" / "pro_context_contract" / "bundles"
        self.seals = self.spec / "released.sha256"
        self.changelog = folder / "CHANGELOG.md"
        self._capsys = capsys

    def plant(self, patch: Mapping[str, Any]) -> None:
        """Change the garden by a merge patch (RFC 7396) per file; null removes the file."""
        for name, change in patch.items():
            path = self.garden / name
            if change is None:
                path.unlink()
                continue
            content = yaml_documents.load(path.read_text()) if path.exists() else {}
            path.write_text(yaml.safe_dump(_merged(content, change), sort_keys=False, allow_unicode=True))

    def breaking(self, *options: str) -> Told:
        return self._run("breaking", *options)

    def release(self, version: str, name: str = "garden") -> Told:
        return self._run("release-contract", name, version, "--changelog", str(self.changelog))

    def files(self) -> dict[str, bytes]:
        paths = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}

    def _run(self, *arguments: str) -> Told:
        self._capsys.readouterr()
        status = main([*arguments, "--spec", str(self.spec)])
        out, err = self._capsys.readouterr()
        return Told(status, *(text.replace(f"{self.folder}/", "") for text in (out, err)))


def _merged(content: Any, change: Any) -> Any:
    if not isinstance(change, dict):
        return change
    merged = dict(content) if isinstance(content, dict) else {}
    for key, value in change.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _merged(merged.get(key), value)
    return merged


@pytest.fixture
def unreleased(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workplace whose garden was never released."""
    _plant_garden(tmp_path)
    return Workplace(tmp_path, capsys)


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workplace's folder whose garden was released as 1.2.0, to be read only."""
    folder = tmp_path_factory.mktemp("release")
    _plant_garden(folder)
    freezing.release(folder / "spec", "garden", Version("1.2.0"), folder / "CHANGELOG.md")
    return folder


@pytest.fixture
def released(release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workplace whose garden was released as 1.2.0, and not changed since."""
    shutil.copytree(release, tmp_path, dirs_exist_ok=True)
    return Workplace(tmp_path, capsys)


def _plant_garden(folder: Path) -> None:
    shutil.copytree(GARDEN, folder / "spec" / "contracts" / "garden")
    (folder / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0 (unreleased)\n\n- Hedges.\n\n## 1.1.0\n\n- Ponds.\n")
