"""The symbol tables of packages: made once for each version behind the first answer, and stored beside the snapshot."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from contextvars import Context
from operator import attrgetter
from typing import NoReturn

import orjson

from pro_context_engine.domain.errors import DocsError, IndexingUnderway, SourceUnavailable
from pro_context_engine.domain.interfaces import PackagedSource
from pro_context_engine.domain.storage import SymbolStore, SymbolTerm
from pro_context_engine.domain.symbols import NamesInTexts, SymbolPlace, SymbolTable
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.sources.packages.symbols.json_form import of_json, to_json

MOST_SECONDS = 60.0
"""Seconds that a request for two tables waits for each."""

MOST_SECONDS_ALONE = 600.0
"""Seconds that a request for one table alone waits for it."""

RETRY_SECONDS = 30
"""Seconds after which it is worth to ask for a table again that is being made."""

MOST_SOUGHT = 1_000
"""The names sought in texts that are remembered."""

log = logging.getLogger("pro_context.ingest")


class SymbolIntake:
    """Have the symbol tables of opened libraries made and stored.

    Args:
        store: keeps the tables.
    """

    def __init__(self, store: SymbolStore) -> None:
        self._store = store
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        # Snapshots without a table: to analyse a package again would take as long, and fail again.
        self._failed: set[tuple[str, str]] = set()
        # Snapshots with a table in the store.
        self._stored: set[tuple[str, str]] = set()
        # Whether a text of a library's version has a name: an answer asks for it more than once.
        self._sought: dict[tuple[tuple[str, str], str], bool] = {}

    async def prepare(self, opened: OpenedLibrary, patience: float = MOST_SECONDS) -> bool:
        """Have the symbol table of a library made if it is not stored, and wait for it; return whether it is stored.

        The work belongs to no request: it goes on when the patience ends, or when a request is cancelled.

        Args:
            opened: the library.
            patience: seconds to wait at most.
        """
        if opened.key in self._stored:
            return True
        if opened.key in self._failed or not opened.key[1] or not isinstance(opened.source, PackagedSource):
            return False
        await asyncio.wait({self._task(opened, opened.source)}, timeout=patience)
        return opened.key in self._stored

    async def has(self, opened: OpenedLibrary) -> bool:
        """Tell whether the symbol table of a library is stored; nothing is made."""
        if opened.key not in self._stored and await self._store.has_symbols(*opened.key):
            self._stored.add(opened.key)
        return opened.key in self._stored

    def awaited(self, opened: OpenedLibrary) -> bool:
        """Tell whether the symbol table of a library is being made."""
        return opened.key in self._tasks and opened.key not in self._stored

    async def definitions(self, opened: OpenedLibrary, names: Sequence[str]) -> list[SymbolPlace | None]:
        """Return for each name the place that documents it, found without the table; None where none is found."""
        nothing: list[SymbolPlace | None] = [None] * len(names)
        if not opened.key[1] or not isinstance(opened.source, PackagedSource):
            return nothing
        try:
            return list(await opened.source.definition_places(opened.library, opened.key[1], names))
        except DocsError as fact:
            log.info("no definitions of %s: %s", opened.library.library_id, type(fact).__name__)
        except Exception:
            # A package that cannot be read is still answered from its text.
            log.exception("no definitions of %s", opened.library.library_id)
        return nothing

    async def in_texts(self, opened: OpenedLibrary, names: Collection[str]) -> NamesInTexts:
        """Return which names some text of a library's package has, and which none has for certain.

        Args:
            opened: the library.
            names: with or without owners before them.
        """
        last = {name: name.rpartition(".")[2] for name in names}
        asked = {one for one in last.values() if (opened.key, one) not in self._sought}
        if asked and opened.key[1] and isinstance(opened.source, PackagedSource):
            if len(self._sought) > MOST_SOUGHT:
                self._sought.clear()
            try:
                found = await opened.source.names_in_texts(opened.library, opened.key[1], asked)
                self._sought.update(((opened.key, one), True) for one in found.present)
                self._sought.update(((opened.key, one), False) for one in found.absent)
            except DocsError as fact:
                log.info("no texts of %s: %s", opened.library.library_id, type(fact).__name__)
        known = {name: self._sought.get((opened.key, one)) for name, one in last.items()}
        return NamesInTexts(
            frozenset(name for name, has in known.items() if has is True),
            frozenset(name for name, has in known.items() if has is False),
        )

    def forget(self, opened: OpenedLibrary) -> None:
        """Look for the table of a library again when it is needed next: the store does not have it any more."""
        self._stored.discard(opened.key)

    def start(self, opened: OpenedLibrary) -> None:
        """Have the symbol table of a library made behind the answer, if it may have one that is not stored."""
        if opened.key in self._stored or opened.key in self._failed or not opened.key[1]:
            return
        # Checked last: to look for the methods of a protocol takes long.
        if isinstance(opened.source, PackagedSource):
            self._task(opened, opened.source)

    async def table(self, opened: OpenedLibrary, patience: float = MOST_SECONDS) -> SymbolTable | None:
        """Return the symbol table of a library, made if it is not stored; None where the library has none.

        Args:
            opened: the library.
            patience: seconds to wait for the table.
        """
        if not await self.prepare(opened, patience):
            return None
        stored = await self._store.symbol_table(*opened.key)
        try:
            return await asyncio.to_thread(lambda: of_json(orjson.loads(stored))) if stored else None
        except ValueError:
            log.warning("the stored symbol table of %s cannot be read", opened.library.library_id)
            return None

    def raise_why_lacking(self, opened: OpenedLibrary) -> NoReturn:
        """Raise the fact why a library has no symbol table.

        Raises:
            IndexingUnderway: the table is being made.
            SourceUnavailable: there is no package, or it cannot be analysed.
        """
        if self.awaited(opened):
            raise IndexingUnderway(opened.library.library_id, RETRY_SECONDS)
        has_package = bool(opened.key[1]) and isinstance(opened.source, PackagedSource)
        reason = "the names of its package cannot be read" if has_package else "its documentation is of no package"
        raise SourceUnavailable(opened.library.library_id, reason=reason)

    async def close(self) -> None:
        """Stop the work; tables already stored stay."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _task(self, opened: OpenedLibrary, source: PackagedSource) -> asyncio.Task[None]:
        task = self._tasks.get(opened.key)
        if task is None:
            # An empty context: the progress listener of this request must not hear of work that outlives it.
            task = asyncio.create_task(self._make(opened, source), context=Context())
            self._tasks[opened.key] = task
        return task

    async def _make(self, opened: OpenedLibrary, source: PackagedSource) -> None:
        try:
            if await self._store.has_symbols(*opened.key):
                self._stored.add(opened.key)
                return
            table = await source.symbol_table(opened.library, opened.key[1])
            content, places = await asyncio.to_thread(_rows, table)
            await self._store.put_symbol_table(*opened.key, content, places)
            self._stored.add(opened.key)
        except DocsError as fact:
            log.info("no symbol table of %s: %s", opened.library.library_id, type(fact).__name__)
        except Exception:
            # A package that cannot be analysed is still answered from its text.
            self._failed.add(opened.key)
            log.exception("no symbol table of %s", opened.library.library_id)
        finally:
            self._tasks.pop(opened.key, None)


def _rows(table: SymbolTable) -> tuple[bytes, list[SymbolTerm]]:
    """Return a table in its JSON form, and every path of its symbols with the place that documents it."""
    places: list[SymbolTerm] = []
    for symbol in filter(attrgetter("url"), table.symbols):
        urls = dict(symbol.path_urls)
        for path in (symbol.name, *symbol.paths):
            url = urls.get(path, symbol.url)
            places.append((path, SymbolPlace(symbol.name, symbol.kind.value, url, symbol.rank)))
    return orjson.dumps(to_json(table)), places
