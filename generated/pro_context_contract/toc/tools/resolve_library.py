"""resolve-library: Resolve Library.

Generated from spec/contracts/toc/tools/resolve-library.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.toc.models import ResolveLibraryInput, ResolveLibraryOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "ResolveLibraryHandler", "ResolveLibraryInput", "ResolveLibraryOutput"]

NAME = "resolve-library"
ERRORS = (
    "LIBRARY_NOT_FOUND",
    "VERSION_NOT_FOUND",
    "REGISTRY_TIMEOUT",
    "SOURCE_UNAVAILABLE",
    "URL_NOT_ALLOWED",
    "INVALID_CONTENT",
    "RATE_LIMITED",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = ResolveLibraryInput
Output = ResolveLibraryOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class ResolveLibraryHandler(Protocol[Docs_contra]):
    """The type of the handler of resolve-library.

    - the library that matches best is returned, typing errors or not, and the others are its alternatives.
    - a libraryId is taken as it is, whatever the query says.
    - a name that the registry lacks is looked up on the package index.
    - a query that nothing is like is an error; one that something is a little like is answered with its ID.
    - availableVersions are those of the package index, newest first, at most 10; defaultVersion is the latest stable one.
    - the TOC is of the asked version, else of the project's, else of what the documentation describes.
    - at most 100 entries are returned, of the sections most likely to be asked about, and tocTruncated says so.
    - a library that no source documents comes without toc, with a note.
    - the library's TOC becomes a resource of the session, and clients are notified.
    """

    async def __call__(self, request: ResolveLibraryInput, docs: Docs_contra, session: Session) -> ResolveLibraryOutput:
        """Resolves a natural language library query to a canonical identifier and returns the documentation index (TOC)."""
        ...
