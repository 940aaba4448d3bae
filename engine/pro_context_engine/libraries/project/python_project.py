"""The files of a Python project that have its requirements and locks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pro_context_engine.libraries.project import project_python
from pro_context_engine.libraries.project.declaration import LockedPins, ManifestRequirements, ProjectPackages
from pro_context_engine.libraries.project.locks import python_locks
from pro_context_engine.libraries.project.manifests.pipfile import Pipfile
from pro_context_engine.libraries.project.manifests.pyproject import Pyproject
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.project_files import MAX_LOCK_BYTES, ProjectFiles
from pro_context_engine.libraries.project.requirements import Pin, Requirement
from pro_context_engine.libraries.project.requirements_files import RequirementsFiles

_LOCKS: dict[str, Callable[[bytes, Interpreter], list[Pin]]] = {
    "uv.lock": python_locks.uv,
    "poetry.lock": python_locks.poetry,
    "pdm.lock": python_locks.pdm,
    "Pipfile.lock": python_locks.pipfile_lock,
    "pylock.toml": python_locks.pylock,
}


def read_packages(files: ProjectFiles, folders: Sequence[Path], python: str = "") -> ProjectPackages:
    """Return the content of the nearest folder with a manifest, and of the nearest lock at or above it.

    Args:
        files: reads the files.
        folders: the project's folder, then its parents up to the root of the repository.
        python: version of Python of the project's environment, "" if it has none.
    """
    documents = _PythonDocuments(files)
    python = python or project_python.of_files(files, folders, documents.requires_python(folders))
    interpreter = Interpreter(python)
    for position, folder in enumerate(folders):
        needed = [*_manifests(documents, folder, interpreter)]
        listed = RequirementsFiles(files, folder, interpreter)
        elsewhere = bool(needed)
        needed += listed.needed(elsewhere)
        above = folders[position:]
        locked = next((found for parent in above if (found := [*_locks(files, parent, interpreter)])), [])
        if needed or locked or listed.pins:
            root = documents.workspace(above)
            pyproject, file = documents.pyproject(root), _relative(root / "pyproject.toml", folder)
            bounds = _of_root(file, pyproject.constraints(interpreter)) + listed.bounds(elsewhere)
            return ProjectPackages(
                needed=tuple(needed),
                locked=(*locked, *listed.pins),
                own=documents.own_names(above),
                bounds=tuple(bounds),
                overrides=tuple(_of_root(file, pyproject.overrides(interpreter))),
                python=python,
            )
    return ProjectPackages(python=python)


class _PythonDocuments:
    """The documents of a project's folders, each parsed once."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files
        self._pyprojects: dict[Path, Pyproject] = {}
        self._pipfiles: dict[Path, Pipfile] = {}
        self._members: dict[Path, list[Path]] = {}

    def pyproject(self, folder: Path) -> Pyproject:
        if folder not in self._pyprojects:
            self._pyprojects[folder] = Pyproject.read(self._files.read(folder / "pyproject.toml") or b"")
        return self._pyprojects[folder]

    def pipfile(self, folder: Path) -> Pipfile:
        if folder not in self._pipfiles:
            self._pipfiles[folder] = Pipfile.read(self._files.read(folder / "Pipfile") or b"")
        return self._pipfiles[folder]

    def requires_python(self, folders: Sequence[Path]) -> str:
        """Return the versions of Python that the nearest manifest with such a requirement allows, "" if none has."""
        for folder in folders:
            required = self.pyproject(folder).requires_python() or self.pipfile(folder).requires_python()
            if required:
                return required
        return ""

    def members(self, folder: Path) -> list[Path]:
        """Return the folders of the members of the workspace whose root is a folder, [] if it is none."""
        if folder not in self._members:
            self._members[folder] = self._files.find_members(folder, self.pyproject(folder).members())
        return self._members[folder]

    def workspace(self, folders: Sequence[Path]) -> Path:
        """Return the root of the workspace of which the first folder is a member, that folder if there is none."""
        return next((parent for parent in folders[1:] if folders[0] in self.members(parent)), folders[0])

    def own_names(self, folders: Sequence[Path]) -> frozenset[str]:
        """Return the names of the first folder's project and of all members of workspaces."""
        places = (folders[0], *(member for parent in folders for member in self.members(parent)))
        return frozenset({self.pyproject(place).own_name() for place in places} - {""})


def _manifests(documents: _PythonDocuments, folder: Path, python: Interpreter) -> Iterator[ManifestRequirements]:
    for place in (folder, *documents.members(folder)):
        for name, document in (("pyproject.toml", documents.pyproject(place)), ("Pipfile", documents.pipfile(place))):
            if found := document.requirements(python):
                yield ManifestRequirements(_relative(place / name, folder), tuple(found))


def _of_root(file: str, requirements: list[Requirement]) -> list[ManifestRequirements]:
    return [ManifestRequirements(file, tuple(requirements))] if requirements else []


def _locks(files: ProjectFiles, folder: Path, python: Interpreter) -> Iterator[LockedPins]:
    names = [*_LOCKS, *(name for name in files.names(folder) if name.startswith("pylock.") and name not in _LOCKS)]
    for name in names:
        if name.endswith((".toml", ".lock")):
            content = files.read(folder / name, MAX_LOCK_BYTES)
            pins = _LOCKS.get(name, python_locks.pylock)(content, python) if content else []
            if pins:
                yield LockedPins(name, tuple(pins))


def _relative(path: Path, folder: Path) -> str:
    """Return a path relative to the project."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
