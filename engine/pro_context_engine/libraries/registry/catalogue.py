"""The catalogue of known libraries; implements `interfaces.Registry`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pro_context_engine.domain.model import Library, Match, MatchedVia
from pro_context_engine.libraries import name_keys
from pro_context_engine.libraries.registry import known_libraries, popularity
from pro_context_engine.libraries.registry.exact_names import ExactNames
from pro_context_engine.libraries.registry.known_libraries import KnownLibraries
from pro_context_engine.libraries.registry.matching import LONGEST_QUERY, Matcher


class Catalogue:
    """All known libraries.

    Args:
        libraries: each library once; ids and slugs are unique in any case.
        version: version of the list that they come from (`registry-v2026-11-21`), "" for none.
    """

    def __init__(self, libraries: Iterable[Library], version: str = "") -> None:
        self.version = version
        self._libraries = tuple(sorted(libraries, key=popularity.order))
        self._exact = ExactNames(self._libraries)
        self._matcher = Matcher(self._libraries, self._exact)

    @classmethod
    def load(cls) -> Catalogue:
        """Return the catalogue that ships with this release; reads one file, without network."""
        return cls.of(known_libraries.read())

    @classmethod
    def of(cls, known: KnownLibraries) -> Catalogue:
        """Return the catalogue of a list."""
        return cls(known.libraries, known.version)

    def with_libraries(self, libraries: Iterable[Library]) -> Catalogue:
        """Return a catalogue with these libraries added; one with a known id replaces the known one."""
        by_id = {library.library_id.lower(): library for library in (*self._libraries, *libraries)}
        return Catalogue(by_id.values(), self.version)

    def get(self, library_id: str) -> Library | None:
        """Return the library with this id, slug, former id or exact package name, in any case.

        Args:
            library_id: `owner/name`, a slug, a package name, `pypi/NAME` or `npm/NAME`.

        Returns:
            The library, None if no library has exactly this name.
        """
        key = name_keys.plain(library_id)
        # Ids first, because `npm/…` and `pypi/…` are also owners of repositories.
        positions = self._exact.ids.get(key) or self._exact.packages(key)
        return self._libraries[min(positions)] if positions else None

    def resolve(
        self,
        query: str,
        language: str | None = None,
        project: Sequence[Library] = (),
        preferred: str | None = None,
    ) -> list[Match]:
        """Return the libraries that match a name or plain-language query, best first, at most ten.

        Args:
            query: package name, specifier, import name, display name, misspelling or plain words.
            language: only libraries that list this language (`py`, `js`, `ts` are understood); None for any.
            project: the libraries of the project, also those without an entry; plain words find them first.
            preferred: the only language of the project; plain words that state no language mean its libraries first.
        """
        return self._matcher.resolve(query, language, project, preferred)

    def named(self, query: str, language: str) -> list[Match]:
        """Return the libraries of a language that have exactly this name, but for an affix for the language."""
        return self._matcher.named(query, language)

    def with_purpose(self, query: str, language: str) -> list[Match]:
        """Return the libraries of a language that have a purpose of just the content words of a query."""
        return self._matcher.with_purpose(query, language)

    def closest(self, library_id: str) -> str:
        """Return the known id nearest to an unknown one, "" if no name is near; descriptions do not count."""
        key = name_keys.plain(library_id[:LONGEST_QUERY])
        near = self._matcher.nearest(key)
        if near is None and "/" in key:
            near = self._matcher.nearest(key.rpartition("/")[2])
            # Behind an unknown owner only the name of a package or a repository is a name.
            near = None if near and near.matched_via is MatchedVia.ALIAS else near
        return near.library.library_id if near else ""

    def all(self) -> Sequence[Library]:
        """Return every library, most popular first."""
        return self._libraries
