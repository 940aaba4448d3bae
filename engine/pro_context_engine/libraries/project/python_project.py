"""The files of a Python project that have its requirements and locks."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pro_context_engine.libraries.project.declaration import LockedPins, ManifestRequirements, ProjectPackages
from pro_context_engine.libraries.project.locks import python_locks
from pro_context_engine.libraries.project.manifests import pipfile, pyproject, requirements_file
from pro_context_engine.libraries.project.manifests.requirements_file import RequirementsFile
from pro_context_engine.libraries.project.project_files import MAX_LOCK_BYTES, ProjectFiles
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, Requirement, pin_of

_LOCKS: dict[str, Callable[[bytes], list[Pin]]] = {
    "uv.lock": python_locks.uv,
    "poetry.lock": python_locks.poetry,
    "pdm.lock": python_locks.pdm,
    "Pipfile.lock": python_locks.pipfile_lock,
    "pylock.toml": python_locks.pylock,
}
_REQUIREMENT_SUFFIXES = (".in", ".txt")
_MAX_INCLUDES = 50


def read_packages(files: ProjectFiles, folders: Sequence[Path]) -> ProjectPackages:
    """Return the content of the nearest folder with a manifest, and of the nearest lock at or above it.

    Args:
        files: reads the files.
        folders: the project's folder, then its parents up to the root of the repository.
    """
    for position, folder in enumerate(folders):
        needed = [*_manifests(files, folder)]
        listed = _RequirementsFiles(files, folder)
        needed += listed.needed(bool(needed))
        above = folders[position:]
        locked = next((found for parent in above if (found := [*_locks(files, parent)])), [])
        if needed or locked or listed.pins:
            own = pyproject.own_name(files.read(folder / "pyproject.toml") or b"")
            members = {name for parent in above for name in _member_names(files, parent)}
            return ProjectPackages(tuple(needed), (*locked, *listed.pins), frozenset({own, *members} - {""}))
    return ProjectPackages()


def _manifests(files: ProjectFiles, folder: Path) -> Iterator[ManifestRequirements]:
    for place in (folder, *_members(files, folder)):
        for name, read in (("pyproject.toml", pyproject.requirements), ("Pipfile", pipfile.requirements)):
            content = files.read(place / name)
            if content and (found := read(content)):
                yield ManifestRequirements(_relative(place / name, folder), tuple(found))


def _members(files: ProjectFiles, folder: Path) -> list[Path]:
    patterns = pyproject.members(files.read(folder / "pyproject.toml") or b"")
    return [member for pattern in patterns for member in files.find_folders(folder, pattern)]


def _member_names(files: ProjectFiles, folder: Path) -> Iterator[str]:
    for member in _members(files, folder):
        yield pyproject.own_name(files.read(member / "pyproject.toml") or b"")


def _locks(files: ProjectFiles, folder: Path) -> Iterator[LockedPins]:
    names = [*_LOCKS, *(name for name in files.names(folder) if name.startswith("pylock.") and name not in _LOCKS)]
    for name in names:
        if name.endswith((".toml", ".lock")):
            content = files.read(folder / name, MAX_LOCK_BYTES)
            pins = _LOCKS.get(name, python_locks.pylock)(content) if content else []
            if pins:
                yield LockedPins(name, tuple(pins))


class _RequirementsFiles:
    """The requirements files of a folder: those written by people, and those that tools made from them.

    Attributes:
        pins: packages bound to one version, by file.
    """

    def __init__(self, files: ProjectFiles, folder: Path) -> None:
        self.pins: list[LockedPins] = []
        self._files = files
        self._folder = folder
        self._read: dict[Path, RequirementsFile] = {}
        self._found = [path for path in self._usual() if self._follow(path)]
        for path, read in self._read.items():
            pins = tuple(pin for requirement in read.requirements if (pin := _pin(requirement)))
            if pins:
                self.pins.append(LockedPins(_relative(path, folder), pins))

    def needed(self, elsewhere: bool) -> Iterator[ManifestRequirements]:
        """Yield the requirements, without those of a file that a tool made from another file of the project.

        Args:
            elsewhere: whether another manifest has requirements.
        """
        written = [path for path in self._found if not self._is_made(path, elsewhere)]
        for path in dict.fromkeys(place for top in written for place in self._with_includes(top)):
            if self._read[path].requirements:
                yield ManifestRequirements(_relative(path, self._folder), self._read[path].requirements)

    def _usual(self) -> Iterator[Path]:
        for name in self._files.names(self._folder):
            if "requirements" in name and name.endswith(_REQUIREMENT_SUFFIXES):
                yield self._folder / name
        folder = self._folder / "requirements"
        yield from (folder / name for name in self._files.names(folder) if name.endswith(_REQUIREMENT_SUFFIXES))

    def _follow(self, top: Path) -> bool:
        """Read a file and all its includes, each once; tell whether the file was read."""
        waiting = [top]
        while waiting and len(self._read) < _MAX_INCLUDES:
            path = waiting.pop(0)
            if path in self._read:
                continue
            content = self._files.read(path)
            if content is None:
                continue
            read = self._read[path] = requirements_file.read(content, _group(path))
            waiting += [_beside(path, name) for name in (*read.includes, *read.constraints)]
        return top in self._read

    def _with_includes(self, top: Path) -> Iterator[Path]:
        seen: dict[Path, None] = {}
        waiting = [top]
        while waiting:
            path = waiting.pop(0)
            if path in self._read and path not in seen:
                seen[path] = None
                waiting += [_beside(path, name) for name in self._read[path].includes]
        yield from seen

    def _is_made(self, path: Path, elsewhere: bool) -> bool:
        if path.suffix == ".in":
            return False
        return path.with_suffix(".in") in self._read or (elsewhere and self._read[path].generated)


def _group(path: Path) -> str:
    """Return the group in a file's name: `dev` for `requirements-dev.txt` and for `requirements/dev.txt`."""
    name = path.stem.replace("requirements", "").strip("-_.")
    return "" if name in ("base", "main", "prod", "production", "common") else name


def _beside(path: Path, name: str) -> Path:
    return Path(posixpath.normpath(path.parent / name))


def _pin(requirement: Requirement) -> Pin | None:
    version = requirement.exact_version
    return pin_of(Ecosystem.PYTHON, requirement.name, version) if version else None


def _relative(path: Path, folder: Path) -> str:
    """Return a path relative to the project."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
