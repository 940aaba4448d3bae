"""read-page: Read Page.

Generated from spec/contracts/lean/tools/read-page.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.lean.models import ReadPageInput, ReadPageOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "ReadPageHandler", "ReadPageInput", "ReadPageOutput"]

NAME = "read-page"
ERRORS = (
    "URL_NOT_ALLOWED",
    "PAGE_NOT_FOUND",
    "PAGE_FETCH_FAILED",
    "INVALID_INPUT",
)
Input = ReadPageInput
Output = ReadPageOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class ReadPageHandler(Protocol[Docs_contra]):
    """The type of the handler of read-page.

    - the content is the whole page, and each heading stands on the line that the outline says.
    - headings with the same title get the anchors title, title-2, title-3 in order.
    - the URL is the one that redirects lead to.
    - a second read is answered from the cache, with the time of the fetch.
    - a URL outside known documentation is refused before anything is fetched.
    - a URL that is neither http nor https nor named by a table of contents is refused as invalid input.
    """

    async def __call__(self, request: ReadPageInput, docs: Docs_contra) -> ReadPageOutput:
        """Fetch the content of a documentation page. Returns the full page markdown and its heading structure. Each heading includes its line number for direct navigation."""
        ...
