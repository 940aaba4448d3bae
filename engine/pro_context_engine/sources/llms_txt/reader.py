"""The reader of llms.txt files: the table of contents of an index, and full texts for indexing.

The module is over 150 lines because only the index tells which full text holds which pages.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from dataclasses import field
from urllib.parse import urljoin

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.documents.pages.html import looks_like_html
from pro_context_engine.documents.pages.text import clean
from pro_context_engine.domain.errors import DocsError, NotDocumentation, PageMissing, TocMissing
from pro_context_engine.domain.fetching import Fetcher, Response
from pro_context_engine.domain.model import Delivery, Page, SourceName, Toc, TocEntry
from pro_context_engine.domain.value_class import part_class, value_class
from pro_context_engine.sources.llms_files.full_text import PageText, page_texts
from pro_context_engine.sources.llms_files.full_text_page import contents_of, is_full_text
from pro_context_engine.sources.llms_files.link_list import parse_index, published_text
from pro_context_engine.sources.llms_txt.nesting import (
    MOST_SUB_INDEXES,
    linked_full_text,
    merge_sub_indexes,
    sub_indexes,
)

log = logging.getLogger("pro_context.sources")

MOST_REMEMBERED = 1_000
"""Indexes whose full texts are remembered; of further ones, pages are read one by one."""


@value_class
class _Contents:
    """The contents of a file: its entries, its delivery, the full texts among its addresses, and its text."""

    entries: tuple[TocEntry, ...] = ()
    delivery: Delivery = field(default_factory=Delivery)
    full_texts: tuple[str, ...] = ()
    text: str = ""


@part_class
class LlmsTxtReader:
    """Reads llms.txt files of all forms, and full texts.

    Attributes:
        fetcher: how bytes arrive.
        named_origins: see `interfaces.Source.named_origins`.
        prefer_full_text: whether indexing tries a full text before single pages.
    """

    fetcher: Fetcher
    named_origins: Callable[[str], Sequence[str]]
    prefer_full_text: bool = False
    _full_texts: dict[str, tuple[str, ...]] = field(init=False, default_factory=dict)

    async def toc(
        self, library_id: str, url: str, source: SourceName, full_text: str | None = None, known: Toc | None = None
    ) -> Toc:
        """Fetch an llms.txt and read it as a table of contents.

        Args:
            library_id: for the facts.
            url: of the llms.txt.
            source: the name of the source that asks.
            full_text: the URL of the library's full text, None if not known.
            known: the table of contents as it was before.

        Returns:
            The TOC, `known` itself where the server says that it has not changed; without entries for a file without
            links and documentation. Relative links are resolved against the address that redirects led to.

        Raises:
            TocMissing: there is no file, or only an HTML page, as sites show for a missing file.
            DocsError: any other fact of `Fetcher.fetch`.
        """
        try:
            response = await self._ask(url, known)
        except PageMissing:
            raise TocMissing(library_id, url) from None
        if response is None and known:
            return known
        if response is None or response.media_type == "text/html":
            raise TocMissing(library_id, url)
        contents = await self._index_contents(url, response, full_text)
        if len(self._full_texts) >= MOST_REMEMBERED:
            self._full_texts.clear()
        self._full_texts[url] = contents.full_texts
        return Toc(contents.entries, source, origin=url, delivery=contents.delivery, text=contents.text)

    async def pages(
        self, toc: Toc, wanted: Collection[str], full_text: str | None = None
    ) -> AsyncGenerator[Page, None]:
        """Give the pages in full texts, where most pages are wanted and there is a full text to read.

        Args:
            toc: the result of `toc`.
            wanted: URLs of the TOC whose pages are wanted.
            full_text: see `toc`.

        Yields:
            Wanted pages under their URL in the TOC, and pages of the site that the TOC does not name; each once. An
            unusable full text is noted in the log.
        """
        listed = {entry.url for entry in toc.pages}
        if 2 * len(wanted) < len(listed):
            return
        preferred = [full_text or urljoin(toc.origin, "llms-full.txt")] if self.prefer_full_text else []
        given = listed - set(wanted)
        for url in dict.fromkeys([*self._full_texts.get(toc.origin, ()), *preferred]):
            response = await self._further_document(url)
            if response is None or not response.storable:
                continue
            size = len(response.text)
            text, parts = await work_on(
                url, size, _cut_into_pages, response.text, response.url, toc.entries, toc.origin
            )
            for part in parts:
                if part.url not in given:
                    given.add(part.url)
                    own = text[part.start : part.end]
                    try:
                        yield await work_on(part.url, len(own), part.page, own)
                    except NotDocumentation:
                        log.info("a part of a full text is no page")

    async def _ask(self, url: str, known: Toc | None) -> Response | None:
        """Return the document, None if it is the same as before."""
        origins = self.named_origins(url)
        if known and known.delivery.recognisable:
            return await self.fetcher.refetch(url, known.delivery.validators, origins=origins)
        return await self.fetcher.fetch(url, origins=origins)

    async def _index_contents(self, url: str, response: Response, full_text: str | None) -> _Contents:
        """Return the contents of an index, together with those of the indexes that it links to."""
        index = await _read_contents(url, response)
        links = sub_indexes(index.entries, response.url)[:MOST_SUB_INDEXES]
        found = await self._sub_indexes([link.url for link in links])
        entries = merge_sub_indexes(index.entries, response.url, {link: below.entries for link, below in found.items()})
        if not entries and not links:
            guess = urljoin(url, "llms-full.txt") if self.prefer_full_text else ""
            found = await self._full_contents(full_text or linked_full_text(index.entries, response.url) or guess)
            entries = tuple(entry for below in found.values() for entry in below.entries) or index.entries
        return _Contents(
            entries,
            _delivery(index.delivery, found),
            index.full_texts + tuple(text for below in found.values() for text in below.full_texts),
            index.text,
        )

    async def _sub_indexes(self, urls: Sequence[str]) -> dict[str, _Contents]:
        """Return the contents of other indexes by their URL; an index that fails is left out."""
        responses = await asyncio.gather(*map(self._further_document, urls))
        return {
            url: await _read_contents(url, response) for url, response in zip(urls, responses, strict=True) if response
        }

    async def _full_contents(self, url: str) -> dict[str, _Contents]:
        """Return the contents of a full text by its URL, {} if there are none."""
        response = await self._further_document(url) if url else None
        if response is None:
            return {}
        return {url: await _read_contents(url, response, is_full=True)}

    async def _further_document(self, url: str) -> Response | None:
        """Return a further document of the site, None if it is unusable."""
        try:
            response = await self.fetcher.fetch(url, origins=self.named_origins(url))
        except DocsError as fact:
            log.info("what an index stands beside is left out: %s", type(fact).__name__)
            return None
        if await asyncio.to_thread(looks_like_html, response.text, response.media_type):
            log.info("what an index stands beside is left out: it is a web page")
            return None
        return response


async def _read_contents(url: str, response: Response, *, is_full: bool = False) -> _Contents:
    return await work_on(url, len(response.text), _contents, url, response, is_full)


def _contents(url: str, response: Response, is_full: bool) -> _Contents:
    """Return the contents of a file; a full text under any name lists its own pages."""
    delivery = response.delivery(url)
    if is_full or is_full_text(response.text):
        try:
            entries, pages = contents_of(url, response.text, response.url)
        except NotDocumentation as fact:
            log.info("a full text is of no use: %s", fact.reason)
        else:
            return _Contents(entries, delivery, (url,) if pages else ())
    entries = parse_index(response.text, response.url)[2]
    return _Contents(entries, delivery, text=published_text(response.text, response.url))


def _cut_into_pages(text: str, url: str, entries: Sequence[TocEntry], origin: str) -> tuple[str, list[PageText]]:
    """Return a full text cleaned, and its parts."""
    text = clean(text)
    return text, page_texts(text, url, entries, origin)


def _delivery(index: Delivery, found: Mapping[str, _Contents]) -> Delivery:
    """Return the delivery of an index with further files: an unchanged index says nothing about those files."""
    if not found:
        return index
    return Delivery(index.url, storable=index.storable and all(below.delivery.storable for below in found.values()))
