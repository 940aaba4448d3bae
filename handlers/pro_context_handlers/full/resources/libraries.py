"""libraries: the libraries that the project uses."""

from __future__ import annotations

from pro_context_contract.full.models import LibrariesContent, LibrariesContentLibrary
from pro_context_contract.model import MISSING
from pro_context_engine import DocsEngine


async def handle(docs: DocsEngine) -> LibrariesContent:
    """Return the project's libraries, each with its exact version if the version is known."""
    return LibrariesContent(
        libraries=[
            LibrariesContentLibrary(id=library.library_id, name=library.name, version=version or MISSING)
            for library, version in docs.project_libraries()
        ],
        detected_from=docs.project_origins(),
    )
