"""search-docs: references to the pages that match a query."""

from __future__ import annotations

from pydantic import MISSING

from pro_context_contract.full.errors import InvalidInput
from pro_context_contract.full.models import SearchDocsInput, SearchDocsOutput, SearchDocsOutputResult, VersionMatch
from pro_context_engine import CursorUnusable, DocsEngine, SearchResult

NO_CURSOR = "cursor: is not of this search, or its results have changed; call again without cursor"


async def handle(request: SearchDocsInput, docs: DocsEngine) -> SearchDocsOutput:
    """Return the matching pages, best first, each with an excerpt."""
    try:
        found = await docs.search(
            request.query,
            None if request.library_ids is MISSING else request.library_ids,
            None if request.version is MISSING else request.version,
            int(request.max_results),
            () if request.queries is MISSING else request.queries,
            "" if request.cursor is MISSING else request.cursor,
        )
    except CursorUnusable:
        raise InvalidInput(problems=NO_CURSOR) from None
    return SearchDocsOutput(
        results=[_result(result) for result in found.results],
        total_matches=found.total,
        searched_libraries=list(found.searched),
        next_cursor=found.cursor or MISSING,
        nearest_headings=list(found.nearest) or MISSING,
    )


def _result(result: SearchResult) -> SearchDocsOutputResult:
    return SearchDocsOutputResult(
        library_id=result.library_id,
        library_name=result.library_name or MISSING,
        title=result.title,
        snippet=result.snippet,
        relevance=round(result.relevance, 3),
        url=result.url,
        section=result.section or MISSING,
        heading_path=" › ".join(result.headings) or MISSING,
        version=result.version or MISSING,
        version_match=VersionMatch(result.verdict.match) if result.verdict.match else MISSING,
        version_reason=result.verdict.reason or MISSING,
    )
