"""Single pages on their way into the store: read, found unchanged, or gone."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.errors import PageMissing
from pro_context_engine.domain.interfaces import Clock, Source
from pro_context_engine.domain.model import Library, Page, StoredPage, TocEntry
from pro_context_engine.domain.storage import PageStore
from pro_context_engine.ingestion.freshness import Ages


class PageIntake:
    """Read pages from sources, and keep the store as the sources are.

    Args:
        pages: the store.
        ages: how old is too old to be found unchanged.
        clock: gives the current time in UTC.
    """

    def __init__(self, pages: PageStore, ages: Ages, clock: Clock) -> None:
        self._pages = pages
        self._ages = ages
        self._clock = clock

    async def read(
        self, source: Source, library: Library, version: str | None, url: str, stored: StoredPage | None
    ) -> Page:
        """Read a page, or find out that what is stored is still right; what must not be stored any longer goes.

        Args:
            source: which reads it.
            library: whose it is.
            version: see `Source.page`.
            url: of the page.
            stored: what the store has of it.

        Returns:
            The page, not stored yet; `stored.page` itself where nothing has changed.

        Raises:
            PageMissing: there is no such page, nor is it stored any longer.
            DocsError: any other fact of `Source.page`; what is stored stays.
        """
        known = stored.page if stored and self._ages.confirmable(stored, library.library_id) else None
        try:
            page = await source.page(library, version, url, known)
        except PageMissing:
            if stored:
                await self._pages.drop_page(*stored.key, url)
            raise
        if stored and page is stored.page:
            await self._pages.confirm_page(*stored.key, url, self._clock())
        elif stored and not page.delivery.storable:
            await self._pages.drop_page(*stored.key, url)
        return page

    async def keep(self, key: tuple[str, str], page: Page, read_at: datetime) -> bool:
        """Store and index a page of a snapshot.

        Args:
            key: (libraryId, version or "") of the snapshot.
            page: one that may be stored.
            read_at: UTC time.

        Returns:
            Whether it is stored now, see `PageStore.put_page`.
        """
        chunks = await work_on(page.url, len(page.markdown), chunks_of, page)
        return await self._pages.put_page(*key, page, chunks, read_at)


def with_entry(page: Page, entry: TocEntry) -> Page:
    """Return the page under its TOC entry's URL, with what the entry says about it where the page says nothing."""
    return replace(
        page,
        url=entry.url,
        title=page.title or entry.title,
        description=page.description or entry.description,
        section=page.section or entry.section,
    )
