"""crawl: the pages of a site."""

from __future__ import annotations

from pro_context_contract.crawl.models import CrawlInput, CrawlOutput, CrawlOutputTable
from pro_context_contract.model import MISSING
from pro_context_engine import DocsEngine
from pro_context_handlers.optional_fields import value_or

PAGES = 10
DEPTH = 2
"""The defaults of the optional arguments: an answer of this size fits into a conversation."""


async def handle(request: CrawlInput, docs: DocsEngine) -> CrawlOutput:
    """Return the text and the tables of the site's pages; without any page, the reason."""
    max_pages = value_or(request.max_pages, PAGES)
    depth = value_or(request.depth, DEPTH)
    crawl = await docs.crawl(request.url, max_pages, depth)
    return CrawlOutput(
        success=crawl.pages > 0,
        url=request.url,
        text=crawl.text or crawl.failure,
        tables=[
            CrawlOutputTable(url=url, headers=list(table.headers), rows=[list(row) for row in table.rows])
            for url, table in crawl.tables
        ],
        pages=crawl.pages,
        library_id=crawl.library_id or MISSING,
    )
