"""get-library-info: a library's table of contents."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_contract.contract import Session
from pro_context_contract.full.errors import InvalidInput
from pro_context_contract.full.models import GetLibraryInfoInput, GetLibraryInfoOutput, TocEntry, VersionMatch
from pro_context_contract.model import MISSING
from pro_context_engine import CursorUnusable, DocsEngine, LibraryDocs, most_tokens_of_json, toc_page
from pro_context_engine import TocEntry as Entry
from pro_context_handlers.optional_fields import value_or

NO_CURSOR = "cursor: is not of this table of contents, or that has changed; call again without cursor"
MOST_VERSIONS = 20


async def handle(request: GetLibraryInfoInput, docs: DocsEngine, session: Session) -> GetLibraryInfoOutput:
    """Return a page of the TOC, or of the requested sections of it, and add the library to the session.

    A section that the TOC lacks may be a module or class of a package, of which the members are returned.
    """
    version = value_or(request.version, None)
    found = await docs.library(request.library_id, version)
    library, verdict = found.library, found.verdict
    session.remember(library.library_id, library.name, library.languages)
    session.note_use([library.library_id])
    wanted = value_or(request.sections, None)
    sections = list(dict.fromkeys(entry.section for entry in found.toc.entries if entry.section))
    listed = await _listed(request, docs, found, sections)
    answer = GetLibraryInfoOutput(
        library_id=library.library_id,
        name=library.name,
        languages=list(library.languages),
        sources=[source.value for source in found.sources],
        toc=[],
        available_sections=sections,
        filtered_by_sections=MISSING if wanted is None else wanted,
        version=found.toc.version or MISSING,
        requested_version=verdict.requested or MISSING,
        project_version=verdict.project or MISSING,
        version_match=VersionMatch(verdict.match) if verdict.match else MISSING,
        version_reason=verdict.reason or MISSING,
        available_versions=list(found.versions[:MOST_VERSIONS]) or MISSING,
        docs_url=library.docs_url or MISSING,
        cached_at=found.fetched_at.isoformat(),
        stale=found.stale,
    )
    _fill(answer, request, listed)
    return answer


def _fill(answer: GetLibraryInfoOutput, request: GetLibraryInfoInput, listed: Sequence[Entry]) -> None:
    """Put the entries into an answer that the other fields leave room for, at least half of the budget."""
    budget = int(request.max_tokens)
    room = max(budget - most_tokens_of_json(answer.to_json()), budget // 2)
    topic, cursor = value_or(request.topic, ""), value_or(request.cursor, "")
    try:
        page = toc_page(listed, topic, cursor, room)
    except CursorUnusable:
        raise InvalidInput(problems=NO_CURSOR) from None
    answer.total_entries = page.total
    answer.next_cursor = page.cursor or MISSING
    answer.toc = [
        TocEntry(
            title=entry.title,
            url=entry.url,
            description=entry.description or MISSING,
            section=entry.section or MISSING,
        )
        for entry in page.entries
    ]


async def _listed(
    request: GetLibraryInfoInput, docs: DocsEngine, found: LibraryDocs, sections: Sequence[str]
) -> Sequence[Entry]:
    """Return the entries of the requested sections, of all sections where none is requested."""
    if request.sections is MISSING:
        return found.toc.entries
    listed = [entry for entry in found.toc.entries if entry.section in request.sections]
    if owners := [section for section in request.sections if section not in sections]:
        version = value_or(request.version, None)
        listed += await docs.members(request.library_id, version, owners)
    return listed
