"""search_docs: Search Docs.

Generated from spec/contracts/corpus/tools/search_docs.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.corpus.models import SearchDocsInput, SearchDocsOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "SearchDocsHandler", "SearchDocsInput", "SearchDocsOutput"]

NAME = "search_docs"
ERRORS = (
    "CURSOR_INVALID",
    "CURSOR_STALE",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = SearchDocsInput
Output = SearchDocsOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class SearchDocsHandler(Protocol[Docs_contra]):
    """The type of the handler of search_docs.

    - each key of the corpus' taxonomy is an optional argument whose enum holds exactly the values of its pages.
    - only chunks of pages that have the asked values are found.
    - a language without a scope also finds the guides that are for every language.
    - the cursors of a search lead to every hit once, best first, and then to null.
    - a cursor that was changed, or is of another search, or of an earlier build, is refused.
    - a search without hits says for which filters, and which other values would find something.
    """

    async def __call__(self, request: SearchDocsInput, docs: Docs_contra) -> SearchDocsOutput:
        """Search the ${corpus_description}. Use this to find relevant documentation, guides, or API references."""
        ...
