"""The pages and the names that an answer needs before it searches."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from urllib.parse import urldefrag

from pro_context_engine.concurrency.together import together
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.search.query import Question
from pro_context_engine.services.asked_names import AskedNames, AskedNamesService
from pro_context_engine.services.missing_names import MissingNames
from pro_context_engine.services.on_demand import OnDemand, Places

Named = Mapping[tuple[str, str], AskedNames]
"""The names of a question, by the key of the library."""

NAMED_SHARE = 0.25
"""The share of the patience for the pages of named symbols, after the likely pages."""


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

    async def fill(self, opened: Sequence[OpenedLibrary], asked: Question) -> tuple[bool, Places, Named]:
        """Have the pages fetched that the answer needs, and the named symbols looked up, at the same time.

        Returns:
            Whether pages were fetched, the places that document asked names, and the names of the question.
        """
        listed = await self.on_demand.places(opened, asked)
        defined = await self._defined(opened, asked)
        for one in opened:
            if one.key in defined:
                self.missing_names.expect(one, defined[one.key].lacking)
        places = _with_symbols(listed, defined)
        if len(defined) == len(opened) and all(map(pages_alone, defined.values())):
            return await self._fill_alone(opened, asked, places, defined), places, defined
        fetched, named = await asyncio.gather(
            self.on_demand.fill(opened, asked, places, self.patience), self._named(opened, asked)
        )
        # A table that became ready meanwhile knows more.
        named = {key: own if own.symbols or own.lacking else defined.get(key, own) for key, own in named.items()}
        places = _with_symbols(listed, named)
        if fetched and any(names.symbols for names in named.values()):
            # The pages of the named symbols may not be among those that were likely before.
            await self.on_demand.fill(opened, asked, places, self.patience * NAMED_SHARE)
        return await self._fill_unlisted(opened, named) or fetched, places, named

    async def _fill_alone(self, opened: Sequence[OpenedLibrary], asked: Question, places: Places, named: Named) -> bool:
        """Have the pages fetched of a name that is all that is asked about; return whether any page was missing.

        Other pages add little, and the tables are made behind the answer: both would take the time of these pages.
        """
        fetched = await asyncio.gather(
            *(self.on_demand.fill_named(one, asked, places[one.key], self.patience) for one in opened)
        )
        if any(fetched):
            await self.on_demand.fill(opened, asked, places, self.patience * NAMED_SHARE)
        return await self._fill_unlisted(opened, named) or any(fetched)

    async def _fill_unlisted(self, opened: Sequence[OpenedLibrary], named: Named) -> bool:
        """Have the pages fetched that document asked names and that no table of contents lists."""
        filled = [
            await self.on_demand.fill_unlisted(one, [each.place.url for each in named[one.key].symbols], self.patience)
            for one in opened
        ]
        return any(filled)

    async def _defined(self, opened: Sequence[OpenedLibrary], asked: Question) -> Named:
        """Return the named symbols that are found by their definitions, of the libraries without a table."""
        found = await together(self.asked_names.defined(one, asked) for one in opened)
        return {one.key: names for one, names in zip(opened, found, strict=True) if names is not None}

    async def _named(self, opened: Sequence[OpenedLibrary], asked: Question) -> Named:
        """Return the symbols of each library that the question names."""
        found = await together(self.asked_names.named(one, asked, self.patience) for one in opened)
        return {one.key: symbols for one, symbols in zip(opened, found, strict=True)}


def pages_alone(names: AskedNames) -> set[str]:
    """Return the URLs of the pages that document the only name of a question."""
    return {urldefrag(one.place.url).url for one in names.symbols if one.asked.alone}


def _with_symbols(places: Places, named: Named) -> Places:
    """Return the places that document the asked names: those of symbols first, then those of inventories."""
    symbols = {key: [one.place.url for one in names.symbols] for key, names in named.items()}
    return {key: [*symbols.get(key, ()), *places.get(key, ())] for key in {*places, *symbols}}
