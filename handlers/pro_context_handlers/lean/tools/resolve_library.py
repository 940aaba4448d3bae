"""resolve-library: the libraries that match a name."""

from __future__ import annotations

from pro_context_contract.contract import Session
from pro_context_contract.lean.models import (
    ResolveLibraryInput,
    ResolveLibraryOutput,
    ResolveLibraryOutputMatch,
    ResolveLibraryOutputMatchMatchedVia,
)
from pro_context_engine import DocsEngine, Match

FUZZY_THRESHOLD = 0.7


async def handle(request: ResolveLibraryInput, docs: DocsEngine, session: Session) -> ResolveLibraryOutput:
    """Return the libraries with this name, else those with a similar one, and add them to the session.

    An llms.txt documents a library with all its packages, so that a package that is a library of its own is left out.
    """
    found = [match for match in docs.resolve(request.query) if not match.library.part_of]
    matches = [match for match in found if match.relevance >= FUZZY_THRESHOLD]
    for match in matches:
        session.remember(match.library.slug, match.library.name, match.library.languages)
    return ResolveLibraryOutput(matches=[_match(match) for match in matches])


def _match(match: Match) -> ResolveLibraryOutputMatch:
    return ResolveLibraryOutputMatch(
        library_id=match.library.slug,
        name=match.library.name,
        languages=list(match.library.languages),
        docs_url=match.library.docs_url,
        matched_via=ResolveLibraryOutputMatchMatchedVia(match.matched_via.value),
        relevance=round(match.relevance, 2),
    )
