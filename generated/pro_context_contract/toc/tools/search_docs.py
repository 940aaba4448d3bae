"""search-docs: Search Documentation.

Generated from spec/contracts/toc/tools/search-docs.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.toc.models import SearchDocsInput, SearchDocsOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "SearchDocsHandler", "SearchDocsInput", "SearchDocsOutput"]

NAME = "search-docs"
ERRORS = (
    "LIBRARY_NOT_FOUND",
    "VERSION_NOT_FOUND",
    "INDEXING_IN_PROGRESS",
    "REGISTRY_TIMEOUT",
    "SOURCE_UNAVAILABLE",
    "URL_NOT_ALLOWED",
    "INVALID_CONTENT",
    "RATE_LIMITED",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = SearchDocsInput
Output = SearchDocsOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class SearchDocsHandler(Protocol[Docs_contra]):
    """The type of the handler of search-docs.

    - a library that is not indexed yet is being indexed from the first search on, which says when to ask again.
    - every result's URL can be given to read-page.
    - results come by relevance, at most maxResults of totalMatches.
    - section leads from the section of the TOC down to the heading that matches.
    - a query that matches nothing gives an empty list, not an error.
    """

    async def __call__(self, request: SearchDocsInput, docs: Docs_contra) -> SearchDocsOutput:
        """Searches across a library's indexed documentation and returns ranked results with URLs. The agent can then use read-page to fetch full content for any result."""
        ...
