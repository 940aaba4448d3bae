"""The finder of libraries: in the registry, among the project's dependencies and among its installed packages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from packaging.utils import InvalidName, canonicalize_name

from pro_context_engine.domain.errors import LibraryUnknown
from pro_context_engine.domain.interfaces import Environment, Installed, Registry
from pro_context_engine.domain.model import InstalledPackage, Library, Match, MatchedVia
from pro_context_engine.libraries.project.declaration import Dependency
from pro_context_engine.libraries.project.detection import ProjectDependencies
from pro_context_engine.libraries.project.node_modules import NodeModules
from pro_context_engine.libraries.project.requirements import Ecosystem, package_name
from pro_context_engine.libraries.registry import name_keys
from pro_context_engine.libraries.registry.crawled_sites import crawled_site
from pro_context_engine.libraries.registry.namesakes import namesakes
from pro_context_engine.libraries.registry.specifier import name_of

MOST_MATCHES = 10

LEAST_RELEVANCE = 0.5
"""The lowest relevance of a match; less relevant libraries are only suggestions."""

_NAMESAKE = 0.45
"""The relevance of a library whose name only contains the asked name."""

_NPM = f"{Ecosystem.NPM}/"
_PREFIXES = tuple(f"{ecosystem}/" for ecosystem in Ecosystem)


@dataclass(frozen=True, slots=True)
class LibraryFinder:
    """A finder of libraries by id or name; a package without a registry entry is a library too (`pypi/NAME`).

    Attributes:
        registry: the known libraries.
        environment: the packages installed in the project's Python environment.
        published: whether packages of a package index are libraries too; the index is asked when one is read.
        dependencies: the packages that the project's files need or lock.
        node_modules: the npm packages installed in the project.
    """

    registry: Registry
    environment: Environment
    published: bool = False
    dependencies: ProjectDependencies = field(default_factory=ProjectDependencies)
    node_modules: NodeModules = field(default_factory=NodeModules)

    def find(self, library_id: str) -> Library | None:
        """Return the library with this id or slug, None if neither the registry nor the project has it."""
        library_id = _add_scope(library_id)
        known = self.registry.get(library_id)
        if known is not None:
            return _of_one_package(known, library_id)
        package = self.environment.package(library_id.removeprefix("pypi/"))
        if package is not None:
            return library_of_package(package)
        return self._find_in_project(library_id) or self._of_npm_slug(library_id) or crawled_site(library_id)

    def find_possible(self, library_id: str) -> Library | None:
        """Return the library with an id, also that of a published package; None if the id cannot be a library's."""
        return self.find(library_id) or (self._find_published(_add_scope(library_id)) if self.published else None)

    def library(self, library_id: str) -> Library:
        """Return the library with this id; whether a published package of this name exists is not checked here.

        Raises:
            LibraryUnknown: neither the registry nor the environment has it; carries the closest id.
        """
        found = self.find_possible(library_id)
        if found is None:
            raise LibraryUnknown(library_id, self.registry.closest(library_id))
        return found

    def resolve(self, query: str, language: str | None) -> list[Match]:
        """Return the libraries that match a name or a plain-language query, best first, at most ten.

        Among libraries with exactly this name, those that the project uses come first.
        """
        matches = list(self.registry.resolve(query, language))
        own = self._find_unregistered(query.strip())
        if own is not None and language in (None, *own.languages):
            matches.insert(0, Match(own, 1.0, MatchedVia.PACKAGE_NAME))
        exact = [match for match in matches if match.relevance == 1.0]
        exact.sort(key=lambda match: not self._uses(match.library))
        return [*exact, *(match for match in matches if match.relevance < 1.0)][:MOST_MATCHES]

    def identify(self, query: str, language: str | None) -> list[Match]:
        """Return the libraries that a query means, best first; an unknown name may be that of a Python package.

        If a library has exactly this name, libraries whose names contain it follow, below the lowest relevance; ten in
        all.

        Raises:
            LibraryUnknown: no library matches; carries the nearest id.
        """
        matches = self.resolve(query, language)
        if sure := [match for match in matches if match.relevance >= LEAST_RELEVANCE]:
            return [*sure, *self._namesakes(query, language, sure)][:MOST_MATCHES]
        package = self._published_as(query.strip(), language) if self.published else None
        if package is None:
            raise LibraryUnknown(query, self.nearest(query, language))
        return [Match(package, 1.0, MatchedVia.PACKAGE_NAME)]

    def _published_as(self, name: str, language: str | None) -> Library | None:
        """Return the published package that a name alone means: one of npm if it has a scope, else one of Python."""
        if name.startswith(("@", _NPM)):
            return self._find_published(_add_scope(name)) if language in (None, "javascript", "typescript") else None
        return self._find_published(f"pypi/{name_of(name.lower())}") if language in (None, "python") else None

    def _namesakes(self, query: str, language: str | None, found: Sequence[Match]) -> Iterator[Match]:
        """Yield the other libraries whose names contain the name, if the first match has exactly this name."""
        if found[0].relevance == 1.0:
            known = {match.library.library_id for match in found}
            for library in namesakes(self.registry.all(), query, language):
                if library.library_id not in known:
                    yield Match(library, _NAMESAKE, MatchedVia.FUZZY)

    def nearest(self, name: str, language: str | None = None) -> str:
        """Return the id of the library whose name is most similar to an unknown name, however little; "" for none."""
        matches = self.resolve(name, language)
        return matches[0].library.library_id if matches else self.registry.closest(name)

    def ids_with_prefix(self, prefix: str, limit: int) -> list[str]:
        """Return the ids of libraries whose id, slug or name has a prefix: the project's first, then by rank."""
        plain = prefix.strip().lower()
        ordered = [library for library, _ in self.of_project()] + list(self.registry.all())
        fitting = (
            library.library_id
            for library in ordered
            if any(name.lower().startswith(plain) for name in (library.library_id, library.slug, library.name))
        )
        return list(islice(dict.fromkeys(fitting), limit))

    def installed(self, library: Library) -> InstalledPackage | None:
        """Return the library's package in the environment or `node_modules`, the main one if several are installed."""
        packages = (self._find_installed(package) for package in _packages(library))
        return next((package for package in packages if package is not None), None)

    def project_version(self, library: Library) -> str | None:
        """Return the project's version of a library, None if it has none, or the files do not determine one.

        The installed version counts if the project's requirement allows it, else the locked version
        (docs/decisions/0013-the-version-a-project-has.md).
        """
        versions = (self._project_version(package) for package in _packages(library))
        return next((version for version in versions if version), None)

    def needed(self) -> Sequence[Library]:
        """Return the libraries that the project's files need, each once: those that are always needed first."""
        found = (self._library_of(dependency) for dependency in self.dependencies.direct_dependencies())
        return list({library.library_id: library for library in found}.values())

    def of_project(self) -> Sequence[tuple[Library, str | None]]:
        """Return the project's libraries, each once, with the project's version of each.

        Those that its files need come first, then the other packages in its own environment, by name.
        """
        libraries = {library.library_id: library for library in self.needed()}
        if self.environment.belongs_to_project():
            for package in self.environment.packages():
                library = self.registry.get(f"pypi/{package.name}") or library_of_package(package)
                libraries.setdefault(library.library_id, library)
        return [(library, self.project_version(library)) for library in libraries.values()]

    def origins(self) -> list[str]:
        """Return the names of the files and of the environment in which the project's libraries were found."""
        return [name for name in (*self.dependencies.files(), self.environment.origin()) if name]

    def look_in(self, directories: Sequence[Path]) -> None:
        """Use these folders as the project from now on; where they differ, the first wins."""
        self.environment.look_in(directories)
        self.node_modules.look_in(directories)
        self.dependencies.look_in(directories)

    def _find_published(self, library_id: str) -> Library | None:
        """Return a library for an id that may name a Python or npm package, None for any other id."""
        kind, _, name = library_id.partition("/")
        if kind == Ecosystem.NPM:
            plain = package_name(Ecosystem.NPM, name_keys.npm_package(name))
            return self._npm_library(plain) if plain else None
        try:
            return _python_library(canonicalize_name(name, validate=True)) if kind == "pypi" else None
        except InvalidName:
            return None

    def _find_unregistered(self, name: str) -> Library | None:
        """Return the project's package of exactly this name, if the registry lacks it."""
        package = self.environment.package(name)
        if package is not None:
            return None if self.registry.get(f"pypi/{package.name}") else library_of_package(package)
        found = self._find_in_project(_add_scope(name))
        return found if found and self.registry.get(found.library_id) is None else None

    def _find_in_project(self, name: str) -> Library | None:
        """Return a library for a package in the project's files, by its id or its bare name."""
        packages = [name] if name.startswith(_PREFIXES) else [f"{prefix}{name}" for prefix in _PREFIXES]
        for package in packages:
            ecosystem, _, plain = package.partition("/")
            is_named = self.dependencies.dependency(package) or self.dependencies.locked_version(package)
            if ecosystem == Ecosystem.NPM and (is_named or self.node_modules.package(plain)):
                return self._npm_library(plain)
            if is_named:
                return _python_library(canonicalize_name(plain))
        return None

    def _of_npm_slug(self, slug: str) -> Library | None:
        """Return the project's npm package with this slug: one that its files need, or one with the slug's name."""
        prefix, _, name = slug.partition("-")
        if prefix != Ecosystem.NPM:
            return None
        needed = (library for library in self.needed() if library.slug == slug)
        return next(needed, None) or self._find_in_project(f"{_NPM}{name}")

    def _npm_library(self, name: str) -> Library:
        installed = self.node_modules.package(name)
        return Library(
            name_keys.npm_id(name),
            f"npm-{name_keys.slug(name)}",
            name,
            installed.summary if installed else "",
            languages=("javascript", "typescript"),
            npm_packages=(name,),
        )

    def _library_of(self, dependency: Dependency) -> Library:
        name = dependency.name
        known = self.registry.get(f"{dependency.ecosystem}/{name}")
        if known is not None or dependency.ecosystem is Ecosystem.NPM:
            return known or self._npm_library(name)
        package = self.environment.package(name)
        return library_of_package(package) if package else _python_library(name)

    def _uses(self, library: Library) -> bool:
        needed = any(self.dependencies.dependency(package) for package in _packages(library))
        return needed or self.installed(library) is not None

    def _find_installed(self, package: str) -> InstalledPackage | None:
        """Return the installed package with this id, None if there is none."""
        ecosystem, _, name = package.partition("/")
        place: Installed = self.node_modules if ecosystem == Ecosystem.NPM else self.environment
        return place.package(name)

    def _project_version(self, package: str) -> str | None:
        """Return the project's version of the package with this id."""
        dependency = self.dependencies.dependency(package)
        locked = dependency.version if dependency else None
        locked = locked or self.dependencies.locked_version(package)
        installed = self._find_installed(package)
        if installed is None or not (package.startswith(_NPM) or self.environment.belongs_to_project()):
            return locked
        fits = dependency is None or dependency.allows(installed.version)
        return installed.version if fits or locked is None else locked


