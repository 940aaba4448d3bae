"""libraries: what the project has installed."""

from __future__ import annotations

from pro_context_contract.full.models import LibrariesContent, LibrariesContentLibrary
from pro_context_engine import DocsEngine


async def handle(docs: DocsEngine) -> LibrariesContent:
    """Return the project's libraries with their exact versions (seed 003 section 6.2)."""
    origin = docs.project_origin()
    return LibrariesContent(
        libraries=[
            LibrariesContentLibrary(id=library.library_id, name=library.name, version=version)
            for library, version in docs.project_libraries()
        ],
        detected_from=[origin] if origin else [],
    )
