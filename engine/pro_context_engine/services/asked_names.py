"""The symbols that a question names, and the sections that document them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pro_context_engine.domain.model import Chunk, Heading, Hit, Library
from pro_context_engine.domain.storage import ChunkIndex, SymbolStore
from pro_context_engine.domain.symbols import SymbolKind, SymbolPlace
from pro_context_engine.ingestion.symbol_intake import SymbolIntake
from pro_context_engine.ingestion.toc_intake import Opened
from pro_context_engine.libraries.packages import package_ids
from pro_context_engine.libraries.registry.name_keys import squeeze
from pro_context_engine.search.asked_symbols import AskedSymbol, asked_symbols
from pro_context_engine.search.index.dotted_names import full_term
from pro_context_engine.search.query import Question

_MEMBERS = (SymbolKind.METHOD, SymbolKind.PROPERTY)

MOST_LETTERS = 5
"""The letters of an abbreviation."""

CERTAIN_REACH = 1.5
"""The reach of a hit that documents the only name of a question, which makes the answer certain (`CALIBRATION`)."""


@dataclass(frozen=True, slots=True)
class NamedSymbol:
    """A symbol that a question names: the name as it is asked, and the place that documents the symbol."""

    asked: AskedSymbol
    place: SymbolPlace


@dataclass(frozen=True, slots=True)
class AskedNames:
    """The names of a question.

    Attributes:
        symbols: the symbols that have them.
        lacking: the names in the form of code that no symbol has.
        unknown: whether the question is about a name alone, and no table of symbols could tell whether there is one.
    """

    symbols: tuple[NamedSymbol, ...] = ()
    lacking: tuple[AskedSymbol, ...] = ()
    unknown: bool = False


class AskedNamesService:
    """Find the symbols that a question names in the tables of the opened libraries.

    Args:
        intake: has the tables made.
        store: keeps the tables.
        index: keeps the sections that document the symbols.
    """

    def __init__(self, intake: SymbolIntake, store: SymbolStore, index: ChunkIndex) -> None:
        self._intake = intake
        self._store = store
        self._index = index

    async def named(self, opened: Opened, asked: Question, patience: float) -> AskedNames:
        """Return the symbols that a question names, in the order of the question, and the names that no symbol has.

        Args:
            opened: the library.
            asked: the question.
            patience: seconds to wait for the table.
        """
        asked_names = _asked(opened, asked)
        if not asked_names:
            return AskedNames()
        if not await self._intake.prepare(opened, patience):
            return AskedNames(unknown=self._intake.awaited(opened) and any(one.alone for one in asked_names))
        names = [one.name for one in asked_names]
        exports = [_export(one, opened.library) for one in asked_names]
        inner = [name.partition(".")[2] or name for name in names]
        places = await self._store.find_symbols(*opened.key, [*names, *exports, *inner])
        if not places:
            # Without the table, which another process may have cleared, nothing can be said to be missing.
            self._intake.forget(opened)
            return AskedNames()
        count = len(names)
        own, exported, shortened = places[:count], places[count : 2 * count], places[2 * count :]
        found = [
            (_exported(others, export) if one.module else [])
            or named
            or _exported(others, export)
            or _abbreviated(one.name, short, opened.library)
            for one, named, others, export, short in zip(asked_names, own, exported, exports, shortened, strict=True)
        ]
        pairs = [(one, _meant(one, places)) for one, places in zip(asked_names, found, strict=True)]
        lacking = tuple(one for one, places in pairs if one.is_code and not places)
        symbols = [NamedSymbol(one, places[0]) for one, places in pairs if places]
        return AskedNames(tuple([await self._parameter(opened, one) or one for one in symbols]), lacking)

    async def _parameter(self, opened: Opened, named: NamedSymbol) -> NamedSymbol | None:
        """Return a property or field as the described parameter of its name, None for none and any other symbol."""
        if not _is_shared(named):
            return None
        place = (await self._intake.definitions(opened, [named.asked.name]))[0]
        is_parameter = place is not None and place.name.rpartition(".")[2] != named.asked.name
        return replace(named, place=place) if place is not None and is_parameter else None

    async def defined(self, opened: Opened, asked: Question) -> AskedNames | None:
        """Return the symbols that a question names, found by their definitions while the library has no table yet.

        Args:
            opened: the library.
            asked: the question.

        Returns:
            None where the table is there, or where a name that has the form of code or stands alone may be defined and
            is not found.
        """
        names = _asked(opened, asked)
        if not names or await self._intake.has(opened):
            return None
        places = await self._intake.definitions(opened, [one.name for one in names])
        found = [NamedSymbol(one, place) for one, place in zip(names, places, strict=True) if place]
        known = {one.asked for one in found}
        needed = [one for one in names if (one.is_code or one.alone) and one not in known]
        absent = await self._intake.absent(opened, [one.name for one in needed if one.is_code])
        lacking = tuple(one for one in needed if one.name in absent)
        return AskedNames(tuple(found), lacking) if (found or lacking) and len(lacking) == len(needed) else None

    @staticmethod
    def weighed(names: AskedNames, hits: Sequence[Hit]) -> AskedNames:
        """Return the names of a question, parameters that hits describe in place of properties and fields.

        Args:
            names: output of `named`.
            hits: the hits for the question's words.
        """
        return replace(names, symbols=tuple(_as_parameter(one, hits) or one for one in names.symbols))

    def prepare(self, opened: Opened) -> None:
        """Have the symbol table of a library made behind the answer, so that the next question finds it."""
        self._intake.start(opened)

    async def sections(self, opened: Opened, named: Sequence[NamedSymbol], hits: Sequence[Hit]) -> list[Hit]:
        """Return the hits with the sections of named symbols before or among them.

        Args:
            opened: the library.
            named: output of `named`.
            hits: the hits for the question's words, best first.
        """
        best = max((hit.score for hit in hits), default=1.0)
        promoted: dict[str, Hit] = {}
        stored = await self._index.sections(*opened.key, [one.place.url for one in named])
        for one, section in zip(named, stored, strict=True):
            chunk = _from_heading(*section, one) if section else None
            if chunk is not None and chunk.chunk_id not in promoted:
                known = next((hit for hit in hits if hit.chunk.chunk_id == chunk.chunk_id), None)
                promoted[chunk.chunk_id] = _promoted(opened, chunk, known, best, one.asked)
        others = [hit for hit in hits if hit.chunk.chunk_id not in promoted]
        return sorted([*promoted.values(), *others], key=lambda hit: -hit.score)


def _asked(opened: Opened, asked: Question) -> list[AskedSymbol]:
    """Return the names in a question to a library that may be those of symbols."""
    names = _names_of(opened.library)
    return asked_symbols(asked.topic, {name.lower() for name in names}, names)


def _meant(asked: AskedSymbol, places: list[SymbolPlace]) -> list[SymbolPlace]:
    """Return the symbols that an asked name means, the most public first.

    The spelling counts unless the question is about the name alone, or the name has the form of code.
    """
    exact = [place for place in places if _is_spelt(place, asked.name)]
    found = exact or (places if asked.alone or asked.is_code else [])
    if "." not in asked.name:
        # A name alone is rather that of a function or class than that of a method of some class, and rather that of
        # the function of a module of this name (`slugify.slugify`) than that of the module.
        found = sorted(found, key=lambda place: (place.kind in _MEMBERS, not _is_namesake(place), place.rank))
    return found


def _is_namesake(place: SymbolPlace) -> bool:
    """Tell whether an object of a top-level module has the name of the module."""
    module, _, name = place.name.partition(".")
    return module == name and place.kind != SymbolKind.MODULE


def _is_shared(named: NamedSymbol) -> bool:
    """Tell whether the only name of a question is that of a property or field, and its owner is not named."""
    owner = named.place.name.rpartition(".")[0].rpartition(".")[2]
    is_field = named.place.kind == SymbolKind.ATTRIBUTE and owner[:1].isupper()
    return (is_field or named.place.kind == SymbolKind.PROPERTY) and named.asked.alone and "." not in named.asked.name


def _as_parameter(named: NamedSymbol, hits: Sequence[Hit]) -> NamedSymbol | None:
    """Return a property or field as the parameter of its name that the best of these hits describes, None for none."""
    if not _is_shared(named):
        return None
    described = re.compile(rf"^[ \t]*- `{re.escape(named.asked.name)}`", re.MULTILINE)
    for chunk in (hit.chunk for hit in hits):
        if match := described.search(chunk.text):
            before = chunk.text[: match.start()]
            line = chunk.first_line + before.count("\n")
            defined = [one.anchor for one in chunk.headings if one.line <= line and _is_defined(one.title, before)]
            if anchor := (defined or [chunk.anchor])[-1]:
                url = f"{chunk.page_url}#{anchor}"
                return replace(named, place=named.place._replace(url=url, kind=SymbolKind.METHOD.value))
    return None


def _is_defined(title: str, text: str) -> bool:
    """Tell whether a text has the definition of the object that a heading names; other headings are of its prose."""
    name = title.strip("`").rpartition(".")[2]
    return (
        re.search(rf"\b(?:def|class|function) {re.escape(name)}\b|^{re.escape(name)}[(<]", text, re.MULTILINE)
        is not None
    )


def _names_of(library: Library) -> set[str]:
    """Return the names of a library and of its packages, the ones of npm without their scopes too."""
    packages = [package.partition("/")[2] for package in package_ids(library)]
    return {library.name, library.slug, *packages, *(package.rpartition("/")[2] for package in packages)}


def _export(asked: AskedSymbol, library: Library) -> str:
    """Return a name without the package before it: the exports of an npm package have no prefix in its table.

    The exports of another entry of the package have that entry before them.
    """
    if asked.module:
        return asked.name if asked.module in _names_of(library) else f"{asked.module}.{asked.name}"
    package, _, rest = asked.name.partition(".")
    return rest if rest and squeeze(package) in map(squeeze, _names_of(library)) else asked.name


def _exported(places: list[SymbolPlace], export: str) -> list[SymbolPlace]:
    """Return the places of a package's export; a member of some class is none."""
    return [place for place in places if "." in export or place.kind not in _MEMBERS]


