"""The files of a JavaScript project that have its requirements and locks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pro_context_engine.libraries.project.declaration import LockedPins, ManifestRequirements, ProjectPackages
from pro_context_engine.libraries.project.locks import npm, pnpm, yarn
from pro_context_engine.libraries.project.manifests import package_json
from pro_context_engine.libraries.project.project_files import MAX_LOCK_BYTES, ProjectFiles
from pro_context_engine.libraries.project.requirements import Pin

_LOCKS: dict[str, Callable[[bytes], list[Pin]]] = {
    "npm-shrinkwrap.json": npm.npm,
    "package-lock.json": npm.npm,
    "pnpm-lock.yaml": pnpm.pnpm,
    "yarn.lock": yarn.yarn,
}
_MANIFEST = "package.json"


def read_packages(files: ProjectFiles, folders: Sequence[Path]) -> ProjectPackages:
    """Return the content of the nearest `package.json`, of the members of its workspace, and of the nearest lock.

    Args:
        files: reads the files.
        folders: the project's folder, then its parents up to the root of the repository.
    """
    for position, folder in enumerate(folders):
        if files.read(folder / _MANIFEST) is None:
            continue
        above = folders[position:]
        root, locked = next(
            ((parent, found) for parent in above if (found := tuple(_locks(files, parent)))), (folder, ())
        )
        places = [folder, *_members(files, folder)]
        siblings = _members(files, root)
        needed = tuple(one for place in places if (one := _needed(files, place, folder, root)))
        own = {package_json.own_name(files.read(place / _MANIFEST) or b"") for place in (*places, *siblings, root)}
        return ProjectPackages(needed, locked, frozenset(own - {""}))
    return ProjectPackages()


def _needed(files: ProjectFiles, place: Path, folder: Path, root: Path) -> ManifestRequirements | None:
    requirements = package_json.requirements(files.read(place / _MANIFEST) or b"")
    if not requirements:
        return None
    member = place.relative_to(root).as_posix() if place != root else ""
    return ManifestRequirements((place / _MANIFEST).relative_to(folder).as_posix(), tuple(requirements), member)


def _members(files: ProjectFiles, folder: Path) -> list[Path]:
    patterns = [
        *package_json.members(files.read(folder / _MANIFEST) or b""),
        *package_json.pnpm_members(files.read(folder / "pnpm-workspace.yaml") or b""),
    ]
    found = (member for pattern in patterns if pattern != "." for member in files.find_folders(folder, pattern))
    return [member for member in dict.fromkeys(found) if member != folder]


def _locks(files: ProjectFiles, folder: Path) -> Iterator[LockedPins]:
    for name, read in _LOCKS.items():
        content = files.read(folder / name, MAX_LOCK_BYTES)
        if content and (pins := read(content)):
            yield LockedPins(name, tuple(pins))
