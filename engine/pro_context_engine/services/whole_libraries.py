"""Whole libraries: every page and symbol in the store, for `warm` and for work that no request waits for."""

from __future__ import annotations

from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.backfills import Backfills
from pro_context_engine.ingestion.guide_intake import GuideIntake
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.symbol_intake import SymbolIntake
from pro_context_engine.libraries.finder import LibraryFinder
from pro_context_engine.services.versions import WantedVersions


@part_class
class WholeLibraries:
    """Bring whole libraries up to date.

    Attributes:
        finder: finds libraries.
        versions: opens them.
        guide_intake: adds the guides of packages.
        backfills: fetches the pages that are missing.
        symbol_intake: makes the symbol tables of packages.
    """

    finder: LibraryFinder
    versions: WantedVersions
    guide_intake: GuideIntake
    backfills: Backfills
    symbol_intake: SymbolIntake

    async def store(self, library_id: str, version: str | None) -> OpenedLibrary:
        """Fetch and index the missing and the stale pages of a library; pages that fail are left out.

        Raises:
            LibraryUnknown: no library has this id.
            DocsError: the fact why the library has no documentation.
        """
        opened = await self.versions.open(self.finder.project_library(library_id), version, current=True)
        await self.guide_intake.finish(opened)
        await self.backfills.fill(opened, (), patience=None)
        await self.symbol_intake.prepare(opened)
        return opened

    async def finish(self, library_id: str, version: str) -> str:
        """Do as `store`; return the reasons why many pages are left out, "" where the library is whole.

        Args:
            library_id: of the library.
            version: an exact version, "" for the one that its sources have.

        Raises:
            DocsError: see `store`.
        """
        return await self.backfills.failure(await self.store(library_id, version or None))
