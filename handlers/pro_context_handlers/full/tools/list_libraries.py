"""list-libraries: the libraries that have documentation."""

from __future__ import annotations

from pro_context_contract.full.models import ListLibrariesInput, ListLibrariesOutput, ListLibrariesOutputLibrary
from pro_context_contract.model import MISSING
from pro_context_engine import DocsEngine, KnownLibrary, most_tokens_of_json
from pro_context_handlers.budget import fitting
from pro_context_handlers.optional_fields import value_or

MOST_TOKENS = 1_980
"""The tokens of the libraries in an answer whose call names no limit."""


async def handle(request: ListLibrariesInput, docs: DocsEngine) -> ListLibrariesOutput:
    """Return a range of the known libraries, the project's first."""
    known = await docs.libraries(
        value_or(request.language, None),
        value_or(request.category, None),
    )
    offset = int(request.offset)
    part = map(_library, known.part(offset, int(request.limit)))
    libraries = list(part if "limit" in request.given else fitting(part, MOST_TOKENS, _size))
    return ListLibrariesOutput(
        libraries=libraries,
        total=len(known),
        has_more=offset + len(libraries) < len(known),
    )


def _size(library: ListLibrariesOutputLibrary) -> int:
    return most_tokens_of_json(library.to_json())


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
