"""Which libraries can be named here: the registry, and what the project needs or has installed."""

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
"""A library that matches less than this is one that could be meant, not the one that is."""

_NAMESAKE = 0.45
"""What a library is worth that only has the asked name in its own."""

_NPM = f"{Ecosystem.NPM}/"
_PREFIXES = tuple(f"{ecosystem}/" for ecosystem in Ecosystem)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Find libraries by id or name; a package without a registry entry is a library too (`pypi/NAME`).

    Attributes:
        registry: the known libraries.
        environment: what the project has installed.
        published: whether any package may be had from a package index, which is asked when it is read.
        dependencies: what the project's files say it needs and has locked.
        node_modules: what the project has installed of npm.
    """

    registry: Registry
    environment: Environment
    published: bool = False
    dependencies: ProjectDependencies = field(default_factory=ProjectDependencies)
    node_modules: NodeModules = field(default_factory=NodeModules)

    def find(self, library_id: str) -> Library | None:
        """Return the library with this id or slug, None if neither the registry nor the project has it."""
        library_id = _with_scope(library_id)
        known = self.registry.get(library_id)
        if known is not None:
            return _of_one_package(known, library_id)
        package = self.environment.package(library_id.removeprefix("pypi/"))
        if package is not None:
            return unregistered(package)
        return self._detected(library_id) or self._of_npm_slug(library_id) or crawled_site(library_id)

    def possible(self, library_id: str) -> Library | None:
        """Return the library that an id can mean, a published package's too, None if it can mean none."""
        return self.find(library_id) or (self._published(library_id) if self.published else None)

    def library(self, library_id: str) -> Library:
        """Return the library with this id; whether there is such a published package is still to be found out.

        Raises:
            LibraryUnknown: neither the registry nor the environment has it; names the closest id.
        """
        found = self.possible(library_id)
        if found is None:
            raise LibraryUnknown(library_id, self.registry.closest(library_id))
        return found

    def resolve(self, query: str, language: str | None) -> list[Match]:
        """Return the libraries that match a name or a plain-language query, best first, at most ten.

        Of several that have exactly this name, those that the project uses come first.
        """
        matches = list(self.registry.resolve(query, language))
        own = self._unregistered(query.strip())
        if own is not None and language in (None, *own.languages):
            matches.insert(0, Match(own, 1.0, MatchedVia.PACKAGE_NAME))
        exact = [match for match in matches if match.relevance == 1.0]
        exact.sort(key=lambda match: not self._uses(match.library))
        return [*exact, *(match for match in matches if match.relevance < 1.0)][:MOST_MATCHES]

    def identify(self, query: str, language: str | None) -> list[Match]:
        """Return the libraries that a query means, best first; a name that nobody knows may be a Python package's.

        Behind those of exactly this name come, without being meant, others that have it in theirs, ten in all.

        Raises:
            LibraryUnknown: it can mean none; names the nearest id.
        """
        matches = self.resolve(query, language)
        if sure := [match for match in matches if match.relevance >= LEAST_RELEVANCE]:
            return [*sure, *self._namesakes(query, language, sure)][:MOST_MATCHES]
        name = name_of(query.strip().lower())
        package = self._published(f"pypi/{name}") if self.published and language in (None, "python") else None
        if package is None:
            raise LibraryUnknown(query, self.nearest(query, language))
        return [Match(package, 1.0, MatchedVia.PACKAGE_NAME)]

    def _namesakes(self, query: str, language: str | None, found: Sequence[Match]) -> Iterator[Match]:
        """Give the other libraries that have the name in theirs, if what was found has exactly this name."""
        if found[0].relevance == 1.0:
            known = {match.library.library_id for match in found}
            for library in namesakes(self.registry.all(), query, language):
                if library.library_id not in known:
                    yield Match(library, _NAMESAKE, MatchedVia.FUZZY)

    def nearest(self, name: str, language: str | None = None) -> str:
        """Return the id of the library that a name which nobody has is most like, however little, "" for none."""
        matches = self.resolve(name, language)
        return matches[0].library.library_id if matches else self.registry.closest(name)

    def beginning_with(self, prefix: str, limit: int) -> list[str]:
        """Return the ids of libraries whose id, slug or name begins so, in any case: the project's, then by rank."""
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
        packages = (self._installed(package) for package in _packages(library))
        return next((package for package in packages if package is not None), None)

    def project_version(self, library: Library) -> str | None:
        """Return the version that the project has of a library, None if it has none, or the files do not say.

        What is installed counts if it is what the project asks for, else what is locked
        (docs/decisions/0013-the-version-a-project-has.md).
        """
        versions = (self._version(package) for package in _packages(library))
        return next((version for version in versions if version), None)

    def needed(self) -> Sequence[Library]:
        """Return the libraries that the project's files ask for, each once: what is always needed first."""
        found = (self._of_dependency(dependency) for dependency in self.dependencies.direct())
        return list({library.library_id: library for library in found}.values())

    def of_project(self) -> Sequence[tuple[Library, str | None]]:
        """Return the project's libraries, each once, with the versions it has.

        What its files ask for comes first, then what else its own environment has installed, by name.
        """
        libraries = {library.library_id: library for library in self.needed()}
        if self.environment.belongs_to_project():
            for package in self.environment.packages():
                library = self.registry.get(f"pypi/{package.name}") or unregistered(package)
                libraries.setdefault(library.library_id, library)
        return [(library, self.project_version(library)) for library in libraries.values()]

    def origins(self) -> list[str]:
        """Return the names of the files and the environment that the project's libraries were found in."""
        return [name for name in (*self.dependencies.files(), self.environment.origin()) if name]

    def look_in(self, directories: Sequence[Path]) -> None:
        """Take these folders for the project from now on; of what several say, the first counts."""
        self.environment.look_in(directories)
        self.node_modules.look_in(directories)
        self.dependencies.look_in(directories)

    def _published(self, library_id: str) -> Library | None:
        """Return a library for whatever may be the name of a Python or npm package, None for any other id."""
        kind, _, name = library_id.partition("/")
        if kind == Ecosystem.NPM:
            plain = package_name(Ecosystem.NPM, name_keys.npm_package(name))
            return self._of_npm_package(plain) if plain else None
        try:
            return _of_package(canonicalize_name(name, validate=True)) if kind == "pypi" else None
        except InvalidName:
            return None

    def _unregistered(self, name: str) -> Library | None:
        """Return the project's package of exactly this name if the registry lacks it."""
        package = self.environment.package(name)
        if package is not None:
            return None if self.registry.get(f"pypi/{package.name}") else unregistered(package)
        found = self._detected(_with_scope(name))
        return found if found and self.registry.get(found.library_id) is None else None

    def _detected(self, name: str) -> Library | None:
        """Return a library for a package that the project's files name, by its id or its bare name."""
        packages = [name] if name.startswith(_PREFIXES) else [f"{prefix}{name}" for prefix in _PREFIXES]
        for package in packages:
            ecosystem, _, plain = package.partition("/")
            is_named = self.dependencies.dependency(package) or self.dependencies.locked_version(package)
            if ecosystem == Ecosystem.NPM and (is_named or self.node_modules.package(plain)):
                return self._of_npm_package(plain)
            if is_named:
                return _of_package(canonicalize_name(plain))
        return None

    def _of_npm_slug(self, slug: str) -> Library | None:
        """Return the project's npm package with this slug: one its files ask for, or another whose name it tells."""
        prefix, _, name = slug.partition("-")
        if prefix != Ecosystem.NPM:
            return None
        needed = (library for library in self.needed() if library.slug == slug)
        return next(needed, None) or self._detected(f"{_NPM}{name}")

    def _of_npm_package(self, name: str) -> Library:
        installed = self.node_modules.package(name)
        return Library(
            name_keys.npm_id(name),
            f"npm-{name_keys.slug(name)}",
            name,
            installed.summary if installed else "",
            languages=("javascript", "typescript"),
            npm_packages=(name,),
        )

    def _of_dependency(self, dependency: Dependency) -> Library:
        name = dependency.name
        known = self.registry.get(f"{dependency.ecosystem}/{name}")
        if known is not None or dependency.ecosystem is Ecosystem.NPM:
            return known or self._of_npm_package(name)
        package = self.environment.package(name)
        return unregistered(package) if package else _of_package(name)

    def _uses(self, library: Library) -> bool:
        needed = any(self.dependencies.dependency(package) for package in _packages(library))
        return needed or self.installed(library) is not None

    def _installed(self, package: str) -> InstalledPackage | None:
        """Return what is installed of a package, by its id."""
        ecosystem, _, name = package.partition("/")
        place: Installed = self.node_modules if ecosystem == Ecosystem.NPM else self.environment
        return place.package(name)

    def _version(self, package: str) -> str | None:
        """Return the version that the project has of a package, by its id."""
        dependency = self.dependencies.dependency(package)
        locked = dependency.version if dependency else None
        locked = locked or self.dependencies.locked_version(package)
        installed = self._installed(package)
        if installed is None or not (package.startswith(_NPM) or self.environment.belongs_to_project()):
            return locked
        fits = dependency is None or dependency.allows(installed.version)
        return installed.version if fits or locked is None else locked


