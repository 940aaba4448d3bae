"""The snapshots that a search without named libraries covers: one version of each library, and the preferred libraries.

The figures behind the choices are in docs/decisions/0047-searches-stay-in-the-project.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from packaging.version import Version

from pro_context_engine.domain.exact_query import SearchPart
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.results import Unsearched
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.domain.versions.npm_versions import npm_version
from pro_context_engine.domain.versions.python_versions import exact_version
from pro_context_engine.domain.versions.version_match import VersionMatch
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.search.query import Question
from pro_context_engine.services.versions import WantedVersions
from pro_context_engine.sources.packages.toc_sections import API_REFERENCE

MOST_UNSEARCHED = 10
"""Bound on the direct dependencies that are named because they are not indexed."""

_BEST_FIRST = (VersionMatch.EXACT, VersionMatch.COMPATIBLE, VersionMatch.UNKNOWN, VersionMatch.MISMATCH)
_NO_VERSION = Version("0")


@value_class
class Within:
    """The bounds of a search without named libraries.

    Attributes:
        project_only: whether only libraries of the project are searched.
        used: ids of the libraries that the session has used, in the order of their first use.
    """

    project_only: bool = False
    used: Sequence[str] = ()


def is_in_part(section: str, part: SearchPart | None) -> bool:
    """Tell whether a stored page is of a part: the API reference of a package, or documents.

    Args:
        section: the section of the table of contents that lists the page.
        part: the part, None for every page.
    """
    return part is None or (section == API_REFERENCE) is (part is SearchPart.API)


@value_class
class Coverage:
    """The part of the index that a search covers.

    Attributes:
        scopes: (libraryId, version or "") of each snapshot, one a library.
        preferred: those of the scopes whose pages rank before others of about the same relevance.
        unsearched: the direct dependencies that are not indexed.
    """

    scopes: Sequence[tuple[str, str]]
    preferred: Sequence[tuple[str, str]]
    unsearched: tuple[Unsearched, ...]


@part_class
class SearchCoverage:
    """Choose the snapshots that a search covers.

    Attributes:
        finder: finds the indexed libraries.
        project: knows the project's libraries.
        versions: judges versions by those of the project.
        ingest: knows which snapshots may be searched.
    """

    finder: LibraryFinder
    project: ProjectLibraries
    versions: WantedVersions
    ingest: Ingest

    async def of_everything(self, asked: Question, within: Within) -> Coverage:
        """Return the coverage of a search of all that is indexed and not expired, within its bounds."""
        stored: dict[str, list[str]] = {}
        for library_id, version in await self.ingest.searchable():
            stored.setdefault(library_id, []).append(version)
        unsearched = tuple(islice(self._gaps(asked, stored), MOST_UNSEARCHED))
        covered = [one for one in stored if not within.project_only or self._is_of_project(one)]
        scopes = [(library_id, self._version_of(library_id, stored[library_id])) for library_id in covered]
        preferred = [scope for scope in scopes if self._is_preferred(*scope, within)]
        return Coverage(scopes, preferred, unsearched)

    def _is_preferred(self, library_id: str, version: str, within: Within) -> bool:
        """Tell whether the session has used a library, or the project has it in a version that does not differ."""
        if library_id in within.used:
            return True
        return self._is_of_project(library_id) and not self._differs(library_id, version)

    def _is_of_project(self, library_id: str) -> bool:
        library = self.finder.find(library_id)
        return library is not None and self.project.has(library)

    def _differs(self, library_id: str, version: str) -> bool:
        """Tell whether a stored version differs from the project's, so that names and behaviour may differ."""
        return self.versions.verdict(library_id, version).match is VersionMatch.MISMATCH

    def _version_of(self, library_id: str, stored: Sequence[str]) -> str:
        """Return the version to search: the one that matches the project's best, else the newest.

        Pages without a version describe the latest one. Where the project's version is unknown, they count if they were
        fetched after those of all versions.

        Args:
            library_id: the library.
            stored: its versions in the index, "" for pages without one; the snapshot that was fetched last comes first.
        """
        if len(stored) == 1:
            return stored[0]
        matches = {version: self.versions.verdict(library_id, version).match for version in stored}
        if any(matches.values()):
            return max(stored, key=lambda version: (-_BEST_FIRST.index(_known(matches[version])), _newness(version)))
        return max(filter(None, stored), key=_newness) if stored[0] else ""

    def _gaps(self, asked: Question, stored: Collection[str]) -> Iterator[Unsearched]:
        """Yield the direct dependencies that are not indexed and that a source may have, those in the query first."""
        words = set(asked.text.lower().split())
        lacking = [library for library in self.project.needed() if library.library_id not in stored]
        for library in sorted(lacking, key=lambda library: words.isdisjoint(_names(library))):
            if self.ingest.serving(library, None):
                yield Unsearched(library.library_id)


def _known(match: VersionMatch | None) -> VersionMatch:
    return match or VersionMatch.UNKNOWN


def _names(library: Library) -> Iterator[str]:
    yield from (library.library_id, library.slug, library.name.lower(), *library.python_packages, *library.npm_packages)


def _newness(version: str) -> tuple[bool, Version]:
    """Return the sort key of a version: pre-releases first, then releases, older ones first."""
    of_npm = npm_version(version)
    parsed = exact_version(version) or (Version(".".join(map(str, of_npm.release)) + ".dev0") if of_npm else None)
    return (parsed is not None and not parsed.is_prerelease, parsed or _NO_VERSION)
