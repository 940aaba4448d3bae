"""library-toc: Library Table of Contents.

Generated from spec/contracts/toc/resources/library-toc.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.toc.models import LibraryTocParameters

__all__ = ["ERRORS", "NAME", "Output", "Parameters", "URI_TEMPLATE", "LibraryTocHandler", "LibraryTocParameters"]

NAME = "library-toc"
URI_TEMPLATE = "library://{+libraryId}/toc"
ERRORS: tuple[str, ...] = (
    "LIBRARY_NOT_FOUND",
    "VERSION_NOT_FOUND",
    "REGISTRY_TIMEOUT",
    "SOURCE_UNAVAILABLE",
    "URL_NOT_ALLOWED",
    "INVALID_CONTENT",
    "INTERNAL_ERROR",
)
Parameters = LibraryTocParameters
Output = str

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class LibraryTocHandler(Protocol[Docs_contra]):
    """The type of the handler of library-toc.

    - the Markdown lists every entry of the TOC under its section, also those that resolve-library leaves out.
    - the TOCs of the project's libraries, and of those resolved in the session, are resources of their own.
    """

    async def __call__(self, parameters: LibraryTocParameters, docs: Docs_contra) -> str:
        """Table of contents for a specific library. Contains the same TOC data returned by resolve-library, but accessible as a resource for libraries that have already been resolved or were detected in the project."""
        ...
