"""Pages read from their source, and kept in the store."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.documents.chunks.splitting import chunks_of
from pro_context_engine.domain.errors import PageMissing
from pro_context_engine.domain.interfaces import Clock, Source
from pro_context_engine.domain.model import Library, Page, StoredPage, TocEntry
from pro_context_engine.domain.storage import PageStore
from pro_context_engine.domain.value_class import part_class
from pro_context_engine.ingestion.freshness import Ages


@part_class
class PageIntake:
    """Read pages from sources, and make the store match the sources.

    Attributes:
        pages: the store.
        ages: tells whether a stored page may be found unchanged.
        clock: gives the current time in UTC.
    """

    pages: PageStore
    ages: Ages
    clock: Clock

    async def read(
        self, source: Source, library: Library, version: str | None, url: str, stored: StoredPage | None
    ) -> Page:
        """Read a page, or find the stored one unchanged; delete a stored page that may not be stored any longer.

        Args:
            source: the source to read from.
            library: the library that the page belongs to.
            version: see `Source.page`.
            url: the page's URL.
            stored: the stored page, None where there is none.

        Returns:
            The page, not stored yet; `stored.page` itself where nothing has changed.

        Raises:
            PageMissing: there is no such page; it is deleted from the store.
            DocsError: any other fact of `Source.page`; the stored page stays.
        """
        known = stored.page if stored and self.ages.confirmable(stored, library.library_id) else None
        try:
            page = await source.page(library, version, url, known)
        except PageMissing:
            if stored:
                await self.pages.drop_page(*stored.key, url)
            raise
        if stored and page is stored.page:
            await self.pages.confirm_page(*stored.key, url, self.clock())
        elif stored and not page.delivery.storable:
            await self.pages.drop_page(*stored.key, url)
        return page

    async def keep(self, key: tuple[str, str], page: Page, read_at: datetime) -> bool:
        """Store and index a page of a snapshot.

        Args:
            key: (libraryId, version or "") of the snapshot.
            page: a page that may be stored.
            read_at: UTC time.

        Returns:
            Whether it is stored now; see `PageStore.put_page`.
        """
        chunks = await work_on(page.url, len(page.markdown), chunks_of, page)
        return await self.pages.put_page(*key, page, chunks, read_at)


def with_entry(page: Page, entry: TocEntry) -> Page:
    """Return the page under its TOC entry's URL, with the entry's title, description and section where it has none."""
    return replace(
        page,
        url=entry.url,
        title=page.title or entry.title,
        description=page.description or entry.description,
        section=page.section or entry.section,
    )
