"""crawl: Crawl.

Generated from spec/contracts/crawl/tools/crawl.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.crawl.models import CrawlInput, CrawlOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "CrawlHandler", "CrawlInput", "CrawlOutput"]

NAME = "crawl"
ERRORS = (
    "INVALID_INPUT",
    "URL_NOT_ALLOWED",
)
Input = CrawlInput
Output = CrawlOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class CrawlHandler(Protocol[Docs_contra]):
    """The type of the handler of crawl.

    - the pages nearest to the first one come first, maxPages of them at most (10 if left out).
    - links are followed so many times away from the first page (2 if left out), with 0 not at all.
    - no other site is asked for anything, wherever links and redirects lead.
    - what robots.txt forbids is not read, nor anything where robots.txt cannot be had.
    - pages are asked for one after the other, with a pause between.
    - endless sites, huge pages and slow ones end the crawl with what has come.
    - every table of the pages comes with its cells and the page it stands on.
    - each page in text stands under a line that names its address.
    - where the first page cannot be had, success is false and text says why.
    - what came can be searched as the library that libraryId names.
    """

    async def __call__(self, request: CrawlInput, docs: Docs_contra) -> CrawlOutput:
        """Crawl a website from a page on, along its links and breadth first, and return the text of its pages as Markdown with their tables. Stays within the site and obeys its robots.txt. What was read can be searched afterwards."""
        ...
