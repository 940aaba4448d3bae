"""The names of APIs: whole tables of them, the libraries that have one, names that begin in some way, members."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import itemgetter

from pro_context_engine.domain.model import Match, MatchedVia, TocEntry
from pro_context_engine.domain.storage import SymbolOwner, SymbolStore
from pro_context_engine.domain.symbols import SymbolTable
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.symbol_intake import MOST_SECONDS_ALONE, SymbolIntake
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.libraries.project_libraries import ProjectLibraries
from pro_context_engine.libraries.registry import popularity
from pro_context_engine.search.asked_symbols import asked_symbols
from pro_context_engine.search.index.dotted_names import full_term
from pro_context_engine.services.inherited_members import InheritedMembers
from pro_context_engine.services.versions import WantedVersions

MOST_OWNERS = 3
"""Bound on the libraries that are suggested for the name of an API."""

MOST_COMPLETIONS = 100
"""Bound on the values of one completion."""

MOST_TREES = 10
"""The maximum number of modules and classes whose members are listed at once."""

MOST_MEMBERS = 200
"""Bound on the members of each."""

RELEVANCE = 0.9
"""The relevance of a library that has a name in its API, 0..1; 1 is that of a library's own name."""

_BEGINNING = re.compile(r"[\w.]{0,200}")


@part_class
class ApiNamesService:
    """Give symbol tables, find libraries by the names in them, complete such names, and list members.

    Attributes:
        finder: finds the libraries.
        project: knows which libraries are the project's.
        versions: knows the project's versions.
        ingest: knows which versions are stored.
        store: keeps the symbol tables.
        symbol_intake: has the tables made.
        inherited_members: finds members that classes inherit.
        patience: seconds to wait for a table that an answer needs.
    """

    finder: LibraryFinder
    project: ProjectLibraries
    versions: WantedVersions
    ingest: Ingest
    store: SymbolStore
    symbol_intake: SymbolIntake
    inherited_members: InheritedMembers
    patience: float

    async def libraries(self, query: str, language: str | None, *, only_code: bool = False) -> list[Match]:
        """Return the libraries whose public API has a name: the project's first, then by rank and popularity.

        Args:
            query: a name in the form of code (`DataFrame.merge`) or with a capital (`Depends`); for anything else there
                are none.
            language: of the libraries, None for all.
            only_code: whether the name must have the form of code, so that a word with a capital is none.
        """
        name = _api_name(query, only_code=only_code)
        found: dict[str, tuple[tuple[bool, int, int], Match]] = {}
        for owner in await self.store.symbol_owners(name) if name else ():
            library = self.finder.find_possible(owner.library_id)
            if library is None or language not in (None, *library.languages) or not _is_spelt(owner, name):
                continue
            order = (not self.project.has(library), owner.place.rank, popularity.rank(library))
            match = Match(library, RELEVANCE, MatchedVia.API_NAME, _reason(name, owner))
            # The most public name of a library comes first.
            found.setdefault(owner.library_id, (order, match))
        return [match for _, match in sorted(found.values(), key=itemgetter(0))[:MOST_OWNERS]]

    async def complete(self, beginning: str, context: dict[str, str]) -> list[str]:
        """Return the names of symbols that begin in some way, the most public first, at most 100.

        Args:
            beginning: a name or the beginning of one (`Dep`, `Session.ex`), in upper or lower case.
            context: the arguments that are filled in already; `libraryId` and `version` choose the table. Without a
                library all stored tables are looked at.
        """
        if not _BEGINNING.fullmatch(beginning):
            return []
        library_id = context.get("libraryId", "")
        scopes = await self._scopes(library_id, context.get("version", "")) if library_id else None
        if scopes == [] or (scopes is None and not beginning):
            return []
        owner, dot, last = beginning.rpartition(".")
        names = await self.store.symbol_names(scopes, beginning, 2 * MOST_COMPLETIONS)
        ends = [name.rpartition(".")[2] for name in names]
        if owner and scopes is not None:
            inherited = await self.inherited_members.of(scopes[0], owner)
            ends += sorted(one.place.name.rpartition(".")[2] for one in inherited)
        # A symbol may be found by another path of it, with another name at the end.
        fitting = (f"{owner}{dot}{end}" for end in ends if full_term(end).startswith(full_term(last)))
        return list(dict.fromkeys(fitting))[:MOST_COMPLETIONS]

    async def table(self, library_id: str, version: str | None) -> SymbolTable:
        """Return the public symbols of a library's package; see `DocsEngine.symbols`."""
        opened = await self.versions.open(self.finder.project_library(library_id), version)
        table = await self.symbol_intake.table(opened, MOST_SECONDS_ALONE)
        if table is None:
            self.symbol_intake.raise_why_lacking(opened)
        return table

    async def members(self, library_id: str, version: str | None, owners: Sequence[str]) -> list[TocEntry]:
        """Return the members of modules and classes as entries of a table of contents; see `DocsEngine.members`."""
        asked = [owner for owner in dict.fromkeys(owners) if owner and _BEGINNING.fullmatch(owner)][:MOST_TREES]
        if not asked:
            return []
        opened = await self.versions.open(self.finder.project_library(library_id), version)
        if not await self.symbol_intake.prepare(opened, self.patience):
            return []
        return [entry for owner in asked for entry in await self._members(opened.key, owner)]

    async def _members(self, key: tuple[str, str], owner: str) -> list[TocEntry]:
        names = await self.store.symbol_names([key], f"{owner}.", MOST_MEMBERS)
        # `Flask` is the class where there is one, and not the module `flask`.
        spelt = [name for name in names if f".{name.rpartition('.')[0]}".endswith(f".{owner}")] or names
        found = await self.store.find_symbols(*key, spelt)
        places = {place.name: place for one in found for place in one}
        own = [places[name] for name in spelt if name in places]
        inherited = [one.place for one in await self.inherited_members.of(key, owner)]
        return [TocEntry(place.name, place.url, place.kind, owner) for place in (own + inherited)[:MOST_MEMBERS]]

    async def _scopes(self, library_id: str, version: str) -> list[tuple[str, str]]:
        """Return the snapshot of a library whose table counts: of the version, else the project's, else the newest."""
        library = self.finder.find_possible(library_id)
        if library is None:
            return []
        stored = await self.ingest.stored_versions(library)
        wanted = (version, self.versions.version(library) or "", *stored)
        chosen = next((one for one in wanted if one and one in stored), None)
        return [(library.library_id, chosen)] if chosen else []


def _api_name(query: str, *, only_code: bool) -> str:
    """Return the name of an API that a query consists of, "" if it is something else."""
    named = asked_symbols(query)
    if len(named) != 1 or not named[0].alone:
        return ""
    is_name = named[0].is_code or (not only_code and named[0].name[0].isupper())
    return named[0].name if is_name else ""


def _is_spelt(owner: SymbolOwner, name: str) -> bool:
    return owner.place.name.rpartition(".")[2] == name.rpartition(".")[2]


def _reason(name: str, owner: SymbolOwner) -> str:
    """Return the reason in our own words, with the kind and the canonical name of the symbol."""
    of = f"{owner.library_id} {owner.version}".strip()
    known_as = f", as `{owner.place.name}`" if owner.place.name != name else ""
    return f"`{name}` is the name of a public {owner.place.kind} of {of}{known_as}."
