"""get-library-info: a library's table of contents."""

from __future__ import annotations

from pydantic import MISSING

from pro_context_contract.contract import Session
from pro_context_contract.full.models import GetLibraryInfoInput, GetLibraryInfoOutput, TocEntry, VersionMatch
from pro_context_engine import DocsEngine


async def handle(request: GetLibraryInfoInput, docs: DocsEngine, session: Session) -> GetLibraryInfoOutput:
    """Return the TOC, or the requested sections of it, and add the library to the session.

    A section that the TOC lacks may be a module or class of a package, of which the members are returned.
    """
    version = None if request.version is MISSING else request.version
    found = await docs.library(request.library_id, version)
    library, verdict = found.library, found.verdict
    session.remember(library.library_id, library.name, library.languages)
    session.note_use([library.library_id])
    wanted = None if request.sections is MISSING else request.sections
    sections = list(dict.fromkeys(entry.section for entry in found.toc.entries if entry.section))
    listed = [entry for entry in found.toc.entries if wanted is None or entry.section in wanted]
    if wanted is not None and (owners := [section for section in wanted if section not in sections]):
        listed += await docs.members(request.library_id, version, owners)
    return GetLibraryInfoOutput(
        library_id=library.library_id,
        name=library.name,
        languages=list(library.languages),
        sources=[source.value for source in found.sources],
        toc=[
            TocEntry(
                title=entry.title,
                url=entry.url,
                description=entry.description or MISSING,
                section=entry.section or MISSING,
            )
            for entry in listed
        ],
        available_sections=sections,
        filtered_by_sections=MISSING if wanted is None else wanted,
        version=found.toc.version or MISSING,
        requested_version=verdict.requested or MISSING,
        project_version=verdict.project or MISSING,
        version_match=VersionMatch(verdict.match) if verdict.match else MISSING,
        version_reason=verdict.reason or MISSING,
        available_versions=list(found.versions) or MISSING,
        docs_url=library.docs_url or MISSING,
        cached_at=found.fetched_at.isoformat(),
        stale=found.stale,
    )
