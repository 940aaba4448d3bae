"""list-libraries: List Libraries.

Generated from spec/contracts/toc/tools/list-libraries.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.toc.models import ListLibrariesInput, ListLibrariesOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "ListLibrariesHandler", "ListLibrariesInput", "ListLibrariesOutput"]

NAME = "list-libraries"
ERRORS = (
    "RATE_LIMITED",
    "INVALID_INPUT",
    "INTERNAL_ERROR",
)
Input = ListLibrariesInput
Output = ListLibrariesOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class ListLibrariesHandler(Protocol[Docs_contra]):
    """The type of the handler of list-libraries.

    - libraries detected in the project come first, then those already indexed, then the registry by popularity.
    - language and category narrow together, and total counts what passes both.
    - at most 100 libraries are returned, and truncated says whether there are more.
    """

    async def __call__(self, request: ListLibrariesInput, docs: Docs_contra) -> ListLibrariesOutput:
        """Lists available libraries with optional filtering. Includes curated libraries, cached libraries, and project-detected libraries."""
        ...
