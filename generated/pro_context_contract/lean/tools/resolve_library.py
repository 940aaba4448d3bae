"""resolve-library: Resolve Library.

Generated from spec/contracts/lean/tools/resolve-library.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.lean.models import ResolveLibraryInput, ResolveLibraryOutput

__all__ = ["ERRORS", "NAME", "Input", "Output", "ResolveLibraryHandler", "ResolveLibraryInput", "ResolveLibraryOutput"]

NAME = "resolve-library"
ERRORS = ("INVALID_INPUT",)
Input = ResolveLibraryInput
Output = ResolveLibraryOutput

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class ResolveLibraryHandler(Protocol[Docs_contra]):
    """The type of the handler of resolve-library.

    - package names are tried first, then library IDs, then aliases, then misspellings; the first that hits decides.
    - extras and version bounds of a specifier are left out of the name, and its case does not matter.
    - a misspelt name finds its library with a relevance of 0.7 or more and below 1.
    - a name that nothing is like gives an empty list, not an error.
    - every match joins the session's resolved libraries.
    """

    async def __call__(self, request: ResolveLibraryInput, docs: Docs_contra, session: Session) -> ResolveLibraryOutput:
        """Resolve a library name, package name, or alias to a known documentation source. Returns zero or more matches. Always the first step — establishes the libraryId used by subsequent tools."""
        ...
