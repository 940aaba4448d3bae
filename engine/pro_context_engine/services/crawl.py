"""Sites read on demand, and kept as libraries that can be searched."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import field, replace
from itertools import islice
from urllib.parse import urldefrag, urlsplit
from weakref import WeakValueDictionary

from pro_context_engine.concurrency import progress
from pro_context_engine.documents.pages.markdown_tables import MOST_ROWS, MarkdownTable, tables_of
from pro_context_engine.domain.errors import (
    DocsError,
    FetchFailed,
    NotDocumentation,
    PageMissing,
    StoreUnavailable,
    UrlRefused,
)
from pro_context_engine.domain.interfaces import Clock, Source
from pro_context_engine.domain.model import Library, Page, Passage, Toc, TocEntry
from pro_context_engine.domain.settings import CrawlLimits
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.ingestion.ingest import Ingest
from pro_context_engine.ingestion.page_intake import PageIntake
from pro_context_engine.ingestion.toc_intake import TocIntake
from pro_context_engine.libraries.ownership import ClaimedBy, Ownership
from pro_context_engine.libraries.registry.crawled_sites import site_of
from pro_context_engine.search.excerpts.quoting import quote
from pro_context_engine.services.quote_marks import new_mark
from pro_context_engine.sources.crawl.crawler import CrawlRequest
from pro_context_engine.sources.crawl.source import CrawledSites

log = logging.getLogger("pro_context.crawl")

MOST_TEXT = 200_000
"""Bound on the characters of all pages together in an answer; the rest is stored and found."""

MOST_TABLES = 100
"""Bound on the tables of all pages together."""

MOST_PAGES = 2_000
"""Bound on the pages of one site that are kept, over all crawls."""


@value_class
class Crawl:
    """The result of a crawl.

    Attributes:
        library_id: the library that the pages belong to now, "" if no page was kept.
        text: the pages as Markdown, between lines that name the address of each; "" if there are none.
        tables: the tables of the pages, each with the address of its page.
        pages: number of pages that were read.
        failure: the reason why no page was read, in words of ours; "" if one was.
    """

    library_id: str = ""
    text: str = ""
    tables: tuple[tuple[str, MarkdownTable], ...] = ()
    pages: int = 0
    failure: str = ""


@part_class
class CrawlService:
    """Crawl sites.

    Attributes:
        source: the source of crawled sites.
        ingest: opens the libraries that pages are added to.
        toc_intake: stores their tables of contents.
        page_intake: stores the pages.
        ownership: tells which sites the operator has named.
        limits: bounds of one crawl.
        clock: gives the current time in UTC.
    """

    source: CrawledSites
    ingest: Ingest
    toc_intake: TocIntake
    page_intake: PageIntake
    ownership: Ownership
    limits: CrawlLimits
    clock: Clock
    # By library; a lock that no request waits for is forgotten.
    _adding: WeakValueDictionary[str, asyncio.Lock] = field(init=False, default_factory=WeakValueDictionary)

    async def crawl(self, url: str, max_pages: int, depth: int) -> Crawl:
        """Read a site from a page on, and keep its pages; see `DocsEngine.crawl`."""
        start = _start(url)
        deadline = asyncio.get_running_loop().time() + self.limits.total_seconds
        try:
            library, source = await self._home(start)
        except StoreUnavailable as fact:
            return Crawl(failure=f"The page could not be read: {fact.reason}.")
        request = CrawlRequest(start, min(max_pages, self.limits.max_pages), depth, source.named_origins(start))
        pages: list[Page] = []
        try:
            async with aclosing(self.source.crawler.pages(request)) as coming:
                async for page in coming:
                    pages.append(page)
                    progress.report(len(pages), request.max_pages, "reading the site")
        except PageMissing:
            return Crawl(failure="The page does not exist.")
        except (FetchFailed, NotDocumentation) as fact:
            return Crawl(failure=f"The page could not be read: {fact.reason}.")
        async with self._adding.setdefault(library.library_id, asyncio.Lock()):
            storable = [page for page in pages if page.delivery.storable]
            try:
                kept = await self._keep(library, source, storable, deadline)
            except StoreUnavailable:
                # The answer says that no search finds the pages.
                kept = 0
        tables = await asyncio.to_thread(_tables, pages)
        text = _text(library, pages, kept, _left_out(tables))
        return Crawl(library.library_id if kept else "", text, tables[:MOST_TABLES], len(pages))

    async def _home(self, start: str) -> tuple[Library, Source]:
        """Return the library for the pages: the operator's where the configuration names the site.

        Raises:
            UrlRefused: the address belongs to no site that can be a library.
        """
        try:
            claim = await self.ownership.claim(start)
        except UrlRefused:
            claim = None
        if claim and claim.by is ClaimedBy.SOURCE and claim.source.traits.is_configured:
            return claim.library, claim.source
        library = site_of(start)
        if library is None:
            raise UrlRefused(start, "it is no one publisher's site")
        return library, self.source

    async def _keep(self, library: Library, source: Source, pages: Sequence[Page], deadline: float) -> int:
        """Add pages to a library and index them; return the number of pages that there was room for."""
        if not pages:
            return 0
        known = await self._known(library, source, deadline)
        toc = known or Toc((), source.name, source.origin(library))
        opened = await self.toc_intake.put(library, source, replace(toc, entries=_with_pages(toc, pages)))
        if known is None and source is not self.source:
            self.ingest.renew(opened)
        for kept, page in enumerate(pages):
            if not await self.page_intake.keep(opened.key, page, self.clock()):
                log.warning("there is no room for further pages of a site")
                return kept
        return len(pages)

    async def _known(self, library: Library, source: Source, deadline: float) -> Toc | None:
        """Return the TOC of a library, None where its source gives none in time."""
        try:
            return (await self.ingest.open_from(source, library, deadline=deadline)).toc
        except DocsError:
            return None


def _with_pages(toc: Toc, pages: Sequence[Page]) -> tuple[TocEntry, ...]:
    """Return the entries of a TOC and of crawled pages; the entries that its source lists stay as they are."""
    listed = {entry.url: entry for entry in toc.entries if not entry.crawled}
    crawled = {entry.url: entry for entry in toc.entries if entry.crawled}
    found = (TocEntry(page.title, page.url, page.description, crawled=True) for page in pages)
    crawled |= {entry.url: entry for entry in found if entry.url not in listed}
    return (*listed.values(), *list(crawled.values())[-MOST_PAGES:])


def _start(url: str) -> str:
    """Return the address of the first page, normalised.

    Raises:
        UrlRefused: the address is not http or https.
    """
    try:
        parts = urlsplit(urldefrag(url).url)
    except ValueError:
        raise UrlRefused(url, "not a URL") from None
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UrlRefused(url, "scheme other than http and https")
    return parts._replace(netloc=parts.netloc.lower(), path=parts.path or "/").geturl()


def _tables(pages: Sequence[Page]) -> tuple[tuple[str, MarkdownTable], ...]:
    """Return the tables of the pages, one more than the bound if there are more."""
    tables = ((page.url, table) for page in pages for table in tables_of(page.markdown))
    return tuple(islice(tables, MOST_TABLES + 1))


def _left_out(tables: Sequence[tuple[str, MarkdownTable]]) -> list[str]:
    """Return a sentence for each kind of tables and rows that the answer leaves out."""
    sentences = []
    if len(tables) > MOST_TABLES:
        sentences.append(f"Of the tables, only the first {MOST_TABLES} are given by cells.")
    if any(len(table.rows) == MOST_ROWS for _, table in tables):
        sentences.append(f"Of a table, only the first {MOST_ROWS} rows are given by cells.")
    return sentences


def _text(library: Library, pages: Sequence[Page], kept: int, warnings: Sequence[str]) -> str:
    """Return the pages quoted, as many as there is room for, the last one cut if need be.

    Args:
        library: the library that they belong to.
        pages: all pages that were read.
        kept: number of pages that a search finds from now on.
        warnings: further sentences.
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
    return quote(passages, new_mark, [*own, *warnings])
