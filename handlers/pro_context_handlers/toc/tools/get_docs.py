"""get-docs: the passages that answer a topic."""

from __future__ import annotations

from pro_context_contract.model import MISSING
from pro_context_contract.toc.models import GetDocsInput, GetDocsOutput, PageLink
from pro_context_engine import DocsEngine
from pro_context_handlers.optional_fields import value_or


async def handle(request: GetDocsInput, docs: DocsEngine) -> GetDocsOutput:
    """Return quoted passages within the budget of tokens, and related pages."""
    version = value_or(request.version, None)
    answer = await docs.passages([(request.library_id, version)], request.topic, int(request.max_tokens))
    best = answer.passages[0]
    return GetDocsOutput(
        content=answer.content,
        source=best.url,
        version=best.version or MISSING,
        last_updated=answer.fetched_at.isoformat(),
        confidence=round(answer.confidence, 3),
        cached=answer.cached,
        stale=answer.stale,
        related_pages=[
            PageLink(title=entry.title, url=entry.url, description=entry.description or MISSING)
            for entry in answer.related
        ],
    )
