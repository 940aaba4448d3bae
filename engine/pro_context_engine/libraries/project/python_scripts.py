"""The files of a project's folder that state requirements of their own, beside its manifests.

They are single scripts (PEP 723) with their locks, notebooks and Dockerfiles.
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
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.project_files import MAX_LOCK_BYTES, ProjectFiles
from pro_context_engine.libraries.project.requirements import Pin, Requirement

_MAX_SCRIPTS = 100
_MAX_BYTES = 5_000_000


class SingleFile(Protocol):
    """A file that states requirements of its own."""

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the file's requirements."""

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""


_READERS: tuple[tuple[re.Pattern[str], Callable[[bytes], SingleFile | None]], ...] = (
    (re.compile(r".+\.py"), ScriptMetadata.read),
    (re.compile(r".+\.ipynb"), install_commands.of_notebook),
    (re.compile(r"(?:Dockerfile|Containerfile)(?:\..+)?|.+\.dockerfile", re.I), InstallCommands.of_dockerfile),
)


class PythonScripts:
    """The scripts, notebooks and Dockerfiles of a folder."""

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
        found = ((name, self._read(name, read)) for name, read in islice(wanted, _MAX_SCRIPTS))
        self._scripts = {name: script for name, script in found if script}

    def requires_python(self) -> str:
        """Return the versions of Python that the first file with such a requirement allows, "" if none has."""
        return next((required for one in self._scripts.values() if (required := one.requires_python())), "")

    def packages(self, project: ProjectPackages) -> ProjectPackages:
        """Return the content of the files; of packages that the project's other files name, those files decide.

        Args:
            project: the content of the other files.
        """
        python = Interpreter(project.python)
        needed = ((name, tuple(script.requirements(python))) for name, script in self._scripts.items())
        locked = (LockedPins(f"{name}.lock", self._pins(f"{name}.lock", python)) for name in self._scripts)
        return ProjectPackages(
            needed=tuple(ManifestRequirements(name, found) for name, found in needed if found),
            locked=tuple(lock for lock in locked if lock.pins),
            own=project.own,
        )

    def _read(self, name: str, read: Callable[[bytes], SingleFile | None]) -> SingleFile | None:
        # Notebooks with pictures are large, and need no warning.
        content = self._files.read(self._folder / name, _MAX_BYTES, logging.INFO)
        return read(content) if content else None

    def _pins(self, name: str, python: Interpreter) -> tuple[Pin, ...]:
        content = self._files.read(self._folder / name, MAX_LOCK_BYTES)
        return tuple(python_locks.uv(content, python)) if content else ()
