"""Which libraries can be named here: the registry, and the packages installed in the project."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from packaging.utils import canonicalize_name

from pro_context_engine.errors import LibraryUnknown
from pro_context_engine.interfaces import Environment, Registry
from pro_context_engine.model import InstalledPackage, Library, Match, MatchedVia

MOST_MATCHES = 10


@dataclass(frozen=True, slots=True)
class Shelf:
    """Find libraries by id or name; a package without a registry entry is a library too (`pypi/NAME`)."""

    registry: Registry
    environment: Environment

    def find(self, library_id: str) -> Library | None:
        """Return the library with this id, None if neither the registry nor the environment has it."""
        known = self.registry.get(library_id)
        if known is not None:
            return known
        package = self.environment.package(library_id.removeprefix("pypi/"))
        return None if package is None else unregistered(package)

    def library(self, library_id: str) -> Library:
        """Return the library with this id.

        Raises:
            LibraryUnknown: neither the registry nor the environment has it; names the closest id.
        """
        found = self.find(library_id)
        if found is None:
            raise LibraryUnknown(library_id, self.registry.closest(library_id))
        return found

    def resolve(self, query: str, language: str | None) -> list[Match]:
        """Return the libraries that match a name or a plain-language query, best first, at most ten.

        Of several that have exactly this name, those installed in the environment come first.
        """
        matches = list(self.registry.resolve(query, language))
        package = self.environment.package(query.strip()) if language in (None, "python") else None
        if package is not None and self.registry.get(f"pypi/{package.name}") is None:
            matches.insert(0, Match(unregistered(package), 1.0, MatchedVia.PACKAGE_NAME))
        exact = [match for match in matches if match.relevance == 1.0]
        exact.sort(key=lambda match: self.installed(match.library) is None)
        return [*exact, *(match for match in matches if match.relevance < 1.0)][:MOST_MATCHES]

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
        """Return the library's package in the environment, the main one if several are installed."""
        packages = (self.environment.package(name) for name in library.python_packages)
        return next((package for package in packages if package is not None), None)

    def of_project(self) -> Sequence[tuple[Library, InstalledPackage]]:
        """Return the libraries the project's own environment has installed, each once, by name."""
        return list(self._of_project()) if self.environment.belongs_to_project() else []

    def _of_project(self) -> Iterator[tuple[Library, InstalledPackage]]:
        seen = set()
        for package in self.environment.packages():
            library = self.registry.get(f"pypi/{package.name}") or unregistered(package)
            if library.library_id not in seen:
                seen.add(library.library_id)
                yield library, package


def unregistered(package: InstalledPackage) -> Library:
    """Make a library of an installed package that the registry lacks."""
    name = canonicalize_name(package.name)
    return Library(
        library_id=f"pypi/{name}",
        slug=name,
        name=name,
        description=package.summary,
        languages=("python",),
        python_packages=(name,),
    )
