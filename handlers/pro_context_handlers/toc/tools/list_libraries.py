"""list-libraries: the libraries that have documentation."""

from __future__ import annotations

from pro_context_contract.model import MISSING
from pro_context_contract.toc.models import ListLibrariesInput, ListLibrariesOutput, ListLibrariesOutputLibrary
from pro_context_engine import DocsEngine, KnownLibrary
from pro_context_handlers.optional_fields import value_or

MOST_LIBRARIES = 100


async def handle(request: ListLibrariesInput, docs: DocsEngine) -> ListLibrariesOutput:
    """Return the known libraries, the project's first, at most 100."""
    known = await docs.libraries(
        value_or(request.language, None),
        value_or(request.category, None),
    )
    shown = [_library(entry) for entry in known.part(0, MOST_LIBRARIES)]
    return ListLibrariesOutput(libraries=shown, total=len(known), truncated=len(shown) < len(known))


def _library(entry: KnownLibrary) -> ListLibrariesOutputLibrary:
    library = entry.library
    return ListLibrariesOutputLibrary(
        id=library.library_id,
        name=library.name,
        description=library.description or MISSING,
        language=library.languages[0] if library.languages else MISSING,
        default_version=entry.version or MISSING,
        categories=list(library.categories),
        sources=[source.value for source in entry.sources],
        project_detected=entry.project_detected,
    )
