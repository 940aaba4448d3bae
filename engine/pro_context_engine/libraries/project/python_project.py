"""The files of a Python project that have its requirements and locks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from packaging.utils import canonicalize_name

from pro_context_engine.libraries.project import project_interpreter
from pro_context_engine.libraries.project.declaration import LockedPins, ManifestRequirements, ProjectPackages
from pro_context_engine.libraries.project.locks import conda_locks, python_locks
from pro_context_engine.libraries.project.manifest_documents import table, texts, toml
from pro_context_engine.libraries.project.manifests.conda import CondaEnvironment
from pro_context_engine.libraries.project.manifests.pipfile import Pipfile
from pro_context_engine.libraries.project.manifests.pixi import PixiManifest
from pro_context_engine.libraries.project.manifests.pyproject import Pyproject
from pro_context_engine.libraries.project.manifests.setup_cfg import SetupCfg
from pro_context_engine.libraries.project.manifests.setup_script import SetupScript
from pro_context_engine.libraries.project.markers import Interpreter
from pro_context_engine.libraries.project.project_files import MAX_LOCK_BYTES, MAX_MEMBERS, ProjectFiles
from pro_context_engine.libraries.project.requirements import Pin, Requirement
from pro_context_engine.libraries.project.requirements_files import RequirementsFiles


class PythonManifest(Protocol):
    """A file with the requirements of a project."""

    def requirements(self, python: Interpreter) -> list[Requirement]:
        """Return the project's requirements, those that are always needed first."""

    def requires_python(self) -> str:
        """Return the required versions of Python in the notation of PEP 440, "" if none are required."""

    def own_name(self) -> str:
        """Return the project's own name, "" if it has none."""


_PYPROJECT = "pyproject.toml"
_MANIFESTS: Mapping[str, Callable[[bytes], PythonManifest]] = {
    _PYPROJECT: Pyproject.read,
    "setup.cfg": SetupCfg.read,
    "setup.py": SetupScript.read,
    "Pipfile": Pipfile.read,
    "pixi.toml": PixiManifest.read,
    "hatch.toml": Pyproject.read_hatch,
}
_CONDA = re.compile(r"(?:conda[-_.])?environment(?:[-_.](\w{1,40}))?\.ya?ml|conda\.ya?ml")


def _conda_lock(content: bytes, _python: Interpreter) -> list[Pin]:
    return conda_locks.conda_lock(content)


_LOCKS: dict[str, Callable[[bytes, Interpreter], list[Pin]]] = {
    "uv.lock": python_locks.uv,
    "poetry.lock": python_locks.poetry,
    "pdm.lock": python_locks.pdm,
    "Pipfile.lock": python_locks.pipfile_lock,
    "pylock.toml": python_locks.pylock,
    "pixi.lock": _conda_lock,
    "conda-lock.yml": _conda_lock,
}
_PANTS, _PANTS_LOCKS = "pants.toml", {"python-default": "3rdparty/python/default.lock"}
# The tools know more than one such file in a folder by these names.
_NAMED_PYLOCK = re.compile(r"pylock\.[\w.-]+\.toml")
_NAMED_CONDA_LOCK = re.compile(r"(?:[\w.-]+\.)?conda-lock\.ya?ml")


def read_packages(
    documents: PythonDocuments, folders: Sequence[Path], python: str = "", requires_python: str = ""
) -> ProjectPackages:
    """Return the content of the nearest folder with a manifest, and of the nearest lock at or above it.

    Args:
        documents: reads the files.
        folders: the project's folder, then its parents up to the root of the repository.
        python: version of Python of the project's environment, "" if it has none.
        requires_python: the versions of Python that count where no manifest requires any, in the notation of PEP 440.
    """
    files = documents.files
    python = python or project_interpreter.of_files(
        files, folders, documents.requires_python(folders) or requires_python
    )
    interpreter = Interpreter(python)
    for position, folder in enumerate(folders):
        needed = [*_requirements(documents, folder, interpreter)]
        listed = RequirementsFiles(files, folder, interpreter, documents.requirements_files(folder))
        elsewhere = bool(needed)
        needed += listed.needed(elsewhere=elsewhere)
        above = folders[position:]
        locked = next((found for parent in above if (found := documents.locks(parent, interpreter))), [])
        if needed or locked or listed.pins:
            root = documents.workspace(above)
            pyproject, file = documents.pyproject(root), _relative(root / _PYPROJECT, folder)
            bounds = _of_root(file, pyproject.constraints(interpreter)) + listed.bounds(elsewhere=elsewhere)
            return ProjectPackages(
                needed=tuple(needed),
                locked=(*locked, *listed.pins),
                own=documents.own_names(above),
                bounds=tuple(bounds),
                overrides=tuple(_of_root(file, pyproject.overrides(interpreter))),
                python=python,
            )
    return ProjectPackages(python=python)