def _add_scope(library_id: str) -> str:
    """Return the id with the `@` that npm writes before a scope, if it names a scoped package, also by its name."""
    if library_id.startswith("@"):
        return f"{_NPM}{library_id}"
    name = library_id.removeprefix(_NPM)
    return library_id if name == library_id else f"{_NPM}{name_keys.npm_package(name)}"


def _packages(library: Library) -> Iterator[str]:
    """Yield the ids of a library's packages, the main one first."""
    yield from (f"{Ecosystem.PYTHON}/{name}" for name in library.python_packages)
    yield from (f"{Ecosystem.NPM}/{name}" for name in library.npm_packages)


def _of_one_package(library: Library, library_id: str) -> Library:
    """Return the library, reduced to the npm package in the id if that is not the main one.

    `react-dom` is released with `react` and documented with it, but its content is different.
    """
    name = library_id.removeprefix(_NPM)
    if name == library_id or name not in library.npm_packages[1:]:
        return library
    return replace(library, library_id=name_keys.npm_id(name), name=name, python_packages=(), npm_packages=(name,))


def library_of_package(package: InstalledPackage) -> Library:
    """Return a library for an installed package that the registry lacks."""
    return _python_library(canonicalize_name(package.name), package.summary)


def _python_library(name: str, summary: str = "") -> Library:
    return Library(
        library_id=f"pypi/{name}",
        slug=name,
        name=name,
        description=summary,
        languages=("python",),
        python_packages=(name,),
    )
