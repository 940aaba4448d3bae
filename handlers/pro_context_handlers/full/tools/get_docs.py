"""get-docs: the passages that answer a topic."""

from __future__ import annotations

from pydantic import MISSING

from pro_context_contract.contract import Session
from pro_context_contract.full.models import GetDocsInput, GetDocsOutput, GetDocsOutputPassage, PageLink, VersionMatch
from pro_context_engine import DocsEngine, pasted

MOST_READ = 600
"""The most characters of a pasted text that are searched for."""


async def handle(request: GetDocsInput, docs: DocsEngine, session: Session) -> GetDocsOutput:
    """Return quoted passages within the budget of tokens, with their sources and related pages."""
    default = None if request.version is MISSING else request.version
    wanted = [
        (library.library_id, default if library.version is MISSING else library.version)
        for library in request.libraries
    ]
    queries = [] if request.queries is MISSING else request.queries
    read = "" if request.context is MISSING else pasted(request.context).text[:MOST_READ]
    answer = await docs.passages(wanted, request.topic, int(request.max_tokens), [*queries, *filter(None, [read])])
    session.note_use(passage.library_id for passage in answer.passages)
    best, verdict = answer.passages[0], answer.verdict
    return GetDocsOutput(
        library_id=best.library_id,
        content=answer.content,
        source=best.url,
        last_updated=answer.fetched_at.isoformat(),
        confidence=round(answer.confidence, 3),
        cached=answer.cached,
        stale=answer.stale,
        related_pages=[
            PageLink(title=entry.title, url=entry.url, description=entry.description or MISSING)
            for entry in answer.related
        ],
        version=best.version or MISSING,
        requested_version=verdict.requested or MISSING,
        project_version=verdict.project or MISSING,
        version_match=VersionMatch(verdict.match) if verdict.match else MISSING,
        version_reason=verdict.reason or MISSING,
        indexing=answer.indexing or MISSING,
        tokens=answer.tokens,
        passages=[
            GetDocsOutputPassage(
                library_id=passage.library_id,
                title=passage.title,
                url=passage.url,
                version=passage.version or MISSING,
                relevance=round(passage.relevance, 3),
            )
            for passage in answer.passages
        ],
        context_read=read or MISSING,
    )
