"""What libraries say about a topic: opens them in the versions that are meant, and asks for passages or results."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pro_context_engine.domain.errors import TopicUnmatched
from pro_context_engine.domain.model import Library
from pro_context_engine.domain.results import Answer, SearchResults
from pro_context_engine.domain.storage import Maintenance
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.toc_intake import Opened
from pro_context_engine.libraries.finder import Shelf
from pro_context_engine.search.query import Asked
from pro_context_engine.services.passages import Retrieval
from pro_context_engine.services.search import Searching
from pro_context_engine.services.versions import WantedVersions

OPENED_AT_ONCE = 8
"""Libraries of one question whose tables of contents are fetched at the same time."""


@dataclass(frozen=True, slots=True)
class Answering:
    """Answer what is asked about libraries.

    Attributes:
        shelf: finds them.
        ingest: opens their documentation.
        wanted: knows which versions are meant, and judges what there is.
        retrieval: chooses passages.
        searching: gives results.
        maintenance: says whether the store keeps anything.
    """

    shelf: Shelf
    ingest: Ingest
    wanted: WantedVersions
    retrieval: Retrieval
    searching: Searching
    maintenance: Maintenance

    async def passages(self, wanted: Sequence[tuple[str, str | None]], asked: Asked, max_tokens: int) -> Answer:
        """Return the passages that answer, within a budget; see `DocsEngine.passages`."""
        libraries = [(self.shelf.library(library_id), version) for library_id, version in dict.fromkeys(wanted)]
        opened = await self._open_all(libraries)
        try:
            return await self.retrieval.answer(opened, asked, max_tokens, self.wanted.verdicts(opened, libraries))
        except TopicUnmatched:
            if self.maintenance.failing or await self.ingest.keeps(opened):
                raise
            # Somebody has cleared the store meanwhile.
            opened = await self._open_all(libraries)
            return await self.retrieval.answer(opened, asked, max_tokens, self.wanted.verdicts(opened, libraries))

    async def search(
        self,
        asked: Asked,
        library_ids: Sequence[str] | None,
        version: str | None,
        limit: int,
        cursor: str,
        patience: float | None,
    ) -> SearchResults:
        """Search what is indexed; see `DocsEngine.search`."""
        if library_ids is None:
            return self._named(self.wanted.judged(await self.searching.search_all(asked, limit, cursor), {}))
        libraries = [(self.shelf.library(library_id), version) for library_id in dict.fromkeys(library_ids)]
        opened = await self._open_all(libraries)
        found = await self.searching.search(opened, asked, limit, cursor, patience)
        return self._named(self.wanted.judged(found, self.wanted.verdicts(opened, libraries)))

    async def _open_all(self, wanted: Sequence[tuple[Library, str | None]]) -> list[Opened]:
        gate = asyncio.Semaphore(OPENED_AT_ONCE)

        async def open_one(library: Library, version: str | None) -> Opened:
            async with gate:
                return await self.wanted.open(library, version, self.ingest.open)

        return await asyncio.gather(*(open_one(library, version) for library, version in wanted))

    def _named(self, found: SearchResults) -> SearchResults:
        """Return the results with the names of their libraries."""

        def name(library_id: str) -> str:
            library = self.shelf.find(library_id)
            return library.name if library else ""

        return replace(found, results=tuple(replace(one, library_name=name(one.library_id)) for one in found.results))
