"""resolved-libraries: the libraries that this session has resolved."""

from __future__ import annotations

from pro_context_contract.contract import Session
from pro_context_contract.full.models import ResolvedLibrariesContent, ResolvedLibrariesContentLibrary
from pro_context_engine import DocsEngine


async def handle(docs: DocsEngine, session: Session) -> ResolvedLibrariesContent:
    """Return the libraries of the session in the order in which they were resolved."""
    return ResolvedLibrariesContent(
        libraries=[
            ResolvedLibrariesContentLibrary(id=library.library_id, name=library.name, languages=list(library.languages))
            for library in await session.resolved()
        ]
    )
