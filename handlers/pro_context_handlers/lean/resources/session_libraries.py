"""Session Libraries: the libraries that this session has resolved."""

from __future__ import annotations

from pro_context_contract.contract import Session
from pro_context_contract.lean.models import SessionLibrariesContent, SessionLibrariesContentResolvedLibrary
from pro_context_engine import DocsEngine


async def handle(docs: DocsEngine, session: Session) -> SessionLibrariesContent:
    """Return the libraries of the session in the order in which they were resolved."""
    return SessionLibrariesContent(
        resolved_libraries=[
            SessionLibrariesContentResolvedLibrary(
                library_id=library.library_id, name=library.name, resolved_at=library.resolved_at.isoformat()
            )
            for library in await session.resolved()
        ]
    )