def _with_scope(library_id: str) -> str:
    """Return the id with the `@` that npm writes before a scope, if it names a package in one."""
    name = library_id.removeprefix(_NPM)
    return library_id if name == library_id else f"{_NPM}{name_keys.npm_package(name)}"


def _packages(library: Library) -> Iterator[str]:
    """Give the ids of a library's packages, the main one first."""
    yield from (f"{Ecosystem.PYTHON}/{name}" for name in library.python_packages)
    yield from (f"{Ecosystem.NPM}/{name}" for name in library.npm_packages)


def _of_one_package(library: Library, library_id: str) -> Library:
    """Return the library, but of the npm package alone that the id names where that is not the main one.

    `react-dom` is released with `react` and documented with it; what is in it is not the same.
    """
    name = library_id.removeprefix(_NPM)
    if name == library_id or name not in library.npm_packages[1:]:
        return library
    return replace(library, library_id=name_keys.npm_id(name), name=name, python_packages=(), npm_packages=(name,))


def unregistered(package: InstalledPackage) -> Library:
    """Make a library of an installed package that the registry lacks."""
    return _of_package(canonicalize_name(package.name), package.summary)


def _of_package(name: str, summary: str = "") -> Library:
    return Library(
        library_id=f"pypi/{name}",
        slug=name,
        name=name,
        description=summary,
        languages=("python",),
        python_packages=(name,),
    )