class PythonDocuments:
    """The documents of a project's folders, each parsed once."""

    def __init__(self, files: ProjectFiles) -> None:
        self.files = files
        self._read: dict[Path, dict[str, PythonManifest]] = {}
        self._members: dict[Path, list[Path]] = {}
        self._locked: dict[tuple[Path, Interpreter], list[LockedPins]] = {}

    def manifests(self, folder: Path) -> Mapping[str, PythonManifest]:
        """Return the manifests of a folder by name, the most important first."""
        if folder not in self._read:
            readers = dict(_MANIFESTS)
            for name in self.files.names(folder):
                if found := _CONDA.fullmatch(name):
                    readers[name] = partial(CondaEnvironment.read, group=found[1] or "")
            contents = ((name, self.files.read(folder / name)) for name in self.files.present(folder, readers))
            self._read[folder] = {name: readers[name](content) for name, content in contents if content}
        return self._read[folder]

    def pyproject(self, folder: Path) -> Pyproject:
        """Return the `pyproject.toml` of a folder, an empty one if there is none."""
        found = self.manifests(folder).get(_PYPROJECT)
        return found if isinstance(found, Pyproject) else Pyproject({})

    def requirements_files(self, folder: Path) -> list[tuple[str, str]]:
        """Return the requirements files that the manifests of a folder name, each with its group."""
        manifests = self.manifests(folder).values()
        return [file for one in manifests if isinstance(one, Pyproject | SetupCfg) for file in one.requirements_files()]

    def requires_python(self, folders: Sequence[Path]) -> str:
        """Return the versions of Python that the nearest manifest with such a requirement allows, "" if none has."""
        manifests = (manifest for folder in folders for manifest in self.manifests(folder).values())
        return next((required for one in manifests if (required := one.requires_python())), "")

    def members(self, folder: Path) -> list[Path]:
        """Return the folders of the members of the workspace whose root is a folder, [] if it is none."""
        if folder not in self._members:
            self._members[folder] = self.files.find_members(folder, self.pyproject(folder).members(), [_PYPROJECT])
        return self._members[folder]

    def locks(self, folder: Path, python: Interpreter) -> list[LockedPins]:
        """Return the lock files of a folder, the most important first."""
        if (folder, python) not in self._locked:
            self._locked[folder, python] = list(_locks(self.files, folder, python))
        return self._locked[folder, python]

    def workspace(self, folders: Sequence[Path]) -> Path:
        """Return the root of the workspace that has the first folder as a member, else the folder itself."""
        return next((parent for parent in folders[1:] if folders[0] in self.members(parent)), folders[0])

    def own_names(self, folders: Sequence[Path]) -> frozenset[str]:
        """Return the names of the first folder's project and of all members of workspaces."""
        places = (folders[0], *(member for parent in folders for member in self.members(parent)))
        names = (manifest.own_name() for place in places for manifest in self.manifests(place).values())
        return frozenset(canonicalize_name(name) for name in names if name)


def _requirements(documents: PythonDocuments, folder: Path, python: Interpreter) -> Iterator[ManifestRequirements]:
    for place in (folder, *documents.members(folder)):
        for name, manifest in documents.manifests(place).items():
            if found := manifest.requirements(python):
                yield ManifestRequirements(_relative(place / name, folder), tuple(found))


def _of_root(file: str, requirements: list[Requirement]) -> list[ManifestRequirements]:
    return [ManifestRequirements(file, tuple(requirements))] if requirements else []


def _locks(files: ProjectFiles, folder: Path, python: Interpreter) -> Iterator[LockedPins]:
    readers = dict(_LOCKS)
    for name in files.names(folder):
        if _NAMED_PYLOCK.fullmatch(name):
            readers.setdefault(name, python_locks.pylock)
        elif _NAMED_CONDA_LOCK.fullmatch(name):
            readers.setdefault(name, _conda_lock)
    readers |= dict.fromkeys(_pants_locks(files, folder), python_locks.pex)
    for name, read in readers.items():
        content = files.read(folder / name, MAX_LOCK_BYTES)
        pins = read(content, python) if content else []
        if pins:
            yield LockedPins(name, tuple(pins))


def _pants_locks(files: ProjectFiles, folder: Path) -> list[str]:
    """Return the paths of the locks that pants keeps for a folder, that of its default resolve first."""
    if not files.present(folder, [_PANTS]):
        return []
    settings = table(toml(files.read(folder / _PANTS) or b"").get("python"))
    resolves = table(settings.get("resolves")) or _PANTS_LOCKS
    default = settings.get("default_resolve", next(iter(_PANTS_LOCKS)))
    return texts([resolves[name] for name in sorted(resolves, key=lambda name: name != default)][:MAX_MEMBERS])


def _relative(path: Path, folder: Path) -> str:
    """Return a path relative to the project."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
