"""The layout of an environment on disk: its package folders and its version of Python; nothing is run."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from pro_context_engine.libraries.project.environments_elsewhere import environments_elsewhere
from pro_context_engine.libraries.project.regular_file import beginning

_LAYOUTS = ("lib/python3.*/site-packages", "lib64/python3.*/site-packages", "Lib/site-packages")
_VENV_NAMES = (".venv", "venv", ".pixi/envs/default")
_MAX_FOLDERS = 1_000
_MAX_PTH_BYTES = 64_000
CONFIGURATION = "pyvenv.cfg"


def environment_root(project_directory: Path, environ: Mapping[str, str]) -> Path | None:
    """Return the root of the project's own environment, None if it has none.

    Args:
        project_directory: where the search starts; its parents follow up to the repository root.
        environ: environment variables; `VIRTUAL_ENV` goes first, an active environment of conda last.
    """
    return next((root for root in _candidates(project_directory, environ) if site_directories(root)), None)


def _candidates(project_directory: Path, environ: Mapping[str, str]) -> Iterator[Path]:
    folders = up_to_repository(project_directory)
    yield from (Path(active) for active in (environ.get("VIRTUAL_ENV"),) if active)
    yield from (folder / named for named in (environ.get("UV_PROJECT_ENVIRONMENT"),) if named for folder in folders)
    for folder in folders:
        yield from (folder / name for name in _VENV_NAMES)
        yield from _named_freely(folder)
    for folder in folders:
        yield from environments_elsewhere(folder, environ)
    # The base environment of conda is active in every shell, for every project.
    if environ.get("CONDA_PREFIX") and environ.get("CONDA_DEFAULT_ENV", "base") != "base":
        yield Path(environ["CONDA_PREFIX"])


def _named_freely(folder: Path) -> list[Path]:
    """Return the folders in a folder that venv made, of any name that can be shown, in the order of their names."""
    try:
        with os.scandir(folder) as entries:
            folders = [
                Path(entry) for entry in islice(entries, _MAX_FOLDERS) if entry.name.isprintable() and entry.is_dir()
            ]
    except OSError:
        return []
    return sorted(folder for folder in folders if (folder / CONFIGURATION).is_file())


def site_directories(root: Path) -> tuple[Path, ...]:
    """Return the folders of an environment that hold packages (POSIX and Windows layout), each once."""
    found = [directory for layout in _LAYOUTS for directory in sorted(root.glob(layout)) if directory.is_dir()]
    return tuple({directory.resolve(): None for directory in found})


def running_site_directories() -> tuple[Path, ...]:
    """Return the package folders of the interpreter that runs Pro-Context."""
    return tuple(Path(entry) for entry in sys.path if Path(entry).name in {"site-packages", "dist-packages"})


def path_lines(pth: Path) -> Iterator[Path]:
    """Yield the folders that a `.pth` file adds to the import path; its `import` lines are code and never run."""
    text = beginning(pth, _MAX_PTH_BYTES).decode("utf-8", "replace")
    for line in text.splitlines():
        entry = line.strip()
        if entry and "\0" not in entry and not entry.startswith(("#", "import ", "import\t")):
            folder = pth.parent / entry
            if folder.is_dir():
                yield folder


def up_to_repository(project_directory: Path) -> list[Path]:
    """Return the project's folder and its parents up to the root of the repository; without one only the folder."""
    start = project_directory.absolute()
    folders = [start, *start.parents]
    for depth, folder in enumerate(folders, start=1):
        if (folder / ".git").exists():
            return folders[:depth]
    # Outside of a repository, the environment of a parent (such as a home folder) belongs to something else.
    return folders[:1]


def is_in_repository(folder: Path) -> bool:
    """Tell whether a folder is the root of a repository or below one."""
    return (up_to_repository(folder)[-1] / ".git").exists()


_MAX_BYTES = 64_000
# venv writes `version = 3.12.1`, uv `version_info = 3.12.1`, virtualenv `version_info = 3.12.1.final.0`.
_WRITTEN = re.compile(r"^version(?:_info)?\s*=\s*(\d{1,4}\.\d{1,4}(?:\.\d{1,4})?)", re.M)
_FOLDER = re.compile(r"python(\d{1,4}\.\d{1,4})")


def running_python() -> str:
    """Return the version of the interpreter that runs Pro-Context, such as "3.12.1"."""
    return ".".join(map(str, sys.version_info[:3]))


def python_of(root: Path) -> str | None:
    """Return the version of an environment's interpreter, None if it cannot be determined.

    Args:
        root: root of the environment; of one that venv did not make (conda), the folders give major and minor.
    """
    written = _WRITTEN.search(_configuration(root / CONFIGURATION))
    if written:
        return written[1]
    named = (_FOLDER.fullmatch(folder.name) for folder in sorted(root.glob("lib/python3.*")))
    return next((found[1] for found in named if found), None)


def _configuration(path: Path) -> str:
    try:
        return beginning(path, _MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
