"""The libraries of the user's project: those that its files need and lock, and those that are installed in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path

from packaging.utils import canonicalize_name

from pro_context_engine.domain.interfaces import Environment, Installed, Registry
from pro_context_engine.domain.model import InstalledPackage, Library
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.domain.versions.project_version import ProjectVersion, VersionOrigin
from pro_context_engine.libraries import name_keys
from pro_context_engine.libraries.packages import (
    add_scope,
    library_of_name,
    library_of_package,
    main_package,
    named_package,
    package_ids,
    package_of_library,
)
from pro_context_engine.libraries.project.declaration import Dependency
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.node_modules import NodeModules
from pro_context_engine.libraries.project.requirements import Ecosystem

_NPM = f"{Ecosystem.NPM}/"
_PREFIXES = tuple(f"{ecosystem}/" for ecosystem in Ecosystem)
_LANGUAGES = {Ecosystem.PYTHON: "python", Ecosystem.NPM: "javascript"}


@part_class
class ProjectLibraries:
    """The libraries of the project and their versions; a package that the registry lacks is a library too.

    Attributes:
        registry: the known libraries, which say which packages belong together.
        environment: the packages installed in the project's Python environment.
        dependencies: the packages that the project's files need or lock.
        node_modules: the npm packages installed in the project.
    """

    registry: Registry
    environment: Environment
    dependencies: ProjectDependencies = field(default_factory=ProjectDependencies)
    node_modules: NodeModules = field(default_factory=NodeModules)

    # -- the project -------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Read the environment and the files of the project now; they are read again when they change."""
        self.environment.packages()
        self.dependencies.python_version()

    def look_in(self, directories: Sequence[Path]) -> None:
        """Use these folders as the project from now on; where they differ, the first wins."""
        self.environment.look_in(directories)
        self.node_modules.look_in(directories)
        self.dependencies.look_in(directories)

    def origins(self) -> list[str]:
        """Return the names of the files and of the environment in which the project's libraries were found."""
        return [name for name in (*self.dependencies.files(), self.environment.origin()) if name]

    def language(self) -> str | None:
        """Return the language of a project whose packages are all of one ecosystem, None for any other project."""
        found = {dependency.ecosystem for dependency in self.dependencies.direct_dependencies()}
        if not found and self.environment.packages():
            return _LANGUAGES[Ecosystem.PYTHON]
        return _LANGUAGES[found.pop()] if len(found) == 1 else None

    # -- its libraries -----------------------------------------------------------------------------------------------

    def needed(self) -> Sequence[Library]:
        """Return the libraries that the project's files need, each once: those that are always needed first."""
        found = (self._library_of(dependency) for dependency in self.dependencies.direct_dependencies())
        return list({library.library_id: library for library in found}.values())

    def needed_like(self, core: str) -> Iterator[Library]:
        """Yield the libraries of the Python packages that the project's files need, with this `name_keys.core`."""
        for dependency in self.dependencies.direct_dependencies():
            if dependency.ecosystem is Ecosystem.PYTHON and name_keys.core(dependency.name) == core:
                yield self._library_of(dependency)

    def with_versions(self) -> Sequence[tuple[Library, str | None]]:
        """Return the project's libraries, each once, with the exact version of each, None where only a range is known.

        Those that its files need come first, then the other packages in its own environment, by name.
        """
        libraries = {library.library_id: library for library in self.needed()}
        for package in self.environment.packages():
            library = self._library_of_installed(package)
            libraries.setdefault(library.library_id, library)
        return [(library, self._exact_version(library)) for library in libraries.values()]

    def find(self, library_id: str) -> Library | None:
        """Return the library of the project's package with this id, slug or bare name, None if it has no such package.

        The registry is not asked: see `LibraryFinder.find`.
        """
        package = self.environment.package(library_id.removeprefix("pypi/"))
        if package is not None:
            return library_of_package(package)
        return self._find_in_files(library_id) or self._of_npm_slug(library_id)

    def find_unregistered(self, name: str) -> Library | None:
        """Return the library of the project's package of exactly this name, if the registry lacks it."""
        package = self.environment.package(name)
        if package is not None:
            return None if self.registry.get(f"pypi/{package.name}") else library_of_package(package)
        found = self._find_in_files(add_scope(name))
        return found if found and self.registry.get(found.library_id) is None else None

    # -- one library of the project ----------------------------------------------------------------------------------

    def has(self, library: Library) -> bool:
        """Tell whether the project's files need or lock a library, or its own environment has it installed."""
        package = main_package(library)
        named = package is not None and self.dependencies.stated(package) is not None
        return named or self.installed(library) is not None

    def uses(self, library: Library) -> bool:
        """Tell whether the project's files need some package of a library, or the main one is installed."""
        needed = any(self.dependencies.dependency(package) for package in package_ids(library))
        return needed or self.installed(library) is not None

    def installed(self, library: Library) -> InstalledPackage | None:
        """Return the library's main package in the environment or `node_modules`, None if it is not installed."""
        package = main_package(library)
        return self._find_installed(package) if package else None

    def version(self, library: Library) -> ProjectVersion | None:
        """Return the project's version of a library's main package, None if the project states none.

        The locked or pinned version comes before the installed one, that before the range of the manifests
        (docs/decisions/0046-what-the-files-of-a-project-state.md).
        """
        package = main_package(library)
        if package is None:
            return None
        stated = self.dependencies.stated(package)
        if stated and stated.exact:
            origin = VersionOrigin.LOCK if stated.is_locked else VersionOrigin.PIN
            return ProjectVersion(package, origin, stated.file, exact=stated.exact)
        installed = self._find_installed(package)
        if installed:
            place = "node_modules" if package.startswith(_NPM) else self.environment.origin()
            return ProjectVersion(package, VersionOrigin.ENVIRONMENT, place, exact=installed.version)
        if stated and stated.allowed:
            ranges = (stated.allowed, *(one for one in stated.alternatives if one != stated.allowed))
            return ProjectVersion(package, VersionOrigin.MANIFEST, stated.file, ranges=ranges)
        return None

    def narrowed(self, library: Library) -> Library:
        """Return the one of a registered library's packages that the project has, as a library.

        The main package counts, else another package that its files need, else one that they lock, else one that is
        installed; where the project has none, it is the library itself.
        """
        packages = package_ids(library)
        if len(packages) < 2:
            return library
        ways = (self.dependencies.dependency, self.dependencies.stated, self._find_installed)
        main = packages[0]
        if any(has(main) is not None for has in ways):
            return library
        found = (package for has in ways for package in packages if has(package) is not None)
        return self.package_of(library, next(found, main))

    # -- packages as libraries ---------------------------------------------------------------------------------------

    def package_of(self, library: Library, package_id: str) -> Library:
        """Return one package of a registered library, described by its own summary where it is installed."""
        if package_id not in package_ids(library):
            return library
        installed = self._find_installed(package_id)
        return package_of_library(library, package_id, installed.summary if installed else "")

    def npm_library(self, name: str) -> Library:
        """Return a library for an npm package that the registry lacks, with its summary where it is installed."""
        installed = self.node_modules.package(name)
        return library_of_name(Ecosystem.NPM, name, installed.summary if installed else "")

    def _library_of(self, dependency: Dependency) -> Library:
        package = f"{dependency.ecosystem}/{dependency.name}"
        known = self.registry.get(package)
        if known is not None:
            return self.package_of(known, package)
        if dependency.ecosystem is Ecosystem.NPM:
            return self.npm_library(dependency.name)
        installed = self.environment.package(dependency.name)
        return library_of_package(installed) if installed else library_of_name(Ecosystem.PYTHON, dependency.name)

    def _library_of_installed(self, package: InstalledPackage) -> Library:
        """Return the library of a package in the Python environment."""
        package_id = f"pypi/{package.name}"
        known = self.registry.get(package_id)
        if known is None:
            return library_of_package(package)
        named = named_package(known, package_id)
        return self.package_of(known, named) if named else known

    def _find_in_files(self, name: str) -> Library | None:
        """Return a library for a package that the project's files name or `node_modules` has, by id or bare name."""
        packages = [name] if name.startswith(_PREFIXES) else [f"{prefix}{name}" for prefix in _PREFIXES]
        for package in packages:
            ecosystem, _, plain = package.partition("/")
            is_named = self.dependencies.names(package)
            if ecosystem == Ecosystem.NPM and (is_named or self.node_modules.package(plain)):
                return self.npm_library(plain)
            if is_named:
                return library_of_name(Ecosystem.PYTHON, canonicalize_name(plain))
        return None

    def _of_npm_slug(self, slug: str) -> Library | None:
        """Return the project's npm package with this slug: one that its files need, or one with the slug's name."""
        prefix, _, name = slug.partition("-")
        if prefix != Ecosystem.NPM:
            return None
        needed = (library for library in self.needed() if library.slug == slug)
        return next(needed, None) or self._find_in_files(f"{_NPM}{name}")

    def _find_installed(self, package: str) -> InstalledPackage | None:
        """Return the installed package with this id, None if there is none."""
        ecosystem, _, name = package.partition("/")
        place: Installed = self.node_modules if ecosystem == Ecosystem.NPM else self.environment
        return place.package(name)

    def _exact_version(self, library: Library) -> str | None:
        version = self.version(library)
        return version.exact if version and version.exact else None
