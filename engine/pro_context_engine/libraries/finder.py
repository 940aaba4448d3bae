"""The finder of libraries, by id, by name and in plain words.

It looks in the registry and among the project's packages; packages that an index may have are found by name alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import field, replace
from itertools import islice
from typing import Any, TypeVar

from packaging.utils import InvalidName, canonicalize_name

from pro_context_engine.domain.errors import LibraryUnknown
from pro_context_engine.domain.interfaces import Registry
from pro_context_engine.domain.model import Library, Match, MatchedVia
from pro_context_engine.domain.value_class import value_class
from pro_context_engine.libraries import ambiguous_names, imported_modules, name_keys
from pro_context_engine.libraries.memo import Memo
from pro_context_engine.libraries.packages import add_scope, library_of_name, named_package, package_ids
from pro_context_engine.libraries.project.requirements import Ecosystem, package_name
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.libraries.registry import popularity
from pro_context_engine.libraries.registry.crawled_sites import crawled_site
from pro_context_engine.libraries.registry.namesakes import namesakes
from pro_context_engine.libraries.registry.specifier import name_of

MOST_MATCHES = 10

LEAST_RELEVANCE = 0.5
"""The lowest relevance of a match; less relevant libraries are only suggestions."""

_LIKE_NOTHING = 0.3
"""Below this relevance a library shares a word with the query; plain words (`orm`) reach .38, misspelt names .85."""

_NAMESAKE = _UNKNOWN_PACKAGE = 0.45
"""The relevance of a library whose name only contains the asked name, and of a package that the registry lacks."""

LONGEST_REMEMBERED = 100
"""The most characters of a query whose libraries are remembered."""

T = TypeVar("T")

_NPM = f"{Ecosystem.NPM}/"
_PYTHON = f"{Ecosystem.PYTHON}/"


@value_class
class LibraryFinder:
    """A finder of libraries by id or name; a package without a registry entry is a library too (`pypi/NAME`).

    Attributes:
        registry: the known libraries.
        project: the libraries of the project.
        published: whether packages of a package index are libraries too; the index is asked when one is read.
    """

    registry: Registry
    project: ProjectLibraries
    published: bool = False
    _memo: Memo[list[Any]] = field(default_factory=Memo, init=False, repr=False, compare=False)

    def find(self, library_id: str) -> Library | None:
        """Return the library with this id or slug, None if neither the registry nor the project has it."""
        library_id = add_scope(library_id)
        known = self.registry.get(library_id)
        if known is not None:
            package_id = named_package(known, library_id)
            if package_id:
                return self.project.package_of(known, package_id)
            # A service has the name of its client: the project's package is meant.
            is_bare = "/" not in library_id and not package_ids(known)
            return (self.project.find_unregistered(library_id) if is_bare else None) or known
        return self.project.find(library_id) or crawled_site(library_id)

    def find_possible(self, library_id: str) -> Library | None:
        """Return the library with an id, also that of a published package; None if the id cannot be a library's."""
        return self.find(library_id) or (self._find_published(add_scope(library_id)) if self.published else None)

    def library(self, library_id: str) -> Library:
        """Return the library with this id; whether a published package of this name exists is not checked here.

        Raises:
            LibraryUnknown: neither the registry nor the environment has it; carries the closest id.
        """
        found = self.find_possible(library_id)
        if found is None:
            raise LibraryUnknown(library_id, self.registry.closest(library_id))
        return found

    def project_library(self, library_id: str) -> Library:
        """Return the library with this id; of a library with several packages, the one that the project has.

        An id of one package means that package; `ProjectLibraries.narrowed` chooses for the id of a library, and for a
        name that is spelt as it is imported (`pond_extra`).

        Raises:
            LibraryUnknown: see `library`.
        """
        library = self.library(library_id)
        is_import = "_" in library_id and "/" not in library_id
        is_package = named_package(library, add_scope(library_id)) is not None
        return library if is_package and not is_import else self.project.narrowed(library)

    def resolve(self, query: str, language: str | None) -> list[Match]:
        """Return the libraries that match a name or a plain-language query, best first, at most ten.

        A package that is spelt exactly comes first. Among libraries with exactly this name, those of the project's only
        ecosystem follow, then those that the project uses, then the popular ones (decision 48). Plain words find the
        project's libraries before others that fit about equally. Libraries of short queries are remembered.
        """
        if len(query) > LONGEST_REMEMBERED or self.project.node_modules.has_folder():
            return self._resolved(query, language)
        return list(self._remember((query, language), lambda: self._resolved(query, language)))

    def _resolved(self, query: str, language: str | None) -> list[Match]:
        name = query.strip()
        preferred = None if language else self.project.language()
        matches = list(self.registry.resolve(query, language, self._libraries_for(name), preferred))
        if preferred and matches and preferred not in matches[0].library.languages:
            matches = ambiguous_names.merge(self._called(name, preferred, matches[0]), matches)
        own = self._unlisted(name, matches)
        if own is not None and language in (None, *own.languages):
            matches = ambiguous_names.merge([Match(own, 1.0, MatchedVia.PACKAGE_NAME)], matches)
        exact = [match for match in matches if match.relevance == 1.0]
        if len(exact) > 1:
            exact.sort(key=lambda one: self._order(one.library, preferred))
        named = [Match(one, 1.0, MatchedVia.PACKAGE_NAME) for one in self._asked_packages(name, exact)]
        inexact = [match for match in matches if match.relevance < 1.0]
        if installed := self._installed_instead(name.replace("-", "_"), exact, language):
            if "-" in name:
                inexact = ambiguous_names.merge([Match(installed, 0.9, MatchedVia.ALIAS)], inexact)
            else:
                named.insert(0, Match(installed, 1.0, MatchedVia.PACKAGE_NAME))
        if not matches and name.startswith("@") and self.published and (scoped := self._published_as(name, language)):
            # Only the registry of npm knows whether there is such a package.
            inexact = [Match(scoped, _NAMESAKE, MatchedVia.FUZZY)]
        return ambiguous_names.merge(named, [*exact, *inexact])[:MOST_MATCHES]

    def _called(self, name: str, language: str, best: Match) -> list[Match]:
        """Return the libraries of the project's only language that a name of another language's library may mean.

        They have this name but for an affix, or the name is what they are for (`mqtt`).
        """
        if ambiguous_names.is_plain(name) and (named := self.registry.named(name, language)):
            return [replace(match, relevance=1.0) for match in named]
        if best.relevance < LEAST_RELEVANCE or not package_ids(best.library):
            return []
        return [replace(match, relevance=best.relevance) for match in self.registry.with_purpose(name, language)]

    def _order(self, library: Library, preferred: str | None) -> tuple[bool, bool, int]:
        """Return the sort key of a library with exactly the asked name, the one that is probably meant first."""
        is_other = preferred is not None and preferred not in library.languages
        return is_other, not self.project.uses(library), popularity.rank(library)

    def _libraries_for(self, query: str) -> Sequence[Library]:
        """Return the libraries of the project for a query of several words, [] for a name."""
        if " " not in query:
            return []
        return self._remember("project", lambda: [library for library, _ in self.project.with_versions()])

    def _remember(self, key: Hashable, find: Callable[[], list[T]]) -> list[T]:
        """Return the result of a search in the registry and the project, remembered until one of them changes."""
        project = self.project.environment.packages(), self.project.dependencies.found()
        return self._memo.get((self.registry.all(), *project), key, find)

    def _unlisted(self, name: str, matches: Sequence[Match]) -> Library | None:
        """Return the project's package of exactly this name, or else the installed one that provides such a module."""
        own = self.project.find_unregistered(name)
        package = None if own else ambiguous_names.provider(self.project.environment, name, matches)
        return self.find(f"{Ecosystem.PYTHON}/{package.name}") if package else own

    def _installed_instead(self, module: str, matches: Sequence[Match], language: str | None) -> Library | None:
        """Return the library of the installed distribution with a module that is named like a package.

        It counts where the project lacks the package of the best match: it has `pond-slim`, whose module is `pond`.
        """
        best = matches[0].library if matches else None
        if best is None or not best.python_packages or language not in (None, "python") or self.project.has(best):
            return None
        package = imported_modules.provider(self.project.environment.packages(), module)
        found = self.find(f"{Ecosystem.PYTHON}/{package.name}") if package else None
        return None if found is None or found.library_id == best.library_id else found

    def _asked_packages(self, name: str, exact: Sequence[Match]) -> Iterator[Library]:
        """Yield the libraries of the packages that are spelt exactly and are not the main ones of their entries."""
        for package in ambiguous_names.other_packages(name, exact):
            library = self.find(package)
            if library is not None and any(library.library_id != match.library.library_id for match in exact):
                yield library

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

    def perhaps_published(self, query: str, language: str | None, matches: Sequence[Match]) -> Match | None:
        """Return the package of exactly the asked name that an index may have, where no known library has this name.

        Whether an index has it is not checked here. Where the best match is only called like it, as `deep-diff` for
        `deepdiff` and Dash for `pydash`, a Python package has relevance 1. Where nothing is like it, the package is one
        of npm for JavaScript, else one of Python, and stays below the lowest relevance: an index has packages of names
        that nobody means (`asdfghjkl`). A misspelt name means no package, since indexes have such packages too.

        Args:
            query: the query.
            language: of the library, None for any.
            matches: output of `resolve`.
        """
        if not self.published:
            return None
        name, own = ambiguous_names.plain_name(query), language or self.project.language()
        if matches and ambiguous_names.is_only_like(name, matches[0].library):
            package, relevance = self._python_twin(name, language, matches[0].library), 1.0
        elif ambiguous_names.is_package_name(name) and not any(
            # A library of another ecosystem that only shares a word says nothing about the name.
            match.relevance >= (_LIKE_NOTHING if own in (None, *match.library.languages) else LEAST_RELEVANCE)
            for match in matches
        ):
            package, relevance = self._package_called(name, own), _UNKNOWN_PACKAGE
        else:
            return None
        return Match(package, relevance, MatchedVia.PACKAGE_NAME) if package else None

    def _python_twin(self, name: str, language: str | None, library: Library) -> Library | None:
        """Return the Python package of a name, None if the library that is only called like it is meant."""
        own = language or self.project.language()
        # Where the library is of another language, only a project of Python means its own packages.
        is_meant = own in (None, "python") if "python" in library.languages else own == "python"
        return self._published_as(name, language) if is_meant else None

    def _package_called(self, name: str, own: str | None) -> Library | None:
        """Return the package of a name in the asked language, or else in that of the project."""
        if own in ("javascript", "typescript"):
            return self._find_published(f"{_NPM}{name}")
        return self._find_published(f"{_PYTHON}{name}") if own in (None, "python") else None

    def imported(self, name: str, language: str) -> Library | None:
        """Return the library that an import means, None if there is none; that it has the module is not checked here.

        The library or package with exactly this name counts, for Python also one whose name has an affix more (`yaml`
        of PyYAML, but not Dash for `pydash`): first the project's. Of a library with several packages the one named
        like the module is meant. Else it is the published package of this name. An installed package that has the
        module counts before one of its name that the project lacks.

        Args:
            name: a top-level module of Python, or an npm package.
            language: of the code.
        """
        exact = [match for match in self.resolve(name, language) if match.relevance == 1.0]
        if exact and name_keys.package_key(name) in exact[0].library.python_packages[1:]:
            return self.project.package_of(exact[0].library, f"{_PYTHON}{name_keys.package_key(name)}")
        if exact:
            return self._installed_instead(name, exact, language) or exact[0].library
        published = self._published_as(name, language) if self.published else None
        return next(self._with_affix(name, language), published)

    def providing(self, module: str) -> Library | None:
        """Return the library of a dotted module of Python that the project has installed, None if there is none."""
        if imported_modules.provider(self.project.environment.packages(), module) is None:
            return None
        return next((one.library for one in self.resolve(module, "python") if one.relevance == 1.0), None)

    def _with_affix(self, module: str, language: str) -> Iterator[Library]:
        """Yield the Python libraries named like a module with an affix more: the project's, then the registry's."""
        key = name_keys.squeeze(module)
        if language == "python" and name_keys.core(module) == key:
            yield from self.project.needed_like(key)
            yield from (match.library for match in self.registry.named(module, language))

    def _published_as(self, name: str, language: str | None) -> Library | None:
        """Return the published package that a name alone means: one of npm if it has a scope, else one of Python."""
        if name.startswith(("@", _NPM)):
            return self._find_published(add_scope(name)) if language in (None, "javascript", "typescript") else None
        return self._find_published(f"pypi/{name_of(name.lower())}") if language in (None, "python") else None

    def _namesakes(self, query: str, language: str | None, found: Sequence[Match]) -> Iterator[Match]:
        """Yield the other libraries whose names contain the name, if the first match has exactly this name."""
        if found[0].relevance == 1.0:
            known = {match.library.library_id for match in found}
            for library in namesakes(self.registry.all(), query, language):
                if library.library_id not in known:
                    yield Match(library, _NAMESAKE, MatchedVia.FUZZY)

    def nearest(self, name: str, language: str | None = None) -> str:
        """Return the id of the library that an unknown name probably misspells; "" if none is really near."""
        sure = (match for match in self.resolve(name, language) if match.relevance >= LEAST_RELEVANCE)
        best = next(sure, None)
        return best.library.library_id if best else self.registry.closest(name)

    def ids_with_prefix(self, prefix: str, limit: int) -> list[str]:
        """Return the ids of libraries whose id, slug or name has a prefix: the project's first, then by rank."""
        plain = prefix.strip().lower()
        ordered = [library for library, _ in self.project.with_versions()] + list(self.registry.all())
        fitting = (
            library.library_id
            for library in ordered
            if any(name.lower().startswith(plain) for name in (library.library_id, library.slug, library.name))
        )
        return list(islice(dict.fromkeys(fitting), limit))

    def _find_published(self, library_id: str) -> Library | None:
        """Return a library for an id that may name a Python or npm package, None for any other id."""
        kind, _, name = library_id.partition("/")
        if kind == Ecosystem.NPM:
            plain = package_name(Ecosystem.NPM, name_keys.npm_package(name))
            return self.project.npm_library(plain) if plain else None
        try:
            return library_of_name(Ecosystem.PYTHON, canonicalize_name(name, validate=True)) if kind == "pypi" else None
        except InvalidName:
            return None
