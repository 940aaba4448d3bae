"""The projects in folders of a repository, such as `backend/` and `apps/web/`: they count after the opened folder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.environment_layout import CONFIGURATION, is_in_repository

MAX_SUBPROJECTS = 20
_MAX_FOLDERS = 200
_MAX_ENTRIES = 2_000
_PYTHON = re.compile(
    r"pyproject\.toml|setup\.(?:cfg|py)|Pipfile|pixi\.toml|(?:conda[-_.])?environment\.ya?ml|.*requirements.*\.(?:txt|in)"
)
_NPM = re.compile(r"package\.json|deno\.jsonc?")
# What these have is not used by the project itself, or is not its own.
_OTHERS = re.compile(
    r"\..*|node_modules|vendor|third[-_]party|dist|build|out|target"
    r"|(?:tests?|testing|e2e|fixtures?|examples?|samples?|demos?|templates?|docs?|bench(?:mark)?s?)",
    re.I,
)
_ANOTHER = frozenset({".git", CONFIGURATION})
"""Files of a folder that is another repository, or an environment."""


@value_class
class Subproject:
    """A folder below the opened one that has manifests.

    Attributes:
        folder: its path.
        has_python: whether it has a manifest of Python.
        has_npm: whether it has a manifest of npm.
    """

    folder: Path
    has_python: bool
    has_npm: bool


def list_names(folder: Path) -> list[str]:
    """Return the names in a folder, sorted; [] if there is none."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in islice(entries, _MAX_ENTRIES))
    except OSError:
        return []


def subprojects(folder: Path, names: Callable[[Path], list[str]] = list_names) -> list[Subproject]:
    """Return the projects in the folders of a folder and in those of these, at most twenty, the upper ones first.

    Outside of a repository there are none: a folder of folders, such as a home folder, is no project. What tests,
    examples and documentation need does not count, and neither does another repository. Of a project, the folders below
    it are not searched.

    Args:
        folder: the opened folder.
        names: lists a folder.
    """
    return list(islice(_found(folder, names), MAX_SUBPROJECTS)) if is_in_repository(folder) else []


def with_subprojects(folders: Iterable[Path]) -> list[Path]:
    """Return folders, each followed by those of the projects below it."""
    return [one for folder in folders for one in (folder, *(found.folder for found in subprojects(folder)))]


def _found(folder: Path, list_folder: Callable[[Path], list[str]]) -> Iterator[Subproject]:
    below = list(_folders(folder, list_folder(folder)))
    # The list grows while it is read, by the folders of the second level.
    for child in islice(below, _MAX_FOLDERS):
        names = list_folder(child)
        if _ANOTHER.intersection(names):
            continue
        found = Subproject(child, any(map(_PYTHON.fullmatch, names)), any(map(_NPM.fullmatch, names)))
        if found.has_python or found.has_npm:
            yield found
        elif child.parent == folder:
            below += _folders(child, names)


def _folders(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    found = (folder / name for name in names if not _OTHERS.fullmatch(name))
    yield from (path for path in found if path.is_dir() and not path.is_symlink())
