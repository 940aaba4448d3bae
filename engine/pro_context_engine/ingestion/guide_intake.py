"""The guides of a package, added behind an answer to the table of contents that the answer came from (decision 58)."""

from __future__ import annotations

from dataclasses import field

from pro_context_engine.domain.interfaces import GrowingSource
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.backfills import Backfills
from pro_context_engine.ingestion.opened_library import OpenedLibrary
from pro_context_engine.ingestion.refreshes import Refreshes
from pro_context_engine.ingestion.toc_intake import TocIntake


@part_class
class GuideIntake:
    """Have the further pages of opened libraries downloaded, listed and indexed.

    Attributes:
        toc_intake: reads tables of contents, and stores them.
        backfills: brings pages into the store.
        refreshes: does the work behind the answers; a failure is not tried again for a while.
        settings: which sources are asked for a library.
    """

    toc_intake: TocIntake
    backfills: Backfills
    refreshes: Refreshes
    settings: Settings
    # Snapshots of which every page is listed.
    _settled: set[tuple[str, str]] = field(init=False, default_factory=set)

    def start(self, opened: OpenedLibrary) -> bool:
        """Have the further pages of a library added behind the answer; return whether they are on their way."""
        if not opened.cached:
            # A table of contents that was just read may lack pages that an earlier one had.
            self._settled.discard(opened.key)
        if opened.key in self._settled or not opened.key[1]:
            return False
        source = opened.source
        if not isinstance(source, GrowingSource) or not self._may_grow(source, opened):
            self._settled.add(opened.key)
            return False
        key = _key(opened)
        self.refreshes.start(key, lambda: self._grow(opened, source))
        return self.refreshes.underway(key)

    def _may_grow(self, source: GrowingSource, opened: OpenedLibrary) -> bool:
        # A configuration may leave out the source of the further pages for this library.
        asked = self.settings.asks(opened.library.library_id, source.grows_from)
        return asked and source.may_grow(opened.library, opened.key[1])

    async def finish(self, opened: OpenedLibrary) -> None:
        """Have the further pages of a library added, and wait for it; a failure only means fewer pages."""
        if self.start(opened):
            await self.refreshes.finished(_key(opened))

    async def _grow(self, opened: OpenedLibrary, source: GrowingSource) -> None:
        if await source.grow(opened.library, opened.key[1]):
            renewed = await self.toc_intake.fetch(opened.library, opened.source, opened.key[1], anew=True)
            await self.backfills.extend(renewed)
        self._settled.add(opened.key)


def _key(opened: OpenedLibrary) -> str:
    return f"guides of {'@'.join(opened.key)}"
