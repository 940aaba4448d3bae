"""The table of contents of a site without an inventory, read from its start page and the pages that this links to.

References of many generators list chapters or packages on the start page, and the sections or classes of each on a page
of its own. Where the pages repeat one menu, a few of them tell so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from pro_context_engine.documents.pages import main_element
from pro_context_engine.domain.errors import DocsError
from pro_context_engine.domain.fetching import Response
from pro_context_engine.domain.model import TocEntry
from pro_context_engine.sources.docs_site.start_page_links import MAX_PAGES, LinkingPage, frames, linked_pages
from pro_context_engine.sources.sites import absolute_url, is_same_publication

log = logging.getLogger("pro_context.sources")

MOST_LED_ON = 3
MOST_READ = 120
"""Pages that are read to find further ones; where the start page links to more, it lists the site."""

SAMPLE = 8
"""Pages that are read first; where they link to nothing new, the others are not read."""

MOST_SECONDS = 10.0
"""The time for all pages that are read for their links; those that take longer list nothing."""

Fetch = Callable[[str], Awaitable[Response]]


async def shown_page(start: Response, fetch: Fetch) -> Response:
    """Return the page that a start page leads its readers on to, the start page itself where it leads nowhere."""
    for _ in range(MOST_LED_ON):
        target = main_element.led_on_to(start.text) if start.media_type == "text/html" else ""
        address = absolute_url(target, start.url) if target else ""
        if not address or not is_same_publication(start.url, address):
            break
        try:
            start = await fetch(address)
        except DocsError as fact:
            log.info("the page that a start page leads to is left out: %s", type(fact).__name__)
            break
    return start


async def listed_pages(start: Response, fetch: Fetch) -> tuple[TocEntry, ...]:
    """Return the pages of a site; () if its start page links to none.

    Args:
        start: the start page.
        fetch: fetches a page of the site.
    """
    deadline = asyncio.get_running_loop().time() + MOST_SECONDS
    shown = LinkingPage(start.text, start.url)
    documents = [shown, *(await _read(frames(shown), fetch, deadline)).values()]
    first = await asyncio.to_thread(linked_pages, documents, least=1)
    addresses = [entry.url for entry in first[1:]]
    if len(addresses) > MOST_READ:
        return first
    # Pages from all parts of the list: its beginning is often a tutorial.
    sample = addresses[:: max(1, len(addresses) // SAMPLE)]
    further = await _read(sample, fetch, deadline)
    entries = await asyncio.to_thread(linked_pages, documents, further)
    if len(entries) > len(first):
        rest = [address for address in addresses if address not in further]
        further |= await _read(rest, fetch, deadline)
        entries = await asyncio.to_thread(linked_pages, documents, further)
    return entries[:MAX_PAGES]


async def _read(addresses: Sequence[str], fetch: Fetch, deadline: float) -> dict[str, LinkingPage]:
    """Return the HTML pages at some addresses that arrive before the deadline, by address and in this order."""
    tasks = [asyncio.ensure_future(fetch(address)) for address in addresses]
    if not tasks:
        return {}
    try:
        await asyncio.wait(tasks, timeout=max(0.0, deadline - asyncio.get_running_loop().time()))
        found: dict[str, LinkingPage] = {}
        for address, task in zip(addresses, tasks, strict=True):
            response = _response(task)
            if response is not None and response.media_type == "text/html":
                found[address] = LinkingPage(response.text, response.url)
        return found
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _response(task: asyncio.Future[Response]) -> Response | None:
    if not task.done() or task.cancelled():
        return None
    fact = task.exception()
    if fact is not None:
        if not isinstance(fact, DocsError):
            raise fact
        log.info("a page is not read for its links: %s", type(fact).__name__)
        return None
    return task.result()
