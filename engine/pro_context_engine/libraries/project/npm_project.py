"""The files of a JavaScript project that have its requirements and locks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pro_context_engine.libraries.project.declaration import LockedPins, ManifestRequirements, ProjectPackages
from pro_context_engine.libraries.project.locks import bun, deno, npm, pnpm, yarn
from pro_context_engine.libraries.project.manifest_documents import Table, table, yaml_mapping
from pro_context_engine.libraries.project.manifests.catalogs import Catalogs, PnpmWorkspace
from pro_context_engine.libraries.project.manifests.deno_json import DenoJson
from pro_context_engine.libraries.project.manifests.package_json import PackageJson
from pro_context_engine.libraries.project.project_files import MAX_LOCK_BYTES, ProjectFiles
from pro_context_engine.libraries.project.requirements import Pin

_LOCKS: dict[str, Callable[[bytes], list[Pin]]] = {
    "npm-shrinkwrap.json": npm.npm,
    "package-lock.json": npm.npm,
    "pnpm-lock.yaml": pnpm.pnpm,
    "yarn.lock": yarn.yarn,
    "bun.lock": bun.bun,
    "deno.lock": deno.deno,
}
_MANIFEST = "package.json"
_DENO = ("deno.json", "deno.jsonc")
_PNPM = "pnpm-workspace.yaml"
_RUSH, _RUSH_LOCK = "rush.json", "common/config/rush/pnpm-lock.yaml"
_YARN = ".yarnrc.yml"


def read_packages(documents: NpmDocuments, folders: Sequence[Path]) -> ProjectPackages:
    """Return the content of the nearest manifest, of the members of its workspace, and of the nearest lock.

    Args:
        documents: reads the files.
        folders: the project's folder, then its parents up to the root of the repository.
    """
    for position, folder in enumerate(folders):
        if not documents.has_manifest(folder):
            continue
        above = folders[position:]
        root, locked = next(
            ((parent, found) for parent in above if (found := documents.locks(parent))),
            (documents.workspace(above), ()),
        )
        catalogs = documents.catalogs(root)
        places = [folder, *documents.members(folder)]
        needed = tuple(one for place in places for one in _needed(documents, place, folder, root, catalogs))
        return ProjectPackages(
            needed=needed,
            locked=locked,
            own=documents.own_names([*places, *documents.members(root), root]),
            overrides=tuple(_overrides(documents, root, catalogs)),
        )
    return ProjectPackages()


class NpmDocuments:
    """The documents of a project's folders, each parsed once."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files
        self._manifests: dict[Path, PackageJson | None] = {}
        self._deno: dict[Path, DenoJson | None] = {}
        self._pnpm: dict[Path, PnpmWorkspace] = {}
        self._members: dict[Path, list[Path]] = {}
        self._locked: dict[Path, tuple[LockedPins, ...]] = {}

    def has_manifest(self, folder: Path) -> bool:
        """Tell whether a folder has a manifest."""
        return self._manifest(folder) is not None or self.deno(folder) is not None

    def manifest(self, folder: Path) -> PackageJson:
        """Return the `package.json` of a folder, an empty one if there is none."""
        return self._manifest(folder) or PackageJson({})

    def _manifest(self, folder: Path) -> PackageJson | None:
        if folder not in self._manifests:
            content = self._files.read(folder / _MANIFEST)
            self._manifests[folder] = None if content is None else PackageJson.read(content)
        return self._manifests[folder]

    def deno(self, folder: Path) -> DenoJson | None:
        """Return the manifest of Deno in a folder, None if there is none."""
        if folder not in self._deno:
            contents = ((name, self._files.read(folder / name)) for name in self._files.present(folder, _DENO))
            self._deno[folder] = next((DenoJson.read(content, name) for name, content in contents if content), None)
        return self._deno[folder]

    def pnpm(self, folder: Path) -> PnpmWorkspace:
        """Return the `pnpm-workspace.yaml` of a folder, an empty one if there is none."""
        if folder not in self._pnpm:
            self._pnpm[folder] = PnpmWorkspace.read(self._files.read(folder / _PNPM) or b"")
        return self._pnpm[folder]

    def members(self, folder: Path) -> list[Path]:
        """Return the folders of the members of the workspace whose root is a folder, [] if it is none."""
        if folder not in self._members:
            manifests = (self.manifest(folder), self.pnpm(folder), self.deno(folder))
            patterns = [pattern for manifest in manifests if manifest for pattern in manifest.members()]
            self._members[folder] = self._files.find_members(folder, patterns, [_MANIFEST, *_DENO])
        return self._members[folder]

    def locks(self, folder: Path) -> tuple[LockedPins, ...]:
        """Return the lock files of a folder, the most important first."""
        if folder not in self._locked:
            self._locked[folder] = tuple(_locks(self._files, folder))
        return self._locked[folder]

    def workspace(self, folders: Sequence[Path]) -> Path:
        """Return the root of the workspace that has the first folder as a member, else the folder itself."""
        return next((parent for parent in folders[1:] if folders[0] in self.members(parent)), folders[0])

    def own_names(self, places: Sequence[Path]) -> frozenset[str]:
        """Return the names of the packages in folders."""
        found = (manifest for place in places for manifest in (self.manifest(place), self.deno(place)))
        return frozenset({manifest.own_name() for manifest in found if manifest} - {""})

    def catalogs(self, root: Path) -> Catalogs:
        """Return the catalogs of a workspace."""
        manifest = self.manifest(root).document
        return Catalogs.of(self.pnpm(root).document, self._yarn(root), manifest, table(manifest.get("workspaces")))

    def _yarn(self, root: Path) -> Table:
        content = self._files.read(root / _YARN) or b""
        return yaml_mapping(content.decode("utf-8-sig", "replace")) if b"catalog" in content else {}


def _needed(
    documents: NpmDocuments, place: Path, folder: Path, root: Path, catalogs: Catalogs
) -> Iterator[ManifestRequirements]:
    """Yield the requirements of the project or of a member of its workspace, by manifest."""
    deno = documents.deno(place)
    manifests = [
        (_MANIFEST, documents.manifest(place).requirements(catalogs)),
        (deno.file, list(deno.requirements())) if deno else ("", []),
    ]
    member = place.relative_to(root).as_posix() if place != root else ""
    for name, requirements in manifests:
        if requirements:
            yield ManifestRequirements((place / name).relative_to(folder).as_posix(), tuple(requirements), member)


def _overrides(documents: NpmDocuments, root: Path, catalogs: Catalogs) -> Iterator[ManifestRequirements]:
    """Yield the overrides of a workspace; those of a member do not count."""
    manifest = documents.manifest(root)
    of_pnpm = manifest.override_requirements(documents.pnpm(root).overrides(), catalogs)
    for name, found in ((_MANIFEST, manifest.overrides(catalogs)), (_PNPM, list(of_pnpm))):
        if found:
            yield ManifestRequirements(name, tuple(found))


def _locks(files: ProjectFiles, folder: Path) -> Iterator[LockedPins]:
    readers = _LOCKS | ({_RUSH_LOCK: pnpm.pnpm} if files.present(folder, [_RUSH]) else {})
    for name, read in readers.items():
        content = files.read(folder / name, MAX_LOCK_BYTES)
        if content and (pins := read(content)):
            yield LockedPins(name, tuple(pins))
