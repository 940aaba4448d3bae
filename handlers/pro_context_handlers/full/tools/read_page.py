"""read-page: one page, by lines."""

from __future__ import annotations

from pydantic import MISSING, TypeAdapter

from pro_context_contract.full.models import ReadPageInput, ReadPageOutput, ReadPageOutputHeading, VersionMatch
from pro_context_engine import DocsEngine

_OUTLINE = TypeAdapter(list[ReadPageOutputHeading])
"""All headings at once: a long page has a hundred, and one by one they cost as much as all else."""


async def handle(request: ReadPageInput, docs: DocsEngine) -> ReadPageOutput:
    """Return some lines of a page, the first ones with its outline (seed 000 section 3.5, seed 001 section 4.2)."""
    reading = await docs.page(request.url)
    verdict = reading.verdict
    lines = reading.page.markdown.rstrip("\n").split("\n")
    offset = int(request.offset)
    shown = lines[offset : offset + int(request.max_lines)]
    return ReadPageOutput(
        content="\n".join(shown),
        title=reading.page.title,
        url=reading.page.url,
        total_lines=len(lines),
        offset=offset,
        lines_returned=len(shown),
        has_more=offset + len(shown) < len(lines),
        cached=reading.cached,
        headings=MISSING if offset else _OUTLINE.validate_python(reading.page.outline, from_attributes=True),
        library_id=reading.library_id or MISSING,
        version=reading.version or MISSING,
        project_version=verdict.project or MISSING,
        version_match=VersionMatch(verdict.match) if verdict.match else MISSING,
        version_reason=verdict.reason or MISSING,
        cached_at=reading.fetched_at.isoformat(),
        stale=reading.stale,
    )