def _abbreviated(name: str, places: list[SymbolPlace], library: Library) -> list[SymbolPlace]:
    """Return the places of a name behind an abbreviation: of a module (`np.array`), or of a class (`df.merge`).

    Args:
        name: the name with the abbreviation before it.
        places: the places of the name without the abbreviation.
        library: the library, whose names may be abbreviated too.
    """
    short, _, rest = name.partition(".")
    found = []
    for place in places if rest else ():
        owners = place.name.split(".")[: -(rest.count(".") + 1)]
        meant = owners[-1:] if place.kind in _MEMBERS and "." not in rest else [*owners, *_names_of(library)]
        if any(_abbreviates(short.lower(), owner.lower()) for owner in meant):
            found.append(place)
    return found


def _abbreviates(short: str, name: str) -> bool:
    """Tell whether a word has a name's first letter, then others of it in their order."""
    letters = iter(name)
    return len(short) <= MOST_LETTERS and name.startswith(short[0]) and all(letter in letters for letter in short)


def _is_spelt(place: SymbolPlace, name: str) -> bool:
    """Tell whether a symbol has a name in this spelling; one that is found by another path of it is spelt right."""
    own, asked = place.name.rpartition(".")[2], name.rpartition(".")[2]
    return own == asked or full_term(own) != full_term(asked)


