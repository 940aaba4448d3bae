"""get-docs: Get Documentation.

Generated from spec/contracts/full/tools/get-docs.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.full.models import GetDocsInput, GetDocsOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "GetDocsHandler", "GetDocsInput", "GetDocsOutput"]

NAME = "get-docs"
ERRORS = (
    "LIBRARY_NOT_FOUND",
    "VERSION_NOT_FOUND",
    "TOPIC_NOT_FOUND",
    "LLMS_TXT_NOT_FOUND",
    "SOURCE_UNAVAILABLE",
    "NETWORK_FETCH_FAILED",
    "URL_NOT_ALLOWED",
    "INVALID_CONTENT",
    "STALE_CACHE_EXPIRED",
    "REGISTRY_TIMEOUT",
    "INDEXING_IN_PROGRESS",
    "STORE_UNAVAILABLE",
    "RATE_LIMITED",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = GetDocsInput
Output = GetDocsOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class GetDocsHandler(Protocol[Docs_contra]):
    """The type of the handler of get-docs.

    - a call with other names or forms of arguments that has one reading is answered, and readAs says how it was read.
    - content never exceeds maxTokens tokens, nor does the whole answer as JSON from 1,000 on.
    - tokens is the size of content as a model counts it, within 5 % in prose and code.
    - every part of content says which library, page, section and version it comes from.
    - libraryId and source are those of the best passage.
    - a topic that matches nothing is an error that says where to look instead.
    - that error tells what was searched, how complete and how old it is, and the nearest headings.
    - a library installed in the project is answered from the installed version.
    - versionMatch relates the documented version to the requested one, else to the project's; content begins with a mismatch.
    - of context, and of a topic of more than 500 characters, the questions, errors and names of code count, and contextRead says them.
    - a topic in another language is searched by its names of code and technical words, and the answer or the error asks for English.
    - queries find what the topic's own words miss; the topic counts most.
    - near-duplicates are left out, and another page that answers comes before more of the same.
    - each library that has something on the topic is heard within the budget, and the others are named.
    - a code example is shown whole, unless it alone is larger than the budget.
    - a cold library is answered from its likeliest pages; indexing says that the rest is on its way.
    """

    async def __call__(self, request: GetDocsInput, docs: Docs_contra, session: Session) -> GetDocsOutput:
        """Retrieves focused documentation for a specific topic using BM25 search. Best for keyword-heavy queries. Returns content, confidence score, and related pages for further browsing."""
        ...
