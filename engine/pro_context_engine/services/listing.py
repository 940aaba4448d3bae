"""The known libraries: the project's, the indexed ones, the registry's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from pro_context_engine.domain.model import Library
from pro_context_engine.domain.results import KnownLibrary
from pro_context_engine.domain.storage import ChunkIndex
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.services.versions import WantedVersions

MOST_COMPLETIONS = 100
"""Bound on the values of one completion."""


@part_class
class ListedLibraries:
    """Libraries in order; the sources are asked about one when it is needed: an answer shows a few of thousands.

    Attributes:
        libraries: the libraries.
        known: returns a library with its sources and its version.
    """

    libraries: Sequence[Library]
    known: Callable[[Library], KnownLibrary]

    def __len__(self) -> int:
        return len(self.libraries)

    def __iter__(self) -> Iterator[KnownLibrary]:
        return map(self.known, self.libraries)

    def part(self, first: int, number: int) -> Iterator[KnownLibrary]:
        """Yield a number of libraries from a position on."""
        return map(self.known, self.libraries[first : first + number])


@part_class
class ListingService:
    """List libraries and their versions, without fetching anything."""

    finder: LibraryFinder
    project: ProjectLibraries
    ingest: Ingest
    versions: WantedVersions
    index: ChunkIndex

    async def libraries(self, language: str | None, category: str | None) -> ListedLibraries:
        """Return every known library: the project's first, then those indexed, then the registry by popularity."""
        project = {library.library_id: library for library, _ in await asyncio.to_thread(self.project.with_versions)}
        indexed = [self.finder.find_possible(library_id) for library_id in await self.index.indexed()]
        ordered = list(project.values())
        ordered += [library for library in indexed if library is not None]
        ordered += self.finder.registry.all()
        unique = {library.library_id: library for library in ordered}
        listed = [
            library
            for library in unique.values()
            if (language is None or language.lower() in library.languages)
            and (category is None or _of_category(library, category.lower()))
        ]
        return ListedLibraries(
            listed, lambda library: self._known(library, project_detected=library.library_id in project)
        )

    def documented(self, limit: int) -> list[Library]:
        """Return at most `limit` libraries that the project's files require and some source may have."""
        served = (library for library in self.project.needed() if self.ingest.serving(library, None))
        return list(islice(served, limit))

    def complete(self, kind: str, prefix: str, context: dict[str, str]) -> list[str]:
        """Return the ids or versions that begin with a prefix, best first; see `DocsEngine.complete`."""
        if kind == "library":
            return self.finder.ids_with_prefix(prefix, MOST_COMPLETIONS)
        library = self.finder.find(context.get("libraryId", ""))
        versions = [] if library is None else self.ingest.versions(library)
        return [version for version in versions if version.startswith(prefix)][:MOST_COMPLETIONS]

    def _known(self, library: Library, *, project_detected: bool) -> KnownLibrary:
        serving = self.ingest.serving(library, None)
        # For the thousands of libraries that the project does not use, this would take too long.
        wanted = self.versions.version(library) if project_detected else None
        version = wanted or next((source.version(library) for source in serving if not source.traits.is_own_copy), None)
        return KnownLibrary(library, version or "", tuple(source.name for source in serving), project_detected)


def _of_category(library: Library, wanted: str) -> bool:
    """Tell whether a library has this category, or a category of several words (`ai-ml`) that contains it."""
    return any(wanted in (category, *category.split("-")) for category in map(str.lower, library.categories))
