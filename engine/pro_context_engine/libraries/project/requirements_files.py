"""The requirements files of a folder: those written by people, and those that tools made from them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from pro_context_engine.libraries.project.declaration import LockedPins, ManifestRequirements
from pro_context_engine.libraries.project.manifests import requirements_file
from pro_context_engine.libraries.project.manifests.requirements_file import MAX_INCLUDES, RequirementsFile
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.project_files import ProjectFiles
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, Requirement, pin_of

_LOCK = ".lock"
_SUFFIXES = (".in", ".txt", _LOCK)
_CONSTRAINTS = "constraints.txt"
_PLAIN = re.compile(r"[\w.-]+")
"""The names of files that are read unasked: an answer may show them, so that they are no sentences."""


class RequirementsFiles:
    """The requirements files of a folder, with all files that they include.

    Attributes:
        pins: packages bound to one version, by file; those of files that a tool made come first.
    """

    def __init__(
        self, files: ProjectFiles, folder: Path, python: Interpreter, named: Iterable[tuple[str, str]] = ()
    ) -> None:
        """Read the files.

        Args:
            files: reads the files.
            folder: the folder with the files.
            python: the project's Python.
            named: paths of files that a manifest names, relative to the folder, each with its group.
        """
        self._files = files
        self._folder = folder
        self._python = python
        self._read: dict[Path, RequirementsFile] = {}
        self._named = {_beside(folder / _CONSTRAINTS, path): group for path, group in islice(named, MAX_INCLUDES)}
        self._found = [path for path in self._usual() if self._follow(path)]
        self._follow(folder / _CONSTRAINTS)
        # What is always needed is stated by its own file, not by that of a group which repeats it.
        ordered = sorted(self._read, key=lambda path: bool(self._named.get(path, _group(path))))
        pins = [found for path in ordered if (found := self._pins(path))]
        self.pins = sorted(pins, key=lambda found: not found.is_lock)

    def needed(self, *, elsewhere: bool) -> list[ManifestRequirements]:
        """Return the requirements, without those of a file that a tool made from another file of the project.

        Args:
            elsewhere: whether another manifest has requirements.
        """
        return list(self._requirements(self._needed_places(elsewhere=elsewhere)))

    def bounds(self, *, elsewhere: bool) -> list[ManifestRequirements]:
        """Return the requirements of the files that people write only to bound versions (constraints)."""
        needed = self._needed_places(elsewhere=elsewhere)
        bounding = dict.fromkeys(
            path for path in self._read if path not in needed and not self._is_made(path, elsewhere=True)
        )
        return list(self._requirements(bounding))

    def _requirements(self, places: dict[Path, None]) -> Iterator[ManifestRequirements]:
        for path in places:
            if self._read[path].requirements:
                yield ManifestRequirements(_relative(path, self._folder), self._read[path].requirements)

    def _needed_places(self, *, elsewhere: bool) -> dict[Path, None]:
        written = [path for path in self._found if not self._is_made(path, elsewhere=elsewhere)]
        return dict.fromkeys(place for top in written for place in self._with_includes(top))

    def _usual(self) -> Iterator[Path]:
        for name in self._files.names(self._folder):
            if "requirements" in name and name.endswith(_SUFFIXES) and _PLAIN.fullmatch(name):
                yield self._folder / name
        yield from self._named
        folder = self._folder / "requirements"
        yield from (
            folder / name for name in self._files.names(folder) if name.endswith(_SUFFIXES) and _PLAIN.fullmatch(name)
        )

    def _follow(self, top: Path) -> bool:
        """Read a file and all its includes, each once; tell whether the file was read."""
        waiting = [top]
        while waiting and len(self._read) < MAX_INCLUDES:
            path = waiting.pop(0)
            if path in self._read:
                continue
            content = self._files.read(path)
            if content is None:
                continue
            group = self._named.get(path, _group(path))
            read = self._read[path] = requirements_file.read(content, self._python, group)
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

    def _is_made(self, path: Path, *, elsewhere: bool) -> bool:
        if path.suffix in (".in", _LOCK):
            return path.suffix == _LOCK
        return path.with_suffix(".in") in self._read or (elsewhere and self._read[path].generated)

    def _pins(self, path: Path) -> LockedPins | None:
        pins = tuple(pin for requirement in self._read[path].requirements if (pin := _pin(requirement)))
        return (
            LockedPins(_relative(path, self._folder), pins, is_lock=self._is_made(path, elsewhere=True))
            if pins
            else None
        )


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
