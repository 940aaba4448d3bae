"""Whole libraries: every page and symbol in the store, for `warm` and for work that no request waits for."""

from __future__ import annotations

from pro_context_engine.ingestion.backfills import Backfills
from pro_context_engine.ingestion.growth import Growth
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.symbol_intake import SymbolIntake
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.services.versions import WantedVersions


class WholeLibraries:
    """Bring whole libraries up to date.

    Args:
        finder: finds libraries.
        versions: opens them.
        growth: adds the guides of packages.
        backfills: fetches the pages that are missing.
        symbols: makes the symbol tables of packages.
    """

    def __init__(
        self,
        finder: LibraryFinder,
        versions: WantedVersions,
        growth: Growth,
        backfills: Backfills,
        symbols: SymbolIntake,
    ) -> None:
        self._finder = finder
        self._versions = versions
        self._growth = growth
        self._backfills = backfills
        self._symbols = symbols

    async def store(self, library_id: str, version: str | None) -> OpenedLibrary:
        """Fetch and index what a library lacks, or has in a stale form; pages that fail are left out.

        Raises:
            LibraryUnknown: no library has this id.
            DocsError: the fact why the library has no documentation.
        """
        opened = await self._versions.open(self._finder.project_library(library_id), version, current=True)
        await self._growth.finish(opened)
        await self._backfills.fill(opened, (), patience=None)
        await self._symbols.prepare(opened)
        return opened

    async def finish(self, library_id: str, version: str) -> str:
        """Do as `store`; return the reasons why many pages are left out, "" where the library is whole.

        Args:
            library_id: of the library.
            version: an exact version, "" for the one that its sources have.

        Raises:
            DocsError: see `store`.
        """
        return await self._backfills.failure(await self.store(library_id, version or None))
