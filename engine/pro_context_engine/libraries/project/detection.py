"""The packages of a project and their versions, from its manifests and lock files (decision 46)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock

from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries.project.declaration import Dependency, ProjectPackages, StatedVersion
from pro_context_engine.libraries.project.environment_layout import running_python, up_to_repository
from pro_context_engine.libraries.project.project_files import ProjectFiles
from pro_context_engine.libraries.project.requirements import Ecosystem, PackageKey, package_name
from pro_context_engine.libraries.project.subprojects import subprojects

LOOK_AGAIN_AFTER = 1.0
"""Seconds between checks for changed files: one answer looks up hundreds of packages, a check takes 1 ms."""


@value_class
class _Project:
    """One folder as it was read last, for a version of Python."""

    files: ProjectFiles
    declarations: tuple[ProjectPackages, ...]


@value_class
class _Found:
    """The merged content of all folders."""

    dependencies: dict[PackageKey, Dependency] = field(default_factory=dict)
    stated: dict[PackageKey, StatedVersion] = field(default_factory=dict)
    python: str = ""


class ProjectDependencies:
    """The packages in all folders of the user's project.

    Files are read at the first look-up, and again only when a file or the environment's Python has changed.
    """

    def __init__(
        self,
        directories: Sequence[Path] = (),
        monotonic: Callable[[], float] = time.monotonic,
        own_python: Callable[[], str] = str,
    ) -> None:
        """Record the folders to read.

        Args:
            directories: folders of the project; where they differ, the first wins.
            monotonic: a clock in seconds that never goes back.
            own_python: returns the version of Python of the project's environment, "" if it has none.
        """
        self._directories = tuple(directories)
        self._monotonic = monotonic
        self._own_python = own_python
        self._read_for = ""
        self._lock = Lock()
        self._projects: tuple[_Project, ...] = ()
        self._found = _Found()
        self._looked_at: float | None = None

    def look_in(self, directories: Sequence[Path]) -> None:
        """Use these folders as the project from now on."""
        with self._lock:
            self._directories = tuple(directories)
            self._projects = ()
            self._looked_at = None

    def found(self) -> object:
        """Return the content of the files as an object, a new one as soon as the content changes."""
        return self._current()

    def direct_dependencies(self) -> Sequence[Dependency]:
        """Return the packages in the manifests: Python first, always needed ones before those of groups, by name."""
        return list(self._current().dependencies.values())

    def files(self) -> list[str]:
        """Return the names of the files that have the dependencies, each once."""
        return list(dict.fromkeys(file for found in self.direct_dependencies() for file in found.files))

    def dependency(self, package: str) -> Dependency | None:
        """Return the dependency with this id (`pypi/NAME`, `npm/NAME`), None if the manifests do not have it."""
        return self._current().dependencies.get(_key(package))

    def names(self, package: str) -> bool:
        """Tell whether the manifests have the package with this id, or a file states one version of it."""
        found, key = self._current(), _key(package)
        stated = found.stated.get(key)
        return key in found.dependencies or (stated is not None and bool(stated.exact))

    def stated(self, package: str) -> StatedVersion | None:
        """Return the version of the package with this id as the files state it, None if no file names the package.

        Packages that are only locked, or only bounded by constraints and overrides, are included.
        """
        return self._current().stated.get(_key(package))

    def python_version(self) -> str:
        """Return the project's version of Python, such as "3.12.1" or "3.12" (decision 46).

        It is that of its environment, else the one that its files name or allow, else the one that runs Pro-Context.
        """
        return self._current().python or self._own_python() or running_python()

    def _current(self) -> _Found:
        now, looked_at = self._monotonic(), self._looked_at
        if looked_at is None or now - looked_at >= LOOK_AGAIN_AFTER:
            # Several threads look up packages; one reads the files, the others wait for it.
            with self._lock:
                if self._looked_at in (None, looked_at):
                    self._look()
                    self._looked_at = now
        return self._found

    def _look(self) -> None:
        python = self._own_python()
        is_read = self._looked_at is not None and python == self._read_for
        if is_read and all(project.files.is_unchanged() for project in self._projects):
            return
        self._read_for = python
        self._projects = tuple(_read(directory, python) for directory in self._directories)
        self._found = _merge(self._projects)


def _read(directory: Path, python: str) -> _Project:
    # Ten readers of formats, which start-up must not wait for.
    from pro_context_engine.libraries.project import npm_project, python_project, single_files  # noqa: PLC0415

    folders = up_to_repository(directory)
    files = ProjectFiles(folders[-1])
    python_documents, npm_documents = python_project.PythonDocuments(files), npm_project.NpmDocuments(files)
    single = single_files.SingleFiles(files, folders[0])
    own = python_project.read_packages(python_documents, folders, python, single.requires_python())
    of_python = [own, single.of_python(own)]
    of_npm = [npm_project.read_packages(npm_documents, folders), single.of_npm()]
    for below in subprojects(folders[0], files.names):
        name, above = below.folder.relative_to(folders[0]).as_posix(), up_to_repository(below.folder)
        if below.has_python:
            of_python.append(python_project.read_packages(python_documents, above, python).below(name))
        if below.has_npm:
            of_npm.append(npm_project.read_packages(npm_documents, above).below(name))
    return _Project(files, (*_with_all_names(of_python), *_with_all_names(of_npm)))


def _with_all_names(projects: Sequence[ProjectPackages]) -> Iterator[ProjectPackages]:
    """Yield projects of one repository, each with the names of all, of which none is a library to the others."""
    own = frozenset(name for project in projects for name in project.own)
    yield from (replace(project, own=own) for project in projects)


def _merge(projects: Sequence[_Project]) -> _Found:
    pythons = (declaration.python for project in projects for declaration in project.declarations)
    found = _Found(python=next((python for python in pythons if python), ""))
    for project in projects:
        for declaration in project.declarations:
            for key, version in declaration.stated().items():
                found.stated.setdefault(key, version)
            for dependency in declaration.dependencies(found.stated):
                found.dependencies.setdefault((dependency.ecosystem, dependency.name), dependency)
    return found


@lru_cache(1_024)
def _key(package: str) -> PackageKey:
    prefix, _, name = package.partition("/")
    ecosystem = Ecosystem.NPM if prefix == Ecosystem.NPM else Ecosystem.PYTHON
    return (ecosystem, package_name(ecosystem, name) or "")
