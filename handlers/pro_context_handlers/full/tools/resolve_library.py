"""resolve-library: the libraries that match a name."""

from __future__ import annotations

from pro_context_contract.full.models import (
    ResolveLibraryInput,
    ResolveLibraryOutput,
    ResolveLibraryOutputResult,
    ResolveLibraryOutputResultMatchedVia,
)
from pro_context_contract.model import MISSING
from pro_context_engine import DocsEngine, Match
from pro_context_handlers.optional_fields import value_or

_VIA = {via.value: via for via in ResolveLibraryOutputResultMatchedVia}


async def handle(request: ResolveLibraryInput, docs: DocsEngine) -> ResolveLibraryOutput:
    """Return the libraries that match, best first."""
    language = value_or(request.language, None)
    return ResolveLibraryOutput(results=[_result(match, docs) for match in await docs.suggest(request.query, language)])


def _result(match: Match, docs: DocsEngine) -> ResolveLibraryOutputResult:
    library = match.library
    return ResolveLibraryOutputResult(
        library_id=library.library_id,
        name=library.name,
        description=library.description,
        languages=list(library.languages),
        relevance=round(match.relevance, 3),
        matched_via=MISSING if match.reason else _VIA[match.matched_via],
        reason=match.reason or MISSING,
        docs_url=library.docs_url or MISSING,
        installed_version=docs.installed_version(library) or MISSING,
    )
