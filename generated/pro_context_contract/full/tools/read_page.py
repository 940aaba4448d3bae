"""read-page: Read Documentation Page.

Generated from spec/contracts/full/tools/read-page.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.full.models import ReadPageInput, ReadPageOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "ReadPageHandler", "ReadPageInput", "ReadPageOutput"]

NAME = "read-page"
ERRORS = (
    "URL_NOT_ALLOWED",
    "PAGE_NOT_FOUND",
    "INVALID_CONTENT",
    "NETWORK_FETCH_FAILED",
    "SOURCE_UNAVAILABLE",
    "STALE_CACHE_EXPIRED",
    "STORE_UNAVAILABLE",
    "RATE_LIMITED",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = ReadPageInput
Output = ReadPageOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class ReadPageHandler(Protocol[Docs_contra]):
    """The type of the handler of read-page.

    - a call with other names or forms of arguments that has one reading is answered, and readAs says how it was read.
    - reading with offset + linesReturned until hasMore is false gives every line once.
    - a second read of the same page is served from the cache.
    - a URL outside known documentation is refused before anything is fetched.
    - versionMatch says how the page's version relates to the project's.
    - the first lines, or those at the URL's anchor, come with the outline of the whole page.
    - without an offset, a URL opens at its anchor's heading or symbol, at the top for an unknown anchor.
    """

    async def __call__(self, request: ReadPageInput, docs: Docs_contra, session: Session) -> ReadPageOutput:
        """Fetches a specific documentation page URL and returns clean markdown content, a range of lines at a time. URLs must come from a resolved TOC, search result, relatedPages entry, or configured allowlist."""
        ...
