"""read-page: one page, by lines."""

from __future__ import annotations

from functools import lru_cache

from pydantic import MISSING, TypeAdapter

from pro_context_contract.full.models import ReadPageInput, ReadPageOutput, ReadPageOutputHeading, VersionMatch
from pro_context_engine import DocsEngine, Heading

_OUTLINE = TypeAdapter(list[ReadPageOutputHeading])
"""All headings at once: a long page has a hundred, and one by one they cost as much as all else."""

_REMEMBERED, _REMEMBERED_HEADINGS = 64, 500
"""Outlines that are not made again, and how many headings such a one may have: some 20 MB at most."""


async def handle(request: ReadPageInput, docs: DocsEngine) -> ReadPageOutput:
    """Return some lines of a page, the first ones with its outline (seed 000 section 3.5, seed 001 section 4.2)."""
    reading = await docs.page(request.url)
    verdict = reading.verdict
    text = reading.page.markdown.rstrip("\n")
    total = text.count("\n") + 1
    offset, end = int(request.offset), min(int(request.offset + request.max_lines), total)
    is_whole = not offset and end == total
    return ReadPageOutput(
        content=text if is_whole else "\n".join(text.split("\n", end)[offset:end]),
        title=reading.page.title,
        url=reading.page.url,
        total_lines=total,
        offset=offset,
        lines_returned=max(end - offset, 0),
        has_more=end < total,
        cached=reading.cached,
        headings=MISSING if offset else _outline(tuple(reading.page.outline)),
        library_id=reading.library_id or MISSING,
        version=reading.version or MISSING,
        project_version=verdict.project or MISSING,
        version_match=VersionMatch(verdict.match) if verdict.match else MISSING,
        version_reason=verdict.reason or MISSING,
        cached_at=reading.fetched_at.isoformat(),
        stale=reading.stale,
    )


def _outline(headings: tuple[Heading, ...]) -> list[ReadPageOutputHeading]:
    return _remembered(headings) if len(headings) <= _REMEMBERED_HEADINGS else _made(headings)


def _made(headings: tuple[Heading, ...]) -> list[ReadPageOutputHeading]:
    return _OUTLINE.validate_python(headings, from_attributes=True)


_remembered = lru_cache(_REMEMBERED)(_made)
