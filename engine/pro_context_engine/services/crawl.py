"""Sites read on demand, and kept as libraries that can be searched."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from itertools import islice
from urllib.parse import urldefrag, urlsplit
from weakref import WeakValueDictionary

from pro_context_engine.concurrency import progress
from pro_context_engine.documents.pages.markdown_tables import MOST_ROWS, PageTable, tables_of
from pro_context_engine.domain.errors import DocsError, FetchFailed, NotDocumentation, PageMissing, UrlRefused
from pro_context_engine.domain.interfaces import Clock, Source
from pro_context_engine.domain.model import Library, Page, Passage, SourceName, Toc, TocEntry
from pro_context_engine.domain.settings import Settings
from pro_context_engine.domain.storage import PageStore, SnapshotStore
from pro_context_engine.ingestion.freshness import Ages
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.page_intake import Intake
from pro_context_engine.ingestion.toc_intake import Contents
from pro_context_engine.libraries.ownership import ClaimedBy, Ownership
from pro_context_engine.libraries.registry.crawled_sites import site_of
from pro_context_engine.search.ranking.quoting import quoted
from pro_context_engine.services.passages import new_mark
from pro_context_engine.sources.crawl.crawler import Errand
from pro_context_engine.sources.crawl.source import CrawledSites

log = logging.getLogger("pro_context.crawl")

MOST_TEXT = 200_000
"""Characters of all pages together that are given; what is beyond is stored and found."""

MOST_TABLES = 100
"""Of all pages together."""

MOST_PAGES = 2_000
"""Of one site that are kept, however many crawls there were."""


@dataclass(frozen=True, slots=True)
class Crawl:
    """What came of a crawl.

    Attributes:
        library_id: of the library that its pages belong to now, "" if none was kept.
        text: the pages as Markdown, between lines that name the address of each; "" if nothing came.
        tables: those of the pages, with the address of their page.
        pages: how many came.
        failure: why nothing came, in words of ours; "" if something did.
    """

    library_id: str = ""
    text: str = ""
    tables: tuple[tuple[str, PageTable], ...] = ()
    pages: int = 0
    failure: str = ""


class Crawling:
    """Crawl sites.

    Args:
        source: what was crawled, as a source.
        ingest: opens the libraries that pages are added to.
        ownership: tells which sites the operator has named.
        store: where tables of contents are kept.
        pages: where pages are kept.
        settings: which bounds.
        clock: gives the current time in UTC.
    """

    def __init__(
        self,
        source: CrawledSites,
        ingest: Ingest,
        ownership: Ownership,
        store: SnapshotStore,
        pages: PageStore,
        settings: Settings,
        clock: Clock,
    ) -> None:
        # By library; one that nobody waits for is forgotten.
        self._adding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._source = source
        self._ingest = ingest
        self._ownership = ownership
        ages = Ages(settings, clock)
        self._contents = Contents(store, ages, clock)
        self._intake = Intake(pages, ages, clock)
        self._limits = settings.crawl
        self._clock = clock

    async def crawl(self, url: str, max_pages: int, depth: int) -> Crawl:
        """Read a site from a page on, and keep what came; see `DocsEngine.crawl`."""
        start = _start(url)
        deadline = asyncio.get_running_loop().time() + self._limits.total_seconds
        library, source = await self._home(start)
        errand = Errand(start, min(max_pages, self._limits.max_pages), depth, source.named_origins(start))
        pages: list[Page] = []
        try:
            async with aclosing(self._source.crawler.pages(errand)) as coming:
                async for page in coming:
                    pages.append(page)
                    progress.report(len(pages), errand.max_pages, "reading the site")
        except PageMissing:
            return Crawl(failure="The page does not exist.")
        except (FetchFailed, NotDocumentation) as fact:
            return Crawl(failure=f"The page could not be read: {fact.reason}.")
        async with self._adding.setdefault(library.library_id, asyncio.Lock()):
            storable = [page for page in pages if page.delivery.storable]
            kept = await self._keep(library, source, storable, deadline)
        tables = await asyncio.to_thread(_tables, pages)
        text = _text(library, pages, kept, _left_out(tables))
        return Crawl(library.library_id if kept else "", text, tables[:MOST_TABLES], len(pages))

    async def _home(self, start: str) -> tuple[Library, Source]:
        """Return the library that the pages shall belong to: the operator's where he has named the site.

        Raises:
            UrlRefused: the address is nobody's site.
        """
        try:
            claim = await self._ownership.claim(start)
        except UrlRefused:
            claim = None
        if claim and claim.by is ClaimedBy.SOURCE and claim.source.name is SourceName.CUSTOM:
            return claim.library, claim.source
        library = site_of(start)
        if library is None:
            raise UrlRefused(start, "it is no one publisher's site")
        return library, self._source

    async def _keep(self, library: Library, source: Source, pages: Sequence[Page], deadline: float) -> int:
        """Add pages to those that are known of a library, and index them; return how many there was room for."""
        if not pages:
            return 0
        known = await self._known(library, source, deadline)
        toc = known or Toc((), source.name, source.origin(library))
        opened = await self._contents.put(library, source, replace(toc, entries=_with_pages(toc, pages)))
        if known is None and source is not self._source:
            self._ingest.renew(opened)
        for kept, page in enumerate(pages):
            if not await self._intake.keep(opened.key, page, self._clock()):
                log.warning("there is no room for further pages of a site")
                return kept
        return len(pages)

    async def _known(self, library: Library, source: Source, deadline: float) -> Toc | None:
        """Return the TOC of a library, None where its source gives none in time."""
        try:
            return (await self._ingest.open_from(source, library, deadline=deadline)).toc
        except DocsError:
            return None


def _with_pages(toc: Toc, pages: Sequence[Page]) -> tuple[TocEntry, ...]:
    """Return the entries of a TOC with those of crawled pages; what its source lists stays as it says."""
    listed = {entry.url: entry for entry in toc.entries if not entry.crawled}
    crawled = {entry.url: entry for entry in toc.entries if entry.crawled}
    found = (TocEntry(page.title, page.url, page.description, crawled=True) for page in pages)
    crawled |= {entry.url: entry for entry in found if entry.url not in listed}
    return (*listed.values(), *list(crawled.values())[-MOST_PAGES:])


def _start(url: str) -> str:
    """Return the address of a first page as pages are known by it.

    Raises:
        UrlRefused: it is none of the web.
    """
    try:
        parts = urlsplit(urldefrag(url).url)
    except ValueError:
        raise UrlRefused(url, "not a URL") from None
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UrlRefused(url, "scheme other than http and https")
    return parts._replace(netloc=parts.netloc.lower(), path=parts.path or "/").geturl()


def _tables(pages: Sequence[Page]) -> tuple[tuple[str, PageTable], ...]:
    """Return the tables of the pages, one more than are given if there are more."""
    tables = ((page.url, table) for page in pages for table in tables_of(page.markdown))
    return tuple(islice(tables, MOST_TABLES + 1))


def _left_out(tables: Sequence[tuple[str, PageTable]]) -> list[str]:
    """Return what is said about tables and rows that are not given."""
    sentences = []
    if len(tables) > MOST_TABLES:
        sentences.append(f"Of the tables, only the first {MOST_TABLES} are given by cells.")
    if any(len(table.rows) == MOST_ROWS for _, table in tables):
        sentences.append(f"Of a table, only the first {MOST_ROWS} rows are given by cells.")
    return sentences


def _text(library: Library, pages: Sequence[Page], kept: int, warnings: Sequence[str]) -> str:
    """Return the pages quoted, as many as there is room for, the last one cut where it must be.

    Args:
        library: whose they are.
        pages: all that came.
        kept: how many of them can be found from now on.
        warnings: what else is to be said.
    """
    passages, room = [], MOST_TEXT
    for page in pages:
        text = page.markdown[:room]
        passages.append(Passage(library.library_id, None, page.url, page.title, text, 0, 1.0))
        room -= len(text)
        if room <= 0:
            break
    left = len(pages) - len(passages)
    cut = f"The text is cut: it is too long to be given whole, and {left} further pages are left out."
    lost = f"{len(pages) - kept} of {len(pages)} pages could not be kept: no search finds them."
    own = [*([cut] if room <= 0 else []), *([lost] if kept < len(pages) else [])]
    return quoted(passages, new_mark, [*own, *warnings])
