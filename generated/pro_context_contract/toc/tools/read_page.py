"""read-page: Read Documentation Page.

Generated from spec/contracts/toc/tools/read-page.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.toc.models import ReadPageInput, ReadPageOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "ReadPageHandler", "ReadPageInput", "ReadPageOutput"]

NAME = "read-page"
ERRORS = (
    "URL_NOT_ALLOWED",
    "PAGE_NOT_FOUND",
    "INVALID_CONTENT",
    "SOURCE_UNAVAILABLE",
    "RATE_LIMITED",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = ReadPageInput
Output = ReadPageOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class ReadPageHandler(Protocol[Docs_contra]):
    """The type of the handler of read-page.

    - a page within maxTokens is returned whole, and truncated is false.
    - a longer page ends where a section ends, with a note that tells how many tokens are not shown.
    - content never exceeds maxTokens tokens, the note included.
    - with a maxTokens of contentLength or more the page is whole.
    - a second reading of the same page is served from the cache.
    - a URL outside known documentation is refused before anything is fetched.
    """

    async def __call__(self, request: ReadPageInput, docs: Docs_contra) -> ReadPageOutput:
        """The navigation path tool. Fetches a specific documentation page URL and returns its content as markdown. This is the tool that enables agent-driven documentation browsing."""
        ...
