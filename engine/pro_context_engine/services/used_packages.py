"""The packages that code uses, with their files: the named ones, else those that the code imports."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from pro_context_engine.domain.declared_files import DeclarationFiles
from pro_context_engine.domain.errors import DocsError, TocMissing
from pro_context_engine.domain.interfaces import PackagedSource
from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.imported_modules import has_modules, provider, shares_folder
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.services.versions import WantedVersions

if TYPE_CHECKING:
    from packaging.requirements import Requirement

MOST_PACKAGES = 12
"""Packages of one check."""

MOST_EARLIER = 3
"""Earlier versions whose stored names are looked at."""

MOST_DEPENDENCIES = 24
_DEPTH = 2
_MOST_HEADER = 100_000

log = logging.getLogger("pro_context.check")


@value_class
class UsedPackage:
    """A package that code uses.

    Attributes:
        library: its library.
        files: its files.
        asked: the caller's words for its version, None for none.
    """

    library: Library
    files: InstalledPackage
    asked: str | None = None

    @property
    def folder(self) -> Path:
        """Return the folder on the import path that has its modules."""
        return Path(self.files.location)

    @property
    def is_alone(self) -> bool:
        """Tell whether its folder has no other package, as that of an unpacked one."""
        return len(list(self.folder.glob("*.dist-info"))) <= 1

    def has_part_of(self, module: str) -> bool:
        """Tell whether it adds modules to a folder that several packages may share (PEP 420)."""
        folder = self.folder / module
        if not folder.is_dir() or any((folder / f"__init__{suffix}").exists() for suffix in (".py", ".pyi")):
            return False
        return self.is_alone or shares_folder(self.files, module)

    def provides(self, module: str) -> bool:
        """Tell whether its folder has a top-level module."""
        names = (module, f"{module}.py", f"{module}.pyi", f"{module}-stubs")
        return any((self.folder / name).exists() for name in names) or any(self.folder.glob(f"{module}.*.so"))


@part_class
class UsedPackages:
    """Find the packages that code uses, and have their files at hand.

    Attributes:
        finder: finds libraries.
        project: knows the project's versions.
        versions: knows the wanted versions.
        ingest: knows the sources.
        patience: seconds to wait for the dependencies, which are fetched in any case.
    """

    finder: LibraryFinder
    project: ProjectLibraries
    versions: WantedVersions
    ingest: Ingest
    patience: float
    _dependencies: dict[tuple[str, str], asyncio.Task[list[Path]]] = field(init=False, default_factory=dict)

    async def named(self, wanted: Sequence[tuple[str, str | None]], modules: Sequence[str] = ()) -> list[UsedPackage]:
        """Return the packages of named libraries, in their order.

        Args:
            wanted: (libraryId, version or None) pairs.
            modules: the top-level modules that the code imports.

        Raises:
            DocsError: the fact why one of them cannot be read.
        """
        pairs = [(self.finder.project_library(library_id), version) for library_id, version in wanted]
        opened = await asyncio.gather(*(self._open(library, version) for library, version in pairs))
        return [self._with_modules(one, modules) for one in opened]

    async def imported(
        self, modules: Iterable[str], language: str, parts: Mapping[str, Sequence[str]] | None = None
    ) -> tuple[list[UsedPackage], list[tuple[str, str]]]:
        """Return the packages that provide imported modules, and the modules without one, each with the reason.

        Args:
            modules: top-level modules of Python, or npm packages, each once.
            language: of the code.
            parts: the dotted names that the code imports of each module, for folders that several packages share.
        """
        wanted, missing = self._libraries_of(modules, language, parts or {})
        outcomes = await asyncio.gather(*(self._open(one, None) for _, one in wanted), return_exceptions=True)
        found: list[UsedPackage] = []
        for (name, library), outcome in zip(wanted, outcomes, strict=True):
            if isinstance(outcome, DocsError):
                log.info("%s is not checked: %s", library.library_id, type(outcome).__name__)
                missing.append((name, "the package cannot be read now"))
            elif isinstance(outcome, BaseException):
                raise outcome
            elif language == "python" and not outcome.provides(name):
                missing.append((name, f"{outcome.files.name} {outcome.files.version} has no module of this name"))
            else:
                found.append(self._with_modules(outcome, [name]))
        return found, missing

    def _libraries_of(
        self, modules: Iterable[str], language: str, parts: Mapping[str, Sequence[str]]
    ) -> tuple[list[tuple[str, Library]], list[tuple[str, str]]]:
        """Return the libraries that imported modules mean, each once with its module, and the modules without one."""
        wanted: dict[str, tuple[str, Library]] = {}
        missing: list[tuple[str, str]] = []
        for name in modules:
            if len(wanted) >= MOST_PACKAGES:
                missing.append((name, f"more than {MOST_PACKAGES} packages are imported"))
                continue
            library = self.finder.imported(name, language)
            is_meant = library is not None and self._is_meant(library)
            if not is_meant and (sharing := self._sharing(parts.get(name, ()))):
                for one in sharing:
                    wanted.setdefault(one.library_id, (name, one))
            elif library is None:
                missing.append((name, "no known package has this name"))
            elif not is_meant:
                missing.append((name, "neither a package of the project nor a known library; `libraries` can name it"))
            else:
                wanted.setdefault(library.library_id, (name, library))
        return list(wanted.values()), missing

    def _with_modules(self, used: UsedPackage, modules: Sequence[str]) -> UsedPackage:
        """Return a package that has no modules with the files of the one that it requires for these modules."""
        if has_modules(used.files):
            return used
        installed = self.project.environment.packages()
        providers = (one for module in modules if (one := provider(installed, module)) is not None)
        required = {canonicalize_name(need.name) for need in _requirements(used.files)}
        files = next((one for one in providers if one.name in required), None)
        return replace(used, files=files) if files is not None and files.location == used.files.location else used

    def _sharing(self, parts: Sequence[str]) -> list[Library]:
        """Return the libraries of modules in a folder that several packages share, each once."""
        found = (self.finder.providing(one) for one in parts if "." in one)
        by_id = {one.library_id: one for one in found if one is not None}
        return list(by_id.values())[:MOST_PACKAGES]

    async def dependencies(self, used: Sequence[UsedPackage]) -> list[Path]:
        """Return the folders of the packages that others depend on, as far as they are at hand in time."""
        tasks = [self._task(one) for one in used]
        if tasks:
            await asyncio.wait(tasks, timeout=self.patience)
        folders = [folder for task in tasks if task.done() and not task.exception() for folder in task.result()]
        return list(dict.fromkeys(folders))

    async def declarations(self, used: UsedPackage) -> DeclarationFiles | None:
        """Return the TypeScript declarations of an npm package, None for a package without any."""
        library, version = used.library, used.files.version
        for source in self.ingest.serving(library, version):
            if isinstance(source, PackagedSource):
                with suppress(DocsError):
                    return await source.declarations(library, version)
        return None

    async def earlier_versions(self, used: UsedPackage) -> list[str]:
        """Return the stored versions of a package before the used one, the newest first, at most three."""
        with suppress(InvalidVersion):
            limit = Version(used.files.version)
            found: list[tuple[Version, str]] = []
            for name in await self.ingest.stored_versions(used.library):
                with suppress(InvalidVersion):
                    if (version := Version(name)) < limit:
                        found.append((version, name))
            return [name for _, name in sorted(found, reverse=True)[:MOST_EARLIER]]
        return []

    def _task(self, one: UsedPackage) -> asyncio.Task[list[Path]]:
        key = (one.library.library_id, one.files.version)
        task = self._dependencies.get(key)
        if task is None or (task.done() and (task.exception() or not all(map(Path.exists, task.result())))):
            task = asyncio.create_task(self._fetch_dependencies(one))
            self._dependencies[key] = task
        return task

    async def close(self) -> None:
        """Stop the work behind the answers."""
        for task in self._dependencies.values():
            task.cancel()
        await asyncio.gather(*self._dependencies.values(), return_exceptions=True)

    async def _fetch_dependencies(self, one: UsedPackage) -> list[Path]:
        folders: dict[Path, None] = {}
        known = {one.files.name}
        waiting = [one.files]
        for _ in range(_DEPTH):
            needed = [need for files in waiting for need in await asyncio.to_thread(_requirements, files)]
            fresh = {need.name.lower(): need for need in needed if need.name.lower() not in known}
            fresh = dict(list(fresh.items())[: MOST_DEPENDENCIES - len(known)])
            known.update(fresh)
            found = await asyncio.gather(*(self._dependency(need) for need in fresh.values()))
            waiting = [files for files in found if files is not None]
            folders.update(dict.fromkeys(Path(files.location) for files in waiting))
        return [folder for folder in folders if folder != one.folder]

    async def _dependency(self, need: Requirement) -> InstalledPackage | None:
        try:
            library = self.finder.library(f"pypi/{need.name.lower()}")
            own = self.project.version(library)
            asked = None if own is not None and own.exact else str(need.specifier) or None
            return (await self._open(library, asked)).files
        except DocsError as fact:
            log.info("a dependency is not read: %s", type(fact).__name__)
            return None

    def _is_meant(self, library: Library) -> bool:
        """Tell whether an import may mean a package: beside a known project, an unknown name is a module of its own."""
        return not self.project.origins() or self.finder.find(library.library_id) is not None

    async def _open(self, library: Library, asked: str | None) -> UsedPackage:
        package = await self.versions.read_package(library, asked, lambda one, exact: one.package_files(library, exact))
        if package is None:
            raise TocMissing(library.library_id, "")
        return UsedPackage(library, package.content, asked)


def _requirements(files: InstalledPackage) -> list[Requirement]:
    """Return the packages that a package always needs here."""
    place = Path(files.metadata_directory)
    path = place / "METADATA" if place.is_dir() else place
    try:
        with path.open("rb") as opened:
            text = opened.read(_MOST_HEADER).decode("utf-8", "replace")
    except OSError:
        return []
    found: list[Requirement] = []
    # Few calls read metadata; these parsers take milliseconds to import.
    from email.parser import HeaderParser  # noqa: PLC0415

    from packaging.requirements import InvalidRequirement, Requirement  # noqa: PLC0415

    for line in HeaderParser().parsestr(text).get_all("Requires-Dist") or ():
        try:
            need = Requirement(str(line))
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                found.append(need)
        except (InvalidRequirement, ValueError, KeyError):
            continue
    return found
