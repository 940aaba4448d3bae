"""resolve-library: the library for a query, with its versions and its table of contents."""

from __future__ import annotations

from pro_context_contract.contract import Session
from pro_context_contract.model import MISSING
from pro_context_contract.toc.models import (
    ResolveLibraryInput,
    ResolveLibraryOutput,
    ResolveLibraryOutputAlternative,
    ResolveLibraryOutputTocItem,
)
from pro_context_engine import DocsEngine, Match, TocEntry, foremost_entries
from pro_context_handlers.optional_fields import value_or

MOST_ENTRIES = 100
MOST_VERSIONS = 10
UNDOCUMENTED = "No documentation of this library is indexed."


async def handle(request: ResolveLibraryInput, docs: DocsEngine, session: Session) -> ResolveLibraryOutput:
    """Return the best match with its versions and its TOC, and add the library to the session."""
    others: list[Match] = []
    library_id = request.library_id
    if library_id is MISSING:
        best, *others = docs.identify(request.query, value_or(request.language, None))
        library_id = best.library.library_id
    found = await docs.overview(library_id, value_or(request.version, None))
    library, toc = found.library, found.docs.toc if found.docs else None
    if toc:
        session.remember(library.library_id, library.name, library.languages)
    shown = foremost_entries(toc.entries, MOST_ENTRIES) if toc else []
    return ResolveLibraryOutput(
        library_id=library.library_id,
        name=library.name,
        description=library.description,
        language=library.languages[0] if library.languages else MISSING,
        default_version=found.latest or (toc and toc.version) or MISSING,
        available_versions=list(found.versions[:MOST_VERSIONS]),
        sources=[source.value for source in found.docs.sources] if found.docs else [],
        toc=[_entry(entry) for entry in shown] if toc else MISSING,
        toc_truncated=len(shown) < len(toc.entries) if toc else MISSING,
        version=(toc and toc.version) or MISSING,
        alternatives=[_alternative(match) for match in others],
        note=MISSING if toc else UNDOCUMENTED,
    )


def _entry(entry: TocEntry) -> ResolveLibraryOutputTocItem:
    about, section = entry.description or MISSING, entry.section or MISSING
    return ResolveLibraryOutputTocItem(title=entry.title, url=entry.url, description=about, section=section)


def _alternative(match: Match) -> ResolveLibraryOutputAlternative:
    library, about = match.library, match.library.description or MISSING
    return ResolveLibraryOutputAlternative(id=library.library_id, name=library.name, description=about)
