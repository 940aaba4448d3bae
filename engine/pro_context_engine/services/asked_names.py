"""The symbols that a question names, and the sections that document them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pro_context_engine.domain.model import Chunk, Heading, Hit
from pro_context_engine.domain.storage import Store
from pro_context_engine.domain.symbols import SymbolKind, SymbolPlace
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.symbol_intake import SymbolIntake
from pro_context_engine.search.asked_symbols import AskedSymbol, asked_symbols
from pro_context_engine.search.index.dotted_names import full_term
from pro_context_engine.search.query import Question
from pro_context_engine.services.described_names import asked_option, described_url
from pro_context_engine.services.inherited_members import InheritedMembers
from pro_context_engine.services.symbol_resolution import (
    abbreviated_places,
    export_name,
    exported_places,
    names_of,
    resolved_places,
)

CERTAIN_REACH = 3.0
"""The reach of a hit that documents the only name of a question, which makes the answer certain (`CALIBRATION`)."""


@value_class
class NamedSymbol:
    """A symbol that a question names.

    Attributes:
        asked: the name as it is asked.
        place: the place that documents the symbol.
        elsewhere: the canonical name of an inherited member of another distribution, which has the place of its heir;
            "" for any other symbol.
    """

    asked: AskedSymbol
    place: SymbolPlace
    elsewhere: str = ""


@value_class
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


def inherited_elsewhere(names: Iterable[AskedNames]) -> list[str]:
    """Return a sentence for each named member that a class inherits from another distribution, which documents it."""
    symbols = (symbol for one in names for symbol in one.symbols if symbol.elsewhere)
    owners = {symbol.asked.name: symbol.elsewhere.rpartition(".")[0] for symbol in symbols}
    return [f"`{name}` is inherited from `{owner}`, whose own package documents it." for name, owner in owners.items()]


@part_class
class AskedNamesService:
    """Find the symbols that a question names in the tables of the opened libraries.

    Attributes:
        symbol_intake: has the symbol tables made.
        inherited_members: finds members that classes inherit.
        store: keeps the tables, and the sections that document the symbols.
    """

    symbol_intake: SymbolIntake
    inherited_members: InheritedMembers
    store: Store

    async def named(self, opened: OpenedLibrary, asked: Question, patience: float) -> AskedNames:
        """Return the symbols that a question names, in the order of the question, and the names that no symbol has.

        Args:
            opened: the library.
            asked: the question.
            patience: seconds to wait for the table.
        """
        asked_names = _asked(opened, asked)
        if not asked_names:
            return AskedNames()
        if not await self.symbol_intake.prepare(opened, patience):
            return AskedNames(unknown=self.symbol_intake.awaited(opened) and any(one.alone for one in asked_names))
        found = await self._found_places(opened, asked_names)
        if found is None:
            # Without the table, which another process may have cleared, nothing can be said to be missing.
            self.symbol_intake.forget(opened)
            return AskedNames()
        meant = [resolved_places(one, places) for one, places in zip(asked_names, found, strict=True)]
        pairs = [
            (one, NamedSymbol(one, places[0]) if places else await self._unlisted(opened, one))
            for one, places in zip(asked_names, meant, strict=True)
        ]
        lacking = tuple(one for one, symbol in pairs if one.is_code and not one.may_be_own and symbol is None)
        symbols = [symbol for _, symbol in pairs if symbol is not None]
        return AskedNames(tuple([await self._parameter(opened, one) or one for one in symbols]), lacking)

    async def _found_places(
        self, opened: OpenedLibrary, asked_names: Sequence[AskedSymbol]
    ) -> list[list[SymbolPlace]] | None:
        """Return the places of the symbols that have each name, [] for none; None without a table of symbols.

        A name is looked up as it is asked, as an export of its module, and without the first part of its path.
        """
        names = [one.name for one in asked_names]
        exports = [export_name(one, opened.library) for one in asked_names]
        inner = [name.partition(".")[2] or name for name in names]
        places = await self.store.find_symbols(*opened.key, [*names, *exports, *inner])
        if not places:
            return None
        count = len(names)
        own, exported, shortened = places[:count], places[count : 2 * count], places[2 * count :]
        return [
            (exported_places(others, export) if one.module else [])
            or named
            or exported_places(others, export)
            or abbreviated_places(one.name, short, opened.library)
            for one, named, others, export, short in zip(asked_names, own, exported, exports, shortened, strict=True)
        ]

    async def _unlisted(self, opened: OpenedLibrary, asked: AskedSymbol) -> NamedSymbol | None:
        """Return the symbol of a name that no path has: an inherited member, or a parameter; None for none."""
        if "." in asked.name:
            inherited = await self.inherited_members.named(opened.key, asked.name)
            return NamedSymbol(asked, inherited.place, inherited.elsewhere) if inherited else None
        if not (asked.alone and asked.is_code):
            return None
        place = (await self.symbol_intake.definitions(opened, [asked.name]))[0]
        return NamedSymbol(asked, place) if place is not None else None

    async def _parameter(self, opened: OpenedLibrary, named: NamedSymbol) -> NamedSymbol | None:
        """Return a property or field as the described parameter of its name, None for none and any other symbol."""
        if not _is_shared(named):
            return None
        place = (await self.symbol_intake.definitions(opened, [named.asked.name]))[0]
        is_parameter = place is not None and place.name.rpartition(".")[2] != named.asked.name
        return replace(named, place=place) if place is not None and is_parameter else None

    async def defined(self, opened: OpenedLibrary, asked: Question) -> AskedNames | None:
        """Return the symbols that a question names, as far as its pages need not be found by words.

        While the library has no table yet, they are found by their definitions.

        Returns:
            None where a name that has the form of code or stands alone may be defined and is not found, and where the
            table is there and the question is not about a name alone.
        """
        names = _asked(opened, asked)
        if not names:
            return None
        if await self.symbol_intake.has(opened):
            # Its page may still be missing, and is all that an answer to a name alone waits for.
            listed = await self.named(opened, asked, 0) if any(one.alone for one in names) else AskedNames()
            return listed if any(one.asked.alone for one in listed.symbols) else None
        places = await self.symbol_intake.definitions(opened, [one.name for one in names])
        found = [NamedSymbol(one, place) for one, place in zip(names, places, strict=True) if place]
        known = {one.asked for one in found}
        needed = [one for one in names if (one.is_code or one.alone) and not one.may_be_own and one not in known]
        texts = await self.symbol_intake.in_texts(opened, [one.name for one in needed if one.is_code])
        lacking = tuple(one for one in needed if one.name in texts.absent)
        return AskedNames(tuple(found), lacking) if (found or lacking) and len(lacking) == len(needed) else None

    async def weighed(
        self, opened: OpenedLibrary, asked: Question, names: AskedNames, hits: Sequence[Hit]
    ) -> AskedNames:
        """Return the names of a question; names that hits describe replace properties, fields and unknown names.

        Args:
            opened: the library.
            asked: the question.
            names: output of `named`.
            hits: the hits for the question's words.
        """
        if names.symbols:
            return replace(names, symbols=tuple(_as_parameter(one, hits) or one for one in names.symbols))
        one = asked_option(asked.topic, {name.lower() for name in names_of(opened.library)})
        one = one or next((name for name in _asked(opened, asked) if name.alone), None)
        if one is None or not described_url(one, hits):
            return names
        url = described_url(one, hits, asked.topic, await self.store.symbol_ranks(*opened.key))
        place = SymbolPlace(one.name, SymbolKind.ATTRIBUTE.value, url, 0)
        return AskedNames((NamedSymbol(one, place),), tuple(name for name in names.lacking if name != one))

    def prepare(self, opened: OpenedLibrary) -> None:
        """Have the symbol table of a library made behind the answer, so that the next question finds it."""
        self.symbol_intake.start(opened)

    async def sections(self, opened: OpenedLibrary, named: Sequence[NamedSymbol], hits: Sequence[Hit]) -> list[Hit]:
        """Return the hits with the sections of named symbols before or among them.

        Args:
            opened: the library.
            named: output of `named`.
            hits: the hits for the question's words, best first.
        """
        best = max((hit.score for hit in hits), default=1.0)
        promoted: dict[str, Hit] = {}
        stored = await self.store.sections(*opened.key, [one.place.url for one in named])
        for one, section in zip(named, stored, strict=True):
            chunk = _from_heading(*section, one) if section else None
            if chunk is not None and chunk.chunk_id not in promoted:
                known = next((hit for hit in hits if hit.chunk.chunk_id == chunk.chunk_id), None)
                promoted[chunk.chunk_id] = _promoted(opened, chunk, known, best, one.asked)
        others = [hit for hit in hits if hit.chunk.chunk_id not in promoted]
        return sorted([*promoted.values(), *others], key=lambda hit: -hit.score)


def _asked(opened: OpenedLibrary, asked: Question) -> list[AskedSymbol]:
    """Return the names in a question to a library that may be those of symbols."""
    names = names_of(opened.library)
    return asked_symbols(asked.topic, {name.lower() for name in names}, names)


def _is_shared(named: NamedSymbol) -> bool:
    """Tell whether the only name of a question is that of a property or field, and its owner is not named."""
    owner = named.place.name.rpartition(".")[0].rpartition(".")[2]
    is_field = named.place.kind == SymbolKind.ATTRIBUTE and owner[:1].isupper()
    return (is_field or named.place.kind == SymbolKind.PROPERTY) and named.asked.alone and "." not in named.asked.name


def _as_parameter(named: NamedSymbol, hits: Sequence[Hit]) -> NamedSymbol | None:
    """Return a property or field as the parameter of its name that the best of these hits describes, None for none."""
    url = described_url(named.asked, hits) if _is_shared(named) else ""
    return replace(named, place=named.place._replace(url=url, kind=SymbolKind.METHOD.value)) if url else None


def _from_heading(chunk: Chunk, path: Sequence[Heading], named: NamedSymbol) -> Chunk:
    """Return the part of a chunk that begins with the last of these headings; they are the path to it on the page.

    A symbol without a heading of its own that is all of a question has its name at the end of the path: a member that
    the declaration of its owner has, or another name of the object under the heading.
    """
    heading = path[-1]
    titles = [one.title for one in path]
    name = named.asked.name.rpartition(".")[2]
    if named.asked.alone and full_term(titles[-1].strip("`").rpartition(".")[2]) != full_term(name):
        titles.append(name)
    lines = chunk.text.splitlines(keepends=True)
    return replace(
        chunk,
        text="".join(lines[max(0, heading.line - chunk.first_line) :]),
        anchor=heading.anchor,
        heading_path=tuple(titles),
        first_line=heading.line,
    )


def _promoted(opened: OpenedLibrary, chunk: Chunk, known: Hit | None, best: float, asked: AskedSymbol) -> Hit:
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
