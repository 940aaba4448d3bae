"""get-library-docs: Get Library Docs.

Generated from spec/contracts/lean/tools/get-library-docs.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.lean.models import GetLibraryDocsInput, GetLibraryDocsOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "GetLibraryDocsHandler", "GetLibraryDocsInput", "GetLibraryDocsOutput"]

NAME = "get-library-docs"
ERRORS = (
    "LIBRARY_NOT_FOUND",
    "LLMS_TXT_FETCH_FAILED",
    "INVALID_INPUT",
)
Input = GetLibraryDocsInput
Output = GetLibraryDocsOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class GetLibraryDocsHandler(Protocol[Docs_contra]):
    """The type of the handler of get-library-docs.

    - a library's llms.txt comes as it is published, but for invisible characters and with its links made absolute.
    - where a library has no llms.txt, the links of its table of contents stand under their sections like in one.
    - a second call is answered from the cache, with the time of the fetch.
    - what has passed its time to live is returned at once with stale true, and refreshed behind.
    """

    async def __call__(self, request: GetLibraryDocsInput, docs: Docs_contra) -> GetLibraryDocsOutput:
        """Fetch the llms.txt table of contents for a library. Returns raw markdown listing documentation sections and page URLs. The agent reads this to decide which pages to fetch with read-page."""
        ...
