"""resolve-library: Resolve Library.

Generated from spec/contracts/full/tools/resolve-library.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.full.models import ResolveLibraryInput, ResolveLibraryOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "ResolveLibraryHandler", "ResolveLibraryInput", "ResolveLibraryOutput"]

NAME = "resolve-library"
ERRORS = (
    "STORE_UNAVAILABLE",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = ResolveLibraryInput
Output = ResolveLibraryOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class ResolveLibraryHandler(Protocol[Docs_contra]):
    """The type of the handler of resolve-library.

    - a call with other names or forms of arguments that has one reading is answered, and readAs says how it was read.
    - an exact package name, library ID or alias is the first result, with relevance 1.
    - a name with one or two typing errors still finds its library, with a relevance below 1.
    - a name that neither a library nor its API has gives no result with relevance 0.5 or more.
    - the exact name of a public class, function or method gives the indexed libraries that have it, with a reason.
    - with a language, only libraries listing it are returned.
    - a query that matches nothing gives an empty list, not an error.
    """

    async def __call__(self, request: ResolveLibraryInput, docs: Docs_contra) -> ResolveLibraryOutput:
        """Discovers libraries matching a natural language query. Returns ranked matches with IDs, names, descriptions, and supported languages. Handles typos via fuzzy matching. Does not fetch documentation — use get-library-info or get-docs for content."""
        ...
