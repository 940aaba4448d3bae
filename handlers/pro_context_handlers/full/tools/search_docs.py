"""search-docs: pages that match a query, as references."""

from __future__ import annotations

from pydantic import MISSING

from pro_context_contract.full.models import SearchDocsInput, SearchDocsOutput, SearchDocsOutputResult, VersionMatch
from pro_context_engine import DocsEngine


async def handle(request: SearchDocsInput, docs: DocsEngine) -> SearchDocsOutput:
    """Return ranked pages with an excerpt each (seed 000 section 3.4)."""
    found = await docs.search(
        request.query,
        None if request.library_ids is MISSING else request.library_ids,
        None if request.version is MISSING else request.version,
        int(request.max_results),
    )
    return SearchDocsOutput(
        results=[
            SearchDocsOutputResult(
                library_id=result.library_id,
                title=result.title,
                snippet=result.snippet,
                relevance=round(result.relevance, 3),
                url=result.url,
                section=result.section or MISSING,
                version=result.version or MISSING,
                version_match=VersionMatch(result.verdict.match) if result.verdict.match else MISSING,
                version_reason=result.verdict.reason or MISSING,
            )
            for result in found.results
        ],
        total_matches=found.total,
        searched_libraries=list(found.searched),
    )
