"""get-docs: the passages that answer a topic."""

from __future__ import annotations

from collections.abc import Sequence

import pro_context_engine
from pro_context_contract.contract import Session
from pro_context_contract.full.models import GetDocsInput, GetDocsOutput, PageLink, VersionMatch
from pro_context_contract.model import MISSING
from pro_context_engine import Answer, DocsEngine, TocEntry, estimated_tokens, most_tokens_of_json
from pro_context_handlers.budget import fitting
from pro_context_handlers.optional_fields import value_or

MOST_READ = 600
"""The most characters of a pasted text that are searched for."""

LEAST_SHARE = 0.6
"""The share of the budget that passages have at least; the other fields of a small answer may exceed the rest."""

RELATED_SHARE = 0.1
"""The share of the budget that related pages have at most, besides the first of them."""

# An answer is measured only where it may exceed the budget by the escapes of JSON and its other fields.
_ESCAPES, _OTHER_FIELDS = 1.2, 800
# Passages do not fill their room in proportion to it.
_MARGIN = 0.97


async def handle(request: GetDocsInput, docs: DocsEngine, session: Session) -> GetDocsOutput:
    """Return quoted passages, each below its source, within the budget of tokens, and related pages."""
    default = value_or(request.version, None)
    wanted = [(library.library_id, value_or(library.version, default)) for library in request.libraries]
    queries = value_or(request.queries, [])
    read = "" if request.context is MISSING else pro_context_engine.pasted(request.context).text[:MOST_READ]
    asked = [*queries, *filter(None, [read])]
    budget = int(request.max_tokens)
    answer = await docs.passages(wanted, request.topic, budget, asked)
    output = _output(answer, read, budget)
    if room := _smaller_room(answer, output, budget):
        answer = await docs.passages(wanted, request.topic, room, asked)
        output = _output(answer, read, budget)
    session.note_use(passage.library_id for passage in answer.passages)
    return output


def _smaller_room(answer: Answer, output: GetDocsOutput, budget: int) -> int:
    """Return the room for passages in which an answer keeps its budget as JSON, 0 where it does so already."""
    if answer.tokens * _ESCAPES + _OTHER_FIELDS <= budget:
        return 0
    values = output.to_json()
    whole = most_tokens_of_json(values)
    if whole <= budget:
        return 0
    others = most_tokens_of_json({**values, "content": ""})
    share = _MARGIN * max(0, budget - others) / (whole - others)
    return max(int(share * answer.tokens), int(LEAST_SHARE * budget))


def _output(answer: Answer, read: str, budget: int) -> GetDocsOutput:
    best, verdict = answer.passages[0], answer.verdict
    return GetDocsOutput(
        library_id=best.library_id,
        content=answer.content,
        source=best.url,
        last_updated=answer.fetched_at.isoformat(),
        confidence=round(answer.confidence, 3),
        cached=answer.cached,
        stale=answer.stale,
        related_pages=_related(answer.related, int(RELATED_SHARE * budget)),
        version=best.version or MISSING,
        requested_version=verdict.requested or MISSING,
        project_version=verdict.project or MISSING,
        version_match=VersionMatch(verdict.match) if verdict.match else MISSING,
        version_reason=verdict.reason or MISSING,
        indexing=answer.indexing or MISSING,
        tokens=estimated_tokens(answer.content),
        context_read=read or MISSING,
    )


def _related(entries: Sequence[TocEntry], room: int) -> list[PageLink]:
    """Return links to the first of some pages, as many as have room (tokens), and one at least."""
    links = [PageLink(title=one.title, url=one.url, description=one.description or MISSING) for one in entries]
    return fitting(links, room, lambda link: most_tokens_of_json(link.to_json()), least=1)
