"""get-docs: the passages that answer a topic."""

from __future__ import annotations

from pro_context_contract.contract import Session
from pro_context_contract.full.models import GetDocsInput, GetDocsOutput, PageLink, VersionMatch
from pro_context_contract.model import MISSING
from pro_context_engine import Answer, DocsEngine, estimated_tokens, most_tokens_of_json, pasted

MOST_READ = 600
"""The most characters of a pasted text that are searched for."""

LEAST_SHARE = 0.6
"""The share of the budget that passages have at least; the other fields of a small answer may exceed the rest."""

# An answer is measured only where it may exceed the budget by the escapes of JSON and its other fields.
_ESCAPES, _OTHER_FIELDS = 1.2, 800
# Passages are chosen by an upper bound, of which an excess by the measured size is a part.
_BOUND_TO_ESTIMATE = 1.2


async def handle(request: GetDocsInput, docs: DocsEngine, session: Session) -> GetDocsOutput:
    """Return quoted passages, each below its source, within the budget of tokens, and related pages."""
    default = None if request.version is MISSING else request.version
    wanted = [
        (library.library_id, default if library.version is MISSING else library.version)
        for library in request.libraries
    ]
    queries = [] if request.queries is MISSING else request.queries
    read = "" if request.context is MISSING else pasted(request.context).text[:MOST_READ]
    asked = [*queries, *filter(None, [read])]
    budget = int(request.max_tokens)
    answer = await docs.passages(wanted, request.topic, budget, asked)
    output = _output(answer, read)
    if excess := _excess(answer, output, budget):
        answer = await docs.passages(wanted, request.topic, max(budget - excess, int(LEAST_SHARE * budget)), asked)
        output = _output(answer, read)
    session.note_use(passage.library_id for passage in answer.passages)
    return output


def _excess(answer: Answer, output: GetDocsOutput, budget: int) -> int:
    """Return the tokens by which an answer exceeds its budget as JSON, 0 where it does not."""
    if answer.tokens * _ESCAPES + _OTHER_FIELDS <= budget:
        return 0
    excess = most_tokens_of_json(output.to_json()) - budget
    return max(0, int(excess * _BOUND_TO_ESTIMATE))


def _output(answer: Answer, read: str) -> GetDocsOutput:
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
        tokens=estimated_tokens(answer.content),
        context_read=read or MISSING,
    )
