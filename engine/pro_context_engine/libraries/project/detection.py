"""Which packages a project uses, and in which versions, by its manifests and lock files (seed 003 section 3.4)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from pro_context_engine.libraries.project.declaration import Declaration, Dependency
from pro_context_engine.libraries.project.project_files import ProjectFiles
from pro_context_engine.libraries.project.requirements import Ecosystem, package_name
from pro_context_engine.libraries.project.site_directories import up_to_repository

LOOK_AGAIN_AFTER = 1.0
"""Seconds for which files are taken as they were: one answer asks for hundreds of packages, a look costs 1 ms."""


@dataclass(frozen=True, slots=True)
class _Project:
    """One folder as it was last read."""

    files: ProjectFiles
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """What all folders say, put together."""

    dependencies: dict[tuple[Ecosystem, str], Dependency] = field(default_factory=dict)
    versions: dict[tuple[Ecosystem, str], str] = field(default_factory=dict)


class ProjectDependencies:
    """The packages of the user's project, of all its folders.

    Nothing is read before the first question, and nothing again until a file has changed.
    """

    def __init__(self, directories: Sequence[Path] = (), monotonic: Callable[[], float] = time.monotonic) -> None:
        """Remember where to look.

        Args:
            directories: of the project; of what several say, the first counts.
            monotonic: a clock in seconds that never goes back.
        """
        self._directories = tuple(directories)
        self._monotonic = monotonic
        self._lock = Lock()
        self._projects: tuple[_Project, ...] = ()
        self._found = _Found()
        self._looked_at: float | None = None

    def look_in(self, directories: Sequence[Path]) -> None:
        """Take these folders for the project from now on."""
        with self._lock:
            self._directories = tuple(directories)
            self._projects = ()
            self._looked_at = None

    def direct(self) -> Sequence[Dependency]:
        """Return what the manifests ask for: Python first, what is always needed before what groups need, by name."""
        return list(self._current().dependencies.values())

    def files(self) -> list[str]:
        """Return the names of the files that told what is found, each once."""
        return list(dict.fromkeys(file for found in self.direct() for file in found.files))

    def dependency(self, package: str) -> Dependency | None:
        """Return what the manifests ask for under this id (`pypi/NAME`, `npm/NAME`), None if they do not."""
        return self._current().dependencies.get(_key(package))

    def locked_version(self, package: str) -> str | None:
        """Return the version that is locked for this id, needed directly or by others; None if none is."""
        return self._current().versions.get(_key(package))

    def _current(self) -> _Found:
        # Answers come from several threads; one reads, the others wait for it.
        with self._lock:
            now = self._monotonic()
            if self._looked_at is None or now - self._looked_at >= LOOK_AGAIN_AFTER:
                self._look()
                self._looked_at = now
            return self._found

    def _look(self) -> None:
        if self._looked_at is not None and all(project.files.unchanged() for project in self._projects):
            return
        self._projects = tuple(_read(directory) for directory in self._directories)
        self._found = _together(self._projects)


def _read(directory: Path) -> _Project:
    # The readers of ten formats, which start-up shall not wait for.
    from pro_context_engine.libraries.project import npm_project, python_project  # noqa: PLC0415

    folders = up_to_repository(directory)
    files = ProjectFiles(folders[-1])
    return _Project(files, (python_project.declared(files, folders), npm_project.declared(files, folders)))


def _together(projects: Sequence[_Project]) -> _Found:
    found = _Found()
    for project in projects:
        for declaration in project.declarations:
            for key, version in declaration.versions().items():
                found.versions.setdefault(key, version)
            for dependency in declaration.dependencies():
                found.dependencies.setdefault((dependency.ecosystem, dependency.name), dependency)
    return found


def _key(package: str) -> tuple[Ecosystem, str]:
    prefix, _, name = package.partition("/")
    ecosystem = Ecosystem.NPM if prefix == Ecosystem.NPM else Ecosystem.PYTHON
    return (ecosystem, package_name(ecosystem, name) or "")
