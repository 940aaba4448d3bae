"""The files of a project's folder that state requirements of their own, beside its manifests.

They are single scripts (PEP 723) with their locks, notebooks, Dockerfiles, and the environments of tox and nox.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Protocol

from pro_context_engine.libraries.project.declaration import LockedPins, ManifestRequirements, ProjectPackages
from pro_context_engine.libraries.project.locks import python_locks
from pro_context_engine.libraries.project.manifests import install_commands
from pro_context_engine.libraries.project.manifests.install_commands import InstallCommands
from pro_context_engine.libraries.project.manifests.script_metadata import ScriptMetadata
from pro_context_engine.libraries.project.manifests.tox_environments import ToxEnvironments
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.project_files import MAX_LOCK_BYTES, ProjectFiles
from pro_context_engine.libraries.project.requirements import Ecosystem, Pin, Requirement

_MAX_FILES = 100
_MAX_BYTES = 5_000_000


class SingleFile(Protocol):
    """A file that states requirements of its own."""

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the packages of Python that the file needs."""

    def bounds(self, python: Interpreter) -> list[Requirement]:
        """Return the requirements that bound packages, of any ecosystem, and do not make them needed."""

    def overrides(self, python: Interpreter) -> list[Requirement]:
        """Return the requirements that replace all others of a package."""

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""


_READERS: tuple[tuple[re.Pattern[str], Callable[[bytes], SingleFile | None]], ...] = (
    (re.compile(r"tox\.ini"), ToxEnvironments.read),
    (re.compile(r"noxfile\.py"), install_commands.of_noxfile),
    # A noxfile may be a script that states its requirements, which then count.
    (re.compile(r".+\.py"), ScriptMetadata.read),
    (re.compile(r".+\.ipynb"), install_commands.of_notebook),
    (re.compile(r"(?:Dockerfile|Containerfile)(?:\..+)?|.+\.dockerfile", re.I), InstallCommands.of_dockerfile),
)


class SingleFiles:
    """The files of a folder that state requirements of their own."""

    def __init__(self, files: ProjectFiles, folder: Path) -> None:
        """Read the files.

        Args:
            files: reads the files.
            folder: the project's folder; those in folders below are not read.
        """
        self._files = files
        self._folder = folder
        names = files.names(folder)
        wanted = ((name, read) for form, read in _READERS for name in names if form.fullmatch(name))
        found = ((name, self._read(name, read)) for name, read in islice(wanted, _MAX_FILES))
        self._contents = {name: content for name, content in found if content}

    def requires_python(self) -> str:
        """Return the versions of Python that the first file with such a requirement allows, "" if none has."""
        return next((required for one in self._contents.values() if (required := one.requires_python())), "")

    def of_python(self, project: ProjectPackages) -> ProjectPackages:
        """Return the content about Python; of packages that the project's other files name, those files decide.

        Args:
            project: the content of the other files.
        """
        python = Interpreter(project.python)
        locked = (LockedPins(f"{name}.lock", self._pins(f"{name}.lock", python)) for name in self._contents)
        return ProjectPackages(
            needed=self._stated(lambda one: one.requirements(python), Ecosystem.PYTHON),
            locked=tuple(lock for lock in locked if lock.pins),
            own=project.own,
            bounds=self._stated(lambda one: one.bounds(python), Ecosystem.PYTHON),
            overrides=self._stated(lambda one: one.overrides(python), Ecosystem.PYTHON),
        )

    def of_npm(self) -> ProjectPackages:
        """Return the content about npm; of packages that the project's other files name, those files decide."""
        return ProjectPackages(bounds=self._stated(lambda one: one.bounds(Interpreter("")), Ecosystem.NPM))

    def _stated(
        self, requirements: Callable[[SingleFile], list[Requirement]], ecosystem: Ecosystem
    ) -> tuple[ManifestRequirements, ...]:
        found = (
            (name, tuple(requirement for requirement in requirements(one) if requirement.ecosystem is ecosystem))
            for name, one in self._contents.items()
        )
        return tuple(ManifestRequirements(name, stated) for name, stated in found if stated)

    def _read(self, name: str, read: Callable[[bytes], SingleFile | None]) -> SingleFile | None:
        # Notebooks with pictures are large, and need no warning.
        content = self._files.read(self._folder / name, _MAX_BYTES, logging.INFO)
        return read(content) if content else None

    def _pins(self, name: str, python: Interpreter) -> tuple[Pin, ...]:
        content = self._files.read(self._folder / name, MAX_LOCK_BYTES)
        return tuple(python_locks.uv(content, python)) if content else ()
