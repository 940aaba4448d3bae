"""Session Libraries: Session Libraries.

Generated from spec/contracts/lean/resources/session-libraries.yaml; do not edit.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pro_context_contract.contract import Session
from pro_context_contract.lean.models import SessionLibrariesContent

__all__ = ["ERRORS", "NAME", "Output", "URI", "SessionLibrariesHandler", "SessionLibrariesContent"]

NAME = "Session Libraries"
URI = "pro-context://session/libraries"
ERRORS: tuple[str, ...] = ()
Output = SessionLibrariesContent

Docs_contra = TypeVar("Docs_contra", contravariant=True)


class SessionLibrariesHandler(Protocol[Docs_contra]):
    """The type of the handler of Session Libraries.

    - libraries are added as resolve-library finds them, each once, with the time (UTC), and the list starts empty.
    """

    async def __call__(self, docs: Docs_contra, session: Session) -> SessionLibrariesContent:
        """Libraries resolved in the current session."""
        ...
