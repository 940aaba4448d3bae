"""Pages read from the web, by the Markdown twin of an HTML page where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

from pro_context_engine.concurrency.workers.large_documents import work_on
from pro_context_engine.domain.errors import DocsError, FetchFailed, PageMissing
from pro_context_engine.domain.fetching import Fetcher, Response
from pro_context_engine.domain.model import Delivery, Page

_MISSES_BEFORE_GIVING_UP = 3


class PageReader:
    """Fetches a page and makes it Markdown.

    Many sites give every page a Markdown twin at the page's address plus ".md" (the llms.txt proposal). The twin is
    asked for first; a host without twins is no longer asked after some misses. A known page is asked for where it came
    from.

    Args:
        fetcher: how bytes arrive.
    """

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._hosts_with_twins: set[str] = set()
        self._misses: dict[str, int] = {}

    async def read(self, url: str, origins: Sequence[str] = (), known: Page | None = None) -> Page:
        """Give a page.

        Args:
            url: the page's identity, which the result keeps.
            origins: what `Fetcher.fetch` takes.
            known: the page as it was before.

        Returns:
            The page as Markdown, `known` itself where the server says that it has not changed.

        Raises:
            DocsError: any fact of `Fetcher.fetch`.
        """
        if known and known.delivery.url:
            return await self._read_again(url, origins, known)
        twin = await self._twin(url, origins)
        return twin or await self._make_page(url, url, await self._fetcher.fetch(url, origins=origins))

    async def _read_again(self, url: str, origins: Sequence[str], known: Page) -> Page:
        """Read a known page again where it came from, at its own address if its twin has gone."""
        address = known.delivery.url
        try:
            response = await self._ask(known.delivery, origins)
            if response is None:
                return known
        except PageMissing:
            if address == url:
                raise
            response = None
        if response is None or (address != url and response.media_type == "text/html"):
            address, response = url, await self._fetcher.fetch(url, origins=origins)
        return await self._make_page(url, address, response)

    async def _ask(self, known: Delivery, origins: Sequence[str]) -> Response | None:
        """Return the document of a delivery, None if it is still the same."""
        if known.recognisable:
            return await self._fetcher.refetch(known.url, known.validators, origins=origins)
        return await self._fetcher.fetch(known.url, origins=origins)

    async def _twin(self, url: str, origins: Sequence[str]) -> Page | None:
        """Return the page by its Markdown twin, None if there is none."""
        host, twin = urlsplit(url).netloc, twin_of(url)
        if twin is None or self._misses.get(host, 0) >= _MISSES_BEFORE_GIVING_UP:
            return None
        try:
            response = await self._fetcher.fetch(twin, origins=origins)
        except DocsError as fact:
            if isinstance(fact, FetchFailed) and fact.unreachable:
                # A request for the given address too would double the wait.
                raise FetchFailed(url, fact.reason) from None
            # The twin's address is a guess: on any other failure, the given address decides.
            response = None
        if response is None or response.media_type == "text/html":
            if host not in self._hosts_with_twins:
                self._misses[host] = self._misses.get(host, 0) + 1
            return None
        self._hosts_with_twins.add(host)
        self._misses.pop(host, None)
        return await self._make_page(url, twin, response)

    async def _make_page(self, url: str, address: str, response: Response) -> Page:
        """Make a page of a response."""
        # Stored pages need no reader of HTML.
        from pro_context_engine.sources.llms_files.full_text_page import document_page  # noqa: PLC0415

        page = await work_on(url, len(response.text), document_page, url, response.text, response.media_type)
        return replace(page, delivery=response.delivery(address))


def twin_of(url: str) -> str | None:
    """Return the address of a page's Markdown twin, None for a page that is no HTML by its name, or has a query."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    name = path.rpartition("/")[2]
    if not name or parts.query or ("." in name and not name.endswith((".html", ".htm"))):
        return None
    return urlunsplit((parts.scheme, parts.netloc, f"{path}.md", "", ""))
