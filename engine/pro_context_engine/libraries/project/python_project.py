"""What a Python project needs and has locked: which files of its folder say that."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pro_context_engine.libraries.project.declaration import Declaration, Locked, Needed
from pro_context_engine.libraries.project.locks import python_locks
from pro_context_engine.libraries.project.manifests import pipfile, pyproject, requirements_file
from pro_context_engine.libraries.project.manifests.requirements_file import RequirementsFile
from pro_context_engine.libraries.project.project_files import MAX_LOCK_BYTES, ProjectFiles
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, Requirement, pinned

_LOCKS: dict[str, Callable[[bytes], list[Pin]]] = {
    "uv.lock": python_locks.uv,
    "poetry.lock": python_locks.poetry,
    "pdm.lock": python_locks.pdm,
    "Pipfile.lock": python_locks.pipfile_lock,
    "pylock.toml": python_locks.pylock,
}
_REQUIREMENT_SUFFIXES = (".in", ".txt")
_MAX_INCLUDES = 50


def declared(files: ProjectFiles, folders: Sequence[Path]) -> Declaration:
    """Return what the nearest folder with a manifest says, and the nearest lock at or above it.

    Args:
        files: reads them.
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
            return Declaration(tuple(needed), (*locked, *listed.pins), frozenset({own, *members} - {""}))
    return Declaration()


def _manifests(files: ProjectFiles, folder: Path) -> Iterator[Needed]:
    for place in (folder, *_members(files, folder)):
        for name, read in (("pyproject.toml", pyproject.requirements), ("Pipfile", pipfile.requirements)):
            content = files.read(place / name)
            if content and (found := read(content)):
                yield Needed(_shown(place / name, folder), tuple(found))


def _members(files: ProjectFiles, folder: Path) -> list[Path]:
    patterns = pyproject.members(files.read(folder / "pyproject.toml") or b"")
    return [member for pattern in patterns for member in files.matching(folder, pattern)]


def _member_names(files: ProjectFiles, folder: Path) -> Iterator[str]:
    for member in _members(files, folder):
        yield pyproject.own_name(files.read(member / "pyproject.toml") or b"")


def _locks(files: ProjectFiles, folder: Path) -> Iterator[Locked]:
    names = [*_LOCKS, *(name for name in files.names(folder) if name.startswith("pylock.") and name not in _LOCKS)]
    for name in names:
        if name.endswith((".toml", ".lock")):
            content = files.read(folder / name, MAX_LOCK_BYTES)
            pins = _LOCKS.get(name, python_locks.pylock)(content) if content else []
            if pins:
                yield Locked(name, tuple(pins))


class _RequirementsFiles:
    """The requirements files of a folder: those that people write, and those that tools made from them.

    Attributes:
        pins: what is bound to one version, file by file.
    """

    def __init__(self, files: ProjectFiles, folder: Path) -> None:
        self.pins: list[Locked] = []
        self._files = files
        self._folder = folder
        self._read: dict[Path, RequirementsFile] = {}
        self._found = [path for path in self._usual() if self._follow(path)]
        for path, read in self._read.items():
            pins = tuple(pin for requirement in read.requirements if (pin := _pin(requirement)))
            if pins:
                self.pins.append(Locked(_shown(path, folder), pins))

    def needed(self, elsewhere: bool) -> Iterator[Needed]:
        """Give what is asked for; a file that a tool made is none if that tool's source is there.

        Args:
            elsewhere: whether another manifest says what is needed.
        """
        written = [path for path in self._found if not self._is_made(path, elsewhere)]
        for path in dict.fromkeys(place for top in written for place in self._with_includes(top)):
            if self._read[path].requirements:
                yield Needed(_shown(path, self._folder), self._read[path].requirements)

    def _usual(self) -> Iterator[Path]:
        for name in self._files.names(self._folder):
            if "requirements" in name and name.endswith(_REQUIREMENT_SUFFIXES):
                yield self._folder / name
        folder = self._folder / "requirements"
        yield from (folder / name for name in self._files.names(folder) if name.endswith(_REQUIREMENT_SUFFIXES))

    def _follow(self, top: Path) -> bool:
        """Read a file and everything it includes, each once."""
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
    """Return the group that a file's name tells: `dev` for `requirements-dev.txt` as for `requirements/dev.txt`."""
    name = path.stem.replace("requirements", "").strip("-_.")
    return "" if name in ("base", "main", "prod", "production", "common") else name


def _beside(path: Path, name: str) -> Path:
    return Path(posixpath.normpath(path.parent / name))


def _pin(requirement: Requirement) -> Pin | None:
    version = requirement.exact_version
    return pinned(Ecosystem.PYTHON, requirement.name, version) if version else None


def _shown(path: Path, folder: Path) -> str:
    """Return a path as the project knows it."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
