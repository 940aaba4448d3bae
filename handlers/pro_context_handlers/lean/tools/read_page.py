"""read-page: one page, whole."""

from __future__ import annotations

from pro_context_contract.lean.errors import InvalidInput
from pro_context_contract.lean.models import ReadPageInput, ReadPageOutput, ReadPageOutputHeading
from pro_context_engine import DocsEngine


async def handle(request: ReadPageInput, docs: DocsEngine) -> ReadPageOutput:
    """Return a whole page with its outline."""
    if not docs.is_page_url(request.url):
        raise InvalidInput(problems="url: must use http or https")
    reading = await docs.page(request.url)
    return ReadPageOutput(
        url=reading.page.final_url,
        headings=[
            ReadPageOutputHeading(title=heading.title, level=heading.level, anchor=heading.anchor, line=heading.line)
            for heading in reading.page.outline
        ],
        content=reading.page.markdown,
        cached=reading.cached,
        cached_at=reading.fetched_at.isoformat() if reading.cached else None,
        stale=reading.stale,
    )
