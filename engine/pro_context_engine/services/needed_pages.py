"""The pages and the names that an answer needs before it searches."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from urllib.parse import urldefrag

from pro_context_engine.concurrency.gathering import gather
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.search.query import Question
from pro_context_engine.services.asked_names import AskedNames, AskedNamesService
from pro_context_engine.services.missing_names import MissingNames
from pro_context_engine.services.on_demand import OnDemand, Places

NamesByLibrary = Mapping[tuple[str, str], AskedNames]
"""The names of a question, by the key of the library."""

NAMED_SHARE = 0.25
"""The share of the patience for the pages of named symbols, after the likely pages."""


@value_class
class PreparedQuestion:
    """A question to opened libraries, with the pages that it needs stored as far as the patience allowed.

    Attributes:
        opened: the libraries.
        asked: the question.
        fetched: whether pages had to be fetched.
        places: the URLs that document asked names.
        names: the names in the question.
    """

    opened: tuple[OpenedLibrary, ...]
    asked: Question
    fetched: bool
    places: Places
    names: NamesByLibrary


@part_class
class NeededPages:
    """Have the pages fetched that an answer needs, and find the names of its question.

    Attributes:
        on_demand: has missing pages fetched.
        asked_names: finds the symbols that a question names.
        missing_names: tells which names a library lacks.
        patience: seconds that an answer waits for the pages of a cold library.
    """

    on_demand: OnDemand
    asked_names: AskedNamesService
    missing_names: MissingNames
    patience: float

    async def prepare(self, opened: Sequence[OpenedLibrary], asked: Question) -> PreparedQuestion:
        """Have the pages fetched that the answer needs, and the named symbols looked up, at the same time."""
        listed = await self.on_demand.places(opened, asked)
        defined = await self._defined(opened, asked)
        for one in opened:
            if one.key in defined:
                self.missing_names.expect(one, defined[one.key].lacking)
        places = _with_symbols(listed, defined)
        if len(defined) == len(opened) and all(map(pages_alone, defined.values())):
            fetched = await self._fill_alone(opened, asked, places, defined)
            return PreparedQuestion(tuple(opened), asked, fetched, places, defined)
        fetched, found = await asyncio.gather(
            self.on_demand.fill(opened, asked, places, self.patience), self._names(opened, asked)
        )
        # A table that became ready meanwhile knows more.
        names = {key: own if own.symbols or own.lacking else defined.get(key, own) for key, own in found.items()}
        places = _with_symbols(listed, names)
        if fetched and any(own.symbols for own in names.values()):
            # The pages of the named symbols may not be among those that were likely before.
            await self.on_demand.fill(opened, asked, places, self.patience * NAMED_SHARE)
        fetched = await self._fill_unlisted(opened, names) or fetched
        return PreparedQuestion(tuple(opened), asked, fetched, places, names)

    async def _fill_alone(
        self, opened: Sequence[OpenedLibrary], asked: Question, places: Places, names: NamesByLibrary
    ) -> bool:
        """Have the pages fetched that document the only name of a question; return whether any page was missing.

        Other pages add little, and the tables are made behind the answer: both would take the time of these pages.
        """
        fetched = await asyncio.gather(
            *(self.on_demand.fill_named(one, asked, places[one.key], self.patience) for one in opened)
        )
        if any(fetched):
            await self.on_demand.fill(opened, asked, places, self.patience * NAMED_SHARE)
        return await self._fill_unlisted(opened, names) or any(fetched)

    async def _fill_unlisted(self, opened: Sequence[OpenedLibrary], names: NamesByLibrary) -> bool:
        """Have the pages fetched that document asked names and that no table of contents lists."""
        filled = [
            await self.on_demand.fill_unlisted(one, [each.place.url for each in names[one.key].symbols], self.patience)
            for one in opened
        ]
        return any(filled)

    async def _defined(self, opened: Sequence[OpenedLibrary], asked: Question) -> NamesByLibrary:
        """Return the named symbols that are found by their definitions, of the libraries without a table."""
        found = await gather(self.asked_names.defined(one, asked) for one in opened)
        return {one.key: own for one, own in zip(opened, found, strict=True) if own is not None}

    async def _names(self, opened: Sequence[OpenedLibrary], asked: Question) -> NamesByLibrary:
        """Return the symbols of each library that the question names."""
        found = await gather(self.asked_names.named(one, asked, self.patience) for one in opened)
        return {one.key: own for one, own in zip(opened, found, strict=True)}


def pages_alone(names: AskedNames) -> set[str]:
    """Return the URLs of the pages that document the only name of a question."""
    return {urldefrag(one.place.url).url for one in names.symbols if one.asked.alone}


def _with_symbols(places: Places, names: NamesByLibrary) -> Places:
    """Return the places that document the asked names: those of symbols first, then those of inventories."""
    symbols = {key: [one.place.url for one in own.symbols] for key, own in names.items()}
    return {key: [*symbols.get(key, ()), *places.get(key, ())] for key in {*places, *symbols}}
