"""read-page: a range of lines of one page."""

from __future__ import annotations

from collections.abc import Sequence

from pro_context_contract.contract import Session
from pro_context_contract.full.models import ReadPageInput, ReadPageOutput, ReadPageOutputHeading, VersionMatch
from pro_context_contract.model import MISSING
from pro_context_engine import DocsEngine, Heading


async def handle(request: ReadPageInput, docs: DocsEngine, session: Session) -> ReadPageOutput:
    """Return a range of lines of a page; without an offset it starts where the URL's fragment points.

    The first reading, without an offset or from the top, comes with the outline.
    """
    reading = await docs.page(request.url)
    session.note_use(filter(None, [reading.library_id]))
    verdict = reading.verdict
    text = reading.page.markdown.rstrip("\n")
    total = text.count("\n") + 1
    first = request.offset if "offset" in request.given else reading.opens_at
    offset, end = int(first), min(int(first + request.max_lines), total)
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
        headings=MISSING if int(request.offset) else _headings(reading.page.outline),
        library_id=reading.library_id or MISSING,
        version=reading.version or MISSING,
        project_version=verdict.project or MISSING,
        version_match=VersionMatch(verdict.match) if verdict.match else MISSING,
        version_reason=verdict.reason or MISSING,
        cached_at=reading.fetched_at.isoformat(),
        stale=reading.stale,
    )


def _headings(headings: Sequence[Heading]) -> list[ReadPageOutputHeading]:
    return [
        ReadPageOutputHeading(title=one.title, level=one.level, anchor=one.anchor, line=one.line) for one in headings
    ]
