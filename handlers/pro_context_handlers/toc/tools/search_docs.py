"""search-docs: references to the pages of a library that match a query."""

from __future__ import annotations

from pro_context_contract.model import MISSING
from pro_context_contract.toc.models import SearchDocsInput, SearchDocsOutput, SearchDocsOutputResult
from pro_context_engine import DocsEngine, SearchResult
from pro_context_handlers.optional_fields import value_or


async def handle(request: SearchDocsInput, docs: DocsEngine) -> SearchDocsOutput:
    """Return the matching pages, best first, each with an excerpt; do not wait for pages that are not indexed yet."""
    version = value_or(request.version, None)
    found = await docs.search(request.query, [request.library_id], version, int(request.max_results), patience=0)
    return SearchDocsOutput(results=[_result(result) for result in found.results], total_matches=found.total)


def _result(result: SearchResult) -> SearchDocsOutputResult:
    return SearchDocsOutputResult(
        title=result.title,
        snippet=result.snippet,
        relevance=round(result.relevance, 3),
        url=result.url,
        section=" › ".join(filter(None, [result.section, *result.headings])) or MISSING,
    )
