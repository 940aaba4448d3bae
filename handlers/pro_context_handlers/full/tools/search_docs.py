"""search-docs: references to the pages, or the lines, that match a query."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import replace

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
    estimated_tokens_of_json,
    most_tokens_of_json,
    shortest_snippet,
)
from pro_context_handlers.budget import fitting
from pro_context_handlers.optional_fields import value_or

MOST_NAMED = 50
"""The number of searched libraries that an answer names."""

MOST_TOKENS = 2_000
"""The tokens of an answer."""

FIRST_LINES = 200
"""The tokens of the results of exact text where `maxResults` is left out: the lines that matter most, in short."""

SHORT_SNIPPET = 12
"""The tokens of the snippet of a result in short, one of the last of many."""

# What an answer may have besides: the sentence that it is cut, and `readAs`.
_RESERVE = 150
_NAMES_TOKENS = 400
_LONGEST_TITLE = 300

CUT = (
    "{shown} of the {asked} results that were asked for are shown, since an answer has at most 2,000 tokens; "
    "call again with nextCursor as cursor for those that follow."
)

NO_CURSOR = "cursor: is not of this search, or its results have changed; call again without cursor"

IN_ENGLISH = "The query is in {language}, and most documentation is in English: search in English for better results."

NO_PROJECT = (
    "scope: 'project' needs a project, and no manifest, lock file or environment is known; name libraryIds, or leave "
    "scope out"
)


async def handle(request: SearchDocsInput, docs: DocsEngine, session: Session) -> SearchDocsOutput:
    """Return the matching pages, best first, each with an excerpt; note which libraries the session has named."""
    libraries = value_or(request.library_ids, None)
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
    if _is_exact(request) and "max_results" not in request.given:
        return _output(_first_lines(found))
    return _fitting(found, int(request.max_results))


def _first_lines(found: SearchResults) -> SearchResults:
    """Return as many of the results as fit into `FIRST_LINES`, at least one."""

    def size(numbered: tuple[int, SearchResult]) -> int:
        number, result = numbered
        return estimated_tokens_of_json(_result(result, first=not number).to_json())

    return found.first(len(fitting(enumerate(found.results), FIRST_LINES, size, least=1)))


def _fitting(found: SearchResults, asked: int) -> SearchDocsOutput:
    """Return the answer with as many of the results as fit into it, at least one, the last of them in short."""
    output = _output(found)
    excess = most_tokens_of_json(output.to_json()) - (MOST_TOKENS - _RESERVE)
    if excess <= 0:
        return output
    results = list(found.results)
    for place in reversed(range(len(results))):
        if excess > 0:
            whole, results[place] = results[place], _in_short(results[place])
            excess -= _size(whole) - _size(results[place])
    while excess > 0 and len(results) > 1:
        excess -= _size(results.pop())
    shown = replace(found.first(len(results)), results=tuple(results))
    return _output(shown, asked if len(results) < len(found.results) else 0)


def _size(result: SearchResult) -> int:
    return most_tokens_of_json(_result(result, first=False).to_json())


def _in_short(result: SearchResult) -> SearchResult:
    """Return a result of a search by words with one line of its snippet."""
    if result.line:
        return result
    return replace(result, section="", snippet=shortest_snippet(result.snippet, SHORT_SNIPPET))


def _output(found: SearchResults, asked: int = 0) -> SearchDocsOutput:
    """Return results as an answer; `asked` is the number of results that were asked for, where some do not fit."""
    searched = dict.fromkeys([*(result.library_id for result in found.results), *found.searched])
    ids = list(searched if len(searched) > MOST_NAMED else found.searched)
    named = fitting(ids[:MOST_NAMED], _NAMES_TOKENS, most_tokens_of_json)
    hints = [
        IN_ENGLISH.format(language=found.language) if found.language else "",
        CUT.format(shown=len(found.results), asked=asked) if asked else "",
    ]
    return SearchDocsOutput(
        results=_results(found.results),
        total_matches=found.total,
        searched_libraries=named,
        searched_total=len(searched) if len(named) < len(ids) else MISSING,
        not_searched=[_gap(gap) for gap in found.unsearched] or MISSING,
        next_cursor=found.cursor or MISSING,
        nearest_headings=list(map(_cut, found.nearest)) or MISSING,
        hint=" ".join(filter(None, hints)) or MISSING,
    )


def _is_exact(request: SearchDocsInput) -> bool:
    """Tell whether lines are wanted; source has no index of words, so words are looked for as text there."""
    return request.match != "words" or _part(request) is SearchPart.SOURCE


def _part(request: SearchDocsInput) -> SearchPart | None:
    return None if request.in_ is MISSING else SearchPart(request.in_)


def _words(request: SearchDocsInput, docs: DocsEngine, used: Sequence[str]) -> Awaitable[SearchResults]:
    return docs.search(
        request.query,
        value_or(request.library_ids, None),
        value_or(request.version, None),
        int(request.max_results),
        value_or(request.queries, ()),
        value_or(request.cursor, ""),
        project_only=request.scope == "project",
        used=used,
        part=_part(request),
    )


def _exact(request: SearchDocsInput, docs: DocsEngine, used: Sequence[str]) -> Awaitable[SearchResults]:
    asked = ExactQuery(
        text=request.query,
        is_pattern=request.match == "pattern",
        part=_part(request),
        library_ids=value_or(request.library_ids, None),
        version=value_or(request.version, None),
        limit=int(request.max_results),
        cursor=value_or(request.cursor, ""),
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


def _cut(title: str) -> str:
    return title if len(title) <= _LONGEST_TITLE else title[: _LONGEST_TITLE - 1] + "…"


def _result(result: SearchResult, *, first: bool) -> SearchDocsOutputResult:
    # Lines are many and short: what the URL says, and of a library what its first result says, is left out.
    is_page = not result.line
    has_version = is_page or (first and f"/{result.version}/" not in result.url)
    has_verdict = is_page or first
    differs = result.verdict.match == "mismatch"
    return SearchDocsOutputResult(
        library_id=result.library_id,
        library_name=(first and is_page and result.library_name) or MISSING,
        title=_cut(result.title),
        snippet=result.snippet,
        relevance=_number(result.relevance),
        url=result.url,
        section=(is_page and result.section) or MISSING,
        heading_path=(is_page and _cut(" › ".join(result.headings))) or MISSING,
        line=result.line or MISSING,
        version=(has_version and result.version) or MISSING,
        version_match=VersionMatch(result.verdict.match) if has_verdict and result.verdict.match else MISSING,
        version_reason=(first and (is_page or differs) and result.verdict.reason) or MISSING,
    )


def _number(relevance: float) -> float | int:
    """Return a relevance in three digits, and a whole one without a fraction."""
    rounded = round(relevance, 3)
    return int(rounded) if rounded == int(rounded) else rounded
