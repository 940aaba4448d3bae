"""get-docs: Get Documentation.

Generated from spec/contracts/toc/tools/get-docs.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.toc.models import GetDocsInput, GetDocsOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "GetDocsHandler", "GetDocsInput", "GetDocsOutput"]

NAME = "get-docs"
ERRORS = (
    "LIBRARY_NOT_FOUND",
    "VERSION_NOT_FOUND",
    "TOPIC_NOT_FOUND",
    "REGISTRY_TIMEOUT",
    "SOURCE_UNAVAILABLE",
    "INDEXING_IN_PROGRESS",
    "URL_NOT_ALLOWED",
    "INVALID_CONTENT",
    "RATE_LIMITED",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = GetDocsInput
Output = GetDocsOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class GetDocsHandler(Protocol[Docs_contra]):
    """The type of the handler of get-docs.

    - content never exceeds maxTokens tokens.
    - a second answer on a topic comes from the cache.
    - what has passed its time to live is returned at once with stale true, and refreshed behind.
    - a library installed in the project is answered from the installed version, which version names.
    - every related page can be given to read-page, and none is where the answer comes from.
    - a topic that matches nothing is an error that says where to look instead.
    """

    async def __call__(self, request: GetDocsInput, docs: Docs_contra) -> GetDocsOutput:
        """The fast path tool. Retrieves focused documentation for a specific topic using server-side search (BM25). Best for keyword-heavy queries where the server can match effectively."""
        ...
