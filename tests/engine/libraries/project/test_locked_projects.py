"""Projects locked by the real tools: exactly the packages that each tool itself reports as locked are found.

`locked/NAME` holds what the tool wrote for at most five packages, without host names and descriptions, and with at most
two files or hashes of each package. `expected.json` comes from the tool's own report (`pip list`, `npm ls`,
`pnpm list`, `yarn list`, `yarn info`), on Linux with Python 3.11.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pro_context_engine.libraries.project import npm_project, python_project
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.project_files import ProjectFiles

LOCKED = Path(__file__).parent / "locked"
PROJECTS = sorted(folder.name for folder in LOCKED.iterdir())

every_project = pytest.mark.parametrize("name", PROJECTS)


def expected(name: str) -> dict[str, Any]:
    return json.loads((LOCKED / name / "expected.json").read_text("utf-8"))


@every_project
def test_exactly_what_is_locked_is_found(name: str) -> None:
    folder = LOCKED / name
    files = ProjectFiles(folder)
    pins = {
        f"{pin.name}@{pin.version}"
        for found in (
            python_project.read_packages(python_project.PythonDocuments(files), [folder]),
            npm_project.read_packages(npm_project.NpmDocuments(files), [folder]),
        )
        for lock in found.locked
        for pin in lock.pins
    }
    assert sorted(pins) == sorted(expected(name)["locked"])


@every_project
def test_what_is_needed_directly_has_the_version_the_tool_installs(name: str, tmp_path: Path) -> None:
    # A copy: above this folder is a repository with a manifest of its own.
    shutil.copytree(LOCKED / name, tmp_path / name)
    found = ProjectDependencies([tmp_path / name])
    assert {needed.name: needed.version for needed in found.direct_dependencies()} == expected(name)["direct"]


@every_project
def test_no_host_is_committed(name: str) -> None:
    for file in (LOCKED / name).rglob("*"):
        for address in file.read_text("utf-8").split("://")[1:] if file.is_file() else ():
            assert address.startswith("index.example.invalid"), file
