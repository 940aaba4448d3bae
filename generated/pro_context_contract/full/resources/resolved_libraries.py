"""resolved-libraries: Session Resolved Libraries.

Generated from spec/contracts/full/resources/resolved-libraries.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.full.models import ResolvedLibrariesContent

__all__ = ["ERRORS", "NAME", "Output", "URI", "ResolvedLibrariesHandler", "ResolvedLibrariesContent"]

NAME = "resolved-libraries"
URI = "pro-context://session/resolved-libraries"
ERRORS: tuple[str, ...] = ()
Output = ResolvedLibrariesContent

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class ResolvedLibrariesHandler(Protocol[Docs_contra]):
    """The type of the handler of resolved-libraries.

    - libraries are added as get-library-info is called, in order, each once, and never removed within a session.
    """

    async def __call__(self, docs: Docs_contra, session: Session) -> ResolvedLibrariesContent:
        """Libraries resolved in the current session. Updated each time get-library-info is called."""
        ...