def _from_heading(chunk: Chunk, path: Sequence[Heading], named: NamedSymbol) -> Chunk:
    """Return the part of a chunk that begins with the last of these headings; they are the path to it on the page.

    A symbol without a heading of its own has its name at the end of the path: a member that the declaration of its
    owner has, or another name of the object under the heading.
    """
    heading = path[-1]
    titles = [one.title for one in path]
    name = named.asked.name.rpartition(".")[2]
    if full_term(titles[-1].strip("`").rpartition(".")[2]) != full_term(name):
        titles.append(name)
    lines = chunk.text.splitlines(keepends=True)
    return replace(
        chunk,
        text="".join(lines[max(0, heading.line - chunk.first_line) :]),
        anchor=heading.anchor,
        heading_path=tuple(titles),
        first_line=heading.line,
    )


def _promoted(opened: Opened, chunk: Chunk, known: Hit | None, best: float, asked: AskedSymbol) -> Hit:
    """Return a hit for the section of a named symbol: before all others if the question is only about that name."""
    own = known.score if known else 0.0
    score = 1.5 * best if asked.alone else max(own, 0.9 * best) + 0.2 * own
    reach = CERTAIN_REACH if asked.alone else known.reach if known else 0.0
    return Hit(
        chunk,
        score,
        opened.key[0],
        opened.key[1] or None,
        own_score=score,
        reach=reach,
        terms=known.terms if known else "",
    )
