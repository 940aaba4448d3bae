"""library-toc: Library Table of Contents.

Generated from spec/contracts/full/resources/library-toc.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.full.models import LibraryTocParameters

__all__ = ["ERRORS", "NAME", "Output", "Parameters", "URI_TEMPLATE", "LibraryTocHandler", "LibraryTocParameters"]

NAME = "library-toc"
URI_TEMPLATE = "library://{+libraryId}/toc"
ERRORS: tuple[str, ...] = (
    "LIBRARY_NOT_FOUND",
    "LLMS_TXT_NOT_FOUND",
    "SOURCE_UNAVAILABLE",
    "NETWORK_FETCH_FAILED",
    "URL_NOT_ALLOWED",
    "INVALID_CONTENT",
    "STALE_CACHE_EXPIRED",
    "STORE_UNAVAILABLE",
)
Parameters = LibraryTocParameters
Output = str

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class LibraryTocHandler(Protocol[Docs_contra]):
    """The type of the handler of library-toc.

    - the Markdown lists the entries of get-library-info, under their sections.
    """

    async def __call__(self, parameters: LibraryTocParameters, docs: Docs_contra) -> str:
        """Table of contents of a library's documentation as Markdown; every link can be given to read-page"""
        ...
