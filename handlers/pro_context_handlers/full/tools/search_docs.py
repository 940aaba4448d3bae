"""search-docs: references to the pages, or the lines, that match a query."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence

from pro_context_contract.contract import Session
from pro_context_contract.full.errors import InvalidInput
from pro_context_contract.full.models import (
    SearchDocsInput,
    SearchDocsOutput,
    SearchDocsOutputNotSearchedItem,
    SearchDocsOutputResult,
    VersionMatch,
)
from pro_context_contract.model import MISSING
from pro_context_engine import (
    CursorUnusable,
    DocsEngine,
    ExactQuery,
    QueryUnusable,
    SearchPart,
    SearchResult,
    SearchResults,
    Unsearched,
)

MOST_NAMED = 50
"""The number of searched libraries that an answer names."""

NO_CURSOR = "cursor: is not of this search, or its results have changed; call again without cursor"

IN_ENGLISH = "The query is in {language}, and most documentation is in English: search in English for better results."

NO_PROJECT = (
    "scope: 'project' needs a project, and no manifest, lock file or environment is known; name libraryIds, or leave "
    "scope out"
)


async def handle(request: SearchDocsInput, docs: DocsEngine, session: Session) -> SearchDocsOutput:
    """Return the matching pages, best first, each with an excerpt; note which libraries the session has named."""
    libraries = None if request.library_ids is MISSING else request.library_ids
    project_only = libraries is None and request.scope == "project"
    if project_only and not docs.project_origins():
        raise InvalidInput(problems=NO_PROJECT)
    try:
        ask = _exact if _is_exact(request) else _words
        found = await ask(request, docs, await session.used())
    except CursorUnusable:
        raise InvalidInput(problems=NO_CURSOR) from None
    except QueryUnusable as fact:
        raise InvalidInput(problems=fact.reason) from None
    if libraries is not None:
        session.note_use(found.searched)
    searched = dict.fromkeys([*(result.library_id for result in found.results), *found.searched])
    return SearchDocsOutput(
        results=_results(found.results),
        total_matches=found.total,
        searched_libraries=list(found.searched) if len(searched) <= MOST_NAMED else list(searched)[:MOST_NAMED],
        searched_total=len(searched) if len(searched) > MOST_NAMED else MISSING,
        not_searched=[_gap(gap) for gap in found.unsearched] or MISSING,
        next_cursor=found.cursor or MISSING,
        nearest_headings=list(found.nearest) or MISSING,
        hint=IN_ENGLISH.format(language=found.language) if found.language else MISSING,
    )


def _is_exact(request: SearchDocsInput) -> bool:
    """Tell whether lines are wanted; source has no index of words, so words are looked for as text there."""
    return request.match != "words" or _part(request) is SearchPart.SOURCE


def _part(request: SearchDocsInput) -> SearchPart | None:
    return None if request.in_ is MISSING else SearchPart(request.in_)


def _words(request: SearchDocsInput, docs: DocsEngine, used: Sequence[str]) -> Awaitable[SearchResults]:
    return docs.search(
        request.query,
        None if request.library_ids is MISSING else request.library_ids,
        None if request.version is MISSING else request.version,
        int(request.max_results),
        () if request.queries is MISSING else request.queries,
        "" if request.cursor is MISSING else request.cursor,
        project_only=request.scope == "project",
        used=used,
        part=_part(request),
    )


def _exact(request: SearchDocsInput, docs: DocsEngine, used: Sequence[str]) -> Awaitable[SearchResults]:
    asked = ExactQuery(
        text=request.query,
        is_pattern=request.match == "pattern",
        part=_part(request),
        library_ids=None if request.library_ids is MISSING else request.library_ids,
        version=None if request.version is MISSING else request.version,
        limit=int(request.max_results),
        cursor="" if request.cursor is MISSING else request.cursor,
        project_only=request.scope == "project",
        used=used,
    )
    return docs.search_exact(asked)


def _gap(gap: Unsearched) -> SearchDocsOutputNotSearchedItem:
    if gap.reason:
        reason = gap.reason
    elif gap.indexing:
        reason = f"being indexed: {gap.pages} of {max(gap.pages, gap.total_pages)} pages searched; ask again soon"
    elif gap.total_pages:
        reason = "none of its pages could be fetched"
    else:
        reason = "not indexed"
    return SearchDocsOutputNotSearchedItem(library_id=gap.library_id, reason=reason)


def _results(found: Sequence[SearchResult]) -> list[SearchDocsOutputResult]:
    """Return the results; the name of a library and the reason of its version come with the first one of it."""
    told = set[tuple[str, str]]()
    results = []
    for result in found:
        key = result.library_id, result.version
        results.append(_result(result, first=key not in told))
        told.add(key)
    return results


def _result(result: SearchResult, *, first: bool) -> SearchDocsOutputResult:
    # Lines are many and short: the version comes with the first of a library.
    has_version = first or not result.line
    return SearchDocsOutputResult(
        library_id=result.library_id,
        library_name=(first and result.library_name) or MISSING,
        title=result.title,
        snippet=result.snippet,
        relevance=round(result.relevance, 3),
        url=result.url,
        section=result.section or MISSING,
        heading_path=" › ".join(result.headings) or MISSING,
        line=result.line or MISSING,
        version=(has_version and result.version) or MISSING,
        version_match=VersionMatch(result.verdict.match) if has_version and result.verdict.match else MISSING,
        version_reason=(first and result.verdict.reason) or MISSING,
    )
