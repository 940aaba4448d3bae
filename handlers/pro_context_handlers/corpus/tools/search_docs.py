"""search_docs: the chunks that match a query and filters."""

from __future__ import annotations

from pro_context_contract.corpus.models import (
    SearchDocsInput,
    SearchDocsOutput,
    SearchDocsOutputHint,
    SearchDocsOutputHit,
)
from pro_context_engine import CorpusHit, DocsEngine, Hint
from pro_context_handlers.optional_fields import value_or


async def handle(request: SearchDocsInput, docs: DocsEngine) -> SearchDocsOutput:
    """Return the best chunks; without any, a hint that suggests other filters."""
    cursor = value_or(request.cursor, "")
    found = await docs.corpus.search(request.query, request.further or {}, int(request.limit), cursor)
    return SearchDocsOutput(
        hits=[_hit(hit) for hit in found.hits],
        next_cursor=found.next_cursor or None,
        hint=_hint(found.hint) if found.hint else None,
    )


def _hit(hit: CorpusHit) -> SearchDocsOutputHit:
    return SearchDocsOutputHit(
        chunk_id=hit.chunk_id,
        score=hit.score,
        heading=hit.heading,
        breadcrumb=hit.breadcrumb,
        snippet=hit.snippet,
        filepath=hit.filepath,
        metadata=dict(hit.metadata),
    )


def _hint(hint: Hint) -> SearchDocsOutputHint:
    suggested = {key: list(values) for key, values in hint.suggested_filters.items()}
    return SearchDocsOutputHint(message=hint.message, suggested_filters=suggested)
