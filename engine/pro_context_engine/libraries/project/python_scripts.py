"""The single Python scripts in a project's folder that state their own requirements (PEP 723), with their locks."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from pro_context_engine.libraries.project.declaration import LockedPins, ManifestRequirements, ProjectPackages
from pro_context_engine.libraries.project.locks import python_locks
from pro_context_engine.libraries.project.manifests.script_metadata import ScriptMetadata
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.project_files import MAX_LOCK_BYTES, ProjectFiles
from pro_context_engine.libraries.project.requirements import Pin

_MAX_SCRIPTS = 100


class PythonScripts:
    """The scripts of a folder."""

    def __init__(self, files: ProjectFiles, folder: Path) -> None:
        """Read the scripts.

        Args:
            files: reads the files.
            folder: the project's folder; scripts in folders below are not read.
        """
        self._files = files
        self._folder = folder
        names = islice((name for name in files.names(folder) if name.endswith(".py")), _MAX_SCRIPTS)
        contents = ((name, files.read(folder / name)) for name in names)
        read = ((name, ScriptMetadata.read(content)) for name, content in contents if content)
        self._scripts = {name: script for name, script in read if script}

    def requires_python(self) -> str:
        """Return the versions of Python that the first script with such a requirement allows, "" if none has."""
        return next((required for one in self._scripts.values() if (required := one.requires_python())), "")

    def packages(self, project: ProjectPackages) -> ProjectPackages:
        """Return the content of the scripts; of packages that the project's other files name, those files decide.

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

    def _pins(self, name: str, python: Interpreter) -> tuple[Pin, ...]:
        content = self._files.read(self._folder / name, MAX_LOCK_BYTES)
        return tuple(python_locks.uv(content, python)) if content else ()
